"""Quoting in ICU messages: text is written so that it is read as text, quoted as in its source.

`'{0}'` and `'{'0'}'` mean the same to a program, and `''` may be a needless `'`: a translation keeps the
spelling of what it takes over from its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from dragoman.messages.icu import MOST_SPELLINGS, OTHER, Apostrophes, parse_message
from dragoman.messages.icu_model import Argument, IcuChoice, Literal

Spellings: TypeAlias = "tuple[tuple[str, str], ...]"  # what is meant, and how it is written with its quotes

_LONGEST: Final = 20_000  # characters of a text that keeps its source's quoting
_FOLLOWED: Final = "{x}"  # an example of a code that follows a text
_SPECIAL: Final = {  # what must be quoted, and apostrophes that would quote; by whether `#` has a meaning
    False: re.compile(r"[{}]['{}]*+|'++(?=[{}<]|\Z)|''++"),
    True: re.compile(r"[{}#]['{}#]*+|'++(?=[{}<#]|\Z)|''++"),
}
_WHOLE: Final = re.compile(r"'\{[^']*(?<=\})'")  # a literal in braces with one pair of quotes
_QUOTED_BEFORE: Final = ("", "{", "}", "<", "#")  # an apostrophe before these would or may quote


def quote(text: str, apostrophes: Apostrophes, *, counted: bool = False, tags: bool = True) -> str:
    """Write text of a message so that it is read as nothing else.

    `counted`: in a plural branch, where `#` is a number. `tags`: FormatJS takes an apostrophe before `<` for
    a quote; doubled it is one apostrophe everywhere.
    """
    if apostrophes is Apostrophes.NONE:
        return text

    def protect(found: re.Match[str]) -> str:
        run = found[0]
        if run[0] != "'":
            return "'" + run.replace("'", "''") + "'"
        if not tags and len(run) == 1 and text[found.end() : found.end() + 1] == "<":
            return run
        return run.replace("'", "''")

    if apostrophes is Apostrophes.REQUIRED:
        special = re.compile(r"[{}#]['{}#]*+|'++") if counted else re.compile(r"[{}]['{}]*+|'++")
        return special.sub(protect, text)
    return _SPECIAL[counted].sub(protect, text)


class Quoting:
    """Writes the texts of one segment, in order, with the quotes that its source has."""

    def __init__(
        self, spellings: Spellings, apostrophes: Apostrophes, *, counted: bool, tags: bool = True
    ) -> None:
        self._apostrophes = apostrophes
        self._counted = counted
        self._tags = tags
        self._left: dict[str, list[str]] = {}
        for meant, raw in reversed(spellings[:MOST_SPELLINGS]):  # the first is the last to be popped
            self._left.setdefault(meant, []).append(raw)
        if apostrophes is Apostrophes.REQUIRED or set(self._left.get("'", ())) <= {"'"}:
            self._left.pop("'", None)  # there is but one way, or the usual one
        whole = any(_WHOLE.fullmatch(raw) for _, raw in spellings)
        self._pattern = _pattern_of(self._left, whole=whole)

    def write(self, text: str) -> str:
        """Write the next text."""
        plain = self._quote(text)
        if self._pattern is None or self._apostrophes is Apostrophes.NONE or len(text) > _LONGEST:
            return plain
        pieces: list[str] = []
        position = 0
        for found in self._pattern.finditer(text):
            pieces += [
                self._quote(text[position : found.start()]),
                self._spelled(found[0], text[found.end() :][:1]),
            ]
            position = found.end()
        pieces.append(self._quote(text[position:]))
        written = "".join(pieces)
        return written if self._is_read_as(written, text) else plain

    def _quote(self, text: str) -> str:
        return quote(text, self._apostrophes, counted=self._counted, tags=self._tags)

    def _spelled(self, meant: str, following: str) -> str:
        """How the source spells it; the last way where it has fewer of them."""
        spellings = self._left.get(meant)
        if spellings is None:
            return f"'{meant}'"
        raw = spellings.pop() if len(spellings) > 1 else spellings[0]
        return "''" if raw == "'" and following in _QUOTED_BEFORE else raw

    def _is_read_as(self, written: str, text: str) -> bool:
        """Whether a parser finds the text, and nothing else, also in a branch and before any code."""
        kind = "plural" if self._counted else "select"
        whole = f"{{x, {kind}, {OTHER} {{{written}{_FOLLOWED}}}}}"
        branch = (Literal(text), Argument(_FOLLOWED))
        return parse_message(whole, self._apostrophes) == (IcuChoice("x", kind, "", ((OTHER, branch),)),)


def _pattern_of(spelled: Iterable[str], *, whole: bool) -> re.Pattern[str] | None:
    """What is written otherwise than by `quote`: longer ones first, words only as whole words."""
    choices = list(map(_bounded, sorted(spelled, key=len, reverse=True)))
    if whole:
        choices.append(r"\{[^{}']*+\}")
    return re.compile("|".join(choices)) if choices else None


def _bounded(meant: str) -> str:
    first, last = (r"\b" if letter.isalnum() else "" for letter in (meant[0], meant[-1]))
    return f"{first}{re.escape(meant)}{last}"
