"""Each rule reports a notebook that breaks it, and no good notebook."""

from collections.abc import Callable

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from view_functions import PICTURES, that_return

from course import views
from coursetools.judge import CHECK_TYPE
from coursetools.lint.code import DRAWING
from coursetools.lint.page import PAGE, measures_well
from coursetools.lint.rules import RULES, Rule, names_every_image
from coursetools.notebook import Cell, Notebook
from coursetools.roles import has_tag

Spoil = Callable[[Notebook], object]


def prose(name: str, source: str, *tags: str) -> Cell:
    return new_markdown_cell(source, id=name, metadata={"tags": list(tags)})


def code(name: str, source: str = "1 + 1", *tags: str, executed: bool = True) -> Cell:
    metadata = {"tags": list(tags)}
    return new_code_cell(source, id=name, metadata=metadata, execution_count=int(executed) or None)


SENTENCE = (
    "A word looks at every other word in the text, because it cannot know beforehand who will help."
)


PICTURE = "def draw(n=1):\n    return words(n)\n\n\ndraw()\nwords('So.')" + 15 * "\n1 + 1"
DRAW = "words(\n    'It finds one.',\n    'It does.',\n)"


def lecture() -> Notebook:
    opening = (
        f"# 1 · Title\n\n*Why does\nit?*\n\n**About 20 minutes.** {SENTENCE} Afterwards you can\n\n"
        "- a;\n- b."
    )
    predict = f"**Predict:** what?\n\n<details><summary>Open</summary>\n{SENTENCE}\n</details>"
    codes = 4 * ["explore(show, n=IntSlider(1, 1, 2))"] + 3 * ["%%line weights\nweights = ..."]
    steps = [
        cell
        for number, source in enumerate(codes + 9 * ["1 + 1"])
        for cell in (
            prose(f"words-{number}", f"{SENTENCE} {SENTENCE}"),
            *(folded(f"picture-{number}", PICTURE) for _ in range(number < 4)),
            code(f"step-{number}", source),
        )
    ]
    points = f"## Key points\n\n1. {SENTENCE}\n2. {SENTENCE}\n3. {SENTENCE}\n\n## Your turn\n\n1. Open it."
    return new_notebook(
        cells=[
            prose("title", opening),
            code("imports", "import numpy as np\n\nfrom course.views import explore"),
            *steps,
            prose("predict", predict),
            folded("draw", DRAW),
            folded("quiz", "predict('What?', ['This.', 'That.'], ['So.', 'Not so.'])"),
            prose("pitfall", "## 2. Pitfall: the axis"),
            code("wrong"),
            prose("key-points", points),
            prose("references", "## References\n\n- A. Author, *Title*, 2020. Section 1."),
        ]
    )


def folded(name: str, source: str, executed: bool = True) -> Cell:
    cell = code(name, source, executed=executed)
    fold(cell)
    return cell


def exercise() -> Notebook:
    hint = "<details><summary>Hint</summary>\nThink.\n</details>\n"
    return new_notebook(
        cells=[
            prose("title", "# Exercises\n\nIf you have time for only\nthree, do those with a ★."),
            prose(
                "mean-task", "## 1. `mean` ★\n\n## 2. `median` ★\n\n## 3. `mode` ★\n\n## 4. `sum`"
            ),
            prose("mean-hints", 3 * hint),
            code("mean-answer", "def mean(x):\n    return 0", "answer", executed=False),
            code("mean-check", "%check mean", "check", executed=False),
            prose("mean-words", "Your function at work."),
            folded("mean-view-function", "def show(n=1):\n    return words(n)", executed=False),
            prose("mean-view-words", "Try: which is it?"),
            folded("mean-view", "explore_yours(show, n=IntSlider(1, 1, 2))", executed=False),
        ]
    )


def solution() -> Notebook:
    notebook = exercise()
    notebook.cells[5:5] = [
        code("mean-hidden", "%check mean --seed 1", "hidden"),
        prose("mean-why", "**Why.** Because.", "hidden"),
    ]
    passed = {CHECK_TYPE: {"task": "mean", "status": "pass"}}
    for cell in code_cells(notebook):
        cell.execution_count = 1
        if has_tag(cell, "check") or has_tag(cell, "hidden"):
            cell.outputs = [new_output("display_data", passed)]
    return notebook


