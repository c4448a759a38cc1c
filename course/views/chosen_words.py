"""The word that was chosen stays chosen while its text changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from attnlib.words import folded
from course.views.controls import Control, buttons

PRONOUNS = frozenset({"it", "he", "she", "they", "him", "her", "them"})
State = Mapping[str, Any]


@dataclass
class ChosenWords:
    """Follows the controls of words from state to state.

    Attributes
    ----------
    controls : dict from str to Control
    start : dict from str to state
        To return to it is to choose its words.
    """

    controls: Mapping[str, Control]
    start: State
    _asked: dict[str, Any] = field(default_factory=dict)
    _fitted: dict[str, Any] = field(default_factory=dict)
    _wanted: dict[str, str] = field(default_factory=dict)

    def fitted(self, state: State) -> dict[str, Any]:
        """Move each choice to its word in the new text.

        If the word is gone, a word that replaces it is chosen, else the first pronoun, else the
        nearest place. The word that was chosen by hand is remembered, so it is chosen again when it
        comes back.

        Returns
        -------
        dict from str to state

        Raises
        ------
        SentenceError
            If there is no word in a text.

        Examples
        --------
        >>> from course.views.controls import controls_of, word_of
        >>> controls = controls_of(lambda t="as it was", w=1: None, {"t": str, "w": word_of("t")})
        >>> chosen = ChosenWords(controls, {"t": "as it was", "w": 1})
        >>> chosen.fitted({"t": "because it was", "w": 1})
        {'t': 'because it was', 'w': 1}
        >>> chosen.fitted({"t": "was it", "w": 1}), chosen.fitted({"t": "yes", "w": 1})
        ({'t': 'was it', 'w': 1}, {'t': 'yes', 'w': 0})
        """
        if state == self._fitted:
            return dict(state)
        fitted = dict(state)
        for name, words in buttons(self.controls, state).items():
            if self._chosen_by_hand(name, state):
                fitted[name] = max(0, min(int(state[name]), len(words) - 1))
                self._wanted[name] = folded(words)[fitted[name]]
            else:
                fitted[name] = self._place(name, folded(words))
        self._asked, self._fitted = dict(state), fitted
        return dict(fitted)

    def _chosen_by_hand(self, name: str, state: State) -> bool:
        """While someone types, the page may not know yet to which place the word has moved."""
        if not self._fitted or state == self.start:
            return True
        text = self.controls[name].form["of"]
        typed = state[text] != self._asked[text]
        return state[name] != self._fitted[name] and not (
            typed and state[name] == self._asked[name]
        )

    def _place(self, name: str, words: list[str]) -> int:
        last = int(self._fitted[name])
        found = [n for n, word in enumerate(words) if word == self._wanted[name]]
        if found:
            return min(found, key=lambda n: abs(n - last))
        before = folded(buttons(self.controls, self._fitted)[name])
        if words[:last] == before[:last] and words[last + 1 :] == before[last + 1 :]:
            return min(last, len(words) - 1)
        return next(
            (n for n, word in enumerate(words) if word in PRONOUNS), min(last, len(words) - 1)
        )
