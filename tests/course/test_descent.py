"""Steps downhill by hand, plain or with Adam; wrong ways back; keys of another text."""

import re
from collections.abc import Callable

import numpy as np
import pytest
import torch

from attnlib import attention
from attnlib.shapes import Floats
from course.clinic.cases import CASES
from course.models.learning import beginnings, gradients, induction, library, trained
from course.models.learning.library import OneWeight, Shelves
from course.models.learning.training import Parameters, gradient_descent

WRONG_WAYS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "without the mean": lambda weights, d: weights * d,
    "diagonal only": lambda weights, d: weights * (1 - weights) * d,
    "as if no softmax": lambda weights, d: d,
}
MANY = library.shelves(64, np.random.default_rng(5))


def one_weight() -> OneWeight:
    shelf = library.shelf(np.random.default_rng(0))
    return OneWeight(library.learn(40).parameters, shelf, row=12, column=24)


def slopes_by_hand(W: Parameters, on: Shelves) -> Parameters:
    """The step of lesson 9, up to the update."""
    asked, books = library.vectors(W, on)
    Q, K, V = asked @ W["W_q"], books @ W["W_k"], books @ W["W_v"]
    output, _ = attention(Q, K, V)
    _, d_logits = gradients.cross_entropy(output @ W["W_u"], on.answers)
    d_Q, d_K, d_V = gradients.attention_backward(Q, K, V, d_logits @ W["W_u"].T)
    slopes = {"W_q": asked.T @ d_Q, "W_k": books.T @ d_K, "W_v": books.T @ d_V}
    return {**slopes, "W_u": output.T @ d_logits}