def practice() -> Notebook:
    return new_notebook(cells=[prose("title", "# Hunts"), code("first", "%hunt")])


GOOD = {
    "notebooks": lecture,
    "notebooks/practice": practice,
    "exercises": exercise,
    "solutions": solution,
}


def writes(name: str, source: str) -> Spoil:
    return lambda notebook: cell_of(notebook, name).update(source=source)


def adds_to(name: str, source: str) -> Spoil:
    return lambda notebook: writes(name, cell_of(notebook, name).source + source)(notebook)


def prints(text: str, kind: str = "text/plain") -> Spoil:
    output = new_output("display_data", {kind: text})
    return lambda notebook: first_code(notebook).outputs.append(output)


def complains_to_stderr(notebook: Notebook) -> None:
    first_code(notebook).outputs.append(new_output("stream", name="stderr", text="Warning"))


def fails(notebook: Notebook) -> None:
    first_code(notebook).outputs.append(new_output("error", ename="E", evalue="", traceback=[]))


def drops(*names: str) -> Spoil:
    return lambda notebook: notebook.update(
        cells=[cell for cell in notebook.cells if cell.id not in names]
    )


def renames(old: str, new: str) -> Spoil:
    return lambda notebook: cell_of(notebook, old).update(id=new)


def puts_before_the_last(*cells: Cell) -> Spoil:
    return lambda notebook: notebook.update(
        cells=[*notebook.cells[:-1], *cells, notebook.cells[-1]]
    )


def makes_sliders_short(notebook: Notebook) -> None:
    for cell in notebook.cells:
        cell.source = cell.source.replace("IntSlider(1, 1, 2)", "(1, 2, 1)")


def forgets_to_execute(notebook: Notebook) -> None:
    first_code(notebook).execution_count = None


def was_tried(notebook: Notebook) -> None:
    first_code(notebook).execution_count = 1


def fold(cell: Cell) -> None:
    cell.metadata["jupyter"] = {"source_hidden": True}


def folds(name: str, source: str) -> Spoil:
    def spoil(notebook: Notebook) -> None:
        writes(name, source)(notebook)
        fold(cell_of(notebook, name))

    return spoil


def swaps(old: str, new: str) -> Spoil:
    def spoil(notebook: Notebook) -> None:
        for cell in notebook.cells:
            cell.source = cell.source.replace(old, new)

    return spoil


def loses_metadata(name: str) -> Spoil:
    return lambda notebook: cell_of(notebook, name).metadata.clear()


def attaches(notebook: Notebook) -> None:
    notebook.cells[0].attachments = {"picture.png": {"image/png": ""}}


def takes_views_away(notebook: Notebook) -> None:
    for cell in code_cells(notebook)[3:]:
        cell.source = "1 + 1"


def defines_show_and_later(source: str) -> Spoil:
    show = "def grown(n):\n    return scale * n\n\n\ndef show(n=1):\n    return words(grown(n))"

    def spoil(notebook: Notebook) -> None:
        notebook.cells[1].source += f"\n\nscale = 3\n\n\n{show}"
        cell_of(notebook, "step-8").source = source

    return spoil


def cell_of(notebook: Notebook, name: str) -> Cell:
    return next(cell for cell in notebook.cells if cell.id == name)


def code_cells(notebook: Notebook) -> list[Cell]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def first_code(notebook: Notebook) -> Cell:
    return code_cells(notebook)[0]


LINE = "1 + 1\n"
IMPORTS = "\n".join(f"import module_{number}" for number in range(11))
PACKAGES = (
    "import attnlib, sys\nimport attnprobes as probes\nfrom course.views import bars\nimport checks"
)
DEFINES_AND_DRAWS = "def show(n=1):\n    return words(n)\n\n\nexplore(show, n=(1, 2, 1))"

