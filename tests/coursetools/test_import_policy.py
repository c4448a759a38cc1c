"""Which code imports the library: many ways to do it, and much code that only looks like it."""

from pathlib import Path

import pytest

from coursetools.import_policy import OWN_PACKAGES, Code, imports_library, parsed, without_library

ROOT = Path(__file__).parents[2]

IMPORTS = [
    "import attnlib",
    "import attnlib.softmax",
    "import numpy as np, attnlib as a",
    "from attnlib import softmax",
    "from attnlib.softmax import softmax as s",
    "from checks.catalogue import TASKS",
    "import numpy as np, checks",
    "def f(x):\n    import attnlib.softmax\n    return attnlib.softmax.softmax(x)",
    "try:\n    from attnlib import softmax\nexcept ImportError:\n    pass",
    "import \\\n    attnlib",
    "import \uff41ttnlib",  # a letter that Python reads as a
    "__import__('attnlib')",
    "__import__('attn' + 'lib')",
    "__import__(f'{\"attn\"}lib')",
    "__import__(name='attnlib.softmax')",
    "name = 'attnlib'\n__import__(name)",
    "load = __import__\nload('attnlib')",
    "getattr(__builtins__, '__im' + 'port__')('attnlib')",
    "import importlib\nimportlib.import_module('attnlib.softmax')",
    "from importlib import import_module as load\nload('attnlib')",
    "import importlib.util as u\nu.find_spec('attnlib')",
    "import importlib\nimportlib.import_module('.softmax', package='attnlib')",
    "import sys\nsys.modules['attnlib']",
    "import sys\nsys.modules['checks']",
    "__import__('che' + 'cks.catalogue')",
    "import sys\nsys.modules.get('attnlib.softmax')",
    "from sys import modules as m\nm['attnlib']",
    "import runpy\nrunpy.run_module('attnlib.softmax')",
    "exec('import attnlib')",
    "exec('from attnlib ' + 'import softmax')",
    "code = 'import numpy; import attnlib.softmax'\nexec(code)",
    "eval(\"__import__('attnlib')\")",
    "exec(compile('import attnlib', '', 'exec'))",
    "exec(open('../attnlib/softmax.py').read())",
    "import os\nos.system('python -c \"import attnlib\"')",
    "import subprocess\nsubprocess.run(['python', '-c', 'from attnlib import softmax'])",
    "%aimport attnlib",
    "%run -m attnlib.softmax",
    "%run ../attnlib/softmax.py",
    "%time from attnlib import softmax",
    "%%time\nfrom attnlib import softmax",
    "%%capture\nif True:\n    import attnlib as a",
    "%%bash\npython -c 'import attnlib'",
    "%%writefile helper.py\nfrom attnlib import softmax",
    "!python -c 'import attnlib'",
    "lines = !python -c 'from attnlib.softmax import softmax'",
    "get_ipython().run_cell('from attnlib import softmax')",
    "get_ipython().ex('import attnlib')",
    "get_ipython().run_cell(raw_cell='import attnlib')",
]

DOES_NOT = [
    "",
    "import numpy as np",
    "# import attnlib",
    "x = 1  # from attnlib import softmax is not allowed",
    "print('attnlib')",
    "print('I could import attnlib here')",
    "'''Like attnlib.softmax, but mine: import attnlib is not needed.'''",
    "def softmax(x):\n    '''from attnlib import softmax would be too easy'''\n    return x",
    "def f(x):\n    '''Same result as attnlib.softmax.'''\n    return globals()[x]",
    "'''import attnlib'''\nexec('x = 1')",
    "my_attnlib_notes = 'see attnlib.softmax'",
    "import my_attnlib",
    "import attnlib_of_mine",
    "import checks_of_mine",
    "checks = [1, 2]\nprint(checks, 'checks')",
    "from .attnlib import x",
    "exec('x = 1')",
    "import sys\nsys.modules['numpy']",
    "import importlib\nimportlib.reload(np)",
    "%matplotlib inline",
    "%timeit softmax(x)",
    "%%time\n# not: import attnlib\nx = 1",
    "!ls\n'''Like attnlib.softmax.'''",
    "%timeit f(x)\n'''Like attnlib.softmax.'''",
    "softmax?",
    "import attnlib as\n",
    "def broken(:\n    import attnlib",
    "\0import attnlib",
]

