"""Which word stood so many words back: what is recorded can be measured again, and fades as we say."""

import numpy as np
import pytest

from course.models.learning import recall
from course.models.learning.autograd import Variable, cross_entropy
from course.models.learning.training import Variables, as_variables, loss_and_gradients


def test_twice_the_state_holds_twice_the_words() -> None:
    right = {memory: share > 0.5 for memory, share in recall.shares().items()}
    words = {memory: share.sum(axis=1).tolist() for memory, share in right.items()}
    assert words == {
        "state of 8": [2, 4, 3],
        "state of 16": [7, 8, 7],
        "state of 32": [13, 12, 13],
        "attention": [24, 24, 24],
    }
    assert all((np.diff(share.astype(int)) <= 0).all() for share in right.values())  # the last ones


@pytest.mark.thorough  # 22 s
def test_what_is_recorded_can_be_measured_again() -> None:
    recorded = recall.shares()
    state = recall.right(recall.new_state(8, seed=0), recall.read_with_state, seed=0)
    np.testing.assert_allclose(state, recorded["state of 8"][0], atol=0.005)
    head = recall.right(recall.new_head(seed=0), recall.read_with_head, seed=0)
    np.testing.assert_allclose(head, recorded["attention"][0], atol=0.005)


def test_a_state_is_made_word_by_word() -> None:
    parameters, words = recall.new_state(4, seed=0), recall.texts(1, np.random.default_rng(0))
    state = np.zeros(4)
    for word in words[0]:
        state = np.tanh(state @ parameters["W"] + parameters["U"][word])
    logits = recall.read_with_state(as_variables(parameters), words).value[0]
    np.testing.assert_allclose(logits.ravel(), state @ parameters["W_u"])


def test_the_slope_through_sixteen_states_is_that_of_a_nudge() -> None:
    parameters, words = recall.new_state(4, seed=0), recall.texts(3, np.random.default_rng(0))

    def loss(variables: Variables, _: None) -> Variable:
        return cross_entropy(recall.read_with_state(variables, words), words[:, ::-1])

    before, slopes = loss_and_gradients(parameters, loss, None)
    parameters["W"][1, 2] += 1e-6
    after, _ = loss_and_gradients(parameters, loss, None)
    assert abs((after - before) / 1e-6 - slopes["W"][1, 2]) < 1e-5
