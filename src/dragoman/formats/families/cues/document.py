"""Subtitles: cues are split into fragments, sentences are joined, translations are distributed over cues.

A format reads its file into `Cue`s, whose content is a sequence of `CuePiece`s, and writes back the
`CueChange`s of their contents. To the engine, a line end within a cue is a blank, and the border between two
cues is a code of the type "cue". `fragments` splits, `joining` joins, `lines` distributes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple

from dragoman.formats.families.cues.fragments import Cue, CueFragment, CuePiece, CuePieceKind
from dragoman.formats.families.cues.joining import WIDTH, CueConventions, find_conventions, group, visible
from dragoman.formats.families.cues.lines import CueLimits, distribute
from dragoman.formats.families.cues.words import Inline
from dragoman.formats.format import DocumentWarning, Languages, Reason, Unit, WarningCode
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.wrapping import joint, width_of
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.splice import Replacement

MOST_CUES: Final = 50_000  # thirty films; it bounds time and memory

_MOST_CODES: Final = 20_000  # in one unit
_MOST_DATA: Final = 200  # characters of a code's display
_WIDEST: Final = 36  # columns of a line of wide letters
_WIDE: Final = re.compile(
    "[\u1100-\u11ff\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff]"
)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_UNBROKEN: Final = frozenset({"th", "lo", "km", "my", "ja", "zh", "yue", "bo"})  # no blanks between words


class CueChange(NamedTuple):
    """A new content for content[start:end] of a cue, in characters."""

    cue: Cue
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CueNotation:
    """How a format writes a cue's content."""

    line_end: str  # between two lines of a cue
    encode: Callable[[str], str]  # text in the file's notation


@dataclass(slots=True, kw_only=True)
class CueUnit:
    """The fragments of cues that are translated as one."""

    fragments: list[CueFragment]
    segment: Segment = ()
    written: dict[tuple[str, CodeKind], str] = field(default_factory=dict, repr=False)  # of its codes

    @property
    def id(self) -> str:
        """Unique in the file: the first cue's number, and the number of the fragment in it."""
        first = self.fragments[0]
        return f"{first.cue.number}.{first.index}" if first.index else str(first.cue.number)


def read_units(
    cues: Iterable[Cue], conventions: CueConventions, left_alone: Counter[Reason]
) -> Iterator[CueUnit]:
    """The units of cues in order; texts without letters are counted."""
    for fragments in group(cues, conventions, left_alone):
        unit = CueUnit(fragments=fragments)
        unit.segment = _read_segment(unit)
        if len(unit.written) > _MOST_CODES:
            raise ConversionFailed(f"A cue holds more than {_MOST_CODES} tags.")
        yield unit


def extract_units(read: Callable[[], Iterable[Cue]], left_alone: Counter[Reason]) -> tuple[Unit, ...]:
    """The units of a file whose cues `read` reads again at each call; texts without letters are counted."""
    cues = iter(read())
    found = read_units(islice(cues, MOST_CUES), find_conventions(read()), left_alone)
    units = tuple(Unit(id=unit.id, segment=unit.segment) for unit in found)
    if next(cues, None) is not None:
        raise too_many("cues", MOST_CUES, units)
    return units


def unreadable(count: int, what: str) -> DocumentWarning:
    """The warning about unreadable cues, which are unchanged."""
    message = f"The {what} of {count} cues cannot be read; these cues are unchanged."
    return DocumentWarning(code=WarningCode.PART_LEFT, message=message)


def changes(
    read: Callable[[], Iterable[Cue]],
    targets: Mapping[str, Segment],
    notation: CueNotation,
    languages: Languages,
) -> Iterator[CueChange]:
    """The changes in a file whose cues `read` reads again at each call, for the targets of its units."""
    conventions = find_conventions(read())
    for unit in read_units(read(), conventions, Counter()):
        if unit.id in targets:
            yield from write_unit(unit, targets[unit.id], notation, conventions, languages)


def in_text(found: Iterable[CueChange]) -> list[Replacement]:
    """Changes of cues as replacements in their text."""
    return [Replacement(one.cue.start + one.start, one.cue.start + one.end, one.text) for one in found]


def write_unit(
    unit: CueUnit, target: Segment, notation: CueNotation, conventions: CueConventions, languages: Languages
) -> Iterator[CueChange]:
    """The changes in the cues of a unit for its translation; none for an equal one.

    Raises ConversionFailed when its codes are not those of the unit.
    """
    target = normalise(target)
    if target == unit.segment:
        return
    cue = unit.fragments[0].cue
    if not keeps_codes(unit.segment, target):
        message = f"The translation of cue {cue.number} lost or gained inline codes."
        raise ConversionFailed(message)
    text = plain_text(target)
    if not text.strip():
        return  # no cue that had text becomes empty
    wide = _is_wide(text)
    cue_limits = [_limits(fragment, conventions, wide=wide) for fragment in unit.fragments]
    shares = distribute(target, cue_limits, graphemes=languages.target.partition("-")[0] in _UNBROKEN)
    around: list[str] = []  # ids of the pairs that are open where a cue ends
    for fragment, lines in zip(unit.fragments, shares, strict=True):
        text = _write(lines, unit, notation, around, _separator(fragment, notation))
        yield CueChange(fragment.cue, fragment.start, fragment.end, text)