FOR_EVERYONE = [
    "from course.views import heat_table",
    "from course.views import bars, explore_yours\n%load_ext checks",
    "get_ipython().run_line_magic('load_ext', 'checks')",
    "from attnlib.view import heat_table",  # the old name
    "from course import views",
    "import numpy as np, course.views as v\nv.bars([1], ['a'])",
    "import course.views\ncourse.views.bars([1], ['a'])",
    "from course import views as v\nv.bars([1], ['a'])",
    "from course.views import *",
    "views = [1]\nviews.append(2)",
    "course = {'models': 1}\ncourse.values()",
    "%check softmax",
]

NOT_FOR_EVERYONE = [
    "from attnlib import softmax, view",
    "from course import models, views",
    "from course.models import riddle",
    "from course.lessons import mixture",
    "import course.models.learning",
    "import course.views\ncourse.models",
    "from attnlib import *",
    "from course.views.heat import np",
    "from course.views import chosen_words\nchosen_words.folded",
    "from course.views import bars, heat",
    "from course import views\nviews.chosen_words.folded",
    "import course.views as v\nv.chosen_words.folded",
    "import course.views as v\ngetattr(v, 'heat')",
    "import course.views\ncourse.views.heat",
    "import course.views\nv = course.views",
    "from course.views import bars\nfrom attnlib.softmax import softmax",
    "%load_ext attnlib",
    "%load_ext checks.checking",
    "%load_ext checks\nimport checks.catalogue as s",
    "import course.views\nattnlib.softmax",
    "import course.views as v, attnlib.softmax as s",
    "attnlib.softmax(3)",  # a student's own cell may have imported course.views
    "a = attnlib",
    "getattr(attnlib, 'softmax')",
    "globals()['attnlib'].softmax",
]


@pytest.mark.parametrize("source", IMPORTS)
def test_an_import_is_seen_however_it_is_spelled(source):
    assert parsed(source) is not None
    assert imports_library(source)


@pytest.mark.parametrize("source", DOES_NOT)
def test_words_that_import_nothing_do_no_harm(source):
    assert not imports_library(source)


@pytest.mark.parametrize("source", FOR_EVERYONE)
def test_views_and_checks_are_for_everyone(source):
    assert not imports_library(source)


@pytest.mark.parametrize("source", NOT_FOR_EVERYONE)
def test_all_else_of_the_library_is_not(source):
    assert imports_library(source)


@pytest.mark.parametrize(
    "source",
    [
        "total = " + " + ".join(["1"] * 1100),
        "text = " + " + ".join(["'attn'"] * 1100),
        "text = " + " + ".join(["'" + "." * 200 + "'"] * 900),
        "globals()\ntext = f'{x}" + "{y}" * 3000 + "'",
    ],
)
def test_a_long_sum_is_read_and_imports_nothing(source):
    code = Code.read(f"{source}\ndef f(): ...")
    assert (code.refusal, len(code.defined)) == ("", 2)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("!ls\n" * 1001, "more than 1000 lines with magics"),
        ("%%time\n" * 50, "hide one another"),
        ("f'" + "{x}" * 10_001 + "'", "more than 10000 opening braces"),
    ],
    ids=["magics", "hidden magics", "fields"],
)
def test_what_takes_too_long_to_read_costs_its_cell_alone(source, why):
    assert why in Code.read(source).refusal


@pytest.mark.parametrize("fence", ["```python\n{}\n```", "~~~\n{}\n  ```"])
def test_who_left_a_fence_around_the_code_is_told_what_to_delete(fence):
    refusal = Code.read(fence.format("def f(x):\n    return x")).refusal
    assert refusal.startswith(
        "Python cannot read your answer. Delete its lines that begin with ```"
    )
    assert Code.read('text = """\n```python\n"""').refusal == ""


def test_an_imports_cell_keeps_its_magic_beside_what_stands_in_for_the_library():
    replaced = without_library("import math\nfrom course.lessons import mixture\n%load_ext checks")
    assert replaced is not None
    assert "import math\n" in replaced
    assert "'load_ext', 'checks'" in replaced
    assert "from course" not in replaced.replace("from coursetools", "")


def test_code_that_nests_too_deep_cannot_run_and_imports_nothing():
    assert not imports_library("(" * 100_000 + "import attnlib")


def test_every_package_of_the_course_but_the_tools_is_one_that_answers_must_not_import():
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == {*OWN_PACKAGES, "coursetools"}
