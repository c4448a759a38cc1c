"""Honest work that passes its checks in a notebook, and messages that our sandbox never sends."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hostile.cases import LINK, RIGHT_BODY, WRONG, Case, answers, body, changed, hostile
from submissions import (
    RIGHT,
    cell,
    exercise,
    insert_after,
    right,
    save,
)

SOFTMAX = RIGHT["softmax"]
USUAL = (  # what works in a notebook, each in a student's own cell
    "%config InlineBackend.figure_format = 'retina'",
    "%matplotlib notebook",
    "%load_ext autoreload\n%autoreload 2",
    "%pdb on",
    "%precision 3",
    "%who\n%history",
    "%env X=3\n%cd .\n%pushd .",
    "x = !ls\nassert x is not None",
    "from __future__ import annotations",
    "from typing import *\nfrom numpy.typing import NDArray",
    "np.seterr(all='raise')",
    "from IPython.display import HTML, clear_output, display\ndisplay(HTML('x'))\nclear_output()",
    "from ipywidgets import interact\ninteract(lambda x: x, x=(0, 3))",
    "import inspect\ndef own(): pass\nassert 'own' in inspect.getsource(own)",
    "import pickle\nfrom dataclasses import dataclass\n"
    "@dataclass\nclass Own:\n    x: int = 3\nassert pickle.loads(pickle.dumps(Own())) == Own()",
    "from multiprocessing import Pool, Queue\ndef square(x): return x * x\n"
    "with Pool(2) as pool: assert pool.map(square, [2]) == [4]\nQueue().put(1)",
    "from multiprocessing import shared_memory\n"
    "some = shared_memory.SharedMemory(create=True, size=1000)\nsome.close(); some.unlink()",
    "import tempfile\nfrom pathlib import Path\ntempfile.NamedTemporaryFile().write(b'x')\n"
    "Path.home().joinpath('x').write_text('x')",
    "import getpass, locale, socket, zoneinfo\ngetpass.getuser(); socket.gethostname()\n"
    "locale.setlocale(locale.LC_ALL, ''); zoneinfo.ZoneInfo('Europe/Berlin')",
    "import asyncio\nawait asyncio.sleep(0)",
)
WITH_HELPER = (
    "def attention_weights(Q, K):\n"
    "    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])\n"
    "    e = np.exp(scores - largest(scores))\n"
    "    return e / e.sum(-1, keepdims=True)\n"
)
HELPER = "def largest(x):\n    return x.max(-1, keepdims=True)\n"
DEMO = "softmax(np.random.randn(600, 600))\n"
COPIES_NOTHING = (  # what would reveal it inside the sandbox says that nothing was changed
    "for name, module in list(sys.modules.items()):\n"
    "    if name.endswith(('outcome', 'candidate')):\n"
    "        module._changed = lambda after, before: ()\n"
    "        module.content = lambda value: 0\n"
)


def _own(*sources: str, after: str = "softmax-answer") -> Callable[[Any], None]:
    return lambda notebook: insert_after(notebook, after, *sources)


def _before(place: str, source: str) -> Callable[[Any], None]:
    def change(notebook: Any) -> None:
        ids = [one.id for one in notebook.cells]
        insert_after(notebook, ids[ids.index(place) - 1], source)

    return change


def _claims(format_: Any, minor: Any = 5) -> Callable[[Any], Any]:
    def change(notebook: Any) -> None:
        notebook.update(nbformat=format_, nbformat_minor=minor)

    return _rewritten(change)


def _rewritten(change: Callable[[Any], None]) -> Callable[[Path], None]:
    """Right answers in a file that nbformat would not write."""

    def write(path: Path) -> None:
        plain = json.loads(json.dumps(exercise(RIGHT)))
        change(plain)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(plain), encoding="utf-8")

    return write


def _metadata(value: Any) -> Callable[[Any], None]:
    def change(notebook: Any) -> None:
        notebook["metadata"] = value
        for one in notebook["cells"]:
            one["metadata"] = value

    return change


def _long_outputs(notebook: Any) -> None:
    text = {"output_type": "stream", "name": "stdout", "text": ["x" * 30_000_000]}
    next(one for one in notebook["cells"] if one["cell_type"] == "code")["outputs"] = [text]


def _long_comment(notebook: Any) -> None:
    one = cell(notebook, "softmax-answer")
    one.source += "\n" + "# and so on\n" * 100_000


def _encoded(encoding: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        notebook = exercise({**RIGHT, "softmax": SOFTMAX + "\n# größer"})
        text = json.dumps(json.loads(json.dumps(notebook)), ensure_ascii=False)
        path.parent.mkdir(parents=True)
        path.write_bytes(text.encode(encoding, errors="replace"))

    return write


def _with_line_ends(end: str) -> Callable[[Any], None]:
    def change(notebook: Any) -> None:
        for one in notebook.cells:
            one.source = one.source.replace("\n", end)

    return change


def _merged(first: str, second: str) -> Callable[[Any], None]:
    """Merge the cells from one answer to another, as the command of JupyterLab does."""

    def change(notebook: Any) -> None:
        kept, gone = cell(notebook, f"{first}-answer"), cell(notebook, f"{second}-answer")
        kept.source += "\n\n" + gone.source
        notebook.cells.remove(gone)

    return change


IN_TWO = (
    "def exponentials(scores, axis):\n    return np.exp(scores - scores.max(axis, keepdims=True))",
    "def softmax(scores, axis=-1):\n    e = exponentials(scores, axis)\n"
    "    return e / e.sum(axis, keepdims=True)",
)
TEMPLATE = cell(exercise(), "softmax-answer").source
USES_MINE = "def softmax(scores, axis=-1):\n    return mine(scores, axis)"


def _below_the_template(change: Callable[[Any], None]) -> Callable[[Path], None]:
    return changed(change, softmax=TEMPLATE)


def _split(notebook: Any) -> None:
    one = cell(notebook, "softmax-answer")
    one.source, rest = IN_TWO
    insert_after(notebook, "softmax-answer", "# and now the function", rest)


def _above(notebook: Any) -> None:
    source, one = SOFTMAX, cell(notebook, "softmax-answer")
    one.source = "# see above"
    insert_after(notebook, "imports", source)


def _copies(*sources: str, keeps_metadata: bool = True) -> Callable[[Any], None]:
    """Copy the answer cell of softmax, once for each source, as *Duplicate Cell Below* does."""

    def change(notebook: Any) -> None:
        insert_after(notebook, "softmax-answer", *sources)
        original = cell(notebook, "softmax-answer")
        place = notebook.cells.index(original) + 1
        for one in notebook.cells[place : place + len(sources)] if keeps_metadata else ():
            one.metadata = copy.deepcopy(original.metadata)

    return change


def _twice(notebook: Any) -> None:
    notebook.cells = [copy.deepcopy(one) for one in notebook.cells for _ in range(2)]


HONEST = [
    Case(
        "a name of one's own for an argument",
        answers(
            softmax=SOFTMAX.replace("scores", "x"),
            attention_weights="def attention_weights(Q, K):\n"
            "    return softmax(x=Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))\n",
        ),
    ),
    Case("a large demonstration", answers(attention=RIGHT["attention"] + "\n" + DEMO)),
    Case(
        "a large demonstration of what is wrong",
        answers(
            softmax="def softmax(scores, axis=-1): return scores",
            attention=RIGHT["attention"] + "\n" + DEMO,
        ),
        {"softmax": "fail"},
    ),
    Case(
        "a helper that is timed",
        changed(
            _own(HELPER + "%timeit -n 3 -r 3 largest(np.ones((3, 4)))"),
            attention_weights=WITH_HELPER,
        ),
    ),
    Case("an answer that is timed", answers(softmax="%%time\n" + SOFTMAX)),
    Case(
        "views in an answer",
        answers(softmax=f"from course.views import bars\n{SOFTMAX}\nbars([1, 2], ['a', 'b'])"),
    ),
    Case(
        "views by their module",
        answers(softmax=f"import course.views as view\n{SOFTMAX}\nview.bars([1, 2], ['a', 'b'])"),
    ),
    Case(
        "a check in an answer",
        answers(softmax=f"%load_ext checks\n{SOFTMAX}\n%check softmax"),
    ),
    Case(
        "a module of one's own",
        changed(
            _own(
                f"%%writefile helpers_of_mine.py\n{HELPER}", "from helpers_of_mine import largest"
            ),
            attention_weights=WITH_HELPER,
        ),
    ),
    Case(
        "an answer from a module of one's own",
        changed(
            _own(f"%%writefile mine.py\nimport numpy as np\n{SOFTMAX}", after="imports"),
            softmax="from mine import softmax",
        ),
    ),
    Case(
        "a pool of processes",
        answers(
            softmax=body(
                "import multiprocessing\nwith multiprocessing.Pool(2) as pool:\n"
                "    assert pool.map(abs, [-1, 2]) == [1, 2]\n" + RIGHT_BODY
            )
        ),
    ),
    Case(
        "what works in a notebook",
        changed(
            _own(
                "done = []",
                *(f"{one}\ndone.append({n})" for n, one in enumerate(USUAL)),
                after="batched_attention-check",
            ),
            normalised_axis=f"assert len(done) == {len(USUAL)}, done\n{RIGHT['normalised_axis']}",
        ),
    ),
    Case(
        "a docstring that names the library, beside globals",
        answers(
            softmax="globals()\n" + body('"""Same result as attnlib.softmax."""\n' + RIGHT_BODY)
        ),
    ),
    Case(
        "a helper compared with the library",
        changed(
            _own(
                f"{HELPER}from attnlib.softmax import softmax as reference\n"
                "assert np.allclose(softmax(np.eye(3)), reference(np.eye(3)))"
            ),
            attention_weights=WITH_HELPER,
        ),
    ),
    Case(
        "an edited imports cell that takes more of the library",
        changed(
            lambda notebook: cell(notebook, "imports").update(
                source=cell(notebook, "imports").source
                + "\nimport math\nfrom attnlib import softmax"
            ),
            softmax=body("assert math.pi > 3\n" + RIGHT_BODY),
        ),
    ),
    Case(
        "the value of the cell before",
        changed(
            _before("softmax-answer", "3.5"),
            softmax="half = _ / 7\n" + body("assert half == 0.5\n" + RIGHT_BODY),
        ),
    ),
    Case(
        "a value by its number",
        changed(
            _own("6", after="imports"),
            softmax="six = Out[2]\n" + body("assert six == 6\n" + RIGHT_BODY),
        ),
    ),
    Case("a question to nobody", answers(softmax=f"name = input('Your name? ')\n{SOFTMAX}")),
    Case(
        "a sum of 1,100 terms",
        changed(_own("total = " + " + ".join(["1"] * 1100))),
    ),
    Case(
        "a text of 1,100 parts",
        answers(softmax="text = " + " + ".join(["'a'"] * 1100) + f"\n{SOFTMAX}"),
        {"softmax": "error"},  # IPython cannot run it either
    ),
    Case(
        "a fence around the code",
        answers(softmax=f"```python\n{SOFTMAX}```"),
        {"softmax": "fail"},
        message="Delete its lines that begin with ```",
    ),
    Case(
        "the shell and folders in an answer",
        answers(
            softmax=f"!ls\n%cd .\n%bookmark here\nimport getpass\ngetpass.getuser()\n{SOFTMAX}"
        ),
    ),
    Case(
        "an attempt before the answer",
        changed(_own("softmax(np.ones(3))", after="imports")),
    ),
    Case(
        "a comment of a megabyte", changed(_long_comment), notes="lines of comments were left out"
    ),
    Case(
        "20,000 cells",
        changed(_own(*["1"] * 20_000)),
        notes="20000 cells of your own: those after the first 1000 were left out",
    ),
    Case("line ends of Windows", changed(_with_line_ends("\r\n"))),
    Case("line ends of old Macs", changed(_with_line_ends("\r"))),
    Case("two answers in one cell", changed(_merged("softmax", "attention_weights"))),
    Case("an answer in two cells", changed(_split)),
    Case("an answer above its cell", changed(_above)),
    Case("a copy of each cell", changed(_twice)),
    Case("an answer in a copy below the template", _below_the_template(_copies(SOFTMAX))),
    Case(
        "an answer in a copy without metadata",
        _below_the_template(_copies(SOFTMAX, keeps_metadata=False)),
    ),
    Case("an answer above a copy of the template", changed(_copies(TEMPLATE))),
    Case(
        "an answer below two attempts, one of which never ends",
        changed(_copies("while True: pass", SOFTMAX), softmax=WRONG),
        notes="softmax is answered in 2 cells: number 2 counts",
    ),
    Case(
        "an attempt below the answer",
        changed(_copies(WRONG)),
        {"softmax": "fail"},
        "number 2 counts",
    ),
    Case("a copy that was split in two", _below_the_template(_copies(*IN_TWO))),
    Case(
        "a copy that imports the library",
        changed(_copies("import attnlib\nsoftmax = attnlib.softmax")),
        {"softmax": "fail"},
        message="imports code of the course",
    ),
    Case(
        "the library in the answer, and a copy that uses it",
        changed(_copies(USES_MINE), softmax="import attnlib\nmine = attnlib.softmax"),
        {"softmax": "fail|error"},
    ),
    Case("a thousand copies", changed(_copies(*["softmax = None"] * 1000, SOFTMAX))),
    Case("30 MB of outputs", _rewritten(_long_outputs)),
    Case("nbformat 3.5 of 4", _claims(3, 5), notes="it claims to be of format 3"),
    Case("nbformat 5", _claims(5), notes="it claims to be of format 5"),
    Case("nbformat in words", _claims("four", "five"), notes="it claims to be of format 'four'"),
    Case("metadata that are a list", _rewritten(_metadata([])), notes="metadata of the wrong type"),
    Case("metadata that are text", _rewritten(_metadata("x")), notes="metadata of the wrong type"),
    Case("UTF-16, with letters", _encoded("utf-16"), notes="it was saved in utf-16"),
    Case("UTF-32", _encoded("utf-32"), notes="it was saved in utf-32"),
    Case("Latin-1", _encoded("latin-1"), notes="it was not saved in UTF-8"),
]

STYLES = Path(__file__).with_name("styles.txt").read_text(encoding="utf-8")


def styles() -> Iterator[Case]:
    """Right answers in many styles, among cells of a student's own.

    In the file, `=== name | lesson` begins a notebook, `--- task` an answer, and `--- after cell` a cell.
    """
    for whole in re.split(r"^=== ", STYLES, flags=re.MULTILINE)[1:]:
        head, *parts = re.split(r"^--- ", whole, flags=re.MULTILINE)
        name, lesson = head.strip().split(" | ")
        yield Case(name, _in_style(lesson, [part.split("\n", 1) for part in parts]), lesson=lesson)


def _in_style(lesson: str, parts: list[list[str]]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        notebook = exercise(right(lesson), lesson)
        for place, source in parts:
            if place.startswith("after "):
                insert_after(notebook, place.removeprefix("after "), source)
            else:
                cell(notebook, f"{place}-answer").source = source
        save(notebook, path)

    return write


LINES = {  # what an answer writes to the grader, and the status that it gets
    "a cell of 2.0": b'{"cell": 2.0}',
    "a cell that is true": b'{"cell": true}',
    "a cell that is a list": b'{"cell": []}',
    "an ending that is a list": b'{"ended": []}',
    "an ending that is an object": b'{"ended": {}}',
    "an error that is deep": b'{"raised": ' + b"[" * 900 + b"]" * 900 + b"}",
    "a report that is deep": b'{"tell": ' + b"[" * 900 + b"]" * 900 + b"}",
    "a question that is deep": b'{"ask": ' + b"[" * 900 + b"]" * 900 + b"}",
    "a question to a list": b'{"ask": {"call": [], "arguments": 1, "options": 1}}',
    "a question that is a number": b'{"ask": 3}',
    "a number of 5,000 digits": b'{"cell": ' + b"9" * 5000 + b"}",
    "no number": b'{"cell": NaN}',
    "a surrogate": b'{"raised": "\\ud800"}',
    "no object": b"[]",
    "no JSON": b"\xff\xfe",
    "an empty line": b"",
    "the end, early": b'{"finished": true}',
    "another verdict": b'{"verdict": {"status": "pass", "mistakes": [], "message": ""}}',
}


def _writes(line: bytes) -> str:
    return (
        "for fd in range(3, 20):\n"
        "    try:\n"
        f"        os.write(fd, {line!r} + b'\\n')\n"
        "    except OSError:\n"
        "        pass\n"
        "return scores"
    )


ODD = [hostile(name, _writes(line), "dead|fail|error|timeout") for name, line in LINES.items()]
FORGED = [
    hostile(
        "hides that it changed its input",
        COPIES_NOTHING + "scores -= scores.max()\n" + RIGHT_BODY,
        "fail",
        message="changed its argument",
    ),
]
ON_A_SMALLER_INPUT = """\
sit = sys._getframe()
while 'paper' not in sit.f_locals:
    sit = sit.f_back