def line_end_of(source: str) -> str:
    """The line end of a text's first line."""
    match = _LINE_END.search(source)
    return match[0] if match else "\n"


def milliseconds(clock: Sequence[str | None]) -> int:
    """A time of hours, minutes, seconds and decimals, all of which may be missing."""
    hours, minutes, seconds, fraction = clock
    whole = (int(hours or 0) * 60 + int(minutes or 0)) * 60 + int(seconds or 0)
    return whole * 1000 + int((fraction or "0").ljust(3, "0"))


# --- reading ------------------------------------------------------------------------------------------------


def _read_segment(unit: CueUnit) -> Segment:
    """The texts of the fragments with codes for their tags, and one between two cues."""
    parts: list[Part] = []
    number = 0
    for place, fragment in enumerate(unit.fragments):
        if place:
            _join(parts, fragment)
            parts.append(_code(f"c{place}", CodeKind.STANDALONE, "cue", "\n"))
        number = _read_fragment(fragment, parts, unit.written, number)
    return normalise(parts)


def _read_fragment(
    fragment: CueFragment, parts: list[Part], written: dict[tuple[str, CodeKind], str], number: int
) -> int:
    """Add the parts of a fragment; returns the number of the last code."""
    around: list[str] = []
    for place, line in enumerate(fragment.lines):
        if place:
            _join(parts, line)
        for piece in line:
            if piece.kind is CuePieceKind.TEXT:
                text = piece.text if piece is not line[-1] else piece.text.rstrip(" \t")
                parts.append(Text(text=text if piece is not line[0] else text.lstrip(" \t")))
                continue
            kind = _KINDS[piece.kind]
            if kind is CodeKind.CLOSE:
                identity = around.pop()
            else:
                number += 1
                identity = str(number)
                if kind is CodeKind.OPEN:
                    around.append(identity)
            written[identity, kind] = piece.raw
            parts.append(_code(identity, kind, piece.type, _picture(piece.raw)))
    return number


_KINDS: Final = {
    CuePieceKind.OPEN: CodeKind.OPEN,
    CuePieceKind.CLOSE: CodeKind.CLOSE,
    CuePieceKind.ALONE: CodeKind.STANDALONE,
}


def _join(parts: list[Part], following: CueFragment | Sequence[CuePiece]) -> None:
    """Add the equivalent of a line end: a blank, unless there is one or the script has none."""
    first = following.lines[0] if isinstance(following, CueFragment) else following
    after = next((p.text.lstrip(" \t") for p in first if p.kind is CuePieceKind.TEXT and p.text.strip()), "")
    before = next((part.text for part in reversed(parts) if isinstance(part, Text) and part.text), "")
    if before and not before[-1].isspace() and (blank := joint(before, after)):
        parts.append(Text(text=blank))


def _code(identity: str, kind: CodeKind, type_: str, data: str) -> Code:
    return Code(id=identity, kind=kind, type=type_, data=data)


def _picture(raw: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in raw[:_MOST_DATA]):
        return "".join(f"\\x{ord(half) & 0xFF:02X}" for half in raw[:40])
    return raw if len(raw) <= _MOST_DATA else raw[: _MOST_DATA - 1] + "…"


# --- writing ------------------------------------------------------------------------------------------------


def _limits(fragment: CueFragment, conventions: CueConventions, *, wide: bool) -> CueLimits:
    """The limits for a fragment in its cue."""
    lines = [visible(line) for line in fragment.lines]
    widths = [width_of(line) for line in lines]
    begin, end = fragment.cue.begin, fragment.cue.end
    duration = end - begin if begin is not None and end is not None and end > begin else 0
    limit = conventions.width
    if wide != conventions.wide:
        limit = _WIDEST if wide else max(limit, WIDTH)
    elif len(lines) == 1:
        limit = max(limit, widths[0])
    return CueLimits(
        size=max(1, sum(widths)),
        lines=len(lines),
        duration=duration,
        limit=limit,
        deliberate=len(lines) > 1 and sum(widths) + len(widths) - 1 <= limit,
    )


def _is_wide(text: str) -> bool:
    return not text.isascii() and 2 * len(_WIDE.findall(text[:500])) > len(text[:500])


def _separator(fragment: CueFragment, notation: CueNotation) -> str:
    return f"{fragment.line_after}{notation.line_end}{fragment.line_before}"


def _write(
    lines: Sequence[Sequence[Inline]], unit: CueUnit, notation: CueNotation, around: list[str], separator: str
) -> str:
    """Write lines in the file's notation; pairs end with the cue, and begin again in the next."""
    out = [unit.written[identity, CodeKind.OPEN] for identity in around]
    for place, line in enumerate(lines):
        if place:
            out.append(separator)
        texts: list[str] = []
        for part in line:
            if isinstance(part, str):
                texts.append(part)
                continue
            out += (notation.encode("".join(texts)), unit.written[part.id, part.kind])
            texts.clear()
            if part.kind is CodeKind.OPEN:
                around.append(part.id)
            elif part.kind is CodeKind.CLOSE:
                around.remove(part.id)
        out.append(notation.encode("".join(texts)))
    out += [unit.written[identity, CodeKind.CLOSE] for identity in reversed(around)]
    return "".join(out)
