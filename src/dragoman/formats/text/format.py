"""The plain text format: paragraphs are replaced in place, and wrapped again where they were wrapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.format import Document, FormatInfo, Languages, Reason, Recognition, Sample, Source, Unit
from dragoman.formats.text.paragraphs import TextParagraph, read_paragraphs, wrapped_at
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.wrapping import join_lines, width_of, wrap
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise
from dragoman.text_io.charsets import DecodedText, decode, encode, split_undecodable
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.splice import Replacement, splice

_ROUNDS: Final = 4  # of reading a result again
_MOST_UNITS: Final = 400_000  # far above the limits of words; it bounds memory


class TextFormat:
    """Text without any markup."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("text"),
        title="Plain text",
        translated=("every line with letters; lines of a wrapped paragraph are one text",),
        left_alone=("indentation, bullets, numbering, quotation marks of mail, line ends",),
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Any text may be plain text."""
        return Recognition.NO if sample.text is None else Recognition.POSSIBLE

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded = decode(source.data, language=languages.source)
        left_alone: Counter[Reason] = Counter()
        units: list[Unit] = []
        for found in _read(decoded.text, left_alone):
            units.append(Unit(id=found.id, segment=found.segment))
            if len(units) > _MOST_UNITS:
                raise too_many("paragraphs", _MOST_UNITS, units)
        return Document(
            units=tuple(units), left_alone=dict(+left_alone), warnings=warnings_for(decoded, languages.target)
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the text with the translations; the source where no translation differs."""
        decoded: DecodedText = decode(source.data, language=languages.source)
        written: list[_Written] = []
        for found in _read(decoded.text, Counter()):
            target = targets.get(found.id)
            if target is None or (target := normalise(target)) == found.segment:
                continue
            if not keeps_codes(found.segment, target):
                message = (
                    f"The translation of the text at character {found.start} lost or gained inline codes."
                )
                raise ConversionFailed(message)
            written.append(_Written(found, target, _write(decoded.text, found, target)))
        if not written:
            return source.data
        return encode(_settle(decoded.text, written), decoded)[0]


@dataclass(frozen=True, slots=True)
class _Found:
    """A paragraph that is a unit."""

    id: str
    paragraph: TextParagraph
    segment: Segment

    @property
    def start(self) -> int:
        return self.paragraph.lines[0].start


@dataclass(slots=True)
class _Written:
    """A paragraph and its translation."""

    found: _Found
    target: Segment
    text: str

    @property
    def end(self) -> int:
        """Where the paragraph ends in the source."""
        return self.found.paragraph.lines[-1].end


def _settle(source: str, written: Sequence[_Written]) -> str:
    """Write the translations so that they are read as the same paragraphs.

    Words of other lengths may look as if they were wrapped otherwise: such paragraphs are written unwrapped.
    """
    width = wrapped_at(source)
    for _ in range(_ROUNDS):
        result = splice(source, [Replacement(one.found.start, one.end, one.text) for one in written])
        ranges = {(one.lines[0].start, one.lines[-1].end) for one in read_paragraphs(result, otherwise=width)}
        moved = changed = 0
        for one in written:
            start = one.found.start + moved
            moved += len(one.text) - (one.end - one.found.start)
            if (start, one.end + moved) not in ranges:
                text = _write(source, one.found, one.target, wrapped=False)
                changed += text != one.text
                one.text = text
        if not changed:
            break
    return result


def _read(source: str, left_alone: Counter[Reason]) -> Iterator[_Found]:
    number = 0
    for paragraph in read_paragraphs(source):
        text = join_lines(source[line.start : line.end] for line in paragraph.lines)
        if not any(map(str.isalpha, text)):
            left_alone[Reason.NO_TEXT] += 1
            continue
        number += 1
        yield _Found(str(number), paragraph, _segment(text))


def _segment(text: str) -> Segment:
    """A paragraph as a segment: tabs, which separate columns, and undecodable bytes are codes."""
    if "\t" not in text and (text.isascii() or not any(strange for _, strange in split_undecodable(text))):
        return (Text(text=text),)
    parts: list[Part] = []
    for piece, strange in split_undecodable(text):
        if strange:
            parts.append(_code(len(parts), "control", piece))
            continue
        for column, content in enumerate(piece.split("\t")):
            if column:
                parts.append(_code(len(parts), "tab", "\t"))
            parts.append(Text(text=content))
    return normalise(parts)


def _code(place: int, type_: str, data: str) -> Code:
    shown = data if type_ == "tab" else "".join(f"\\x{ord(half) & 0xFF:02X}" for half in data[:40])
    return Code(id=str(place + 1), kind=CodeKind.STANDALONE, type=type_, data=shown)


def _write(source: str, found: _Found, target: Segment, *, wrapped: bool = True) -> str:
    """The translation in place of the lines, with their indentation and line ends."""
    originals = _originals(source, found)
    text = "".join(part.text if isinstance(part, Text) else originals[part.id] for part in target)
    lines = found.paragraph.lines
    if not wrapped or not found.paragraph.width or len(lines) < 2:
        return text
    indent = source[lines[1].begin : lines[1].start]
    first = width_of(source[lines[0].begin : lines[0].start].expandtabs())
    hanging = width_of(indent.expandtabs())
    width = found.paragraph.width - hanging
    return f"{lines[0].ending}{indent}".join(wrap(text, width, first=first - hanging))


def _originals(source: str, found: _Found) -> dict[str, str]:
    """The text that each code represents."""
    text = join_lines(source[line.start : line.end] for line in found.paragraph.lines)
    strange = (piece for piece, is_strange in split_undecodable(text) if is_strange)
    return {
        part.id: "\t" if part.type == "tab" else next(strange)
        for part in found.segment
        if isinstance(part, Code)
    }


FORMAT: Final = TextFormat()
