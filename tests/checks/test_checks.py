"""Tests of the checks: with answers as students write them, and with code of the catalogue."""

import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from bank import UNTOLD, answers, witnessed
from one_of_each_lesson import ONE_OF_EACH_LESSON
from verdicts import verdict_on, verdicts_on

from checks import check
from checks.catalogue import TASKS
from checks.checking import STILL_THE_SAME
from checks.claims import is_true
from checks.diagnosis import _shows, differing, explain, first_broken, first_symptom
from checks.entries import slips_on_paper
from checks.outcome import Outcome, call, content, quiet
from checks.search import Way, ways
from checks.task import Task
from checks.verdict import MIME_TYPE, Verdict

HIDDEN_SEED = 1
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "checks" / "check-output.schema.json").read_text(encoding="utf-8")
)

every_task = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
some_tasks = pytest.mark.parametrize("task", ONE_OF_EACH_LESSON)

# (task, mistake), when the rule was made; it may only become fewer.
WITHOUT_WITNESS = 1832
SHOWN_BY_ERRORS_ALONE = {"multi_head_attention": ("heads-averaged",)}


def one_or_two(task: Task) -> Iterator[Way]:
    yield from ways(task, 1)
    yield from ways(task, 2)


def words_of(verdict: Verdict) -> list[str]:
    return " ".join(verdict.lines).split()


@every_task
def test_right_answers_in_any_style_pass(task: Task) -> None:
    verdicts = verdicts_on(task.name, "right").values()
    assert {(verdict.status, verdict.mistakes) for verdict in verdicts} == {("pass", ())}


@every_task
def test_wrong_answers_are_rejected_and_their_slips_named(task: Task) -> None:
    verdicts = verdicts_on(task.name, "wrong")
    assert {one for one, verdict in verdicts.items() if verdict.status == "pass"} == set()
    # A check may find fewer mistakes than the author of an answer, but never another mistake.
    misnamed = {
        one: verdict
        for one, verdict in verdicts.items()
        if not set(verdict.mistakes) <= set(one.slugs)
        or (not verdict.mistakes and one.thought != UNTOLD)
    }
    assert misnamed == {}


@every_task
def test_what_is_not_in_the_catalogue_is_rejected_without_a_guess(task: Task) -> None:
    verdicts = verdicts_on(task.name, "unnamed")
    guesses = {
        one: verdict
        for one, verdict in verdicts.items()
        if verdict.status == "pass" or verdict.mistakes
    }
    assert guesses == {}


@every_task
def test_an_answer_raises_the_error_that_its_label_notes(task: Task) -> None:
    probes = task.probes(0)
    for answer in answers(task.name):
        raised = [call(answer.function, probe).error for probe in probes if answer.error]
        assert answer.error in (None, *(type(error).__name__ for error in raised)), answer


def test_most_answers_with_two_slips_have_both_named() -> None:
    pairs = [answer for answer in answers(kind="wrong") if len(answer.slugs) == 2]
    named = [a for a in pairs if set(verdict_on(a).mistakes) == set(a.slugs)]
    assert len(pairs) >= 40
    assert len(named) / len(pairs) > 0.8


@every_task
def test_the_bank_has_enough_right_and_wrong_answers(task: Task) -> None:
    if task.mistakes:
        assert min(len(answers(task.name, kind)) for kind in ("right", "wrong")) >= 4
    else:  # an empty page, whose right answers may train a model
        assert len(answers(task.name, "right")) >= 2
        assert len(answers(task.name, "unnamed")) >= 8


def test_a_new_mistake_was_made_by_somebody_who_did_not_know_it() -> None:
    known = {task.name: {mistake.slug for mistake in task.mistakes} for task in TASKS.values()}
    without = sum(len(slugs - witnessed(name)) for name, slugs in known.items())
    assert without <= WITHOUT_WITNESS, "below which line `# %% blind` does an answer make it?"


@every_task
def test_every_mistake_of_a_task_is_in_the_bank(task: Task) -> None:
    committed = {slug for answer in answers(task.name, "wrong") for slug in answer.slugs}
    slugs = {mistake.slug for mistake in task.mistakes}
    assert slugs - committed - witnessed(task.name) <= {"scale-by-sqrt-d_v", "keys-not-transposed"}


