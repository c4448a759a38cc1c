"""The examiner and the candidate: the same verdict as the student's own check, through a pipe."""

import inspect
import json
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from bank import TORCH_TASKS, UNTOLD, answers, sample
from one_of_each_lesson import ONE_OF_EACH_LESSON

from checks import check
from checks.catalogue import EXERCISES, TASKS
from checks.checking import NOT_STEADY
from checks.outcome import Outcome
from checks.remote import candidate, serialization
from checks.remote.candidate import given, sit
from checks.remote.examiner import PAPERS_OF_A_TEST, Examination
from course.clinic import CASES, PROBES, record
from course.models import gpt2

HIDDEN_SEED = 1
TESTS_OF_FUNCTIONS = ["leaks_future", "is_equivariant", "is_identity", "cache_agrees"]


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def examine(task: str, answer: Any, seeds=(0,), given_tasks=()) -> Any:
    """Return the verdict of the examiner on an answer that it never sees."""
    examination = Examination.opened(task, given_tasks, seeds)
    told: list[Any] = []

    def ask(question: Any) -> Any:
        return through_json(examination.reply(through_json(question)))

    def again(inputs: Any) -> Any:
        return through_json(candidate._outcome(answer, through_json(inputs), ask))

    tell = lambda message: told.append(through_json(message))  # noqa: E731
    sit(answer, through_json(examination.paper()), ask, tell)
    return examination.verdict(told, again)


