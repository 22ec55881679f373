"""Texts that formulas, rules and filters compare cells with: a cell that says the same stays as it is.

`=COUNTIF(A:A,"Open")` counts nothing any more when the cells say something else; so does a list of allowed
values that are written in its rule.
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
    """The texts so far; upper and lower case are the same, as for Excel."""

    def __init__(self) -> None:
        self.address = False  # an address is in a text, or put together from texts
        self._texts: set[str] = set()
        self._patterns: dict[str, re.Pattern[str]] = {}  # with wildcards
        self._indirect = False

    def add(self, text: str) -> None:
        """One text that cells are compared with."""
        if has_letters(text):
            self._texts.add(text.casefold())
            if len(self._texts) > _MOST:
                raise ConversionFailed(
                    "The formulas of the workbook hold too many texts. Split the workbook."
                )

    def add_list(self, texts: str) -> None:
        """Allowed values, as a rule lists them."""
        for text in texts.split(","):
            self.add(text.strip())

    def add_formula(self, formula: str) -> None:
        """All texts in a formula."""
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
        """Names of sheets, tables and ranges, which formulas may put together from texts of cells."""
        if self._indirect:
            for name in names:
                self.add(name)
                self.add(name.replace("_", " "))

    def has(self, text: str) -> bool:
        """Whether a cell with this text stays as it is."""
        folded = text.strip().casefold()
        return folded in self._texts or any(p.fullmatch(folded) for p in self._patterns.values())

    def _add_pattern(self, text: str) -> None:
        """A criterion with wildcards: `North*`. One without letters does not ask what a cell says."""
        if has_letters(text) and ("*" in text or "?" in text) and len(self._patterns) < _MOST_PATTERNS:
            self._patterns[text] = _pattern(text.casefold())


def _pattern(text: str) -> re.Pattern[str]:
    """What a criterion fits. Each star ends at the first place where it can, so that nothing takes long."""
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
