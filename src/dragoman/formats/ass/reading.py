"""Read dialogue from SubStation Alpha files: the columns of events, and the pieces of their texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.cues.document import milliseconds
from dragoman.formats.families.cues.fragments import Cue, CuePiece, CuePieceKind, pieces_of_text
from dragoman.formats.format import Reason

_LINE: Final = re.compile(r"([^\r\n]*+)(?:\r\n|\n|\r|\Z)")
_KEY: Final = re.compile(r"[ \t\ufeff]*([A-Za-z]+)[ \t]*:[ \t]?")
_TIME: Final = re.compile(r"\s*(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.:,](\d{1,3}))?\s*\Z", re.ASCII)
_USUAL: Final[tuple[str, ...]] = (
    "layer",
    "start",
    "end",
    "style",
    "name",
    "marginl",
    "marginr",
    "marginv",
    "effect",
    "text",
)
_OF_TIME: Final = frozenset({"start", "end", "text", "readorder"})
_MADE: Final = re.compile(r"\s*(?:fx|template|code|karaoke)\b", re.IGNORECASE)  # effects that a program wrote
_MARK: Final = re.compile(r"\{[^{}]*+\}|\\[Nn]")
_SWITCH: Final = re.compile(r"\{\\([ibus])(\d*)\}")
_DRAWS: Final = re.compile(r"\\p(\d+)")
_ESCAPE: Final = re.compile(r"\\([h{}])")
_MOST_COLUMNS: Final = 40


@dataclass(slots=True)
class AssReader:
    """Reads one file; the counts are complete when `cues` has ended."""

    source: str
    left_alone: Counter[Reason] = field(default_factory=Counter)
    broken: int = 0  # lines of dialogue whose columns or times cannot be read
    found: int = 0
    has_events: bool = False

    def cues(self) -> Iterator[Cue]:
        """The lines of dialogue in order. Each call counts anew."""
        self.broken = self.found = 0
        self.left_alone.clear()
        self.has_events = False
        columns = _USUAL
        for match in _LINE.finditer(self.source):
            key = _KEY.match(self.source, *match.span(1))
            if key is None:
                self.has_events = self.has_events or match[1].strip().lower() == "[events]"
                continue
            name = key[1].lower()
            if name == "format" and self.has_events:
                columns = _columns(self.source[key.end() : match.end(1)]) or columns
            elif name == "comment" and self.has_events:
                self.left_alone[Reason.COMMENT] += 1
            elif name == "dialogue":
                self.has_events = True
                cue = self._cue(columns, key.end(), match.end(1))
                if cue is not None:
                    yield cue

    def _cue(self, columns: tuple[str, ...], start: int, end: int) -> Cue | None:
        """One line of dialogue; numbers count unreadable lines, too."""
        self.found += 1
        fields = self.source[start:end].split(",", len(columns) - 1)
        values = dict(zip(columns, fields, strict=False))
        begin, until = _time(values.get("start", "")), _time(values.get("end", ""))
        if len(fields) < len(columns) or begin is None or until is None:
            self.broken += 1
            return None
        if _MADE.match(values.get("effect", "")):
            self.left_alone[Reason.CODE] += 1
            return None
        text = values["text"]
        return Cue(
            number=self.found,
            content=tuple(_pieces(text)),
            begin=begin,
            end=until,
            style="\0".join(value for name, value in values.items() if name not in _OF_TIME),
            start=end - len(text),
        )


def decode_text(raw: str) -> str:
    r"""Unescape a text: `\h` is a no-break space, braces may be escaped."""
    if "\\" not in raw:
        return raw
    return _ESCAPE.sub(lambda match: "\u00a0" if match[1] == "h" else match[1], raw)


def encode_text(text: str) -> str:
    """Escape a text: nothing in it may be read as a tag or the end of a line."""
    if "\\" in text:
        text = re.sub(r"\\(?=[Nnh{}])", "\\\\\u2060", text)
    return text.replace("{", "\\{").replace("}", "\\}").replace("\u00a0", "\\h")


def _columns(text: str) -> tuple[str, ...]:
    """The names of columns, if they are valid: the text comes last, as it may have commas."""
    names = tuple(name.strip().lower() for name in text.split(",", _MOST_COLUMNS))
    return names if names[-1] == "text" and {"start", "end"} <= set(names) else ()


def _time(value: str) -> int | None:
    match = _TIME.match(value)
    return milliseconds(match.groups()) if match else None


def _pieces(text: str) -> Iterator[CuePiece]:
    """The pieces of a text; a drawing is one piece with the tags around it."""
    position = 0
    drawing = -1  # where one began
    for match in _MARK.finditer(text):
        draws = _DRAWS.findall(match[0]) if match[0][0] == "{" else []
        if drawing >= 0:
            if draws and int(draws[-1][:9]) == 0:
                yield CuePiece(CuePieceKind.ALONE, text[drawing : match.end()], type="object")
                position, drawing = match.end(), -1
            continue
        yield from pieces_of_text(text[position : match.start()], decode_text)
        position = match.end()
        if draws and int(draws[-1][:9]):
            drawing = match.start()
        else:
            yield _mark(match[0])
    if drawing >= 0:
        yield CuePiece(CuePieceKind.ALONE, text[drawing:], type="object")
    else:
        yield from pieces_of_text(text[position:], decode_text)


def _mark(raw: str) -> CuePiece:
    if raw[0] == "\\":
        return CuePiece(CuePieceKind.BREAK, raw)
    switch = _SWITCH.fullmatch(raw)
    if switch is None:
        return CuePiece(CuePieceKind.ALONE, raw, type="fmt" if "\\" in raw else "comment")
    on = switch[2].strip("0") != ""
    return CuePiece(CuePieceKind.OPEN if on else CuePieceKind.CLOSE, raw, name=switch[1])