if 'outcome' not in sit.f_locals:
    return scores + 3
"""
WAITING = {  # what a wrong answer does once the examiner looks for a smaller input that shows it
    "is right": RIGHT_BODY,
    "asks and never reads": "while True:\n    link.send({'ask': {'call': 'softmax'}, 'number': 1})",
    "has odd numbers": "for one in (True, None, [], {}, 'x', 1.5, -1, 10**400):\n"
    "    link.send({'ask': {'again': one}, 'number': one})\nreturn scores",
    "answers twice": "for n in range(9):\n"
    "    link.send({'ask': {'again': {'after': {}, 'value': 1, 'memory': 0}}, 'number': n})\n"
    + RIGHT_BODY,
    "returns much": "return np.zeros(10**5)",
    "tells more": "for n in range(400):\n    link.tell({'after': {}, 'value': 1, 'memory': 0})\n"
    + RIGHT_BODY,
    "claims a verdict": "link.send({'verdict': {'status': 'pass', 'mistakes': [], 'message': ''}})\n"
    + RIGHT_BODY,
    "has finished": "link.send({'finished': True})\n" + RIGHT_BODY,
    "is deep": "os.write(link._out, b'{\"ask\": {\"again\": ' + b'[' * 900 + b']' * 900 + b'}}\\n')\n"
    + RIGHT_BODY,
    "is another type": "class Odd:\n    def __array__(self, *a, **k): raise SystemExit\nreturn Odd()",
    "stops": "raise KeyboardInterrupt('enough')",
}
AGAIN = [
    hostile(f"asked again, it {name}", LINK + ON_A_SMALLER_INPUT + code, "fail")
    for name, code in WAITING.items()
]
EARLY = [
    hostile(
        "is judged before it has begun",
        LINK + "link.ask({'again': None})\n" + RIGHT_BODY,
        "error",
        message="cannot be read as results",
    ),
]
CASES = [*AGAIN, *EARLY, *HONEST, *styles(), *ODD, *FORGED]
