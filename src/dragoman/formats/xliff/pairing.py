"""Make codes of tags: pair their halves, separate crossing pairs, assign ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dragoman.formats.xliff.content import (
    OriginalCode,
    SubFlow,
    XliffContent,
    XliffInlineElement,
    XliffInlineRole,
)
from dragoman.segments import Code, CodeKind, Part, Text, normalise

_NOTHING: Final = OriginalCode(pieces=())


@dataclass(slots=True, eq=False)
class UnpairedItem:
    """A text or tag that is not a part of a segment yet."""

    reading: XliffInlineElement | None  # None: text
    text: str = ""  # of a tag: its display
    original: OriginalCode = _NOTHING
    subs: tuple[PendingSubFlow, ...] = ()
    partner: UnpairedItem | None = None  # of a pair: the other half
    around: int = 0  # the element that it is in, by number
    is_end: bool = False
    is_apart: bool = False  # a half that crosses another pair: standalone
    id: str = ""


@dataclass(frozen=True, slots=True)
class PendingSubFlow:
    """A sub-flow whose code has no id yet."""

    content: XliffContent
    raw: bytes
    at: int  # position in the pieces of its original


def assemble(items: list[UnpairedItem]) -> XliffContent:
    """Make parts of items: halves are paired, crossing pairs separated, ids assigned."""
    _match_halves(items)
    _part_crossing(items)
    _name(items)
    originals: dict[Code, OriginalCode] = {}
    flows: list[SubFlow] = []
    parts: list[Part] = []
    for item in items:
        if item.reading is None:
            parts.append(Text(text=item.text))
            continue
        code = _code(item, item.reading)
        originals[code] = _with_flows(item, code, flows)
        parts.append(code)
    content = XliffContent(
        segment=normalise(parts), originals=originals, ordered=_ordered(items), flows=tuple(flows)
    )
    for item in items:
        item.partner = None  # no reference cycles for the garbage collector
    return content


def _match_halves(items: list[UnpairedItem]) -> None:
    """Find the other half of each half that is an element of its own."""
    waiting: dict[tuple[str, str], list[UnpairedItem]] = {}
    for item in items:
        if item.reading is None or item.reading.role not in (XliffInlineRole.BEGIN, XliffInlineRole.END):
            continue
        key = (item.reading.family, item.reading.key)
        if item.reading.role is XliffInlineRole.BEGIN:
            waiting.setdefault(key, []).append(item)
        elif waiting.get(key):
            item.partner = waiting[key].pop()
            item.partner.partner = item


def _part_crossing(items: list[UnpairedItem]) -> None:
    """Separate those pairs of halves that are not properly nested, so that all others are."""
    open_: list[UnpairedItem] = []
    for item in items:
        if item.partner is None:
            continue
        if not item.is_end:
            item.is_apart = item.around != item.partner.around  # it leaves the element that it began in
            if not item.is_apart:
                open_.append(item)
        elif not item.partner.is_apart:
            while open_[-1].is_apart:
                open_.pop()
            if open_[-1] is item.partner:
                open_.pop()
            else:
                item.partner.is_apart = True
        if item.is_end:
            item.is_apart = item.partner.is_apart


def _name(items: list[UnpairedItem]) -> None:
    """Give each code its id: family and key, with a number where that is taken."""
    used: dict[str, int] = {}
    for item in items:
        reading = item.reading
        if reading is None:
            continue
        if item.is_end and item.partner is not None and not item.is_apart:
            item.id = item.partner.id
            continue
        wanted = f"{'/' if item.is_end else ''}{reading.family}{reading.key[:100]}"
        item.id = wanted
        while item.id in used:
            used[wanted] += 1
            item.id = f"{wanted}~{used[wanted]}"
        used.setdefault(item.id, 1)


def _code(item: UnpairedItem, reading: XliffInlineElement) -> Code:
    paired = item.partner is not None and not item.is_apart
    kind = CodeKind.STANDALONE if not paired else CodeKind.CLOSE if item.is_end else CodeKind.OPEN
    type_ = reading.type
    if paired and item.is_end and item.partner is not None and item.partner.reading is not None:
        type_ = item.partner.reading.type
    return Code(id=item.id, kind=kind, type=type_, data=item.text)


def _with_flows(item: UnpairedItem, code: Code, flows: list[SubFlow]) -> OriginalCode:
    pieces = list(item.original.pieces)
    for number, sub in enumerate(item.subs, 1):
        flow = SubFlow(key=f"{code.id}.{number}", content=sub.content, raw=sub.raw)
        pieces[sub.at] = flow
        flows.append(flow)
    return OriginalCode(pieces=tuple(pieces), self_closed=item.original.self_closed)


def _ordered(items: list[UnpairedItem]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (item.id, item.partner.id)
        for item in items
        if item.partner is not None and item.is_apart and not item.is_end
    )
