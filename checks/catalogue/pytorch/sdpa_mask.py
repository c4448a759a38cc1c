"""`visible` as a mask for scaled_dot_product_attention: True means visible."""

from attnlib.torch_bridge import sdpa_mask
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import KIND
from checks.catalogue.families.pytorch import READING, SDPA_POLARITY
from checks.catalogue.families.result import RESULT
from checks.catalogue.pytorch.mha_mask import additive, mask, mask_probes, mask_properties
from checks.family import Family
from checks.task import Task

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
