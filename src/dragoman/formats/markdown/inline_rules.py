"""markdown-it's inline parser, indexed: for each character it tries only the rules that can begin with it.

The library tries all of its rules at every position, so that a megabyte of brackets takes half a minute. The
result is the same: the order of the rules is kept, and every rule checks its first character first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline

_Rule = Callable[[StateInline, bool], bool]

# Rule → the characters that it may begin with; other rules may begin with any.
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
    """The inline parser. Call `settle` when all rules are added."""

    def __init__(self) -> None:
        super().__init__()
        self._at: dict[str, Sequence[_Rule]] = {}  # by first character
        self._elsewhere: Sequence[_Rule] = ()

    def settle(self) -> None:
        """Index the rules by the characters that they begin with."""
        enabled = [(_BEGINNINGS.get(rule.name), rule.fn) for rule in self.ruler.__rules__ if rule.enabled]
        for character in set("".join(_BEGINNINGS.values())):
            self._at[character] = [rule for begins, rule in enabled if begins is None or character in begins]
        self._elsewhere = [rule for begins, rule in enabled if begins is None]

    def skipToken(self, state: StateInline) -> None:  # noqa: N802 # the library's name
        """Skip one token without creating it; the result is cached."""
        start = state.pos
        if start in state.cache:
            state.pos = state.cache[start]
            return
        if state.level < state.md.options["maxNesting"]:
            state.level += 1  # bounds how deep rules call this
            if not self._apply(state, silent=True):
                state.pos += 1
            state.level -= 1
        else:  # too deep: the rest of the block is text, as in the library
            state.pos = state.posMax + 1
        state.cache[start] = state.pos

    def tokenize(self, state: StateInline) -> None:
        """Create the tokens from the state's position on."""
        end = state.posMax
        deepest = state.md.options["maxNesting"]
        while state.pos < end:
            if state.level >= deepest or not self._apply(state, silent=False):
                state.append_pending(state.src[state.pos])
                state.pos += 1
        if state.pending:
            state.pushPending()

    def _apply(self, state: StateInline, *, silent: bool) -> bool:
        """Whether a rule matched at the position."""
        return any(rule(state, silent) for rule in self._at.get(state.src[state.pos], self._elsewhere))
