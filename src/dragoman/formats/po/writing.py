"""The replacements in a PO text that give messages their translations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats.po.reading import PoEntry, PoField
from dragoman.formats.po.strings import PoLineBreaks, write_field
from dragoman.text_io.splice import Replacement

_LINE_END: Final = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class PoWriter:
    """Makes replacements for one text."""

    text: str
    layout: PoLineBreaks
    fuzzy: bool  # mark new translations for review

    def translate(self, entry: PoEntry, values: Sequence[str]) -> Iterator[Replacement]:
        """Give a message its translations, one for each form; remove other forms."""
        yield from self._flags(entry, fuzzy=self.fuzzy)
        existing = {max(field.number, 0): (field, value) for field, value in entry.translations}
        last = max((field for field, _ in entry.translations), key=lambda field: field.end)
        missing = "".join(
            self._field(f"msgstr[{at}] ", value, entry, self.end_of(last))
            for at, value in enumerate(values)
            if at not in existing
        )
        for at, (field, value) in sorted(existing.items(), key=lambda item: item[1][0].start):
            new = self.text[field.start : field.end]
            if at >= len(values):
                new = ""
            elif values[at] != value:
                new = self.replacement(field, values[at], entry)
            if field is last and missing:
                new += ("" if _LINE_END.search(new[-1:]) or not new else self.end_of(last)) + missing
            if new != self.text[field.start : field.end]:
                yield Replacement(field.start, field.end, new)

    def header(self, entry: PoEntry, value: str) -> Iterator[Replacement]:
        """Replace the text of the header and remove its fuzzy flag."""
        yield from self._flags(entry, fuzzy=False)
        field, existing = entry.translations[0]
        if value != existing:
            lines = replace(
                self, layout=replace(self.layout, breaks=True)
            )  # one field per line, as everywhere
            yield Replacement(field.start, field.end, lines.replacement(field, value, entry))

    def new_header(self, value: str) -> Replacement:
        """A header at the beginning of a file without one."""
        end = self.end_of(None)
        written = write_field("msgstr ", value, replace(self.layout, breaks=True), end)
        return Replacement(0, 0, f'msgid ""{end}{written}{end}')

    def end_of(self, field: PoField | None) -> str:
        """The line end of a field, or of the file's first line."""
        start, stop = (field.start, field.end) if field else (0, len(self.text))
        found = _LINE_END.search(self.text, start, stop) or _LINE_END.search(self.text)
        return found[0] if found else "\n"

    def replacement(self, field: PoField, value: str, entry: PoEntry) -> str:
        """A field with another value."""
        written = self._field(field.keyword, value, entry, self.end_of(field))
        if _LINE_END.search(self.text[field.end - 1 : field.end]):
            return written
        return written.rstrip("\r\n")  # the last line of a file may have no end

    def _field(self, keyword: str, value: str, entry: PoEntry, end: str) -> str:
        layout = (
            PoLineBreaks(width=None, breaks=self.layout.breaks) if "no-wrap" in entry.flags else self.layout
        )
        return write_field(keyword, value, layout, end)

    def _flags(self, entry: PoEntry, *, fuzzy: bool) -> Iterator[Replacement]:
        """Add or remove the flag."""
        if fuzzy == entry.fuzzy:
            return
        if not fuzzy:
            for start, end in entry.flag_lines:
                line = self.text[start:end]
                flags = [flag.strip() for flag in line.strip()[2:].split(",")]
                if "fuzzy" in flags:
                    rest = [flag for flag in flags if flag and flag != "fuzzy"]
                    left = f"#, {', '.join(rest)}{self._end_at(end)}" if rest else ""
                    yield Replacement(start, end, left)
        elif entry.flag_lines:
            start, end = entry.flag_lines[0]
            yield Replacement(start, end, "#, fuzzy, " + self.text[start:end].lstrip()[2:].lstrip())
        else:
            mark = f"#, fuzzy{self.end_of(entry.translations[0][0])}"
            yield Replacement(entry.start, entry.start, mark)

    def _end_at(self, end: int) -> str:
        return "\r\n" if self.text[end - 2 : end] == "\r\n" else self.text[end - 1 : end]


def with_line_ends(target: str, source: str) -> str:
    """The translation with a line end at its beginning and end where its source has them.

    msgfmt demands that.
    """
    if not target.strip("\n"):
        return target
    if source.startswith("\n") != target.startswith("\n"):
        target = "\n" + target if source.startswith("\n") else target.lstrip("\n")
    if source.endswith("\n") != target.endswith("\n"):
        target = target + "\n" if source.endswith("\n") else target.rstrip("\n")
    return target


def changed(entry: PoEntry, values: Sequence[str], targets: Mapping[int, str]) -> bool:
    """Whether writing `values`, some of them new (`targets`), changes a message."""
    existing = {max(field.number, 0): value for field, value in entry.translations}
    return entry.fuzzy or any(existing.get(at) != values[at] for at in targets)
