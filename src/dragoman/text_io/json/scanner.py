"""Find the strings of a JSON text: a scanner of RFC 8259 that builds no tree.

Comments and a comma before a closing bracket are accepted, as in editors' configuration files. Keys may occur
twice. The scanner does not decide which strings are translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from dragoman.text_io.errors import DocumentCorrupt, DocumentError

MOST_DEPTH: Final = 500
_LONGEST_PATH: Final = 300  # characters; of longer ones the end is kept

_PASSED: Final = frozenset({" ", "\t", "\n", "\r", "/"})  # how white space and comments begin
_BLANK: Final = re.compile(r"[ \t\n\r]*+")
_NUMBER: Final = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+\-]?[0-9]++)?"
_SCALAR: Final = re.compile(rf"{_NUMBER}|true\b|false\b|null\b")
_DULL: Final = re.compile(  # a stretch of a long array without strings
    rf"(?:(?:{_NUMBER}|true|false|null|\[[ \t\n\r]*+\]|\{{[ \t\n\r]*+\}})[ \t\n\r]*+,[ \t\n\r]*+){{1,500}}"
    r"(?=[\-0-9tfn\[{])"
)
_DECODER: Final = json.JSONDecoder()

TooMany: TypeAlias = Callable[[Iterable[tuple[str, str]]], DocumentError]


class NotJson(DocumentCorrupt):
    """The text is not JSON from an offset on; an unterminated token is reported at the end of the text."""

    def __init__(self, message: str, *, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class JsonString(NamedTuple):
    """A string value and its offsets in the text."""

    owner: int  # index of its container
    key: str  # in an array: the key of the array
    place: int  # in an array; -1 in an object
    key_start: int  # offsets of the key's quotes, and of the value's; an array has no keys: -1
    key_end: int
    start: int
    end: int
    text: str


@dataclass(slots=True, kw_only=True)
class JsonContainer:
    """An object or array with strings in it or below it."""

    parent: int  # -1: there is none
    key: str  # in its parent, or of the nearest array's; "" at the top
    path: str
    is_array: bool


@dataclass(slots=True, kw_only=True)
class JsonStrings:
    """All strings of a document in order, and their containers."""

    strings: list[JsonString] = field(default_factory=list)
    containers: list[JsonContainer] = field(default_factory=list)
    scalars: int = 0  # values that are not strings
    objects_in_arrays: bool = False


def scan_json(text: str, *, most: int, too_many: TooMany) -> JsonStrings:
    """Find every string. Raises `NotJson`, naming the line.

    With more than `most` strings it raises the error that `too_many` makes of the key and text of each
    string.
    """
    return _Scanner(text, most, too_many).run()


def path_of(scanned: JsonStrings, value: JsonString) -> str:
    """The path of a string, for people: `menu.items.3.label`."""
    owner = scanned.containers[value.owner].path if value.owner >= 0 else ""
    return _join(owner, value.key if value.place < 0 else str(value.place))


def _join(path: str, key: str) -> str:
    joined = f"{path}.{key}" if path else key
    return joined if len(joined) <= _LONGEST_PATH else "…" + joined[1 - _LONGEST_PATH :]


@dataclass(slots=True)
class _Level:
    """An open bracket."""

    is_array: bool
    key: str = ""  # of the member that is being read; of an array: its own
    key_start: int = -1
    key_end: int = -1
    count: int = 0  # of members read
    container: int = -1  # its index, once it is known to hold a string


class _Scanner:
    """Scan a text from left to right, once."""

    def __init__(self, text: str, most: int, too_many: TooMany) -> None:
        self._text = text
        self._most = most
        self._too_many = too_many
        self._at = 0
        self._levels: list[_Level] = []
        self._keys: dict[str, str] = {}  # one object for equal keys
        self._found = JsonStrings()

    def run(self) -> JsonStrings:
        """Scan the whole text."""
        self._skip()
        while self._value() or self._next():
            pass
        self._skip()
        if self._at < len(self._text):
            raise self._broken("there is text after the end of the document")
        return self._found

    def _value(self) -> bool:
        """Read a value, of an object or array only its beginning; whether another value follows at once."""
        character = self._text[self._at : self._at + 1]
        if character == '"':
            self._add_string()
        elif character and character in "{[":
            return self._open(character)
        else:
            match = _SCALAR.match(self._text, self._at)
            if match is None:
                raise self._broken("a value is missing or misspelt")
            self._at = match.end()
            self._found.scalars += 1
        return False

    def _open(self, bracket: str) -> bool:
        if len(self._levels) >= MOST_DEPTH:
            raise self._broken(f"it is nested more than {MOST_DEPTH} levels deep")
        level = _Level(bracket == "[")
        if self._levels:
            if self._levels[-1].is_array and not level.is_array:
                self._found.objects_in_arrays = True
            level.key = self._levels[-1].key if level.is_array else ""
        self._levels.append(level)
        self._at += 1
        self._skip()
        return self._member(level)

    def _next(self) -> bool:
        """After a value: read commas and closing brackets; whether another value follows."""
        while self._levels:
            self._skip()
            level = self._levels[-1]
            level.count += 1
            character = self._text[self._at : self._at + 1]
            if character == ",":
                self._at += 1
                self._skip()
                if self._member(level):
                    return True
            elif character == ("]" if level.is_array else "}"):
                self._at += 1
                self._levels.pop()
            else:
                raise self._broken("a comma or a closing bracket is missing")
        return False

    def _member(self, level: _Level) -> bool:
        """Read up to a member's value; False: the bracket closed instead."""
        text = self._text
        if text[self._at : self._at + 1] == ("]" if level.is_array else "}"):
            self._at += 1
            self._levels.pop()
            return False
        if level.is_array:
            if (run := _DULL.match(text, self._at)) is not None:
                commas = text.count(",", self._at, run.end())
                self._at = run.end()
                level.count += commas
                self._found.scalars += commas
            return True
        if text[self._at : self._at + 1] != '"':
            raise self._broken("a key in double quotes is missing")
        level.key_start = self._at
        key = self._string()
        level.key = self._keys.setdefault(key, key)
        level.key_end = self._at
        self._skip()
        if text[self._at : self._at + 1] != ":":
            raise self._broken("the colon after a key is missing")
        self._at += 1
        self._skip()
        return True

    def _string(self) -> str:
        try:
            value, self._at = _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as problem:
            self._at = min(problem.pos, len(self._text))
            if problem.msg.startswith("Unterminated"):
                raise self._broken("a string is not closed", offset=len(self._text)) from None
            raise self._broken("a string has a character or an escape that JSON does not allow") from None
        assert isinstance(value, str)
        return value

    def _add_string(self) -> None:
        start = self._at
        text = self._string()
        if len(self._found.strings) >= self._most:
            raise self._too_many((value.key, value.text) for value in self._found.strings)
        if not self._levels:
            self._found.strings.append(JsonString(-1, "", -1, -1, -1, start, self._at, text))
            return
        level = self._levels[-1]
        if level.container < 0:
            self._register()
        place = level.count if level.is_array else -1
        keys = (level.key_start, level.key_end) if not level.is_array else (-1, -1)
        value = JsonString(level.container, level.key, place, *keys, start, self._at, text)
        self._found.strings.append(value)

    def _register(self) -> None:
        """Give the open brackets their indexes among the containers."""
        parent, path = -1, ""
        for depth, level in enumerate(self._levels):
            above = self._levels[depth - 1] if depth else None
            if level.container < 0:
                name = "" if above is None else str(above.count) if above.is_array else above.key
                path = _join(path, name) if above is not None else ""
                level.container = len(self._found.containers)
                key = "" if above is None else above.key
                container = JsonContainer(parent=parent, key=key, path=path, is_array=level.is_array)
                self._found.containers.append(container)
            parent, path = level.container, self._found.containers[level.container].path

    def _skip(self) -> None:
        """Skip white space and comments."""
        text = self._text
        if text[self._at : self._at + 1] not in _PASSED:
            return
        while True:
            blank = _BLANK.match(text, self._at)
            assert blank is not None
            self._at = blank.end()
            opening = text[self._at : self._at + 2]
            if opening == "//":
                end = text.find("\n", self._at)
                self._at = len(text) if end < 0 else end
            elif opening == "/*":
                end = text.find("*/", self._at + 2)
                if end < 0:
                    raise self._broken("a comment is not closed", offset=len(text))
                self._at = end + 2
            else:
                return

    def _broken(self, what: str, *, offset: int | None = None) -> NotJson:
        line = self._text.count("\n", 0, self._at) + 1
        column = self._at - self._text.rfind("\n", 0, self._at)
        message = f"This is not a JSON document: at line {line}, column {column}, {what}."
        return NotJson(message, offset=self._at if offset is None else offset)