@some_tasks
def test_every_variant_of_every_mistake_is_named(task: str) -> None:
    """Exception: if it does the same as the code to repair, the check says only that."""
    known = TASKS[task]
    verdicts = [
        (mistake.slug, check(task, known.going_wrong(exchanged)))
        for mistake, exchanged in known.slips()
    ]
    assert {
        (slug, verdict.mistakes)
        for slug, verdict in verdicts
        if verdict.mistakes != (slug,) and STILL_THE_SAME not in verdict.lines
    } == {(slug, ()) for slug in SHOWN_BY_ERRORS_ALONE.get(task, ())}


@pytest.mark.parametrize(
    "seed", [0, pytest.param(HIDDEN_SEED, marks=pytest.mark.thorough)], ids=["shown", "hidden"]
)
@some_tasks
def test_no_one_or_two_mistakes_make_a_right_answer(task: str, seed: int) -> None:
    probes = TASKS[task].probes(seed)
    expected = [call(TASKS[task].reference, probe) for probe in probes]
    for way in one_or_two(TASKS[task]):
        wrong = way.function()
        symptoms = (
            first_symptom([probe], [call(wrong, probe)], [right])
            for probe, right in zip(probes, expected, strict=True)
        )
        assert any(symptoms), [mistake.slug for mistake in way.mistakes]


@some_tasks
def test_two_slips_are_explained_by_at_most_two(task: str) -> None:
    probes = TASKS[task].probes(0)
    sample = list(one_or_two(TASKS[task]))[::80]  # all of them would take minutes
    for way in sample:
        outcomes = [call(way.function(), probe) for probe in probes]
        named = explain(TASKS[task], probes, outcomes)
        assert len(named) <= len(way.mistakes)
        errors = any(outcome.error for outcome in outcomes)
        assert named or errors or one_wrong_on_paper(way) or nothing_is_true(way, outcomes)


def nothing_is_true(way: Way, outcomes: list[Outcome]) -> bool:
    """Two slips may hide each other, so that the sentence of neither is true of what comes out."""
    trials = list(zip(way.task.probes(0), outcomes, strict=True))
    with quiet():
        return not any(is_true(slip, way, differing(slip, way, trials)) for slip in way.mistakes)


def one_wrong_on_paper(way: Way) -> bool:
    """One wrong number, or several that are wrong by one factor, are never said to be two slips."""
    if way.task.kind != "predict":
        return False
    return len(slips_on_paper(way.function()(), way.task.reference())) == 1


@every_task
def test_without_mistakes_a_task_computes_what_its_reference_does(task: Task) -> None:
    assert check(task.name, task.going_wrong({})).status == "pass"


@every_task
def test_every_property_holds_for_the_reference_and_breaks_for_something(task: Task) -> None:
    """It breaks for a catalogued mistake, or for an answer that no mistake describes."""
    probes = task.probes(0)
    wrong_ones = [way.function() for way in one_or_two(task)]
    wrong_ones += [answer.function for answer in answers(task.name, "unnamed")]
    for known in task.properties:
        right = [call(task.reference, probe) for probe in probes]
        assert first_broken([known], probes, right) is None, known.statement
        broken = (
            first_broken([known], [probe], [call(wrong, probe)])
            for wrong in wrong_ones
            for probe in probes
        )
        assert any(broken), f"No mistake and no unnamed answer breaks this: {known.statement}"


@every_task
def test_the_same_seed_draws_the_same_inputs_and_another_draws_others(task: Task) -> None:
    def drawn(seed: int) -> list[object]:
        return [content(value) for p in task.probes(seed) for value in p.arguments.values()]

    assert drawn(0) == drawn(0)
    takes_nothing = task.kind in ("find", "predict")
    assert drawn(0) != drawn(HIDDEN_SEED) or takes_nothing


def test_messages_are_short_and_speak_of_nothing_internal() -> None:
    for answer in answers():
        verdict = verdict_on(answer)
        assert verdict.lines
        assert all(line.strip() for line in verdict.lines)
        if verdict.status != "pass":
            assert len(words_of(verdict)) <= 60, verdict
        for inner in ("Traceback", "lambda", "SimpleNamespace", "catalogue", "pipeline", "Probe"):
            assert inner not in " ".join(verdict.lines), verdict