SPOILT: dict[str, list[tuple[str, Spoil]]] = {
    "notebooks": [
        *(
            ("shows_nothing_that_flickers", writes("imports", source))
            for source in (
                "interact(show, n=(1, 2))",
                "widgets.interactive_output(show, {})",
                "box = Output()",
                "clear_output(wait=True)",
                "%matplotlib inline",
                "import matplotlib.pyplot as plt",
            )
        ),
        ("parses_as_python", writes("imports", "import numpy as")),
        ("stores_no_errors", complains_to_stderr),
        ("stores_no_errors", fails),
        ("ends_no_line_with_a_semicolon", writes("imports", "figure = draw();")),
        ("has_no_long_code_cell", writes("imports", LINE * 16)),
        ("has_no_long_code_cell", folds("imports", LINE * 26)),
        ("imports_little", writes("imports", IMPORTS)),
        ("imports_little", writes("imports", PACKAGES)),
        ("defines_and_draws_in_different_cells", writes("imports", DEFINES_AND_DRAWS)),
        ("names_every_image", adds_to("title", "\n\n![](softmax.png)")),
        ("names_every_image", adds_to("title", '\n\n<img src="softmax.png">')),
        ("names_every_image", adds_to("title", '\n\n<img src="softmax.png" alt=" ">')),
        ("names_every_image", prints('<p><img src="softmax.png"/></p>', "text/html")),
        ("shows_every_attachment", attaches),
        ("has_readable_ids", renames("title", "4f1c9a02")),
        ("has_readable_ids", renames("title", "a1b2c3d4-1111-4222-8333-944445555666")),
        ("has_readable_ids", renames("title", "Title_Cell")),
        ("has_unique_ids", renames("title", "imports")),
        *(
            ("stores_nothing_of_the_machine", prints(text))
            for text in (
                "File /home/somebody/course/a.py",
                r"C:\Users\somebody",
                "<function f at 0x7f76755a9b20>",
                '{"model_id": "7"}',
                "[-0.00, 1.00]",
                "[-0., 1.]",
                "[np.float64(0.5)]",
            )
        ),
        ("has_no_placeholders", adds_to("title", "\n\nTODO: say more")),
        ("has_no_placeholders", adds_to("title", "\n\nLorem ipsum")),
        ("keeps_what_its_views_use", defines_show_and_later("scale = 2")),
        ("keeps_what_its_views_use", defines_show_and_later("def grown(n):\n    return n")),
        ("was_executed", forgets_to_execute),
        ("has_an_ipywidgets_slider", makes_sliders_short),
        ("explains_code_before_it_comes", drops("words-1", "words-4", "words-7")),
        ("measures_well", swaps("because", "and")),
        ("states_its_minutes", swaps("About 20", "About 25")),
        ("states_its_minutes", swaps("**About 20 minutes.**", "About 20 minutes.")),
        ("folds_its_pictures", writes("wrong", "def show(n=1):\n    return words(n)")),
        ("folds_its_pictures", writes("wrong", "bars(\n    values,\n    names,\n)")),
        ("has_three_live_views", takes_views_away),
        ("opens_with_a_question_and_a_promise", writes("title", "# Title")),
        ("opens_with_a_question_and_a_promise", writes("title", "Afterwards you can\n\n- a\n- b")),
        ("lets_the_reader_predict", writes("predict", "Words.")),
        ("lets_the_reader_predict", writes("predict", "**Predict:** what?")),
        ("lets_the_reader_predict", writes("quiz", "1 + 1")),
        ("lets_the_reader_predict", loses_metadata("quiz")),
        ("shows_a_pitfall", writes("pitfall", "## 2. More")),
        ("shows_a_pitfall", drops("wrong")),
        (
            "ends_with_three_key_points_and_references",
            writes("key-points", "## Key points\n\n1. a"),
        ),
        ("ends_with_three_key_points_and_references", drops("references")),
        ("ends_with_three_key_points_and_references", writes("references", "## References")),
    ],
    "exercises": [
        ("was_not_executed", was_tried),
        ("was_not_executed", prints("2")),
        (
            "has_at_most_two_code_cells_in_a_row",
            puts_before_the_last(code("a"), code("b")),
        ),
        ("marks_three_tasks", swaps("`mode` ★", "`mode`")),
        ("marks_three_tasks", swaps("`sum`", "`sum` ★")),
        ("marks_three_tasks", writes("title", "# Exercises")),
        ("folds_its_views", loses_metadata("mean-view")),
        ("folds_its_views", loses_metadata("mean-view-function")),
        ("folds_its_views", puts_before_the_last(code("mean-view-data", "numbers = [1, 2]"))),
        ("folds_its_views", puts_before_the_last(code("look", "explore(show, n=(1, 2, 1))"))),
        ("has_complete_tasks", drops("mean-task")),
        ("has_complete_tasks", drops("mean-answer")),
        ("has_complete_tasks", drops("mean-check")),
        ("has_complete_tasks", drops("mean-view")),
        ("has_complete_tasks", loses_metadata("mean-answer")),
        ("has_complete_tasks", loses_metadata("mean-check")),
        ("has_complete_tasks", writes("mean-check", "%check median")),
        ("has_complete_tasks", lambda notebook: notebook.cells.clear()),
        ("has_three_hints_for_each_task", drops("mean-hints")),
        ("has_three_hints_for_each_task", adds_to("mean-hints", "<details></details>")),
    ],
    "solutions": [
        ("checks_hidden_inputs", drops("mean-hidden")),
        ("checks_hidden_inputs", loses_metadata("mean-hidden")),
        (
            "stores_what_its_checks_publish",
            lambda notebook: cell_of(notebook, "mean-hidden").update(outputs=[]),
        ),
        ("says_why", drops("mean-why")),
        ("says_why", loses_metadata("mean-why")),
        ("says_why", writes("mean-why", "Because.")),
    ],
}
BY_FOLDER = {folder: [*rules, *PAGE.get(folder, [])] for folder, rules in RULES.items()}
VIEWS = [code(f"view-{number}", "explore(show)") for number in range(20)]
MEASURED = {
    "words a sentence; join or cut some": swaps(
        " in the text, because it cannot know", " because it knows"
    ),
    "words a sentence; join or cut some, 13 to 19": swaps(
        ".", " and of course of the rest, and more."
    ),
    "sentences have at most six words": adds_to("pitfall", "\n\nWhy? Where? When?"),
    "connectives in 100 words": swaps("because", "and"),
    "open lines of code": swaps("1 + 1", 6 * LINE),
    "2 lines to type": drops("step-4"),
    "make it two lessons": puts_before_the_last(*VIEWS),
}
EVERY_WAY = [(folder, *way) for folder, ways in SPOILT.items() for way in ways]


