"""Read cues from SubRip files, with any numbering, empty lines and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragoman.formats.families.cues.document import milliseconds
from dragoman.formats.families.cues.fragments import Cue, CuePiece, CuePieceKind, pieces_of_text

_LINE: Final = re.compile(r"([^\r\n]*+)(\r\n|\n|\r|\Z)")
_CLOCK: Final = r"(?:(\d{1,4})[ ]?:[ ]?)?(\d{1,2})[ ]?:[ ]?(\d{1,2})(?:[ ]?[,.:][ ]?(\d{1,3}))?"
_TIMES: Final = re.compile(rf"[ \t\ufeff]*{_CLOCK}[ \t]*-{{1,3}}>[ \t]*{_CLOCK}(?![\d:])(.*)", re.ASCII)
_NUMBER: Final = re.compile(r"[ \t\ufeff]*\d+[ \t]*\Z", re.ASCII)
_LONGEST_NUMBER: Final = 8  # characters of a cue's identifier, the line before the times
_TAG: Final = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z][\w.-]*)(?:[ \t=][^<>]{0,500})?/?>"
    r"|\{\\[^{}]{0,500}\}|\{[A-Za-z]:[^{}]{0,200}\}"
)


class SrtLine(NamedTuple):
    """One line: its text is source[start:end], its end is before `behind`."""

    start: int
    end: int
    behind: int


@dataclass(slots=True)
class SrtReader:
    """Reads one file; `broken` is complete when `cues` has ended."""

    source: str
    broken: int = 0  # cues whose times cannot be read
    found: int = 0
    _numbered: bool = False  # cues have numbers

    def cues(self) -> Iterator[Cue]:
        """The cues in order. Each call counts anew."""
        self.broken = self.found = 0
        times: re.Match[str] | None = None
        self._numbered = False
        lines: list[SrtLine] = []  # after the line with the times
        for line in read_lines(self.source):
            text = self.source[line.start : line.end]
            if "->" not in text or (not (match := _TIMES.match(text)) and "-->" not in text):
                lines.append(line)
                continue
            if not self.found and not self.broken:
                self._numbered = any(self._is_number(one) for one in lines[-1:])
            elif times is not None:
                yield self._cue(times, self._without_number(lines))
            times, lines = match, []
            if match is None:
                self.broken += 1
            else:
                self.found += 1
        if times is not None:
            yield self._cue(times, lines)

    def _is_number(self, line: SrtLine) -> bool:
        return _NUMBER.match(self.source, line.start, line.end) is not None

    def _without_number(self, lines: list[SrtLine]) -> list[SrtLine]:
        """The lines of a cue without the next one's number."""
        if not lines:
            return lines
        apart = len(lines) > 1 and not self.source[lines[-2].start : lines[-2].end].strip()
        last = self.source[lines[-1].start : lines[-1].end].strip()
        if self._is_number(lines[-1]):
            self._numbered = self._numbered or apart
            return lines[:-1] if self._numbered else lines
        return lines[:-1] if apart and 0 < len(last) <= _LONGEST_NUMBER and " " not in last else lines

    def _cue(self, times: re.Match[str], lines: list[SrtLine]) -> Cue:
        """A cue of its lines, without empty ones at the end."""
        while lines and not self.source[lines[-1].start : lines[-1].end].strip():
            lines.pop()
        begin, end = milliseconds(times.groups()[:4]), milliseconds(times.groups()[4:8])
        return Cue(
            number=self.found,
            content=tuple(self._pieces(lines)),
            begin=begin,
            end=end,
            style=times[9].strip(),
            start=lines[0].start if lines else 0,
        )

    def _pieces(self, lines: list[SrtLine]) -> Iterator[CuePiece]:
        for place, line in enumerate(lines):
            text = self.source[line.start : line.end]
            if "<" in text or "{" in text:
                yield from _tagged(text)
            else:
                yield from pieces_of_text(text)
            if place < len(lines) - 1:
                following = lines[place + 1]
                empty = not text.strip() or not self.source[following.start : following.end].strip()
                yield CuePiece(
                    CuePieceKind.GAP if empty else CuePieceKind.BREAK, self.source[line.end : line.behind]
                )


def read_lines(source: str) -> Iterator[SrtLine]:
    """All lines of a text."""
    for match in _LINE.finditer(source):
        if match.end() > match.start():
            yield SrtLine(match.start(1), match.end(1), match.end())


def has_times(text: str) -> bool:
    """Whether the beginning of a text has a cue."""
    return any("->" in line and _TIMES.match(line) is not None for line in re.split(r"\r\n|\r|\n", text))


def _tagged(text: str) -> Iterator[CuePiece]:
    position = 0
    for match in _TAG.finditer(text):
        yield from pieces_of_text(text[position : match.start()])
        position = match.end()
        name = match["name"]
        if name is None or match[0].endswith("/>"):
            yield CuePiece(CuePieceKind.ALONE, match[0])
        else:
            kind = CuePieceKind.CLOSE if match["end"] else CuePieceKind.OPEN
            yield CuePiece(kind, match[0], name=name.lower())
    yield from pieces_of_text(text[position:])