def test_every_mistake_says_what_it_does_and_asks_a_question() -> None:
    for mistake in [mistake for task in TASKS.values() for mistake in task.mistakes]:
        assert mistake.does.endswith(".")
        assert mistake.question.endswith("?")
        assert len(mistake.does.split()) <= 18, mistake.slug


@pytest.mark.parametrize("name", [task.name for task in TASKS.values() if task.order[0] == 1])
def test_the_first_lesson_speaks_in_its_own_symbols(name: str) -> None:
    later = re.compile(r"\b([QKV]|d_[kv]|n_[qk]|W_[qkvo])\b")
    said = [f"{one.does} {one.question}" for one in TASKS[name].mistakes]
    said += [" ".join(verdict_on(answer).lines) for answer in answers(name)]
    assert [words for words in said if later.search(words)] == []


def test_a_failing_check_never_prints_a_right_number() -> None:
    wrong = check("softmax", lambda scores, axis=-1: np.exp(scores))
    right = check("softmax", TASKS["softmax"].reference)
    first = right.values[0]["value"][0][0]
    assert str(round(first, 3)) not in " ".join(wrong.lines)


@pytest.mark.parametrize("task", TASKS)
def test_blank_answers_are_not_attempted(task: str) -> None:
    """In a task to find something, None says that there is nothing."""

    def stub(*arguments: object) -> None:
        """Not written yet."""
        raise NotImplementedError

    def dots(*arguments: object) -> None: ...

    def nothing(*arguments: object) -> None:
        pass

    assert check(task, stub).status == check(task, None).status == "not_attempted"
    for blank in (dots, nothing):
        attempted = TASKS[task].kind == "find"
        assert check(task, blank).status == ("fail" if attempted else "not_attempted")


def test_a_forgotten_return_is_an_attempt() -> None:
    def forgetful(scores, axis=-1):  # type: ignore[no-untyped-def]
        weights = np.exp(scores)
        weights /= weights.sum(axis=axis, keepdims=True)

    verdict = check("softmax", forgetful)
    assert verdict.status == "fail"
    assert "`return`" in verdict.lines[0]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda scores, axis=-1: scores.foo, "AttributeError"),
        (lambda: 0, "raised TypeError"),
        (lambda scores, axis=-1: np.zeros((7, 7)), "the shape is (7, 7), not (3, 5)"),
        (lambda scores, axis=-1: "weights", "it returned a string, not an array"),
        (lambda scores, axis=-1: None if scores.ndim else 1, "None (is `return` missing?)"),
        (lambda scores, axis=-1: scores * np.nan, "nan among the numbers"),
        (TASKS["softmax"].reference(np.zeros(2)), "not a function"),
    ],
)
def test_the_symptom_is_said_first(answer: object, words: str) -> None:
    verdict = check("softmax", answer)  # type: ignore[arg-type]
    assert words in repr(verdict)


@pytest.mark.parametrize(
    ("letter", "words"),
    [
        (["b"], "it returned a list, tuple or array, not a string"),
        (np.arange(5) == 1, "it returned a list, tuple or array, not a string"),
        (1, "it returned 1, not a string"),
        (None, "it returned None, not a string"),
    ],
)
def test_a_letter_in_the_wrong_form_is_told_so(letter: object, words: str) -> None:
    verdict = check("norm_that_leaks", lambda: (letter, 16))
    assert verdict.status == "fail"
    assert words in verdict.lines[0]
    assert "a letter in quotes" in verdict.lines[1]


def test_a_task_without_arguments_is_called_with_nothing() -> None:
    verdict = check("norm_that_leaks", lambda: b_)  # type: ignore[name-defined]  # noqa: F821
    assert "name 'b_' is not defined" in verdict.lines[0]
    assert "called with" not in verdict.lines[0]


