"""`visible` as a mask for scaled_dot_product_attention: True means visible."""

from attnlib.practice.families.arguments import ARGUMENTS
from attnlib.practice.families.mask import KIND
from attnlib.practice.families.pytorch import READING, SDPA_POLARITY
from attnlib.practice.families.result import RESULT
from attnlib.practice.family import Family
from attnlib.practice.lessons.pytorch.mha_mask import additive, mask, mask_probes, mask_properties
from attnlib.practice.task import Task
from attnlib.torch_bridge import sdpa_mask

SPOILT = Family(
    "spoilt",
    {},
    (
        RESULT["extra-axis"].by({"kind.returned": lambda mask: mask[None, None]}),
        RESULT["return-missing"].by({"kind.returned": lambda mask: None}),
    ),
)

TASK = Task(
    reference=sdpa_mask,
    order=(7, 6),
    practises=("hand each of PyTorch's",),
    pipeline=mask,
    families=(READING, KIND, additive(False), SDPA_POLARITY, SPOILT, ARGUMENTS),
    probes=mask_probes,
    properties=mask_properties(False, "As many entries are True as `visible` shows."),
)
