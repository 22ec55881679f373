"""Headers and footers of printed sheets: `&L&"Arial,Bold"Report&CPage &P of &N`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from dragoman.formats.paragraphs.inline_content import PLAIN, Atom, Mark, Piece, Role, Words
from dragoman.formats.paragraphs.segments import Stretch, lay_out
from dragoman.formats.units.values import has_letters
from dragoman.segments import Segment, Text, keeps_codes
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.zip.directory import shown

LONGEST: Final = 255  # characters of a header with all its codes; Excel refuses more
_SECTION: Final = re.compile(r"(&[LCRlcr])")
_CODE: Final = re.compile(
    r"""(&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|[0-9]{2}[+-][0-9]{3})|[0-9]{1,3}|P(?:[+-][0-9]+)?|[A-Za-z])|\r?\n)"""
)
_FIELDS: Final = frozenset("PNDTFAZG")
_NAMES: Final = {"&L": "left", "&C": "centre", "&R": "right"}


class Margin(NamedTuple):
    """One of the three sections of a header or footer."""

    id: str
    name: str  # "left", "centre", "right"
    lead: str  # the code that begins it
    stretch: Stretch | None  # None: it is empty


def read_margins(text: str, identity: str) -> list[Margin]:
    """The sections of a header or footer, as they stand there. What has no section is in the centre."""
    parts = _split(text)
    margins: list[Margin] = []
    for number, (lead, words) in enumerate(parts):
        name = _NAMES.get(lead.upper(), "centre")
        pieces = list(_pieces(words))
        stretch = lay_out(pieces) if pieces else None
        margins.append(Margin(f"{identity}.{number}.{name}", name, lead, stretch))
    return margins


def has_words(margin: Margin) -> bool:
    """Whether there is anything to translate in a section."""
    segment = margin.stretch.segment if margin.stretch else ()
    return any(isinstance(part, Text) and has_letters(part.text) for part in segment)


def write_margins(margins: Sequence[Margin], targets: Mapping[str, Segment]) -> str | None:
    """The header or footer with translations; None: nothing changes, or it would be too long."""
    pieces: list[str] = []
    changed = False
    for margin in margins:
        pieces.append(margin.lead)
        if margin.stretch is None:
            continue
        target = targets.get(margin.id)
        if target is None or target == margin.stretch.segment:
            target = margin.stretch.segment
        elif not keeps_codes(margin.stretch.segment, target):
            raise ConversionFailed(f"The translation of {shown(margin.id)} has not the codes of its source.")
        else:
            changed = True
        pieces.append(_write(margin.stretch, target))
    written = "".join(pieces)
    return written if changed and len(written) <= LONGEST else None


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Leading codes of sections and what follows each, but not where `&&L` only means an ampersand."""
    first, *others = _SECTION.split(text.replace("&&", "\0"))
    if first:
        yield "", first
    yield from zip(others[::2], others[1::2], strict=True)


def _pieces(words: str) -> Iterator[Piece]:
    for index, part in enumerate(_CODE.split(words)):
        if index % 2:
            is_line = part.endswith("\n")
            kind = "break" if is_line else "field" if part[1] in _FIELDS else "fmt"
            atoms = (Atom(0, 0, PLAIN, part.replace("\0", "&&").encode()),)
            yield Mark(Role.ALONE, atoms, kind, "\n" if is_line else part)
        elif part:
            yield Words(part.replace("\0", "&"), PLAIN)


def _write(stretch: Stretch, target: Segment) -> str:
    written = ""
    after_code = ""
    for part in (*stretch.parts[: stretch.first], *target, *stretch.parts[stretch.last :]):
        if isinstance(part, Text):
            text = part.text.replace("&", "&&")
            written += (" " if _clash(after_code, text) else "") + text
            after_code = ""
        else:
            after_code = stretch.marks[part.id, part.kind].atoms[0].literal.decode()
            written += after_code
    return written


def _clash(code: str, text: str) -> bool:
    """Whether a code would swallow the beginning of the text: a size the digits, a page number `+1`."""
    if code[-1:].isdigit() and code[1:2] != "K":
        return text[:1].isdigit()
    return code == "&P" and re.match(r"[+-][0-9]", text) is not None