def test_a_question_comes_right_after_its_own_sentence() -> None:
    def attention_weights(Q, K):  # type: ignore[no-untyped-def]
        return np.exp(Q @ np.swapaxes(K, -1, -2))

    known = {mistake.slug: mistake for mistake in TASKS["attention_weights"].mistakes}
    verdict = check("attention_weights", attention_weights)
    first, second = (known[slug] for slug in verdict.mistakes)
    assert verdict.lines[1:] == (first.does, first.question, second.does)


@pytest.mark.parametrize("task", ["attention", "merge_heads", "nearest_key", "rotate"])
def test_of_two_names_the_first_shows_on_the_input_that_is_spoken_of(task: str) -> None:
    known = TASKS[task]
    probes = known.probes(0)
    for way in list(ways(known, 2))[::23]:
        outcomes = [call(way.function(), probe) for probe in probes]
        named = explain(known, probes, outcomes)
        if len(named) == 2 and set(named) == set(way.mistakes):
            wrong = next(
                (probe, outcome)
                for probe, outcome in zip(probes, outcomes, strict=True)
                if first_symptom([probe], [outcome], [call(known.reference, probe)])
            )
            shown = [bool(differing(mistake, way, [wrong])) for mistake in named]
            assert shown[0] or not any(shown), named


def test_a_slip_that_changes_nothing_does_not_show() -> None:
    task = TASKS["first_loss"]
    (probe,) = task.probes(0)
    bits_rounded = [
        way
        for way in ways(task, 2)
        if [mistake.slug for mistake in way.mistakes] == ["log-base-2", "rounded"]
    ]
    shows = []
    for way in bits_rounded:
        bits, rounded = way.mistakes
        outcome, unrounded = (
            call(way.function(), probe),
            call(way.without(rounded).function(), probe),
        )
        shows.append(_shows(rounded, way, [(probe, outcome)]))
        assert shows[-1] == (not np.array_equal(outcome.value, unrounded.value))
        assert _shows(bits, way, [(probe, outcome)])
    assert set(shows) == {True, False}  # the first loss is 4 bits, so rounding leaves it as it is


def test_an_array_in_place_of_two_results_is_called_an_array() -> None:
    def soft_lookup(query, keys, values):  # type: ignore[no-untyped-def]
        exponentials = np.exp(keys @ query)
        return exponentials / exponentials.sum() @ values

    verdict = check("soft_lookup", soft_lookup)
    assert "it returned one array of shape (4,), not 2 results" in verdict.lines[0]


def test_where_no_input_is_shown_no_question_is_about_one() -> None:
    verdicts = verdicts_on("block", "unnamed").values()
    without = [one for one in verdicts if "smallest input" not in " ".join(one.lines)]
    assert len(without) >= 5
    assert [one for one in without if "input" in one.lines[-1]] == []


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (
            "softmax",
            "On 3 queries and 5 keys, the dtype is float16, which is too coarse: float32 or float64 is asked for.",
        ),
        ("lookup_on_paper", "On paper, the third entry is one array of shape (1,), not a number."),
        ("torch_shapes", "On paper, the entry output is a string, not a tuple of numbers (3 of 4 right)."),
    ],
)  # fmt: skip
def test_what_says_it_all_is_followed_by_no_question(task: str, words: str) -> None:
    def answer(*given: object) -> object:
        right = TASKS[task].reference(*given)
        if task == "torch_shapes":
            return {**right, "output": str(right["output"])}
        halves = right.astype(np.float16)
        return halves if task == "softmax" else [0.2, 0.8, [6], 16 / 17]

    assert check(task, answer).lines == (words,)


def test_a_changed_argument_is_said_and_named() -> None:
    right = TASKS["attention"].reference

    def careless(Q, K, V):  # type: ignore[no-untyped-def]
        result = right(Q, K, V)
        V[...] = 0
        return result

    verdict = check("attention", careless)
    assert verdict.mistakes == ("mutates-input",)
    assert "changed its argument V" in verdict.lines[0]


def test_exiting_is_an_error_and_an_interrupt_goes_through() -> None:
    def leave(*arguments: object) -> None:
        raise SystemExit

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    assert check("softmax", leave).status == "error"
    with pytest.raises(KeyboardInterrupt):
        check("softmax", interrupted)


