"""The lines of INI files: sections, comments and values, with the offsets of each value's text.

There is no standard; most programs agree on this: `;` and `#` begin a comment at the start of a line, ` ;`
after a value; quotes around a value are not part of it. Lines indented deeper than the key above them
continue its value, as in Python's configparser; comments and empty lines between them are not part of it. An
indented line with a key of its own (`NAME = value`) is another value for some programs and part of the same
value for others, so its key is kept in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.keyed.plural_families import KeyedEntry
from dragoman.formats.format import Reason

_LINE: Final = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
_SECTION: Final = re.compile(r"[ \t]*+\[([^\r\n]*?)\][ \t]*+(?:[;#][^\r\n]*+)?[\r\n]*+\Z")
_COMMENT: Final = re.compile(r"[ \t]*+(?:[;#][^\r\n]*+)?[\r\n]*+\Z")
_PROPERTY: Final = re.compile(r"([ \t]*+)([^=:\r\n]*+)([=:])[ \t]*+")
_SETS_A_KEY: Final = re.compile(r"[\w.\-]+(?:\[[\w.@\-]*\])?[ \t]*+=(?!=)")
_BEHIND: Final = re.compile(r"[ \t]+;|[ \t\r\n]+\Z")
_QUOTED: Final = re.compile(
    r"(?:\"([^\"\\\r\n]*+(?:\\[^\r\n][^\"\\\r\n]*+)*)\"|'([^'\r\n]*+)')[ \t]*+(?:[;#][^\r\n]*+)?[\r\n]*+\Z"
)
_WHOLE: Final = re.compile(r"(?:\"([^\r\n]*)\"|'([^\r\n]*)')[ \t]*+[\r\n]*+\Z")
_LANGUAGE_KEY: Final = re.compile(r".*\[[a-z]{2,3}(?:[_\-@][A-Za-z]{2,8}){0,2}\]", re.DOTALL)


def is_section(line: str) -> bool:
    """Whether a line is a section header."""
    return _SECTION.match(line) is not None


def read_entries(text: str) -> Iterator[KeyedEntry]:
    """Every value, in order."""
    section, position = "", 0
    last: _Value | None = None
    while position < len(text):
        found = _LINE.match(text, position)
        assert found is not None  # it matches anything
        line, start, position = found[0], position, found.end()
        if _COMMENT.match(line):
            continue
        title = _SECTION.match(line)
        deeper = last is not None and title is None and _indent(line) > last.indent
        if deeper and not _SETS_A_KEY.match(line, _indent(line)):
            assert last is not None  # less indented text is not part of it
            last.go_on(line, start)
            continue
        if last is not None:
            yield last.entry()
        section = title[1].strip() if title else section
        item = None if title else _PROPERTY.match(line)
        indent = last.indent if deeper and last is not None else _indent(line)
        last = _open(line, start, item, section, indent) if item is not None and item[2].strip() else None
    if last is not None:
        yield last.entry()


def contents(value: str) -> Iterator[tuple[int, int]]:
    """The offsets of the lines of a value without quotes, each without indentation.

    Comments are left out, and so is an empty first line.
    """
    position = 0
    while position < len(value):
        found = _LINE.match(value, position)
        assert found is not None  # it matches anything
        if position == 0 or not _COMMENT.match(found[0]):
            start, end = _content(found[0])
            if start < end:
                yield position + start, position + end
        position = found.end()


def fits_on_key_line(line: str) -> bool:
    """Whether a text without quotes on the line of its key is read back unchanged."""
    return line == line.strip() and not (_BEHIND.search(line) or _QUOTED.match(line) or _WHOLE.match(line))


def fits_on_own_line(line: str) -> bool:
    """Whether a text on an indented line of its own is read back unchanged."""
    return line == line.strip() and not (
        _BEHIND.search(line) or _COMMENT.match(line) or is_section(line) or _SETS_A_KEY.match(line)
    )


@dataclass(slots=True, kw_only=True)
class _Value:
    """A value whose lines are being read."""

    first: KeyedEntry
    indent: int  # of the key to which deeper lines belong
    lines: list[str] = field(default_factory=list)
    end: int = 0

    def go_on(self, line: str, start: int) -> None:
        """Add a further line, which begins at `start`; lines after a value in quotes are not part of it."""
        first, end = _content(line)
        if not self.first.style:
            self.lines.append(line[first:end])
            self.end = start + end

    def entry(self) -> KeyedEntry:
        """The entry of the whole value."""
        if not self.lines:
            return self.first
        lines = [self.first.text, *self.lines] if self.first.text else self.lines
        return self.first._replace(text="\n".join(lines), end=self.end)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _content(line: str) -> tuple[int, int]:
    """The offsets of the text of a line."""
    start = min(_indent(line), len(line.rstrip("\r\n")))
    behind = _BEHIND.search(line, start)
    return start, behind.start() if behind is not None else len(line)


def _open(line: str, start: int, item: re.Match[str], section: str, indent: int) -> _Value:
    key = item[2].strip()
    first, quotes = item.end(), ""
    value = line[first:]
    if (quoted := _QUOTED.match(value)) is not None or (quoted := _WHOLE.match(value)) is not None:
        quotes = value[0]
        end = first + quoted.end(1 if quotes == '"' else 2) + 1
        text = line[first + 1 : end - 1]
        if quotes == '"' and '\\"' in text:
            quotes, text = '"\\', text.replace('\\"', '"')
    else:
        behind = _BEHIND.search(value)
        end = len(line) if behind is None else first + behind.start()
        text = line[first:end]
    entry = KeyedEntry(
        text=text,
        start=start + first,
        end=start + end,
        key=key,
        above=section,
        style=quotes,
        key_start=start,
        key_end=start + len(item[1]) + len(key),
        reason=Reason.TRANSLATED if _LANGUAGE_KEY.fullmatch(key) else None,
    )
    return _Value(first=entry, indent=indent)
