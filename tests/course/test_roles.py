"""Roles, smaller networks, the film of a training, and what was recorded of all of them."""

import numpy as np
import pytest

from attnlib.shapes import Bools
from course.models.learning import language_model, roles, trained, twins, unlike_training
from course.models.learning.training import Parameters, as_variables
from course.models.learning.unlike_training import TwinLanguage

MODEL = trained.roles()
FETCHING, CHOOSING = (0, 1), (1, 0)  # layer and head
BOTH = [twins, roles]


def last_row(words: list[str], layer: int, head: int) -> dict[str, float]:
    weights = language_model.read(MODEL, words, roles).weights[layer, head, -1]
    return dict(zip(words, weights, strict=True))


def asked(adjective: str) -> list[str]:
    return f". the cat chased the dog because it was {adjective} . it".split()


def test_no_noun_and_no_adjective_tells_who_is_meant() -> None:
    for one in roles.DOES:
        for adjective in roles._HUNGRY + roles._SLOW:
            meant = [
                sentence.meant == one
                for pair in roles.all_roles()
                for sentence in pair
                if {one, adjective} <= set(sentence.words)
            ]
            assert np.mean(meant) == 0.5


def test_pairs_held_out_never_meet_in_training_in_either_order() -> None:
    text = " ".join(roles.text(50_000, np.random.default_rng(0)))
    pairs = {
        tuple(word for word in sentence.split() if word in roles.DOES)
        for sentence in text.split(" . ")
        if sentence.endswith(roles._HUNGRY + roles._SLOW)
    }
    assert ("dog", "bird") in pairs
    assert ("bird", "dog") in pairs
    assert len(pairs) == 8 * 7 - 2 * len(roles.HELD_OUT)
    assert not roles.HELD_OUT & set(map(frozenset, pairs))
    assert {frozenset((one.hungry.meant, one.hungry.other)) for one in roles.held_out()} == (
        roles.HELD_OUT
    )


@pytest.mark.parametrize(
    ("num_layers", "feed_forward", "parts"), [(1, False, 2), (1, True, 3), (2, False, 3)]
)
def test_a_smaller_network_has_fewer_parts(num_layers: int, feed_forward: bool, parts: int) -> None:
    model = language_model.initial(0, roles, num_layers=num_layers, feed_forward=feed_forward)
    words = asked("slow")
    assert language_model.read(model, words, roles).weights.shape == (num_layers, 2, 12, 12)
    assert len(language_model.stream(model, words, roles).rows) == parts
    with pytest.raises(ValueError, match="layer"):
        language_model.without_head(model, 0, num_layers)


def prefers_purred(model: Parameters) -> Bools:
    """Whether it prefers *purred* to *barked*, after each order of cat and dog and each adjective."""
    texts = [
        f". the {one} chased the {two} because it was {adjective} . it".split()
        for one, two in (("cat", "dog"), ("dog", "cat"))
        for adjective in ("hungry", "slow")
    ]
    logits, _ = language_model.forward(
        as_variables(model), np.array([roles.numbers_of(words) for words in texts])
    )
    purred, barked = roles.numbers_of(["purred", "barked"])
    preferred: Bools = logits.value[:, -1, purred] > logits.value[:, -1, barked]
    return preferred


def decides(model: Parameters) -> bool:
    """Whether the adjective changes its mind, and the other way round for the other order."""
    (one, two), (three, four) = prefers_purred(model).reshape(2, 2)
    return bool(one != two and three != four and one != three)


def drawn(seed: int) -> Parameters:
    """One layer of attention, with large weights, and its norms' shifts 0."""
    model = language_model.initial(seed, roles, num_layers=1, feed_forward=False)
    return model | {name: 6 * model[name] for name in ("0.W_q", "0.W_o")}


def test_one_head_in_one_layer_decides_nothing() -> None:
    """Its preference has the sign of one term for the order, plus one for the adjective."""
    one_head = [language_model.without_head(drawn(seed), 0) for seed in range(200)]
    assert len({tuple(prefers_purred(model).tolist()) for model in one_head}) > 8
    assert not any(map(decides, one_head))


def test_two_heads_in_one_layer_may_decide() -> None:
    """Because each head divides by a sum that depends on the adjective; this draw was searched for."""
    model = drawn(40)
    cat, dog, horse = roles.numbers_of(["cat", "dog", "horse"])
    verbs = roles.numbers_of(["purred", "barked", "neighed"])
    embedding, W_u = model["embedding"].copy(), model["W_u"].copy()
    embedding[[cat, dog]] = embedding[[dog, horse]]  # the draw decides between dog and horse
    W_u[:, verbs[:2]] = W_u[:, verbs[1:]]
    model |= {"embedding": embedding, "W_u": W_u}
    assert decides(model)
    assert not any(decides(language_model.without_head(model, head)) for head in (0, 1))


