"""Comments on cells: legacy notes, which may have formatting, and threaded comments, which have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Unit
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.formats.xlsx.rich_text import RichText, RichTextReader, find_new, write_text, write_value
from dragoman.formats.xlsx.workbook import SheetPartRef
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.blocks import XmlPart, encoded, open_entry, whole
from dragoman.text_io.xml.tags import TagKind, XmlBlock, content

_THREADED: Final = "tc="  # prefix of the authors of copies of threaded comments


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comment:
    id: str
    start: int
    end: int
    text: RichText
    name: bytes  # of the element around it; empty: it contains only text
    cell: str


def read_comments(package: OoxmlPackage, ref: SheetPartRef) -> Iterator[Unit]:
    """The units of a part with comments."""
    part, data = _open(package, ref)
    for comment in _read(ref, part, data):
        if comment.text.has_letters:
            yield Unit(
                id=comment.id,
                segment=comment.text.segment,
                prose=comment.text.is_prose,
                context=f"{ref.name}!{comment.cell}",
            )


def count_comments(package: OoxmlPackage, ref: SheetPartRef) -> int:
    """The number of comments. A damaged part does not refuse the workbook."""
    try:
        part, data = _open(package, ref)
        return sum(1 for _ in _read(ref, part, data))
    except DocumentError:
        return 1


def write_comments(
    package: OoxmlPackage, ref: SheetPartRef, targets: Mapping[str, Segment]
) -> dict[str, bytes]:
    """The part with its translations, if it changes."""
    part, data = _open(package, ref)
    edits: list[Edit] = []
    for comment in _read(ref, part, data):
        target = find_new(comment.text, targets.get(comment.id), comment.id)
        if target is not None:
            new = write_value(comment.text, target)
            if comment.name:
                new = write_text(comment.text, target, comment.name)
            edits.append((comment.start, comment.end, new))
    return {ref.name: b"".join(encoded(part, (splice(data, edits),)))} if edits else {}


def _open(package: OoxmlPackage, ref: SheetPartRef) -> tuple[XmlPart, bytes]:
    part = open_entry(package.archive, ref.name)
    return part, whole(part)


def _read(ref: SheetPartRef, part: XmlPart, data: bytes) -> Iterator[_Comment]:
    block = XmlBlock(data, part.names)
    reader = RichTextReader(part.names)
    threaded = ref.role == "threadedComment"
    authors: list[str] = []
    attributes: dict[str, str] = {}
    number = position = 0
    while (tag := block.tag(position)) is not None:
        position = tag.end
        local = tag.name.rpartition(":")[2]
        if tag.kind is TagKind.END:
            continue
        if local == "author":
            authors.append(content(block.inside(tag)))
            position = block.end_of(tag)
        elif local in {"comment", "threadedComment"}:
            number += 1
            attributes = block.attributes(tag)
        elif local == "text" and tag.kind is TagKind.START:
            position = block.end_of(tag)
            close = data.rindex(b"<", tag.end, position)
            raw = data[tag.end : close]
            text = reader.plain(content(raw)) if threaded else reader.read(raw)
            if text is None or _is_bound(block, attributes, authors, position):
                continue
            yield _Comment(
                id=f"{ref.name}#{number}",
                start=tag.end,
                end=close,
                text=text,
                name=b"" if threaded else block.written(tag),
                cell=attributes.get("ref", ""),
            )


def _is_bound(block: XmlBlock, attributes: Mapping[str, str], authors: list[str], end: int) -> bool:
    """Whether a comment copies a threaded one, or mentions people at fixed offsets of its text."""
    following = block.tag(end)
    if following is not None and following.name.rpartition(":")[2] == "mentions":
        return True
    author = attributes.get("authorId", "")
    return (
        author.isdecimal()
        and int(author[:6]) < len(authors)
        and authors[int(author[:6])].startswith(_THREADED)
    )
