"""`visible` as a mask for nn.MultiheadAttention: True means blocked."""

import numpy as np

from checks.catalogue.material.visible import TABLES, one_bool_each, row_by_row, some_visible
from checks.facts import Facts


def mha_mask(visible: some_visible):
    seen = visible.copy()
    mask = ~seen
    return mask


TASK = Facts(
    practises=("hand each of PyTorch's",),
    mistakes="mask-not-bool mask-additive pytorch",
    cases=TABLES,
    more_cases={
        "the example by hand": {"visible": np.array([[True, False], [True, True]])},
        "5 tokens that see themselves and the one before": {
            "visible": np.tri(5, dtype=bool) & ~np.tri(5, k=-2, dtype=bool)
        },
    },
    holds={
        "There is one True or False for each query and key.": one_bool_each,
        "As many entries are True as `visible` hides.": lambda mask, visible: (
            mask.sum() == (~visible).sum()
        ),
        "Each row speaks of the same query as in `visible`.": row_by_row,
    },
)

# %% mask-not-bool
return mask * 1.0

# %% mask-additive
# for hidden in -np.inf -1e9
return np.where(mask, hidden, 0)

# %% mha-mask-polarity
mask = seen

# %% return-in-loop
assert len(result) == 1
return mask[:1]
