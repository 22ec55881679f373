"""Find the strings of a TOML text: a scanner that builds no tree.

Python's own parser checks that the text is TOML; the scanner relies on that.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.keyed.plural_families import KeyedEntry, check_entries, join_path
from dragoman.formats.format import Reason
from dragoman.formats.units.values import is_settings
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt

MOST_DEPTH: Final = 100
MOST_DOTS: Final = 50  # parts of one key
MOST_VALUES: Final = 1_500_000
_BLANK: Final = re.compile(r"(?>(?:[ \t\r\n]|#[^\n]*+)*)")
_KEY_PART: Final = r"(?:[A-Za-z0-9_\-]++|\"(?>(?:[^\"\\\n]++|\\.)*)\"|'[^'\n]*+')"
_KEY: Final = re.compile(rf"{_KEY_PART}(?>(?:[ \t]*+\.[ \t]*+{_KEY_PART})*)")
_PARTS: Final = re.compile(_KEY_PART)
_EQUALS: Final = re.compile(r"[ \t]*+=[ \t]*+")
_STRING: Final = re.compile(
    r'"""(?>(?:[^"\\]++|\\[\s\S]|"(?!""))*)"{3,5}|'
    r"'''(?>(?:[^']++|'(?!''))*)'{3,5}|"
    r'"(?>(?:[^"\\\n]++|\\.)*)"|'
    r"'[^'\n]*+'"
)
_SCALAR: Final = re.compile(r"[^\s,\]\}#\"'\[\{]++(?: \d[\d:.+\-Z]*+)?")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([ \t]*+\r?\n[ \t\r\n]*+)|([\s\S]))")
_LETTERS: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_DEEP: Final = re.compile(
    rf"(?:[\[\{{][ \t\r\n]*+){{{MOST_DEPTH},}}|(?:\.[ \t]*+[\w\-]{{1,99}}[ \t]*+){{{MOST_DOTS},}}"
)


@dataclass(slots=True, kw_only=True)
class TomlStrings:
    """All strings of a text in order, and their tables."""

    entries: list[KeyedEntry] = field(default_factory=list)
    branching: set[int] = field(default_factory=set)  # tables with values that are not strings
    is_data: bool = False  # there are values that are not strings, or tables in lists


def check(text: str) -> None:
    """Raise DocumentCorrupt, naming the line, unless a text is TOML."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"\((at [^()]{1,60})\)\Z", str(problem))
        where = f" {place[1]}" if place else ""
        raise DocumentCorrupt(f"This is not a TOML document: it is broken{where}.") from None
    except (RecursionError, ValueError):
        raise DocumentCorrupt("This is not a TOML document, or it is nested too deeply.") from None


def read_strings(text: str, *, checked: bool = False) -> TomlStrings:
    """Find every string; `checked`: the text is known to be TOML.

    Raises DocumentCorrupt, naming the line, and ConversionFailed.
    """
    if text.count(",") + text.count("=") > MOST_VALUES:
        message = f"The document has more than {MOST_VALUES} values; split it into several files."
        raise ConversionFailed(message)
    if _DEEP.search(text):
        raise DocumentCorrupt("The document is nested too deeply.")
    if not checked:
        check(text)
    return _Scanner(text).run()


def unquote(literal: str) -> str:
    """The text of a string."""
    wide = 3 if literal[:3] in ('"""', "'''") else 1
    body = literal[wide:-wide]
    if wide == 3:
        body = body.replace("\r\n", "\n").removeprefix("\n")
    if literal[0] == "'" or "\\" not in body:
        return body
    return _ESCAPE.sub(_meant, body)


def _meant(found: re.Match[str]) -> str:
    if found[1] or found[2]:
        return chr(int(found[1] or found[2], 16))
    return "" if found[3] else _LETTERS.get(found[4], found[4])


@dataclass(slots=True)
class _Level:
    """An open table, inline table or array."""

    is_table: bool
    number: int
    path: str
    key: str = ""
    key_start: int = -1
    key_end: int = -1
    count: int = 0
    left: bool = False