@pytest.mark.parametrize("folder", RULES)
def test_nobody_complains_about_a_good_notebook(folder: str) -> None:
    assert [found for rule in BY_FOLDER[folder] for found in rule(GOOD[folder]())] == []


@pytest.mark.parametrize(("folder", "name", "spoil"), EVERY_WAY)
def test_a_rule_complains_when_it_is_broken(folder: str, name: str, spoil: Spoil) -> None:
    notebook = GOOD[folder]()
    spoil(notebook)
    rules: dict[str, Rule] = {rule.__name__: rule for rule in BY_FOLDER[folder]}
    assert list(rules[name](notebook))


@pytest.mark.parametrize("message", MEASURED)
def test_each_measure_has_its_limit(message: str) -> None:
    notebook = lecture()
    MEASURED[message](notebook)
    (finding,) = measures_well(notebook)
    assert message in finding.message


def test_every_rule_was_broken_once() -> None:
    rules = {rule.__name__ for rules in BY_FOLDER.values() for rule in rules}
    assert rules == {name for _, name, _ in EVERY_WAY}


@pytest.mark.parametrize(
    "source", ["![Three bars](bars.png)", '<img alt="Three bars" src="bars.png">', "no image"]
)
def test_an_image_with_a_name_is_fine(source: str) -> None:
    assert list(names_every_image(new_notebook(cells=[prose("image", source)]))) == []


def test_the_linter_knows_every_picture() -> None:
    pictures = that_return(PICTURES | {views.Words})
    assert len(pictures) >= 13
    assert pictures - DRAWING == set(), "add them to DRAWING in coursetools/lint/code.py"
