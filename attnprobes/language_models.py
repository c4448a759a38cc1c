"""Language models of `transformers`, causal or masked: words are numbers, rows are logits."""

import inspect
from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from typing import Any

import numpy as np

from attnlib.shapes import Bools, Floats
from attnprobes.modules import ModuleSubject
from attnprobes.subject import NotAsked, Subject
from attnprobes.tensors import TensorSubject

SPECIAL = 8
"""Words are drawn from this number on; padding, begin and end have smaller ones, or are excluded."""
CACHES = ("past_key_values", "cache_params")


class LanguageModel(TensorSubject):
    """A model from numbers of words to logits.

    With padding, it gets an attention mask and, if it takes them, positions that count the words
    alone, as `generate` does.

    Parameters
    ----------
    model : transformers.PreTrainedModel
    causal : bool
    shifts : bool, optional
        False if it adds positions and does not take them as an argument. By default, it is found
        out: whether it takes positions, or nowhere has any.
    """

    alike = False
    forms = ("0 and 1", "bool")

    def __init__(self, model: Any, *, causal: bool = True, shifts: bool | None = None) -> None:
        super().__init__(model)
        self.causal, self._form = causal, "0 and 1"
        self._takes = inspect.signature(model.forward).parameters
        self._first = self._first_position()
        self.shifts = self._shifts() if shifts is None else shifts

    def draw(self, n: int, seed: int = 0) -> Any:
        """Draw n numbers of words."""
        config = self.module.config
        most = min(int(config.get_text_config().vocab_size), 1000)
        numbers = [
            value
            for one in (config, config.get_text_config())
            for name, value in one.to_dict().items()
            if name.endswith(("token_id", "token_index"))
        ]
        free = np.setdiff1d(np.arange(min(SPECIAL, most // 2), most), [v for v in numbers if v])
        return np.random.default_rng(seed).choice(free, size=n)

    def read(self, texts: Any, real: Bools | None = None) -> Floats:
        """Read all texts together."""
        arguments = {} if real is None else self._masks(self._placed(real))
        with self._path():
            result = self.module(
                input_ids=self._placed(texts), **self._without_cache(), **arguments
            )
        return self._logits(result)

    def read_in_pieces(self, texts: Any, cuts: Sequence[int], real: Bools | None = None) -> Floats:
        """Hand the cache on, under the name that the model has for it."""
        name = next((name for name in CACHES if name in self._takes), None)
        if name is None or not self.causal:
            raise NotAsked("it takes no cache" if self.causal else "it reads texts at once")
        if real is not None and "attention_mask" not in self._takes:
            raise NotAsked("it takes no mask of padding")
        mask = self._placed(np.ones(texts.shape, bool) if real is None else real).long()
        places = None if self._first is None else self._places(mask)
        past, rows = None, []
        with self._path():
            for start, stop in pairwise([0, *cuts, texts.shape[1]]):
                more = {"attention_mask": mask[:, :stop]} if "attention_mask" in self._takes else {}
                if places is not None:
                    more["position_ids"] = places[:, start:stop]
                piece = self._placed(texts[:, start:stop])
                result = self.module(input_ids=piece, use_cache=True, **{name: past}, **more)
                past = getattr(result, name, None)
                if past is None:
                    raise NotAsked("it returns no cache")
                rows.append(self._logits(result))
        return np.concatenate(rows, axis=1)

    def plain(self) -> "LanguageModel":
        """Let the model compute attention in steps (eager) instead of the fused function."""
        if not getattr(self.module, "_supports_sdpa", False):
            raise NotAsked("it has no fused path")
        other = self._changed()
        other.module.set_attn_implementation("eager")
        return other

    def in_form(self, form: str) -> Subject:
        """Let the mask be True and False."""
        other = copy(self)
        other._form = form
        return other

    def _masks(self, real: Any) -> dict[str, Any]:
        if "attention_mask" not in self._takes:
            raise NotAsked("it takes no mask of padding")
        mask = real if self._form == "bool" else real.long()
        if self._first is None:
            return {"attention_mask": mask}
        return {"attention_mask": mask, "position_ids": self._places(real)}

    def _places(self, real: Any) -> Any:
        """Count the words alone, from the model's first position on."""
        assert self._first is not None
        return self._first + (real.long().cumsum(1) - 1).clamp(min=0)

    def _without_cache(self) -> dict[str, Any]:
        return {"use_cache": False} if "use_cache" in self._takes else {}

    def _first_position(self) -> int | None:
        """Find the number of the first position, which RoBERTa and its kin do not call 0."""
        if "position_ids" not in self._takes:
            return None
        words = self._placed(self.draw(4))[None]
        pad = getattr(self.module.config.get_text_config(), "pad_token_id", None)
        with self._path():
            usual = self._logits(self.module(input_ids=words, **self._without_cache()))
            for first in (0, *([] if pad is None else [int(pad) + 1])):
                places = self._placed(first + np.arange(4))[None]
                given = {"position_ids": places, **self._without_cache()}
                rows = self._logits(self.module(input_ids=words, **given))
                if np.allclose(rows, usual, rtol=1e-3, atol=1e-3 * float(np.abs(usual).max())):
                    return first
        return None

    def _shifts(self) -> bool:
        """Whether positions are an argument, or no part of it is called a position."""
        named = (*self.module.named_modules(), *self.module.named_parameters())
        return self._first is not None or not any("position" in name for name, _ in named)

    def _logits(self, result: Any) -> Floats:
        logits = getattr(result, "logits", None)
        if logits is None:
            logits = result[0]
        found: Floats = logits.detach().cpu().double().numpy()
        return found


def adapted(model: Any, **told: Any) -> Subject:
    """Make a subject of a model, or of one of its modules, which takes rows."""
    name = type(model).__name__
    if not hasattr(model, "config") or not hasattr(model, "get_input_embeddings"):
        return ModuleSubject(model, **told)
    told.setdefault("causal", "MaskedLM" not in name)
    return LanguageModel(model, **told)