class _Scanner:
    """Scans a text from left to right, once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._tables = 0
        self._numbers: dict[str, int] = {}  # of the tables that have headers
        self._levels = [_Level(True, 0, "")]
        self._found = TomlStrings()

    def run(self) -> TomlStrings:
        """Scan the whole text."""
        while self._skip() < len(self._text):
            level = self._levels[-1]
            character = self._text[self._at]
            if len(self._levels) == 1 and character == "[":
                self._header()
            elif character in "]}":
                self._at += 1
                self._levels.pop()
            elif character == ",":
                self._at += 1
                level.count += 1
            elif level.is_table:
                self._key(level)
                self._value(level)
            else:
                self._value(level)
        return self._found

    def _skip(self) -> int:
        found = _BLANK.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return self._at

    def _broken(self) -> DocumentCorrupt:
        line = self._text.count("\n", 0, self._at) + 1
        return DocumentCorrupt(f"This is not a TOML document: it is broken at line {line}.")

    def _names(self) -> tuple[str, ...]:
        found = _KEY.match(self._text, self._at)
        if found is None:
            raise self._broken()
        self._at = found.end()
        return tuple(unquote(part) if part[0] in "\"'" else part for part in _PARTS.findall(found[0]))

    def _header(self) -> None:
        """`[table]` or `[[one of several]]`."""
        double = self._text.startswith("[[", self._at)
        self._at += 1 + double
        self._at += len(self._text[self._at : self._at + 99]) - len(
            self._text[self._at : self._at + 99].lstrip(" \t")
        )
        names = self._names()
        self._at = self._text.find("]", self._at) + 1 + double
        self._found.is_data |= double
        path = ""
        for name in names:
            above = self._numbers.setdefault(path, 0)
            self._found.branching.add(above)
            path = join_path(path, name)
        if double or path not in self._numbers:
            self._tables += 1
            self._numbers[path] = self._tables
        left = any(map(is_settings, names))
        self._levels = [_Level(True, self._numbers[path], path, left=left)]

    def _key(self, level: _Level) -> None:
        start = self._at
        *above, level.key = self._names()
        level.key_start, level.key_end = start, self._at
        if above:  # dotted: it is in another table
            level.key = ".".join([*above, level.key])
            self._found.branching.add(level.number)
        found = _EQUALS.match(self._text, self._at)
        if found is None:
            raise self._broken()
        self._at = found.end()

    def _value(self, level: _Level) -> None:
        text = self._text
        if (string := _STRING.match(text, self._at)) is not None:
            self._string(level, string)
        elif text[self._at] in "[{":
            is_table = text[self._at] == "{"
            self._at += 1
            if level.is_table:
                self._found.branching.add(level.number)
            else:
                self._found.is_data |= is_table
            self._tables += 1
            path = join_path(level.path, level.key if level.is_table else str(level.count))
            left = level.left or is_settings(level.key)
            key = "" if is_table else level.key
            self._levels.append(_Level(is_table, self._tables, path, key=key, left=left))
            if len(self._levels) > MOST_DEPTH:
                raise DocumentCorrupt("The document is nested too deeply.")
        elif (scalar := _SCALAR.match(text, self._at)) is not None:
            self._at = scalar.end()
            self._found.is_data = True
            if level.is_table:
                self._found.branching.add(level.number)
        else:
            raise self._broken()

    def _string(self, level: _Level, found: re.Match[str]) -> None:
        self._at = found.end()
        check_entries(self._found.entries)
        literal = found[0]
        wide = 3 if literal[:3] in ('"""', "'''") else 1
        self._found.entries.append(
            KeyedEntry(
                text=unquote(literal),
                start=found.start(),
                end=found.end(),
                key=level.key,
                above=level.path,
                place=-1 if level.is_table else level.count,
                owner=level.number if level.is_table else -1,
                style=literal[0] * wide,
                key_start=level.key_start if level.is_table else -1,
                key_end=level.key_end if level.is_table else -1,
                reason=Reason.KEY if level.left else None,
            )
        )
