"""For those who grade with nbgrader: our hidden cells go where nbgrader's own hidden tests go.

Copy this file into the folder of your nbgrader course, and the notebooks of `solutions/` into
`source/<assignment>/`. docs/GRADING.md says how, and what nbgrader can and cannot do here.
"""

from nbconvert.preprocessors import TagRemovePreprocessor
from nbgrader.converters import GenerateAssignment

c = get_config()  # noqa: F821 -- nbgrader defines it

c.TagRemovePreprocessor.enabled = True
c.TagRemovePreprocessor.remove_cell_tags = {"hidden"}
c.GenerateAssignment.preprocessors = [
    TagRemovePreprocessor,
    *GenerateAssignment.preprocessors.default_args[0],
]
