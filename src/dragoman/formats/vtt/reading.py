"""Read cues from WebVTT files: blocks of lines, as the standard's parser splits them, but more tolerant.

https://www.w3.org/TR/webvtt1/#file-parsing
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.cues.document import milliseconds
from dragoman.formats.families.cues.fragments import Cue, CuePiece, CuePieceKind, pieces_of_text

_LINE: Final = re.compile(r"([^\r\n]*+)(\r\n|\n|\r|\Z)")
_CLOCK: Final = r"(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMES: Final = re.compile(rf"[ \t]*{_CLOCK}[ \t]*-->[ \t]*{_CLOCK}(?![\d:])(.*)", re.ASCII)
_ASIDE: Final = re.compile(r"(?:NOTE|STYLE|REGION)(?=[ \t:]|\Z)")
_RUBY: Final = re.compile(r"<rt(?:[.\s][^<>]{0,200})?>[^<>]{0,500}(?:</rt\s*>)?", re.IGNORECASE)
_TAG: Final = re.compile(rf"(?i:{_RUBY.pattern})|<(?P<end>/?)(?P<name>[A-Za-z]*)(?P<rest>[^<>]{{0,1000}})>")


@dataclass(slots=True)
class VttReader:
    """Reads one file; the counts are complete when `cues` has ended."""

    source: str
    broken: int = 0  # cues whose times cannot be read
    found: int = 0
    asides: int = 0  # blocks that are comments, styles and regions

    def cues(self) -> Iterator[Cue]:
        """The cues in order. Each call counts anew."""
        self.broken = self.found = self.asides = 0
        lines: list[
            tuple[int, int, int]
        ] = []  # of the block: start, end, and the offset after the line's end
        for match in _LINE.finditer(self.source):
            if match.end() == match.start():
                break
            start, end = match.span(1)
            if start == end or self.source[start:end].isspace():
                yield from self._block(lines)
                lines = []
            else:
                lines.append((start, end, match.end()))
        yield from self._block(lines)

    def _block(self, lines: list[tuple[int, int, int]]) -> Iterator[Cue]:
        """The cues of a block: every line with an arrow begins one."""
        marks = [at for at, (start, end, _) in enumerate(lines) if "-->" in self.source[start:end]]
        if not marks:
            if lines and _ASIDE.match(self.source, *lines[0][:2]):
                self.asides += 1
            return
        for mark, following in zip(marks, [*marks[1:], len(lines)], strict=True):
            times = _TIMES.match(self.source, *lines[mark][:2])
            if times is None:
                self.broken += 1
                continue
            self.found += 1
            text = lines[mark + 1 : following]
            yield Cue(
                number=self.found,
                content=tuple(self._pieces(text)),
                begin=milliseconds(times.groups()[:4]),
                end=milliseconds(times.groups()[4:8]),
                style=" ".join(times[9].split()),
                start=text[0][0] if text else 0,
            )

    def _pieces(self, lines: list[tuple[int, int, int]]) -> Iterator[CuePiece]:
        for place, (start, end, behind) in enumerate(lines):
            text = self.source[start:end]
            if "<" in text:
                yield from _tagged(text)
            else:
                yield from pieces_of_text(text, html.unescape)
            if place < len(lines) - 1:
                yield CuePiece(CuePieceKind.BREAK, self.source[end:behind])


def has_times(text: str) -> bool:
    """Whether the beginning of a text has a cue."""
    return any("-->" in match[1] and _TIMES.match(match[1]) is not None for match in _LINE.finditer(text))


def _tagged(text: str) -> Iterator[CuePiece]:
    position = 0
    for match in _TAG.finditer(text):
        yield from pieces_of_text(text[position : match.start()], html.unescape)
        position = match.end()
        name = match["name"]
        if name is None:  # the pronunciation of the text before
            yield CuePiece(CuePieceKind.ALONE, match[0], type="object")
        elif not name:  # a time
            yield CuePiece(CuePieceKind.ALONE, match[0], type="fmt")
        else:
            kind = CuePieceKind.CLOSE if match["end"] else CuePieceKind.OPEN
            yield CuePiece(kind, match[0], name=name)
    yield from pieces_of_text(text[position:], html.unescape)
