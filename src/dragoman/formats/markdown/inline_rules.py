"""markdown-it's inline parser, which asks of each character only those rules that can begin with it.

The library asks all of its rules one after the other, so that a megabyte of brackets takes half a minute.
What is read is the same: the order of the rules stays, and every rule looks at its first character first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline

_Rule = Callable[[StateInline, bool], bool]

# Rule → the characters that it may begin with; what is not named here may begin with any.
_BEGINNINGS: Final[Mapping[str, str]] = {
    "newline": "\n",
    "template": "{[",
    "math": "$",
    "escape": "\\",
    "backticks": "`",
    "strikethrough": "~",
    "emphasis": "*_",
    "link": "[",
    "image": "!",
    "footnote_inline": "^",
    "footnote_ref": "[",
    "autolink": "<",
    "html_inline": "<",
    "entity": "&",
}


class IndexedInlineParser(ParserInline):
    """The inline parser. `settle` is called when all rules are known."""

    def __init__(self) -> None:
        super().__init__()
        self._at: dict[str, Sequence[_Rule]] = {}  # by first character
        self._elsewhere: Sequence[_Rule] = ()

    def settle(self) -> None:
        """Sort the rules by the characters that they begin with."""
        enabled = [(_BEGINNINGS.get(rule.name), rule.fn) for rule in self.ruler.__rules__ if rule.enabled]
        for character in set("".join(_BEGINNINGS.values())):
            self._at[character] = [rule for begins, rule in enabled if begins is None or character in begins]
        self._elsewhere = [rule for begins, rule in enabled if begins is None]

    def skipToken(self, state: StateInline) -> None:  # noqa: N802 # the library's name
        """Pass over one token without making it; what was found is remembered."""
        start = state.pos
        if start in state.cache:
            state.pos = state.cache[start]
            return
        if state.level < state.md.options["maxNesting"]:
            state.level += 1  # bounds how deep rules call this
            if not self._apply(state, silent=True):
                state.pos += 1
            state.level -= 1
        else:  # too deep: the rest of the block is no markup; as in the library
            state.pos = state.posMax + 1
        state.cache[start] = state.pos

    def tokenize(self, state: StateInline) -> None:
        """Make the tokens from the state's position on."""
        end = state.posMax
        deepest = state.md.options["maxNesting"]
        while state.pos < end:
            if state.level >= deepest or not self._apply(state, silent=False):
                state.append_pending(state.src[state.pos])
                state.pos += 1
        if state.pending:
            state.pushPending()

    def _apply(self, state: StateInline, *, silent: bool) -> bool:
        """Whether a rule took what stands at the position."""
        return any(rule(state, silent) for rule in self._at.get(state.src[state.pos], self._elsewhere))
