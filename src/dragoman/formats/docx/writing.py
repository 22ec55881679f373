"""Write a Word package with its translations. Parts without translations stay byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from dragoman.formats.docx.data_bindings import translated_data, write_data
from dragoman.formats.docx.parts import WordPartKind, WordPartRef
from dragoman.formats.docx.reading import (
    DocxContext,
    is_read,
    open_context,
    read_other_part,
    read_text,
    resolve_toc,
)
from dragoman.formats.docx.tables_of_contents import update_fields
from dragoman.formats.docx.target_language import PropertyAdapter, mark_language
from dragoman.formats.families.ooxml.drawing_parts import write_drawing_part
from dragoman.formats.families.ooxml.format import Changes, Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Languages
from dragoman.formats.paragraphs.text_locations import Translations, WritingContext, write_locations
from dragoman.formats.paragraphs.writing import RunMarkup
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.blocks import encoded, open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock

_MOST_BUFFERED: Final = 8 * 1024 * 1024  # bytes of a part that are kept until it is known whether it changes
_ELEMENTS: Final = {"\u2011": "w:noBreakHyphen", "\u00ad": "w:softHyphen"}


def write_package(package: OoxmlPackage, options: Options, translations: Translations) -> Changes:
    """The parts that change."""
    context = open_context(package, options)
    toc = resolve_toc(context, translations.targets)
    translations = replace(translations, targets={**translations.targets, **toc.targets})
    changes: Changes = {}
    wanted = {identity.rpartition("#")[0] for identity in translations.targets}
    sharing = any(ref.role == "diagramData" and ref.name in wanted for ref in context.parts)
    for ref in context.parts:
        needed = ref.name in wanted or (sharing and ref.role == "diagramDrawing")
        if not is_read(context, ref) or not (needed or ref.role == "diagramData"):
            continue
        if ref.kind is not WordPartKind.TEXT:
            changes |= write_drawing_part(read_other_part(context, ref), translations)
        elif (written := _write_text(context, ref, translations)) is not None:
            changes[ref.name] = written
    if not changes:
        return {}
    changes |= _write_data(context, translations, changes)
    if toc.left and not translations.always:
        changes |= _write_settings(package)
    for ref in context.parts:
        if ref.kind is WordPartKind.STYLES and not translations.always:
            changes |= _write_styles(context, ref, translations.languages)
    return changes


def _write_data(context: DocxContext, translations: Translations, written: Mapping[str, object]) -> Changes:
    """The parts with data that translated content controls copy, except data in parts that are streamed."""
    data = translated_data(context.bound_controls, translations.targets)
    changed: Changes = {}
    for ref in context.parts if data else ():
        if ref.kind in {WordPartKind.DATA, WordPartKind.PROPERTIES} and ref.name not in written:
            try:
                part = context.open(ref)
                new = write_data(XmlBlock(whole(part), part.names), data)
            except DocumentError:  # the data may be of any kind and is not checked
                continue
            if new is not None:
                changed[ref.name] = b"".join(encoded(part, (new,)))
    return changed


def _write_settings(package: OoxmlPackage) -> Changes:
    """The settings, changed so that Word updates fields; none if they are missing or damaged."""
    for to in package.relationships(package.main_part()):
        if to.kind == "settings":
            try:
                part = open_entry(package.archive, to.target)
                new = update_fields(XmlBlock(whole(part), part.names))
            except DocumentError:
                break
            return {to.target: b"".join(encoded(part, (new,)))}
    return {}


def _write_text(
    context: DocxContext, ref: WordPartRef, translations: Translations
) -> bytes | Iterator[bytes] | None:
    """The new contents of a part; None when nothing changes. Large parts are streamed."""
    part = context.open(ref)
    marking = PropertyAdapter(
        names=part.names, languages=translations.languages, direction=context.is_on("setDirection")
    )
    writing_context = WritingContext(
        translations=translations,
        run_markup=lambda name: _run_markup(marking, name),
        paragraph=lambda _, properties, name: marking.paragraph(properties, name),
        block=marking.block,
    )

    def blocks() -> Iterator[tuple[bytes, bool]]:
        for data, locations in read_text(context, ref, part):
            new = write_locations(data, locations, writing_context)
            yield (data, False) if new is None else (new, True)

    if context.package.archive.entries[ref.name].size > _MOST_BUFFERED:
        return encoded(part, (block for block, _ in blocks()))
    changed = False
    written: list[bytes] = []
    for block, new in blocks():
        changed |= new
        written.append(block)
    return b"".join(encoded(part, written)) if changed else None


def _run_markup(marking: PropertyAdapter, name: bytes) -> RunMarkup:
    write = marking.names.write
    return RunMarkup(
        run=write("w:r", name),
        text=write("w:t", name),
        preserves=True,
        properties=lambda style, new: marking.run(style, name) if new else style.raw,
        elements={sign: b"<" + write(element, name) + b"/>" for sign, element in _ELEMENTS.items()},
    )


def _write_styles(context: DocxContext, ref: WordPartRef, languages: Languages) -> Changes:
    part = context.open(ref)
    before = whole(part)
    after = mark_language(before, part.names, languages)
    return {} if after == before else {ref.name: b"".join(encoded(part, (after,)))}
