"""Read the messages of a PO text line by line, each with the offsets of its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.format import LONGEST_NOTE
from dragoman.formats.po.strings import USUAL_WIDTH, PoLineBreaks, find_bodies, unescape
from dragoman.formats.units.notes import join_notes
from dragoman.text_io.errors import DocumentCorrupt

_LINE: Final = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")
_KEYWORD: Final = re.compile(
    r"\s*+(msgctxt|msgid_plural|msgid|msgstr|domain)(?:\s*+\[\s*+(\d{1,3})\s*+\])?\s*+"
)
_MOST_COLUMNS: Final = 200
_MOST_COMMENTS: Final = 100  # lines of comments of one message that are kept


@dataclass(slots=True, kw_only=True)
class PoField:
    """A keyword and its strings: text[start:end] with the last line's end."""

    keyword: str  # as written, up to the first quote
    number: int  # n of msgstr[n]; -1 without brackets
    start: int
    end: int
    bodies: list[str] = field(default_factory=list)  # still escaped


@dataclass(slots=True, kw_only=True)
class PoEntry:
    """One message."""

    line: int  # of its first keyword, from 1
    start: int  # offset of that line
    context: str | None = None
    source: str | None = None
    plural: str | None = None
    translations: list[tuple[PoField, str]] = field(default_factory=list)
    flags: tuple[str, ...] = ()
    flag_lines: list[tuple[int, int]] = field(default_factory=list)  # offsets
    note: str = ""  # for translators, from programmers or other translators

    @property
    def is_header(self) -> bool:
        """Whether it is the header of the file."""
        return self.source == "" and self.context is None

    @property
    def fuzzy(self) -> bool:
        """Whether its translation is marked fuzzy."""
        return "fuzzy" in self.flags


