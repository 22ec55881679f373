"""Write JSON as Xcode does, in the layout of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman.formats.xcstrings.catalog import CatalogEntry, CatalogMember, StringCatalog, VerbatimNumber
from dragoman.text_io.json.literals import JsonStringStyle, write_json_string
from dragoman.text_io.splice import Replacement

_BEFORE: Final = re.compile(r"[ \t]*\Z")
_SCALARS: Final = {True: "true", False: "false", None: "null"}
_LOCALIZATIONS: Final = "localizations"


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogLayout:
    """The layout of a catalog."""

    text: str
    style: JsonStringStyle
    step: str  # of indentation
    newline: str  # "": all in one line
    colon: str

    def localization(self, entry: CatalogEntry, language: str, value: Mapping[str, Any]) -> Replacement:
        """Insert a language's localization into a string, or replace the old one."""
        for member in entry.languages:
            if member.key == language:
                return Replacement(member.start, member.end, self._dump(value, self._indent(member)))
        if entry.localizations is not None:
            return self._insert(entry.localizations, entry.languages, language, value)
        return self._insert(entry.place, entry.members, _LOCALIZATIONS, {language: value})

    def _insert(
        self, place: CatalogMember, members: Sequence[CatalogMember], key: str, value: Mapping[str, Any]
    ) -> Replacement:
        """A new member of an object, in Xcode's order."""
        if not members:
            return Replacement(place.start, place.end, self._dump({key: value}, self._indent(place)))
        keys = [member.key for member in members]
        at = (
            next((n for n, other in enumerate(keys) if other > key), len(keys))
            if keys == sorted(keys)
            else -1
        )
        following = members[at] if 0 <= at < len(members) else None
        beside = following or members[-1]
        indent = self._indent(beside)
        written = write_json_string(key, self.style, like="") + self.colon + self._dump(value, indent)
        blank = f"{self.newline}{indent}" if self.newline else ""
        if following is not None:
            return Replacement(following.at, following.at, f"{written},{blank}")
        return Replacement(beside.end, beside.end, f",{blank}{written}")

    def _indent(self, member: CatalogMember) -> str:
        start = max(0, member.at - 200)
        found = _BEFORE.search(self.text, start, member.at)
        return found[0] if found is not None and self.newline else ""

    def _dump(self, value: Any, indent: str) -> str:
        if isinstance(value, VerbatimNumber):
            return value
        if isinstance(value, str):
            return write_json_string(value, self.style, like="")
        if isinstance(value, dict):
            items = [
                write_json_string(key, self.style, like="")
                + self.colon
                + self._dump(item, indent + self.step)
                for key, item in value.items()
            ]
            return self._bracket("{", items, "}", indent)
        if isinstance(value, list):
            return self._bracket("[", [self._dump(item, indent + self.step) for item in value], "]", indent)
        return _SCALARS[value]

    def _bracket(self, opening: str, items: Sequence[str], closing: str, indent: str) -> str:
        if not self.newline:
            return opening + ",".join(items) + closing
        inner = indent + self.step
        lines = f",{self.newline}".join(inner + item for item in items)
        return f"{opening}{self.newline}{lines}{self.newline}{indent}{closing}"


def read_layout(catalog: StringCatalog, style: JsonStringStyle) -> CatalogLayout:
    """Detect the layout of a catalog by its first member."""
    first = catalog.top[0]
    before = catalog.text[: first.at]
    blank = before[before.rindex("{") + 1 :]
    newline = "\r\n" if "\r\n" in blank else "\n" if "\n" in blank else ""
    return CatalogLayout(
        text=catalog.text,
        style=style,
        step=blank.rpartition("\n")[2] or ("  " if newline else ""),
        newline=newline,
        colon=catalog.text[first.key_end : first.start],
    )
