"""Convert paragraphs to segments, and translations to the runs of a Word document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from dragoman.formats.families.word_writer.model import WordRun
from dragoman.formats.pdf.lines import PdfRun
from dragoman.formats.pdf.page_numbers import TOKEN, PageField
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise
from dragoman.text_io.errors import ConversionFailed

_TABS_AND_BREAKS: Final = re.compile(r"(\t)")
NO_FIELDS: Final[Mapping[int, PageField]] = MappingProxyType({})
_MOST_CODES: Final = 2_000  # of a paragraph: with more it keeps only its text


class PdfStyle(NamedTuple):
    """The formatting of a run."""

    bold: bool = False
    italic: bool = False
    raised: int = 0


@dataclass(frozen=True, slots=True)
class PdfSegment:
    """A paragraph's text with its codes, and the formatting, links and notes of the codes."""

    segment: Segment
    usual: PdfStyle
    styles: Mapping[str, PdfStyle] = field(default_factory=dict)  # by code id
    links: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)  # footnotes by code id
    fields: Mapping[str, str] = field(default_factory=dict)  # code id → text until Word computes it


def make_segment(runs: Sequence[PdfRun], numbers: Mapping[int, PageField] = NO_FIELDS) -> PdfSegment:
    """Make the segment of a paragraph; `numbers`: those that Word computes (see `page_numbers`)."""
    usual = _usual_style(runs)
    if len(runs) > _MOST_CODES and not any(run.note for run in runs):
        runs = [PdfRun("".join(run.text for run in runs), usual.bold, usual.italic)]
    builder = _SegmentBuilder(usual, numbers)
    for run in runs:
        for part in _without_blanks(run, usual):
            builder.add(part)
    builder.change("", usual)
    return PdfSegment(
        normalise(builder.parts), usual, builder.styles, builder.links, builder.notes, builder.fields
    )


def _usual_style(runs: Sequence[PdfRun]) -> PdfStyle:
    """The formatting of most letters."""
    letters: Counter[PdfStyle] = Counter()
    for run in runs:
        letters[PdfStyle(run.bold, run.italic)] += len(run.text) if not run.raised else 0
    return letters.most_common(1)[0][0] if letters else PdfStyle()


def _without_blanks(run: PdfRun, usual: PdfStyle) -> list[PdfRun]:
    """Split the blanks at the ends off a run with another formatting; blanks have none."""
    if not (run.link or run.note) and PdfStyle(run.bold, run.italic, run.raised) == usual:
        return [run]
    text = run.text.strip(" ")
    if not text:
        return [PdfRun(run.text, usual.bold, usual.italic)]
    plain = PdfRun("", usual.bold, usual.italic)
    before, _, behind = run.text.partition(text)
    parts = [plain._replace(text=before), run._replace(text=text), plain._replace(text=behind)]
    return [part for part in parts if part.text]


class _SegmentBuilder:
    """Converts runs to parts: pairs where the formatting changes, links around them."""

    def __init__(self, usual: PdfStyle, numbers: Mapping[int, PageField]) -> None:
        self.usual, self.numbers = usual, numbers
        self.parts: list[Part] = []
        self.styles: dict[str, PdfStyle] = {}
        self.links: dict[str, str] = {}
        self.notes: dict[str, int] = {}
        self.fields: dict[str, str] = {}
        self._link, self._style = "", usual
        self._open: list[Code] = []
        self._count = self._seen = 0

    def add(self, run: PdfRun) -> None:
        if run.note:
            self.change(run.link, self.usual)
            self.parts.append(self._alone("note", run.text))
            self.notes[str(self._count)] = run.note
            return
        self.change(run.link, PdfStyle(run.bold, run.italic, run.raised))
        for text in _TABS_AND_BREAKS.split(run.text):
            if text == "\t":
                self.parts.append(self._alone("tab", "\t"))
            elif self.numbers:
                self._add_numbered(text)
            else:
                self.parts.append(Text(text=text))

    def _add_numbered(self, text: str) -> None:
        position = 0
        for match in TOKEN.finditer(text):
            if self._seen in self.numbers:
                self.parts.append(Text(text=text[position : match.start()]))
                code = self._alone("field", self.numbers[self._seen].field)
                self.parts.append(code)
                self.fields[code.id] = match[0]
                position = match.end()
            self._seen += 1
        self.parts.append(Text(text=text[position:]))

    def change(self, link: str, style: PdfStyle) -> None:
        """Continue with another link or formatting."""
        if style != self._style or link != self._link:
            if self._style != self.usual:
                self._close()
            if link != self._link:
                if self._link:
                    self._close()
                if link:
                    self.links[self._begin("link", "<a>")] = link
            if style != self.usual:
                self.styles[self._begin("fmt", _picture(style, self.usual))] = style
        self._link, self._style = link, style

    def _begin(self, kind: str, data: str) -> str:
        self._count += 1
        code = Code(id=str(self._count), kind=CodeKind.OPEN, type=kind, data=data)
        self._open.append(code)
        self.parts.append(code)
        return code.id

    def _close(self) -> None:
        code = self._open.pop()
        data = f"</{code.data[1:]}"
        self.parts.append(Code(id=code.id, kind=CodeKind.CLOSE, type=code.type, data=data))

    def _alone(self, kind: str, data: str) -> Code:
        self._count += 1
        return Code(id=str(self._count), kind=CodeKind.STANDALONE, type=kind, data=data)


def _picture(style: PdfStyle, usual: PdfStyle) -> str:
    """Describe a change of formatting for people."""
    if style.raised:
        return "<sup>" if style.raised > 0 else "<sub>"
    if style.bold != usual.bold:
        return "<b>" if style.bold else "<regular>"
    return "<i>" if style.italic else "<upright>"


def write_runs(mapped: PdfSegment, target: Segment | None, *, size: float | None) -> tuple[WordRun, ...]:
    """The runs of a paragraph: its translation, or its own text without one.

    Raises `ConversionFailed` if a translation lacks codes of its source.
    """
    if target is not None and not keeps_codes(mapped.segment, target):
        raise ConversionFailed("A translation lost inline codes of its paragraph.")
    runs: list[WordRun] = []
    around: list[Code] = []
    for part in mapped.segment if target is None else target:
        if isinstance(part, Code) and part.kind is CodeKind.OPEN:
            around.append(part)
            continue
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE:
            around.pop()
            continue
        style = next((mapped.styles[c.id] for c in reversed(around) if c.id in mapped.styles), mapped.usual)
        link = next((mapped.links[code.id] for code in around if code.id in mapped.links), "")
        shown = part.text if isinstance(part, Text) else mapped.fields.get(part.id, part.data)
        runs.append(
            WordRun(
                text=shown,
                bold=style.bold,
                italic=style.italic,
                raised=style.raised,
                link=link,
                field=part.data if isinstance(part, Code) and part.type == "field" else "",
                note=mapped.notes.get(part.id, 0) if isinstance(part, Code) else 0,
                size=size,
            )
        )
    return tuple(runs)


def has_letters(segment: Segment) -> bool:
    """Whether there is any text to translate."""
    return any(any(map(str.isalpha, part.text)) for part in segment if isinstance(part, Text))
