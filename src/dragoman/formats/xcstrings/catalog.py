"""Find the strings of a catalog and their localizations: JSON read by offset, one string at a time.

Only values that are used are built; everything is checked to be JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, NoReturn

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt

MOST_STRINGS: Final = 250_000
_BLANK: Final = re.compile(r"[ \t\n\r]*+")


class VerbatimNumber(str):
    """A number as written in the file."""

    __slots__ = ()


def _refuse(_: str) -> NoReturn:
    raise ValueError


_DECODER: Final = json.JSONDecoder(
    parse_int=VerbatimNumber, parse_float=VerbatimNumber, parse_constant=_refuse
)
_CHECKER: Final = json.JSONDecoder(  # the same, but builds nothing
    parse_int=len, parse_float=len, parse_constant=_refuse, object_pairs_hook=lambda _: None
)


class CatalogMember(NamedTuple):
    """A member of an object, with its offsets and those of its value."""

    key: str
    at: int  # of the key's quotes
    key_end: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogEntry:
    """One string of the catalog."""

    place: CatalogMember
    members: tuple[CatalogMember, ...]
    values: Mapping[str, Any] = field(repr=False)  # by key, `localizations` left out
    languages: tuple[CatalogMember, ...]  # the members of `localizations`
    localizations: CatalogMember | None


class StringCatalog:
    """A catalog. Raises DocumentCorrupt, naming the line."""

    def __init__(self, text: str) -> None:
        reader = CatalogReader(text)
        self.text = text
        self.top = tuple(reader.members(reader.skip(0), whole=True))
        found = {member.key: member for member in self.top}
        language = reader.value(found["sourceLanguage"]) if "sourceLanguage" in found else None
        if not isinstance(language, str) or not language or "strings" not in found:
            raise DocumentCorrupt("This is not a string catalog: it has no source language or no strings.")
        self.language: str = language
        self._strings = found["strings"]
        self._reader = reader

    def entries(self) -> Iterator[CatalogEntry]:
        """Its strings, in order."""
        return _entries(self._reader, self._strings)

    def value(self, member: CatalogMember) -> Any:
        """The value of a member; its numbers are `VerbatimNumber`."""
        return self._reader.value(member)


def _entries(reader: CatalogReader, strings: CatalogMember) -> Iterator[CatalogEntry]:
    for number, member in enumerate(reader.members(strings.start), start=1):
        if number > MOST_STRINGS:
            raise ConversionFailed(f"The catalog has more than {MOST_STRINGS} strings; split it.")
        if reader.text[member.start] != "{":
            raise reader.broken(member.start, "a string of the catalog is not an object")
        members = tuple(reader.members(member.start))
        where = next((m for m in members if m.key == "localizations" and reader.text[m.start] == "{"), None)
        yield CatalogEntry(
            place=member,
            members=members,
            values={m.key: reader.value(m) for m in members if m.key != "localizations"},
            languages=tuple(reader.members(where.start)) if where is not None else (),
            localizations=where,
        )


class CatalogReader:
    """Reads values at offsets of a text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def members(self, at: int, *, whole: bool = False) -> Iterator[CatalogMember]:
        """The members of the object that begins at `at`; `whole`: nothing may follow it."""
        text = self.text
        if text[at : at + 1] != "{":
            raise self.broken(at, "an object is missing")
        at = self.skip(at + 1)
        closed = text[at : at + 1] == "}"
        while not closed:
            if text[at : at + 1] != '"':
                raise self.broken(at, "a key in double quotes is missing")
            key, key_end = self._decode(at)
            colon = self.skip(key_end)
            if text[colon : colon + 1] != ":":
                raise self.broken(colon, "the colon after a key is missing")
            start = self.skip(colon + 1)
            _, end = self._decode(start, _CHECKER)
            yield CatalogMember(key, at, key_end, start, end)
            at = self.skip(end)
            closed = text[at : at + 1] == "}"
            if not closed:
                if text[at : at + 1] != ",":
                    raise self.broken(at, "a comma or a closing bracket is missing")
                at = self.skip(at + 1)
        if whole and self.skip(at + 1) < len(text):
            raise self.broken(at, "there is text after the end of the document")

    def value(self, member: CatalogMember) -> Any:
        """The value of a member; its numbers are `VerbatimNumber`."""
        return self._decode(member.start)[0]

    def skip(self, at: int) -> int:
        """The offset after the white space at `at`."""
        found = _BLANK.match(self.text, at)
        assert found is not None
        return found.end()

    def broken(self, at: int, what: str) -> DocumentCorrupt:
        """An error that names the line."""
        line = self.text.count("\n", 0, at) + 1
        return DocumentCorrupt(f"This is not a string catalog: at line {line}, {what}.")

    def _decode(self, at: int, decoder: json.JSONDecoder = _DECODER) -> tuple[Any, int]:
        try:
            return decoder.raw_decode(self.text, at)
        except json.JSONDecodeError as problem:
            raise self.broken(problem.pos, "a value is missing, misspelt or has no end") from None
        except ValueError:
            raise self.broken(at, "a value is not JSON") from None
        except RecursionError:
            raise self.broken(at, "it is nested too deep") from None