@pytest.mark.thorough
@pytest.mark.parametrize("task", TASKS)
def test_hidden_inputs_tell_right_from_wrong_and_give_the_same_names(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    for answer in sample(task):
        verdict = examine(task, answer.function, seeds=(HIDDEN_SEED,))
        assert (verdict.status == "pass") == (answer.kind == "right"), answer
        assert set(verdict.mistakes) <= set(answer.slugs), answer
        assert verdict.mistakes or answer.kind != "wrong" or answer.thought == UNTOLD, answer


@pytest.mark.parametrize("task", ONE_OF_EACH_LESSON)
def test_the_examiner_says_what_the_check_says(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    first_of_kind = {answer.kind: answer for answer in reversed(answers(task))}
    assert {"right"} < set(first_of_kind)
    for answer in first_of_kind.values():
        _expect_agreement(answer)


def test_an_input_with_more_arguments_than_the_first_is_tried_again():
    """The axis is handed over in some inputs alone."""

    def softmax(scores, axis=-1):
        exponentials = np.exp(scores - scores.max())
        return exponentials / exponentials.sum(axis=tuple(range(axis, 0)) or None, keepdims=True)

    assert examine("softmax", softmax).lines == check("softmax", softmax).lines


def test_an_answer_that_can_no_longer_be_called_is_not_said_to_be_unsteady():
    off = lambda weights, token, cache: (np.zeros(1), cache)  # noqa: E731
    examination = Examination.opened("cat_step", [], [0])
    told: list[Any] = []
    sit(off, examination.paper(), examination.reply, told.append)
    assert NOT_STEADY not in examination.verdict(told, lambda inputs: None).lines


def _expect_agreement(answer):
    examined = examine(answer.task, answer.function, seeds=(HIDDEN_SEED,))
    checked = check(answer.task, answer.function, HIDDEN_SEED)
    found = examined.status, examined.mistakes
    assert found == (checked.status, checked.mistakes), answer
    if examined.lines[0] == checked.lines[0]:
        assert examined.lines == checked.lines, answer
        return
    # All proxies of functions share one name, which may occur in the text.
    assert "function" in " ".join(examined.lines)


def test_a_mistake_is_explained_once_however_many_papers_show_it(monkeypatch):
    explained: list[str] = []
    monkeypatch.setattr(
        "checks.checking.explain", lambda task, *_, **__: explained.append(task.name) or ()
    )
    wrong = answers("softmax", "wrong")[0].function
    assert examine("softmax", wrong, seeds=(0, HIDDEN_SEED)).status == "fail"
    assert explained == ["softmax"]


@pytest.mark.parametrize("task", ONE_OF_EACH_LESSON)
def test_right_answers_pass_on_inputs_never_seen(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    for answer in answers(task, "right"):
        verdict = examine(task, answer.function, seeds=(0, 2**62 + 12345))
        assert verdict.status == "pass", answer


def test_an_answer_that_knows_the_published_inputs_alone_is_wrong():
    task = TASKS["softmax"]
    known = {probe.arguments["scores"].tobytes(): probe for probe in task.probes(0)}

    def remembers(scores, axis=-1):
        probe = known.get(scores.tobytes())
        return scores if probe is None else task.reference(*probe.arguments.values())

    assert examine("softmax", remembers, seeds=(0,)).status == "pass"
    assert examine("softmax", remembers, seeds=(0, 2**40)).status == "fail"


@pytest.mark.parametrize("name", TESTS_OF_FUNCTIONS)
def test_a_test_that_knows_the_results_in_order_and_never_calls_the_function_is_wrong(name):
    task, seeds = TASKS[name], (0, *range(2**40, 2**40 + PAPERS_OF_A_TEST))
    probes = [probe for seed in seeds for probe in task.probes(seed)]
    known = iter([task.reference(*probe.arguments.values()) for probe in probes])
    assert examine(name, lambda *arguments: next(known), seeds=(0, 2**40)).status == "fail"


@pytest.mark.parametrize("name", TESTS_OF_FUNCTIONS)
def test_functions_that_are_lent_look_alike_and_have_their_parameters(name):
    looks = set()

    def look(function, *others):
        looks.add((function.__name__, str(inspect.signature(function))))
        return True

    examine(name, look)
    assert len(looks) == 1
    ((_, signature),) = looks
    original = next(iter(TASKS[name].probes(0)[0].arguments.values()))
    assert list(inspect.signature(original).parameters) == signature.strip("()").split(", ")


def test_what_was_changed_is_compared_outside(monkeypatch):
    monkeypatch.setattr("checks.outcome._changed", lambda after, before: ())

    def shifts(scores, axis=-1):
        right = TASKS["softmax"].reference(scores, axis)
        scores -= 1
        return right

    assert "changed" in examine("softmax", shifts).lines[0]


@pytest.mark.parametrize("blank", [lambda scores: None, lambda scores: ...])
def test_an_empty_function_is_not_attempted(blank):
    assert examine("softmax", blank).status == check("softmax", blank).status


def test_no_function_is_told_apart_from_something_else():
    assert examine("softmax", None) == check("softmax", None)
    assert examine("softmax", 3) == check("softmax", 3)


def test_what_is_given_is_computed_outside_and_raises_as_it_does_there():
    examination = Examination.opened("attention_weights", ["softmax"], [0])
    softmax = given("softmax", lambda question: through_json(examination.reply(question)))
    assert softmax(np.zeros((2, 2)), axis=0).tolist() == [[0.5, 0.5], [0.5, 0.5]]
    with pytest.raises(ValueError, match="axis"):
        softmax(np.zeros(2), axis=5)


def test_no_right_answer_is_given_that_would_be_one_to_a_later_task():
    """The code of both was left out: who left the first blank would have the second for nothing."""
    withheld = {
        (earlier, task)
        for tasks in EXERCISES.values()
        for number, task in enumerate(tasks)
        for earlier in {*tasks[:number]} - Examination.opened(task, tasks[:number], [0]).given
    }
    assert withheld == {("attention", "batched_attention"), ("heads_by_loop", "heads_by_einsum")}


def test_a_right_answer_is_given_for_other_tasks_alone():
    with pytest.raises(ValueError, match="cannot be given"):
        Examination.opened("softmax", ["softmax"], [0])
    examination = Examination.opened("attention_weights", ["softmax"], [0])
    for name in ("attention_weights", "attention", "input-0", "__class__"):
        reply = examination.reply({"call": name, "arguments": {"tuple": []}, "options": {}})
        assert reply["raised"]["kinds"][0] in ("KeyError", "ValueError")


def test_papers_hold_no_right_answer():
    for name, task in TASKS.items():
        paper = json.dumps(Examination.opened(name, [], [0]).paper())
        assert task.reference.__module__ not in paper
        inputs = [value for probe in task.probes(0) for value in probe.arguments.values()]
        assert ('"function"' in paper) == any(map(callable, inputs))


class Pair(NamedTuple):
    output: Any
    weights: Any


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        2.5,
        "words",
        np.float32(0.1),
        np.int64(7),
        np.array(2.0),
        np.arange(6.0).reshape(2, 3)[:, ::-1],
        np.array([[True, False]]),
        np.zeros((0, 3)),
        np.array([1 + 2j]),
        (np.eye(2), [1, None]),
        {"X": (2, 3), "inner": {"a": 1}},
        {"cache", "future"},
    ],
)
def test_values_come_back_as_they_went(value):
    came = serialization.decode(through_json(serialization.encode(value)))
    assert type(came) is type(value)
    np.testing.assert_equal(came, value)
    assert getattr(came, "dtype", None) == getattr(value, "dtype", None)


def test_nan_and_infinities_travel():
    assert str(
        serialization.decode(through_json(serialization.encode([np.inf, -np.inf, float("nan")])))
    ) == ("[inf, -inf, nan]")


@pytest.mark.parametrize(
    ("value", "kind"),
    [({1}, "set"), (len, "builtin_function_or_method"), (10**30, "int"), (Pair(1, 2), "Pair")],
)
def test_of_what_is_no_number_the_type_is_kept(value, kind):
    came = serialization.decode(through_json(serialization.encode(value)))
    assert type(came).__name__ == kind


def test_a_result_too_large_is_never_sent():
    plain = serialization.encode_bounded(np.zeros(200_000))
    assert plain == {"unlike": "ndarray of more than 1 MB"}
    assert "unlike" in serialization.encode_bounded([0.123456789] * 300_000)


def test_a_function_of_the_course_says_so_where_it_gets_or_gives_too_much():
    examination = Examination.opened("shift_matrix", ["sinusoidal_encoding", "softmax"], [0])
    ask = lambda question: through_json(examination.reply(question))  # noqa: E731
    with pytest.raises(ValueError, match="the course's function"):
        given("softmax", ask)(np.zeros((600, 600)))
    with pytest.raises(ValueError, match="the course's function"):
        given("sinusoidal_encoding", ask)(10_000, 64)


def test_a_value_that_holds_itself_is_never_sent():
    inside: list[Any] = []
    inside.append(inside)
    assert serialization.encode_bounded(inside) == {"unlike": "list"}


@pytest.mark.parametrize(
    "forged",
    [
        {"array": ["O", [1], "AAAAAAAAAAA="]},
        {"array": ["<f8", [10**9], "AAAA"]},
        {"array": ["<f8", [-1], "AAAA"]},
        {"array": ["<f8", "no", ""]},
        {"function": "input-0"},
        {"pickle": "gASVAA=="},
        {"list": 3},
        {"set": [1]},
        {"tuple": [], "list": []},
        [],
        {"scalar": ["V8", [], "AAAAAAAAAAA="]},
        {"unlike": 3},
        {"named": ["Pair", ["a b"], [1]]},
        {"named": ["Pair", ["a"], []]},
        {"named": ["Pair; x", [], []]},
    ],
    ids=str,
)
def test_made_up_values_are_refused(forged):
    with pytest.raises((ValueError, TypeError)):
        serialization.decode(forged)


@pytest.mark.parametrize(
    "told",
    [
        [],
        None,
        [[]],
        [{"operations": []}],
        [{"operations": [["a"]]}] + [{"after": {}, "value": None}] * 9,
        [{"no_function": ["x"] * 9}],
        [{"operations": None}] + [{"after": "Q", "value": 1}] * 9,
        [{"operations": None}] + [{"after": {}, "raised": {"kinds": [], "says": ""}}] * 9,
        [{"operations": None}] + [{"status": "pass", "verdict": "pass"}] * 9,
    ],
    ids=str,
)
def test_made_up_reports_pass_nothing(told):
    verdict = Examination.opened("softmax", [], [0]).verdict(told)
    assert verdict.status != "pass"


def test_an_error_keeps_its_name_words_and_kind():
    class ShapesDiffer(ValueError):
        pass

    plain = through_json(serialization.encode_outcome(Outcome(error=ShapesDiffer("2 and 3")), {}))
    error = serialization.decode_outcome(plain, {}).error
    assert (type(error).__name__, str(error)) == ("ShapesDiffer", "2 and 3")
    assert isinstance(error, ValueError)


def test_an_error_that_cannot_be_read_is_still_an_error():
    class Unspeakable(Exception):
        def __str__(self):
            raise RuntimeError

    plain = through_json(serialization.encode_error(Unspeakable()))
    assert type(serialization.decode_error(plain)).__name__ == "Unspeakable"


CLINIC = {
    "cell": "clinic",
    "run": "from course import clinic\nfrom course.models import gpt2\nfrom course.clinic import CASES, PROBES",
    "names": ["clinic", "gpt2", "CASES", "PROBES", "clinic.record"],
}


def borrowed(examination):
    """Borrow what the clinic lends; calls go to the examiner, through JSON."""
    ask = lambda question: through_json(examination.reply(through_json(question)))  # noqa: E731
    lent = through_json(examination.lend([CLINIC]))["clinic"]
    return {name: candidate.lent(value, ask) for name, value in lent.items()}


def test_what_is_lent_is_what_the_library_has():
    lent = borrowed(Examination.opened("clinic_record", [], [0]))
    assert {name for name in lent if "." not in name} == {"CASES", "PROBES"}
    assert lent["gpt2.NUM_HEADS"] == gpt2.NUM_HEADS
    assert "gpt2.of_transformers" not in lent
    assert [case._replace(layer=None) for case in lent["CASES"]] == [
        case._replace(layer=None) for case in CASES
    ]
    for name, probe in lent["PROBES"].items():
        for theirs, case in zip(lent["CASES"], CASES, strict=True):
            assert probe(theirs.layer).found == PROBES[name](case.layer).found
    assert lent["clinic.record"]().keys() == record().keys()


def test_a_lent_function_takes_no_function_of_a_student():
    lent = borrowed(Examination.opened("clinic_record", [], [0]))
    with pytest.raises(ValueError, match="the course's functions take none of yours"):
        lent["PROBES"]["future"](lambda X, W: (X, None))


def test_from_when_a_candidate_has_inputs_no_lent_function_runs():
    examination = Examination.opened("is_identity", [], [0])
    lent = borrowed(examination)
    layer, probe = lent["CASES"][8].layer, lent["PROBES"]["identity"]
    assert probe(layer).found
    examination.reply("paper")
    assert type(probe(layer)).__name__ == "stand-in for PROBES"


@pytest.mark.parametrize("where", ["value", "raised"])
def test_of_a_stand_in_in_an_answer_the_name_is_said(where):
    examination = Examination.opened("loud_key", [], [0])
    stand_in = type("stand-in for grammar.LENGTH", (), {})()
    answer = {"value": lambda: {"n": stand_in}, "raised": lambda: len(stand_in)}[where]
    told: list[Any] = []
    candidate.sit(answer, examination.paper(), examination.reply, told.append)
    verdict = examination.verdict(through_json(told))
    assert verdict.status == "error"
    assert verdict.lines[0].startswith("When you are graded, `grammar.LENGTH` of the course is not")


def test_the_program_speaks_a_line_for_a_line():
    messages = [
        {"modules": True},
        {"open": "causal_visibility", "given": [], "seeds": [0]},
        {"ask": "paper"},
        {"ask": {"call": "causal_visibility", "arguments": {"tuple": [3]}, "options": {}}},
        {"judge": [{"no_function": None}], "waits": False},
    ]
    spoken = "".join(json.dumps(message) + "\n" for message in messages)
    run = [sys.executable, "-m", "checks.remote.examiner"]
    heard = subprocess.run(run, input=spoken, capture_output=True, text=True, check=True).stdout
    modules, opened, paper, reply, verdict = map(json.loads, heard.splitlines())
    assert list(modules["modules"])[-1] == "checks.remote.candidate"
    assert opened == {"inputs": 4, "given": []}
    assert [list(one["arguments"]) for one in paper["reply"]["paper"]] == [["n"]] * 4
    assert reply["reply"]["raised"]["kinds"][0] == "KeyError"
    assert verdict["verdict"]["status"] == "not_attempted"


def test_a_question_that_needs_too_much_memory_is_an_error_of_the_candidate():
    question = {"call": "sinusoidal_encoding", "options": {"entries": {}}}
    question["arguments"] = {"tuple": [10**6, 10**6]}
    examination = Examination.opened("shift_matrix", ["sinusoidal_encoding"], [0])
    assert "MemoryError" in str(examination.reply(question)["raised"]["kinds"])


def test_a_whole_table_of_scores_is_noticed_and_named_by_the_examiner_too():
    def at_once(Q, K, V, block_size):
        return TASKS["attention"].reference(Q, K, V)[0]

    verdict = examine("attention_in_blocks", at_once)
    assert verdict.status == "fail"
    assert verdict.mistakes == ("whole-table-made",)


@pytest.mark.parametrize("memory", [None, "a lot", 1.5])
def test_a_memory_that_is_no_number_of_bytes_cannot_be_read(memory):
    plain = {"after": {}, "value": 1, "memory": memory}
    with pytest.raises(ValueError, match="unexpected type"):
        serialization.decode_outcome(plain, {})