def test_slopes_by_hand_are_those_of_autograd() -> None:
    W, on = library.initial(), library.shelf(np.random.default_rng(3))
    _, right = library.loss_and_slopes(W, on)
    for name, slope in slopes_by_hand(W, on).items():
        np.testing.assert_allclose(slope, right[name], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_plain_steps_on_single_shelves_train_the_library(seed: int) -> None:
    W, rng = library.initial(seed=seed), np.random.default_rng(seed)
    for _ in range(300):
        slopes = slopes_by_hand(W, library.shelf(rng))
        W = {**W, **{name: W[name] - 0.1 * slope for name, slope in slopes.items()}}
    assert library.examine(W, MANY).right > 0.99


def test_the_library_needs_no_adam() -> None:
    for seed in range(3):
        plain = library.learn(50, learning_rate=0.3, plain=True, seed=seed)
        assert plain.steps_needed() < library.learn(60, seed=seed).steps_needed()


def test_plain_steps_are_pytorchs() -> None:
    parameters, tensor = (
        {"x": np.array([1.0, -2.0])},
        torch.tensor([1.0, -2.0], dtype=torch.float64),
    )
    theirs = torch.optim.SGD([tensor], lr=0.05)
    move = gradient_descent(parameters, learning_rate=0.05)
    for _ in range(5):
        tensor.grad = 4 * tensor**3
        theirs.step()
        move({"x": 4 * parameters["x"] ** 3})
    np.testing.assert_allclose(parameters["x"], tensor.numpy(), rtol=1e-12)


def test_the_slope_of_a_weight_is_what_a_nudge_says() -> None:
    weight = one_weight()
    for value in (-2.0, 0.5, 3.0):
        nudged = gradients.numerical_gradient(lambda x: float(weight.losses([float(x)])[0]), value)
        assert weight.slope(value) == pytest.approx(float(nudged), rel=1e-6)


def test_a_rate_is_too_small_or_right_or_jumps_or_throws_out() -> None:
    weight = one_weight()
    small, right, jumps, thrown = (weight.path(rate, steps=6) for rate in (1, 5, 16, 100))
    np.testing.assert_allclose(right[[1, -1]], 1.46, atol=0.06)
    assert (np.diff(small) > 0).all()
    assert small[-1] < 1
    assert (np.sign(np.diff(jumps)) == [1, -1, 1, -1, 1, -1]).all()
    start, *jumped = weight.losses(jumps)
    assert min(jumped) > start
    assert (weight.losses(thrown)[1:6] > 4).all()
    assert weight.parameters["W_q"][12, 24] == right[0]


def test_a_weight_that_does_not_exist_is_refused() -> None:
    shelf = library.shelf(np.random.default_rng(0))
    with pytest.raises(ValueError, match="row: whole numbers from 0 to 31"):
        OneWeight(library.initial(), shelf, 32, 0).slope(0)
    with pytest.raises(ValueError, match="column: whole numbers from 0 to 3"):
        OneWeight(library.initial(d_k=4), shelf, 0, 4).path(1, 1)


@pytest.mark.parametrize("way", WRONG_WAYS)
def test_wrong_ways_back_lead_roughly_down_and_so_arrive_later(way: str) -> None:
    for seed in range(2):
        right = library.learn(60, seed=seed, keep=20)
        wrong = library.learn(120, seed=seed, softmax_backward=WRONG_WAYS[way])
        assert 1 < wrong.steps_needed() / right.steps_needed() < 1.35
        assert library.examine(wrong.parameters, MANY).right > 0.99
        for _, parameters in right.checkpoints:
            _, down = library.loss_and_slopes(parameters, MANY)
            _, found = library.loss_and_slopes(parameters, MANY, WRONG_WAYS[way])
            for name in ("W_q", "W_k"):
                assert 0.45 < gradients.agreement(found[name], down[name]) < 0.98


def test_agreement_is_of_directions_in_one_shape() -> None:
    assert gradients.agreement([[1.0], [1.0]], [[-2.0], [-2.0]]) == pytest.approx(-1)
    with pytest.raises(ValueError, match="d_right: a gradient has the shape"):
        gradients.agreement([1.0, 2.0], [[1.0, 2.0]])


def test_bugs_have_the_names_of_the_clinic() -> None:
    of_clinic = {case.name for case in CASES}
    assert of_clinic & set(induction.BUGS) == {
        "0 and 1 added as a mask",
        "mask after softmax",
        "heads merged without moving them back",
    }


def test_only_the_honest_loss_sees_every_leak() -> None:
    runs, least = [trained.fingerprints(seed) for seed in range(3)], induction.least_loss()
    assert [run["mask after softmax"].losses[-1] > least for run in runs] == [False, True, True]
    for run in runs:
        assert all(run[bug].losses[-1] < 0.5 for bug in ("no mask", "0 and 1 added as a mask"))
        honest = {bug: found.honest for bug, found in run.items()}
        assert max(honest, key=lambda bug: honest[bug]) == "softmax over queries"
        right = {"none", "divided by the root of d_model"}
        assert {bug for bug, loss in honest.items() if loss < 0.9} == right
    with pytest.raises(ValueError, match="seed: whole numbers from 0 to 2"):
        trained.fingerprints(3)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))]
)
def test_keys_of_an_earlier_text_move_the_answer_by_a_letter(seed: int) -> None:  # 3 s
    model = induction.Induction()
    parameters = model.learn(seed=seed).parameters
    longer = induction.sequences(64, np.random.default_rng(5), length=25)
    tokens, earlier, known = longer.tokens[:, 1:], longer.tokens[:, :-1], longer.known[:, :-1]
    own, moved = (
        model.read_with_keys_of(parameters, tokens, keys)[0].argmax(axis=-1)
        for keys in (tokens, earlier)
    )
    following = longer.following[:, 1:]
    assert (own == following)[known].mean() > 0.98
    assert (moved == following)[known].mean() < 0.05
    assert (moved[:, :-1] == following[:, 1:])[known[:, :-1]].mean() > 0.95


def test_keys_of_a_shorter_text_are_refused() -> None:
    model, tokens = induction.Induction(), np.arange(8)
    with pytest.raises(ValueError, match=re.escape("shapes are (7,) and (8,)")):
        model.read_with_keys_of(model.initial(), tokens, tokens[1:])
    with pytest.raises(ValueError, match="num_layers: at least 1"):
        model._replace(num_layers=0).read_with_keys_of(model.initial(), tokens, tokens)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_induction_needs_no_adam(seed: int) -> None:
    model, drawn = induction.Induction(), induction.sequences(64, np.random.default_rng(5))
    parameters = model.learn(learning_rate=1, plain=True, seed=seed).parameters
    assert model.accuracy(parameters, drawn) > 0.97


def test_the_training_of_lesson_10_succeeds_from_every_beginning() -> None:
    runs = beginnings.beginnings()
    assert len(runs) == len(beginnings.SEEDS)
    assert min(run.right[4] for run in runs) > 0.95  # after 500 steps


@pytest.mark.thorough  # 4 s
def test_a_recorded_beginning_is_what_the_lecture_trains() -> None:
    recorded, run = beginnings.beginnings()[4], beginnings.train(4, steps=200)
    assert run.in_training == pytest.approx(recorded.in_training[:2], abs=0.002)
    assert run.held_out == pytest.approx(recorded.held_out[:2], abs=0.01)
    assert run.right == pytest.approx(recorded.right[:2], abs=0.1)
