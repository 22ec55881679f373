"""Writing a presentation with translations in it. What has no translation stays byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dragoman.formats.families.ooxml.drawing_parts import write_drawn
from dragoman.formats.families.ooxml.format import Changes, Options
from dragoman.formats.families.ooxml.package import Package
from dragoman.formats.paragraphs.text_locations import Order
from dragoman.formats.pptx.parts import PartRef
from dragoman.formats.pptx.reading import Reading, begin_reading, read_part, why_left
from dragoman.formats.pptx.text_direction import Turning
from dragoman.languages import is_rtl

_HELD: Final = 8 * 1024 * 1024  # bytes of parts that are written before the package is
_ALONE: Final = frozenset({"slide", "notesSlide"})  # nothing that is said there has copies in other parts


def write_package(package: Package, options: Options, order: Order) -> Changes:
    """The parts that change."""
    reading = begin_reading(package, options, order.targets)
    before, after = is_rtl(order.languages.source), is_rtl(order.languages.target)
    reading.turning = reading.chooses("setDirection") and before != after
    wanted = {identity.rpartition("#")[0] for identity in order.targets}
    slides = {ref.slide for ref in reading.parts if ref.name in wanted}
    order = replace(order, targets=reading.titles.targets)  # with those of what repeats titles, once read
    changes: Changes = {}
    held = 0
    for ref in reading.parts:
        if not (ref.slide in slides or reading.titles.changed) or why_left(reading, ref) is not None:
            continue
        if held > _HELD and ref.name in wanted and ref.role in _ALONE:
            changes[ref.name] = _write_later(reading, ref, order)
            continue
        for name, written in _write_part(reading, ref, order).items():
            changes[name] = written
            held += len(written)
    return changes


def _write_part(reading: Reading, ref: PartRef, order: Order) -> dict[str, bytes]:
    """The new contents of a part if something changes, and of the workbook behind it."""
    drawn = read_part(reading, ref)
    if not reading.turning:
        return write_drawn(drawn, order)
    turning = Turning(names=drawn.part.names, rtl=is_rtl(order.languages.target))
    return write_drawn(drawn, order, turning.adapt)


def _write_later(reading: Reading, ref: PartRef, order: Order) -> Iterator[bytes]:
    yield _write_part(reading, ref, order).get(ref.name) or reading.package.archive.read(ref.name)
