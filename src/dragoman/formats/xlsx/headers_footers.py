"""Headers and footers of printed sheets: `&L&"Arial,Bold"Report&CPage &P of &N`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from dragoman.formats.paragraphs.inline_content import (
    PLAIN,
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RawContent,
    TextRun,
)
from dragoman.formats.paragraphs.segments import MappedSegment, map_segment
from dragoman.formats.units.values import has_letters
from dragoman.segments import Segment, Text, keeps_codes
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.zip.directory import shown

LONGEST: Final = 255  # characters of a header with its codes; Excel refuses more
_SECTION: Final = re.compile(r"(&[LCRlcr])")
_CODE: Final = re.compile(
    r"""(&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|[0-9]{2}[+-][0-9]{3})|[0-9]{1,3}|P(?:[+-][0-9]+)?|[A-Za-z])|\r?\n)"""
)
_FIELDS: Final = frozenset("PNDTFAZG")
_NAMES: Final = {"&L": "left", "&C": "centre", "&R": "right"}


class HeaderFooterSection(NamedTuple):
    """One of the three sections of a header or footer."""

    id: str
    name: str  # "left", "centre", "right"
    lead: str  # its leading code
    mapped: MappedSegment | None  # None: it is empty


def read_header_footer(text: str, identity: str) -> list[HeaderFooterSection]:
    """The sections of a header or footer, in order. Text without a section is in the centre."""
    parts = _split(text)
    sections: list[HeaderFooterSection] = []
    for number, (lead, words) in enumerate(parts):
        name = _NAMES.get(lead.upper(), "centre")
        chunks = list(_items(words))
        mapped = map_segment(chunks) if chunks else None
        sections.append(HeaderFooterSection(f"{identity}.{number}.{name}", name, lead, mapped))
    return sections


def has_words(section: HeaderFooterSection) -> bool:
    """Whether a section has text to translate."""
    segment = section.mapped.segment if section.mapped else ()
    return any(isinstance(part, Text) and has_letters(part.text) for part in segment)


def write_header_footer(
    sections: Sequence[HeaderFooterSection], targets: Mapping[str, Segment]
) -> str | None:
    """The header or footer with its translations; None: unchanged, or it would be too long."""
    chunks: list[str] = []
    changed = False
    for section in sections:
        chunks.append(section.lead)
        if section.mapped is None:
            continue
        target = targets.get(section.id)
        if target is None or target == section.mapped.segment:
            target = section.mapped.segment
        elif not keeps_codes(section.mapped.segment, target):
            message = f"The translation of {shown(section.id)} does not have the codes of its source."
            raise ConversionFailed(message)
        else:
            changed = True
        chunks.append(_write(section.mapped, target))
    written = "".join(chunks)
    return written if changed and len(written) <= LONGEST else None


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Leading codes of sections and the text after each; in `&&L` the ampersands are text."""
    first, *others = _SECTION.split(text.replace("&&", "\0"))
    if first:
        yield "", first
    yield from zip(others[::2], others[1::2], strict=True)


def _items(words: str) -> Iterator[InlineItem]:
    for index, part in enumerate(_CODE.split(words)):
        if index % 2:
            is_line = part.endswith("\n")
            kind = "break" if is_line else "field" if part[1] in _FIELDS else "fmt"
            raw_contents = (RawContent(0, 0, PLAIN, part.replace("\0", "&&").encode()),)
            yield ParagraphElement(MarkupRole.ALONE, raw_contents, kind, "\n" if is_line else part)
        elif part:
            yield TextRun(part.replace("\0", "&"), PLAIN)


def _write(mapped: MappedSegment, target: Segment) -> str:
    written = ""
    after_code = ""
    for part in (*mapped.parts[: mapped.first], *target, *mapped.parts[mapped.last :]):
        if isinstance(part, Text):
            text = part.text.replace("&", "&&")
            written += (" " if _clash(after_code, text) else "") + text
            after_code = ""
        else:
            after_code = mapped.elements[part.id, part.kind].raw_contents[0].literal.decode()
            written += after_code
    return written


def _clash(code: str, text: str) -> bool:
    """Whether a code would absorb the start of the text: a size the digits, a page number `+1`."""
    if code[-1:].isdigit() and code[1:2] != "K":
        return text[:1].isdigit()
    return code == "&P" and re.match(r"[+-][0-9]", text) is not None
