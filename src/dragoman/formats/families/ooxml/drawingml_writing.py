"""Write paragraphs of DrawingML: their runs name the target language, tooltips of links are translated."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.formats.families.ooxml.drawingml_runs import LINKS
from dragoman.formats.format import Languages
from dragoman.formats.paragraphs.inline_content import RunStyle
from dragoman.formats.paragraphs.languages import office_language, same_language
from dragoman.formats.paragraphs.text_locations import Edit, Translations, WritingContext, splice
from dragoman.formats.paragraphs.writing import RunMarkup
from dragoman.segments import Segment, plain_text
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, escaped_value


def drawing_writing(
    names: ElementNames, translations: Translations, tips: Mapping[str, str]
) -> WritingContext:
    """How the paragraphs of a part are written. `tips`: tooltips of links in runs → unit."""
    known: dict[tuple[bytes, bool], bytes] = {}

    def properties(style: RunStyle, new: bool) -> bytes:
        marked = known.get((style.raw, new))
        if marked is None:
            marked = _with_tips(style.raw, names, tips, translations.targets)
            marked = _mark_language(marked, names, translations.languages) if new else marked
            known[style.raw, new] = marked
        return marked

    def run_markup(name: bytes) -> RunMarkup:
        run, text = names.write("a:r", name), names.write("a:t", name)
        return RunMarkup(run=run, text=text, preserves=False, properties=properties)

    return WritingContext(translations=translations, run_markup=run_markup)


def _mark_language(written: bytes, names: ElementNames, languages: Languages) -> bytes:
    """The properties of a translated run: a `lang` of the source language gets the target language."""
    if b"lang=" not in written:
        return written
    block = XmlBlock(written, names)
    new = escaped_value(office_language(languages.target))
    edits = [
        (start, end, new)
        for name, start, end in block.spans(block.expect(0))
        if name == "lang" and same_language(written[start:end].decode(), languages.source)
    ]
    return splice(written, edits)


def _with_tips(
    written: bytes, names: ElementNames, tips: Mapping[str, str], targets: Mapping[str, Segment]
) -> bytes:
    """The properties of a run with the tooltips of its links translated."""
    if not tips or b"tooltip" not in written:
        return written
    block = XmlBlock(written, names)
    edits: list[Edit] = []
    for tag in block.tags(0, len(written)):
        if tag.name in LINKS and tag.kind is not TagKind.END:
            text = block.attributes(tag).get("tooltip", "")
            target = targets.get(tips.get(text, ""))
            if target is not None and plain_text(target) != text:
                edits += (
                    (start, end, escaped_value(plain_text(target)))
                    for name, start, end in block.spans(tag)
                    if name == "tooltip"
                )
    return splice(written, edits)
