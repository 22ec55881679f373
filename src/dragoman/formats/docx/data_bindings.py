"""Content controls that show data of the package: a cover page shows the title of the file's properties.

Word loads the data again when it opens the document, so the translation of the control is written there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dragoman.formats.docx.reader_state import BoundControl
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.text_io.xml.tags import TagKind, XmlBlock, content, escaped


def translated_data(
    bound_controls: Iterable[BoundControl], targets: Mapping[str, Segment]
) -> dict[tuple[str, str], str]:
    """(name of the element, text) → new text, for all data whose controls are translated."""
    data: dict[tuple[str, str], str] = {}
    for copy in bound_controls:
        target = targets.get(copy.unit)
        if target is not None and target != copy.segment:
            data[copy.name, _shown(copy.segment, copy.pair)] = _shown(target, copy.pair)
    return data


def write_data(block: XmlBlock, data: Mapping[tuple[str, str], str]) -> bytes | None:
    """A part with its data changed; None when it contains none of them."""
    edits: list[Edit] = []
    names = {name for name, _ in data}
    for tag in block.tags(0, len(block.data)):
        local = tag.name.rpartition(":")[2]
        if tag.kind is not TagKind.START or local not in names:
            continue
        closing = block.expect(tag.end)
        if closing.kind is TagKind.END:
            new = data.get((local, content(block.data[tag.end : closing.start])))
            if new is not None:
                edits.append((tag.end, closing.start, escaped(new)))
    return splice(block.data, edits) if edits else None


def _shown(segment: Segment, pair: str) -> str:
    """The text of a segment, or of a pair in it."""
    inside = not pair
    items: list[str] = []
    for part in segment:
        if isinstance(part, Code):
            inside = part.kind is CodeKind.OPEN if pair and part.id == pair else inside
        elif inside and isinstance(part, Text):
            items.append(part.text)
    return "".join(items)
