"""Which models still work on longer texts: what is recorded can be measured again, and says what we say."""

from functools import partial

import numpy as np
import pytest

from attnlib.relative_positions import rotated_scores
from course.models.learning import layers, longer_texts
from course.models.learning.autograd import Variable
from course.models.learning.induction import D_MODEL, Induction

AT_192 = 2


@pytest.fixture(scope="module")
def answers() -> longer_texts.Answers:
    return longer_texts.answers()


@pytest.mark.thorough
def test_what_is_recorded_can_be_measured_again(answers: longer_texts.Answers) -> None:
    """It trains a model: about 4 seconds."""
    asked, parameters = longer_texts.texts(), longer_texts.learn(0)
    clipped = partial(rotated_scores, clipped=23)
    ways = {
        "RoPE": longer_texts.read(parameters, asked.tokens),
        "RoPE, distance clipped at 23": longer_texts.read(
            parameters, asked.tokens, [clipped, clipped]
        ),
    }
    for name, (logits, _) in ways.items():
        right = (logits.argmax(axis=-1) == asked.following)[asked.known].mean()
        assert abs(right - answers.right[name][0, AT_192]) < 0.005


def test_every_seed_tells_the_same(answers: longer_texts.Answers) -> None:
    at_the_end = {name: right[:, AT_192] for name, right in answers.right.items()}
    rope = at_the_end["RoPE"]
    assert rope.shape == (len(longer_texts.SEEDS),)
    assert (rope < 0.81).all()
    assert (at_the_end["RoPE, distance clipped at 23"] > 0.97).all()
    fast, slow = (at_the_end[f"RoPE, {hands} hands clipped"] for hands in ("fast", "slow"))
    assert (fast > slow + 0.01).all()
    lost = at_the_end["RoPE, distance clipped at 23"].mean() - rope.mean()
    assert slow.mean() - rope.mean() > lost / 2
    assert (at_the_end["RoPE, all hands 8 times slower"] < 0.34).all()
    assert (at_the_end["RoPE, slow hands 8 times slower"] > 0.93).all()
    assert (at_the_end["RoPE in layer 1 alone"] > 0.95).all()


def test_the_recorded_weights_are_shared_out(answers: longer_texts.Answers) -> None:
    assert answers.weight.shape == (192,)
    assert abs(answers.weight.sum() - 1) < 0.01
    assert answers.weight[24:].argmax() + 24 == 101


def test_reading_is_what_the_model_was_trained_to_do() -> None:
    model = Induction(positions="rope")
    tokens = longer_texts.texts().tokens[:2, :30]
    logits, weights = longer_texts.read(model.initial(3), tokens)
    wanted, wanted_weights = model.read(model.initial(3), tokens)
    np.testing.assert_allclose(logits, wanted, atol=1e-12)
    np.testing.assert_allclose(weights, np.stack(wanted_weights)[:, :, 0], atol=1e-12)


@pytest.mark.parametrize("slower", [1.0, 8.0, np.inf])
def test_training_turns_hands_as_reading_does(slower: float) -> None:
    Q, K = np.random.default_rng(0).normal(size=(2, 50, D_MODEL))
    turn = layers.turn(50, D_MODEL, slower)
    scores = turn(Variable(Q)).value @ turn(Variable(K)).value.T
    np.testing.assert_allclose(scores, rotated_scores(Q, K, slower=slower), atol=1e-12)