def test_the_model_of_roles_is_right_about_all_pairs_held_out() -> None:
    kept = trained.networks_runs("roles")[trained.ROLES_NETWORK][trained.ROLES_SEED].found
    found = trained.examine_twins(MODEL, roles)
    assert found.right == found.both == kept.right == kept.both == 1
    np.testing.assert_allclose(found.looks, kept.looks, atol=0.006)
    assert found.looks[(slice(None), *CHOOSING, 0)].min() > 0.8
    assert found.looks[(1, *FETCHING, 2)] > 0.7


def test_one_head_gives_the_reason_and_another_the_one_who_is_meant() -> None:
    assert last_row(asked("slow"), *FETCHING)["slow"] > 0.7
    assert last_row(asked("hungry"), *CHOOSING)["cat"] > 0.95
    assert last_row(asked("slow"), *CHOOSING)["dog"] > 0.8


def test_whoever_is_not_told_slow_takes_it_that_somebody_was_hungry() -> None:
    for word in ("because", "was", "cat", "the"):
        held_out = [both.slow for both in roles.held_out()]
        asked = [
            one._replace(words=(*one.words[: one.reason], word, *one.words[one.reason + 1 :]))
            for one in held_out
        ]
        named, _ = trained._ask(MODEL, asked, roles)
        assert [*named] == [one.other for one in held_out]


@pytest.mark.parametrize(("layer", "head"), [FETCHING, CHOOSING])
def test_without_either_head_no_pair_of_sentences_is_right(layer: int, head: int) -> None:
    silenced = language_model.without_head(MODEL, head, layer)
    assert trained.examine_twins(silenced, roles).both == 0


def test_a_head_can_be_read_if_it_gives_the_one_who_is_meant_nearly_all() -> None:
    found = trained.examine_twins(trained.twins())
    assert found.can_be_read
    looks = found.looks.copy()
    looks[0, 1, 1, 0] = 0.9
    assert not found._replace(looks=looks).can_be_read


def test_the_film_begins_and_ends_as_the_training_does() -> None:
    """This trains for 50 steps, in about a second."""
    film = trained.twins_film()
    assert tuple(step for step, _ in film.checkpoints) == trained.FILM_STEPS
    assert len(film.losses) == trained.FILM_STEPS[-1]
    again = language_model.learn(50, seed=trained.TWINS_SEED, language=twins)
    np.testing.assert_allclose(film.losses[:50], again.losses, rtol=1e-4)
    expected = (*(one.parameters for one in again.checkpoints), trained.twins())
    for index, parameters in zip((0, 1, -1), expected, strict=True):
        kept = film.checkpoints[index].parameters
        for name, array in parameters.items():
            np.testing.assert_allclose(kept[name], array, rtol=1e-3, atol=1e-4)


def test_the_film_shows_the_model_finding_out() -> None:
    both = [trained.examine_twins(one.parameters).both for one in trained.twins_film().checkpoints]
    early, late = trained.FILM_STEPS.index(200), trained.FILM_STEPS.index(350)
    assert max(both[: early + 1]) < 0.05
    assert min(both[late:]) == 1


@pytest.mark.parametrize("language", trained.LANGUAGES)
def test_all_networks_and_seeds_are_recorded(language: str) -> None:
    runs = trained.networks_runs(language)
    assert [*runs] == [*trained.NETWORKS]
    for network, of_seeds in runs.items():
        shape = trained.NETWORKS[network]["num_layers"]
        assert len(of_seeds) == len(trained.NETWORKS_SEEDS)
        assert {run.found.looks.shape for run in of_seeds} == {(2, shape, 2, 3)}
        kinds = [*unlike_training.kinds(trained.LANGUAGES[language])]
        assert all([*run.says] == kinds for run in of_seeds)


def test_a_language_without_a_recording_is_named() -> None:
    with pytest.raises(ValueError, match=r"no recording of 'grammar'\. Try one of twins, roles\."):
        trained.networks_runs("grammar")


@pytest.mark.parametrize("language", BOTH)
def test_only_the_kind_of_sentence_is_new(language: TwinLanguage) -> None:
    learned = {" ".join(one.words) for one in language._LEARNED}  # type: ignore[attr-defined]
    for kind, examples in unlike_training.kinds(language).items():
        for sentences in examples:
            assert len({len(one.words) for one in sentences}) == 1
            for one in sentences:
                language.numbers_of(one.words)
                assert {one.meant, one.other} <= set(one.words)
                assert (" ".join(one.words) in learned) == (kind == "as in training")
                assert one.words[one.pronoun + 1] == language.DOES[one.meant]
                if kind != "both fit":
                    pair = {one.meant, one.other}
                    assert pair not in list(map(set, language.HELD_OUT))  # type: ignore[attr-defined]
