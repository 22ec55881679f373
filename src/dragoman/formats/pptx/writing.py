"""Write a presentation with its translations. Parts without translations stay byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dragoman.formats.families.ooxml.drawing_parts import write_drawing_part
from dragoman.formats.families.ooxml.format import Changes, Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.paragraphs.text_locations import Translations
from dragoman.formats.pptx.parts import SlidePartRef
from dragoman.formats.pptx.reading import PptxContext, open_context, read_part, reason_to_leave
from dragoman.formats.pptx.text_direction import DirectionAdapter
from dragoman.languages import is_rtl

_MOST_BUFFERED: Final = 8 * 1024 * 1024  # bytes of parts that are written before the package is
_ALONE: Final = frozenset({"slide", "notesSlide"})  # their texts have no copies in other parts


def write_package(package: OoxmlPackage, options: Options, translations: Translations) -> Changes:
    """The parts that change."""
    context = open_context(package, options, translations.targets)
    before, after = is_rtl(translations.languages.source), is_rtl(translations.languages.target)
    context.changes_direction = context.is_on("setDirection") and before != after
    wanted = {identity.rpartition("#")[0] for identity in translations.targets}
    slides = {ref.slide for ref in context.parts if ref.name in wanted}
    # with those of paragraphs that repeat titles
    translations = replace(translations, targets=context.titles.targets)
    changes: Changes = {}
    buffered = 0
    for ref in context.parts:
        if not (ref.slide in slides or context.titles.changed) or reason_to_leave(context, ref) is not None:
            continue
        if buffered > _MOST_BUFFERED and ref.name in wanted and ref.role in _ALONE:
            changes[ref.name] = _write_later(context, ref, translations)
            continue
        for name, written in _write_part(context, ref, translations).items():
            changes[name] = written
            buffered += len(written)
    return changes


def _write_part(context: PptxContext, ref: SlidePartRef, translations: Translations) -> dict[str, bytes]:
    """The new contents of a part and of the workbook behind it, if they change."""
    drawn = read_part(context, ref)
    if not context.changes_direction:
        return write_drawing_part(drawn, translations)
    changes_direction = DirectionAdapter(names=drawn.part.names, rtl=is_rtl(translations.languages.target))
    return write_drawing_part(drawn, translations, changes_direction.adapt)


def _write_later(context: PptxContext, ref: SlidePartRef, translations: Translations) -> Iterator[bytes]:
    yield _write_part(context, ref, translations).get(ref.name) or context.package.archive.read(ref.name)
