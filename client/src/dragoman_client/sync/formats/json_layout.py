"""How a JSON file is laid out, so that it is written the same way again."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

_STRING: Final = r'"(?:\\.|[^"\\])*"'
_LEXEME: Final = re.compile(rf"{_STRING}|[{{}}\[\],:\n]")
_INDENT: Final = re.compile(r"\n([ \t]+)\S")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

Place: TypeAlias = tuple[str | int, ...]  # the keys and numbers that lead to a value


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLayout:
    """Indentation, line ends and escapes of a file, and what is in one line of it."""

    indent: str
    in_one_line: Collection[Place]  # objects and lists
    has_short_lists: bool  # whether new lists of plain values are in one line
    is_ascii: bool  # whether other characters are escaped
    line_end: str
    mark: bytes
    end: str  # white space after the value

    @classmethod
    def of(cls, data: bytes) -> Self:
        """The layout of a file, which must be JSON in UTF-8."""
        text = data.decode("utf-8-sig")
        indent = _INDENT.search(re.sub(_STRING, '""', text))
        lists, short = _read_places(text)
        return cls(
            indent=indent[1] if indent else "  ",
            in_one_line=short,
            has_short_lists=bool(lists & short),
            is_ascii=text.isascii() and "\\u" in text,
            line_end="\r\n" if "\r\n" in text else "\n",
            mark=_BYTE_ORDER_MARK if data.startswith(_BYTE_ORDER_MARK) else b"",
            end=text[len(text.rstrip()) :],
        )

    def dump(self, value: Any) -> bytes:
        """A value in this layout."""
        text = "".join(self._parts(value, (), self.line_end))
        return self.mark + (text + self.end).encode("utf-8", "surrogatepass")

    def _parts(self, value: Any, place: Place, line: str) -> Iterator[str]:
        """A value that begins in a line of this indentation."""
        inner = line + self.indent
        if not value or not isinstance(value, Mapping | list) or self._is_short(value, place):
            yield self._in_one_line(value)
        elif isinstance(value, Mapping):
            yield "{"
            for index, (name, one) in enumerate(value.items()):
                yield f"{',' if index else ''}{inner}{self._in_one_line(name)}: "
                yield from self._parts(one, (*place, name), inner)
            yield line + "}"
        else:
            yield "["
            for index, one in enumerate(value):
                yield f"{',' if index else ''}{inner}"
                yield from self._parts(one, (*place, index), inner)
            yield line + "]"

    def _is_short(self, value: Any, place: Place) -> bool:
        if place in self.in_one_line:
            return True
        is_plain = isinstance(value, list) and not any(isinstance(one, dict | list) for one in value)
        return self.has_short_lists and is_plain

    def _in_one_line(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=self.is_ascii)


@dataclass(slots=True)
class _Open:
    """An object or list that is being read."""

    place: Place
    is_list: bool
    now: str | int  # the key or number of the member that comes
    has_lines: bool = False


def _read_places(text: str) -> tuple[set[Place], set[Place]]:
    """Where lists that are not empty are in a JSON text, and where what is in one line."""
    lists: set[Place] = set()
    short: set[Place] = set()
    inside: list[_Open] = []
    string = ""
    for found in _LEXEME.finditer(text):
        lexeme = found[0]
        if lexeme in {"{", "["}:
            place = (*inside[-1].place, inside[-1].now) if inside else ()
            inside.append(_Open(place, lexeme == "[", 0))
        elif lexeme in {"}", "]"}:
            closed = inside.pop()
            if closed.is_list and text[found.start() - 1] != "[":
                lists.add(closed.place)
            if not closed.has_lines:
                short.add(closed.place)
        elif lexeme == "\n":
            for one in inside:
                one.has_lines = True
        elif lexeme == ",":
            if inside[-1].is_list:
                inside[-1].now = int(inside[-1].now) + 1
        elif lexeme == ":":
            inside[-1].now = json.loads(string)
        else:
            string = lexeme
    return lists, short