class PoCatalogue:
    """A PO text. Iterating gives its entries; statistics are complete after the iteration."""

    def __init__(self, text: str, encoding: str) -> None:
        self._text = text
        self._encoding = encoding
        self.obsolete = 0  # entries commented out with `#~`
        self._widest_break = 0  # columns of lines that are broken where the text has no line end
        self._longest = 0  # columns of lines that could have been broken
        self._inner_ends = False

    def __iter__(self) -> Iterator[PoEntry]:
        """The entries, including the header. Raises DocumentCorrupt, naming the line."""
        self.obsolete = 0
        builder = _Builder(self._encoding)
        for number, found in enumerate(_LINE.finditer(self._text), start=1):
            line = found[0]
            mark = line.lstrip()[:2]
            if mark[:1] == '"':
                bodies = find_bodies(line)
                if builder.current is None or bodies is None:
                    raise _broken(number, "a string is not allowed here, or is not closed")
                builder.current.bodies += bodies
                builder.current.end = found.end()
            elif not mark or mark[0] == "#":
                if builder.complete:
                    yield self._finish(builder, number)
                    builder = _Builder(self._encoding)
                if mark == "#." or (mark and (mark == "#" or mark[1].isspace())):
                    builder.comment(line)
                elif mark == "#,":
                    builder.flag_lines.append(found.span())
                    builder.flags += [flag.strip() for flag in line.strip()[2:].split(",")]
                elif mark == "#~":
                    self.obsolete += line.lstrip()[2:].lstrip().startswith("msgid ")
                    builder.comments.clear()  # they belong to the obsolete message
            else:
                keyword = _KEYWORD.match(line)
                if keyword is None:
                    raise _broken(number, "there is neither a keyword, a string nor a comment")
                if builder.begins_anew(keyword[1]):
                    yield self._finish(builder, number)
                    builder = _Builder(self._encoding)
                builder.add(keyword, line, found.start(), number)
        if not builder.empty:
            yield self._finish(builder, 0)

    def layout(self) -> PoLineBreaks:
        """How the file breaks lines, by the entries read so far."""
        breaks = not self._inner_ends
        if self._widest_break:
            rounded = -(-self._widest_break // 10) * 10  # the widest line seldom fills the margin
            width = rounded if rounded > USUAL_WIDTH + 1 else USUAL_WIDTH
            return PoLineBreaks(width=min(width, _MOST_COLUMNS), breaks=breaks)
        return PoLineBreaks(width=None if self._longest > USUAL_WIDTH + 1 else USUAL_WIDTH, breaks=breaks)

    def _finish(self, builder: _Builder, line: int) -> PoEntry:
        """The entry; its line breaks are counted."""
        for written in builder.fields:
            self._note(written)
        return builder.finish(line)

    def _note(self, written: PoField) -> None:
        bodies = written.bodies
        for at, body in enumerate(bodies):
            ends = body.endswith("\\n")
            if "\\n" in body[: -2 if ends else None]:
                self._inner_ends = True
            if body and not ends and at + 1 < len(bodies):
                self._widest_break = max(self._widest_break, len(body) + 2)
            elif " " in body:
                first = len(written.keyword) if at == 0 else 0
                self._longest = max(self._longest, first + len(body) + 2)


class _Builder:
    """Collects the parts of one entry."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._fields: dict[str, PoField] = {}
        self._translations: list[PoField] = []
        self._line = 0
        self._start = 0
        self.current: PoField | None = None
        self.flags: list[str] = []
        self.flag_lines: list[tuple[int, int]] = []
        self.comments: list[str] = []

    def comment(self, line: str) -> None:
        """Add a comment line, up to the length of a note."""
        if len(self.comments) < _MOST_COMMENTS:
            self.comments.append(line.lstrip()[2 : 2 * LONGEST_NOTE])

    @property
    def fields(self) -> list[PoField]:
        """All fields so far."""
        return [*self._fields.values(), *self._translations]

    @property
    def complete(self) -> bool:
        """Whether it has all required fields."""
        return bool(self._translations) or "domain" in self._fields

    @property
    def empty(self) -> bool:
        """Whether it has no keyword yet."""
        return not self._fields and not self._translations

    def begins_anew(self, keyword: str) -> bool:
        """Whether a keyword begins another entry."""
        return self.complete and keyword in ("msgctxt", "msgid", "domain")

    def add(self, keyword: re.Match[str], line: str, start: int, number: int) -> None:
        """Begin a field with the text of its first line."""
        rest = line[keyword.end() :]
        bodies = find_bodies(rest) if rest.strip() else []
        if bodies is None:
            raise _broken(number, "a string is not closed, or something follows it")
        if self.empty:
            self._line, self._start = number, start
        written = PoField(
            keyword=keyword[0] if bodies else keyword[0].rstrip() + " ",
            number=int(keyword[2]) if keyword[2] else -1,
            start=start,
            end=start + len(line),
            bodies=bodies,
        )
        self.current = written
        if keyword[1] == "msgstr":
            if "msgid" not in self._fields:
                raise _broken(number, "a msgstr has no msgid")
            if any(other.number == written.number for other in self._translations):
                raise _broken(number, "a msgstr occurs twice")
            self._translations.append(written)
        elif keyword[1] in self._fields or (keyword[1] == "msgid_plural" and "msgid" not in self._fields):
            raise _broken(number, f"a {keyword[1]} is not allowed here")
        else:
            self._fields[keyword[1]] = written

    def finish(self, line: int) -> PoEntry:
        """The entry. `line` is where it ends."""
        if "domain" not in self._fields and ("msgid" not in self._fields or not self._translations):
            raise _broken(self._line or line, "a message begins that has no msgid or no msgstr")
        return PoEntry(
            line=self._line,
            start=self._start,
            context=self._value("msgctxt"),
            source=self._value("msgid"),
            plural=self._value("msgid_plural"),
            translations=[(written, self._text(written)) for written in self._translations],
            flags=tuple(self.flags),
            flag_lines=self.flag_lines,
            note=join_notes(self.comments) if self.comments else "",
        )

    def _value(self, keyword: str) -> str | None:
        return self._text(self._fields[keyword]) if keyword in self._fields else None

    def _text(self, written: PoField) -> str:
        return unescape("".join(written.bodies), self._encoding)


def _broken(line: int, what: str) -> DocumentCorrupt:
    return DocumentCorrupt(f"This is not a PO file: at line {line}, {what}.")