def test_a_check_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    right = TASKS["softmax"].reference

    def chatty(*arguments: object) -> object:
        print("shape", arguments)
        warnings.warn("careful", stacklevel=1)
        return right(*arguments)

    assert check("softmax", chatty).status == "pass"
    assert capsys.readouterr() == ("", "")


def test_warnings_turned_into_errors_do_not_matter() -> None:
    def bare(scores, axis=-1):  # type: ignore[no-untyped-def]
        with_nan = scores - scores.max(axis=axis, keepdims=True)
        return np.nan_to_num(np.exp(with_nan) / np.exp(with_nan).sum(axis=axis, keepdims=True))

    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        assert check("softmax", bare).status == "pass"


def test_numpy_scalars_and_zero_d_arrays_count_as_numbers() -> None:
    right = TASKS["normalised_axis"].reference

    def wrapped(weights):  # type: ignore[no-untyped-def]
        axis = right(weights)
        return None if axis is None else np.array(axis)

    assert check("normalised_axis", wrapped).status == "pass"


def test_an_unknown_task_is_one_clear_word() -> None:
    with pytest.raises(LookupError, match="the tasks are "):
        check("sofmax", None)


def leading_zeros(numbers: np.ndarray) -> int:
    """Count the additional decimals that are published if all numbers are below 0.1."""
    largest = np.abs(numbers[np.isfinite(numbers)]).max(initial=0) or 1
    return max(0, -1 - int(np.floor(np.log10(largest))))


@every_task
@pytest.mark.parametrize("seed", [0, HIDDEN_SEED], ids=["shown", "hidden"])
def test_published_numbers_stay_clear_of_rounding_edges(task: Task, seed: int) -> None:
    """Otherwise, another machine's last bit could change a published number, and fail nbval."""
    values = check(task.name, task.reference, seed).values
    for probe, entry in zip(task.probes(seed), values, strict=True):
        digits, noise = (6, 1e-13) if entry["tolerance"] == 1e-5 else (4, 3e-7)
        value = call(task.reference, probe).value
        parts = value if isinstance(value, tuple) else (value,)
        if isinstance(value, dict) or probe.judge:  # shapes are whole numbers, and judgements none
            continue
        for part in parts:
            if part is None or isinstance(part, str):
                continue
            decimals = digits + leading_zeros(np.asarray(part, float))
            steps = np.asarray(part, float) * 10**decimals
            edge = np.abs(steps - np.floor(steps) - 0.5)
            # 1/128 lies on an edge, but it is exact in binary, so no last bit can differ.
            exact = np.asarray(part, float) * 2**8 % 1 == 0
            assert edge[~exact].min(initial=1) > noise * 10**decimals, probe.description


@some_tasks
def test_the_typed_output_keeps_to_its_schema(task: str) -> None:
    """One output of each form: to validate all of them would take a minute."""
    outputs = [verdict_on(one)._repr_mimebundle_()[MIME_TYPE] for one in answers(task)]
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for output in {(one["status"], form_of(one)): one for one in outputs}.values():
        validator.validate(json.loads(json.dumps(output, allow_nan=False)))


def form_of(plain: object) -> object:
    """List the keys and types in some JSON; repeated forms in a list count once."""
    if isinstance(plain, dict):
        return tuple((key, form_of(value)) for key, value in plain.items())
    if isinstance(plain, list):
        return frozenset(map(form_of, plain))
    return type(plain)


def test_the_words_are_escaped_in_html() -> None:
    html = check("softmax", "<b>no</b>")._repr_mimebundle_()["text/html"]  # type: ignore[arg-type]
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_a_letter_comes_with_its_reason_and_not_without_its_evidence() -> None:
    letter, evidence = TASKS["wrong_cache"].reference()
    assert (
        "✓ `decode_d` lets empty rows share"
        in check("wrong_cache", lambda: (letter, evidence)).lines[-1]
    )
    unmeasured = check("wrong_cache", lambda: (letter, evidence + 1))
    assert (unmeasured.status, unmeasured.lines[-1]) == ("fail", TASKS["wrong_cache"].asks)
    assert check("wrong_cache", lambda: letter).status == "fail"
