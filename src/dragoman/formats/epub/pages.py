"""The pages of a book: XHTML that must stay well-formed, read and written like web pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.epub.package import XHTML, ManifestItem
from dragoman.formats.families.html.document import HtmlSource
from dragoman.formats.families.html.page_head import encode_page, find_declared, name_target, read_page_head
from dragoman.formats.families.html.tokens import HtmlToken, HtmlTokenKind, attributes, tokenize
from dragoman.formats.format import Languages, Reason, Unit
from dragoman.formats.units.html_elements import BLOCK
from dragoman.segments import Segment
from dragoman.text_io.charsets import DecodedText, decode
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from dragoman.text_io.splice import splice
from dragoman.text_io.xml.tree import is_well_formed
from dragoman.text_io.zip.archive import ZipArchive
from dragoman.text_io.zip.directory import shown

_LARGEST: Final = 40_000_000  # bytes of one page
_TYPES: Final = frozenset({"page-list", "pagelist", "pagebreak"})
_ENTITIES: Final = re.compile(r"<!DOCTYPE[^>\[]*\[[^\]]*<!ENTITY", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPage:
    """A page that was read."""

    item: ManifestItem
    decoded: DecodedText
    markup: HtmlSource

    def units(self, left_alone: Counter[Reason]) -> Iterator[Unit]:
        """The units, in reading order; text without one is counted in `left_alone`."""
        left_alone[Reason.FIELD] += len(self.markup.without)
        return self.markup.units(left_alone)


def open_page(archive: ZipArchive, item: ManifestItem, languages: Languages) -> BookPage:
    """Read one page. Raises `DocumentCorrupt` if it is not text, or declares entities."""
    if archive.entries[item.name].size > _LARGEST:
        raise ConversionFailed(f"The page {shown(item.name)} of the book is too large to be read.")
    data = archive.read(item.name)
    try:
        decoded = decode(data, declared=find_declared(data), language=languages.source)
    except DocumentCorrupt as error:
        raise DocumentCorrupt(f"The page {shown(item.name)} cannot be read. {error.message}") from None
    if "<!ENTITY" in decoded.text and _ENTITIES.search(decoded.text):
        raise DocumentCorrupt(f"The page {shown(item.name)} declares entities, which is not allowed.")
    return BookPage(item=item, decoded=decoded, markup=_markup(item, decoded.text))


def write_page(page: BookPage, targets: Mapping[str, Segment], languages: Languages) -> bytes | None:
    """The page with its translations; None when nothing changes.

    Raises `ConversionFailed` if codes are missing, or if the page would not be well-formed any more.
    """
    markup = page.markup
    replacements = markup.replacements(targets)
    if not replacements:
        return None
    replacements += name_target(markup.source, read_page_head(markup.source, xml=markup.xml), languages)
    text = splice(markup.source, replacements)
    if markup.xml and not _is_sound(text) and _is_sound(markup.source):
        raise ConversionFailed(f"The page {shown(page.item.name)} would not be well-formed any more.")
    return encode_page(text, page.decoded, xml=markup.xml)


def _markup(item: ManifestItem, text: str) -> HtmlSource:
    xml = item.media_type in XHTML
    return HtmlSource(source=text, xml=xml, prefix=f"{item.name}#", without=tuple(_find_numbers(text, xml)))


def _is_sound(text: str) -> bool:
    return is_well_formed(text.encode("utf-8", "surrogatepass"))  # lone surrogates are not


def _find_numbers(text: str, xml: bool) -> Iterator[tuple[int, int]]:
    """The positions of the numbers of printed pages: lists of them, blocks between pages, and inline tags.

    For an inline tag it is the position after its `<`, so that its line is not excluded.
    """
    if not any(word in text for word in _TYPES):
        return
    begin, depth, name = -1, 0, ""
    for token in tokenize(text, xml=xml):
        if begin >= 0:
            if token.name == name and not token.closed:
                depth += {HtmlTokenKind.START: 1, HtmlTokenKind.END: -1}.get(token.kind, 0)
            if not depth:
                yield begin, token.end
                begin = -1
        elif token.kind is HtmlTokenKind.START and _TYPES & _types_of(text, token):
            if token.name not in BLOCK or token.closed:
                yield token.start + 1, token.end
            else:
                begin, depth, name = token.start, 1, token.name


def _types_of(text: str, token: HtmlToken) -> set[str]:
    """The types of an element in the vocabularies of EPUB and ARIA."""
    return {
        word.removeprefix("doc-")
        for found in attributes(text, token)
        if found.name == "role" or found.name.endswith(":type")
        for word in text[found.start : found.end].split()
    }
