"""Texts that formulas, rules and filters compare cells with: a cell with such a text is left alone.

`=COUNTIF(A:A,"Open")` would count nothing if the cells were translated; the same holds for a list of allowed
values in a validation rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dragoman.formats.units.values import has_letters
from dragoman.text_io.errors import ConversionFailed

_QUOTED: Final = re.compile(r"""'(?:[^']|'')*'|"((?:[^"]|"")*)\"""")
_ADDRESS: Final = re.compile(r"!\$?[A-Za-z]{1,3}\$?[0-9]")
_INDIRECT: Final = re.compile(r"\bINDIRECT\s*\(", re.IGNORECASE)
_CRITERIA: Final = re.compile(r"(?:(?:COUNT|SUM|AVERAGE|MAX|MIN)IFS?|LOOKUP|MATCH)\s*\(", re.IGNORECASE)
_WILDCARD: Final = re.compile(r"(~[*?~]|[*?])")
_MOST: Final = 500_000
_MOST_PATTERNS: Final = 20  # every text is compared with each
_LONGEST_FORMULA: Final = 20_000  # Excel allows 8,192 characters


class Literals:
    """The collected texts; upper and lower case are equal, as in Excel."""

    def __init__(self) -> None:
        self.address = False  # a formula has an address in a text, or builds one from texts
        self._texts: set[str] = set()
        self._patterns: dict[str, re.Pattern[str]] = {}  # with wildcards
        self._indirect = False

    def add(self, text: str) -> None:
        """Add a text that cells are compared with."""
        if has_letters(text):
            self._texts.add(text.casefold())
            if len(self._texts) > _MOST:
                raise ConversionFailed(
                    "The formulas of the workbook contain too many texts. Split the workbook."
                )

    def add_list(self, texts: str) -> None:
        """Add the list of allowed values of a rule."""
        for text in texts.split(","):
            self.add(text.strip())

    def add_formula(self, formula: str) -> None:
        """Add all texts in a formula."""
        if len(formula) > _LONGEST_FORMULA:
            return
        if '"' in formula:
            criteria = _CRITERIA.search(formula) is not None
            for found in _QUOTED.finditer(formula):
                if found[1]:
                    text = found[1].replace('""', '"')
                    self.add(text)
                    if text[0] in "<>=":  # a criterion: "<>Done"
                        text = text.lstrip("<>=")
                        self.add(text)
                    if criteria:
                        self._add_pattern(text)
                    self.address = self.address or _ADDRESS.search(text) is not None
        if _INDIRECT.search(formula):
            self._indirect = self.address = True

    def add_names(self, names: Iterable[str]) -> None:
        """Add names of sheets, tables and ranges, which formulas may build from texts of cells."""
        if self._indirect:
            for name in names:
                self.add(name)
                self.add(name.replace("_", " "))

    def has(self, text: str) -> bool:
        """Whether a cell with this text is left alone."""
        folded = text.strip().casefold()
        return folded in self._texts or any(p.fullmatch(folded) for p in self._patterns.values())

    def _add_pattern(self, text: str) -> None:
        """Add a criterion with wildcards: `North*`. One without letters does not depend on texts."""
        if has_letters(text) and ("*" in text or "?" in text) and len(self._patterns) < _MOST_PATTERNS:
            self._patterns[text] = _pattern(text.casefold())


def _pattern(text: str) -> re.Pattern[str]:
    """A regular expression for a criterion. Each star matches as little as possible: linear time."""
    mapped_segments = [""]
    for part in _WILDCARD.split(text):
        if part == "*":
            mapped_segments.append("")
        else:
            mapped_segments[-1] += "." if part == "?" else re.escape(part[1:] if part[:1] == "~" else part)
    first, *others = mapped_segments
    if others:
        *inner, last = others
        first += "".join(f"(?>.*?{mapped})" for mapped in inner) + f".*{last}"
    return re.compile(first, re.DOTALL)
