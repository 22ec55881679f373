"""Making a preview of a rebuilt document: a safe page, a text with places, or pages.

Web pages are shown as pages, Office documents as the PDF that LibreOffice makes of them, and files of text as
their text. Other formats, such as books and InDesign documents, have no preview.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dragoman.conversion.confined import Confined
from dragoman.conversion.legacy.printing import PRINTED
from dragoman.conversion.previews.locating import locate_texts
from dragoman.conversion.previews.marking import Marks, Place, find_places, write_plainly
from dragoman.conversion.previews.safe_html import SafeHtml, make_safe
from dragoman.formats import find_entry
from dragoman.formats.families.html.page_head import find_declared
from dragoman.formats.format import Languages, Source
from dragoman.segments import plain_text
from dragoman.text_io.charsets import decode, show_text
from dragoman.text_io.errors import ConversionFailed, DocumentError
from dragoman.text_io.xml.encoding import decode_xml

_MOST_CHARACTERS: Final = 5_000_000
_MOST_PRINTED_WORDS: Final = 5_000_000
_PAGE: Final = re.compile(r"page (\d+)")
_WITHOUT: Final = frozenset({"icml"})  # text, but nothing that people read
_XML_PAGES: Final = frozenset({"xhtml", "xht"})


class PreviewKind(enum.Enum):
    """How a document is shown."""

    HTML = enum.auto()
    TEXT = enum.auto()
    PAGES = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlPreview:
    """A page that is safe to show."""

    page: SafeHtml

    @property
    def size(self) -> int:
        """Bytes in memory, roughly."""
        return len(self.page.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPreview:
    """A text, and where the segments are in it, in the order of the text."""

    text: str = field(repr=False)
    places: Sequence[Place]

    @property
    def size(self) -> int:
        """Bytes in memory, roughly."""
        return len(self.text) + 100 * len(self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesPreview:
    """A PDF, and the page of each segment, from 1; a segment without one was not found."""

    pdf: bytes = field(repr=False)
    pages: Mapping[int, int]

    @property
    def size(self) -> int:
        """Bytes in memory, roughly."""
        return len(self.pdf) + 100 * len(self.pages)


Preview: TypeAlias = HtmlPreview | TextPreview | PagesPreview


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuiltText:
    """A rebuilt document of a format of text, and the same with marks."""

    suffix: str
    data: bytes = field(repr=False)
    marked: bytes | None = field(repr=False)  # None: it could not be rebuilt with marks
    marks: Marks
    texts: Mapping[int, str]  # what the segments say


def find_kind(format_name: str) -> PreviewKind | None:
    """How documents of a format are shown, by the format of what is rebuilt; None: not at all."""
    if format_name == "html":
        return PreviewKind.HTML
    entry = find_entry(format_name)
    if format_name in PRINTED or (entry.result is not None and entry.result.suffix in PRINTED):
        return PreviewKind.PAGES
    return None if entry.zipped or format_name in _WITHOUT else PreviewKind.TEXT


def show_page(written: RebuiltText, *, language: str) -> HtmlPreview:
    """Make a web page safe, with elements for its segments."""
    shown = show_document(written, language=language)
    xml = written.suffix in _XML_PAGES or shown.text.lstrip()[:5] == "<?xml"
    # In the copy with marks blanks may be others, which a browser does not show: it is taken as it is.
    marked = (
        write_plainly(_decode(written.marked, language), written.marks)
        if written.marked is not None
        else written.marks.write(shown.text, shown.places)
    )
    return HtmlPreview(page=make_safe(marked, written.marks, xml=xml))


def show_document(written: RebuiltText, *, language: str) -> TextPreview:
    """Decode a document, and find its segments. Raises `ConversionFailed` for one that is too long."""
    text = _decode(written.data, language)
    if len(text) > _MOST_CHARACTERS:
        raise ConversionFailed("The document is too long to be shown here. Download it instead.")
    marked = _decode(written.marked, language) if written.marked is not None else None
    return TextPreview(text=text, places=find_places(text, marked, written.marks, written.texts))


def _decode(data: bytes, language: str) -> str:
    if data.lstrip()[:5] == b"<?xml":
        try:
            xml = decode_xml(data)
            return xml.body.decode("utf-8", "replace")
        except DocumentError:
            pass
    text = decode(data, declared=find_declared(data), language=language).text
    return show_text(text, len(text))


async def show_pages(
    confined: Confined, pdf: bytes, texts: Sequence[str], *, languages: Languages
) -> Sequence[int | None]:
    """Find the page of each text in a PDF. It is read as documents are, where it can do no harm."""
    source = Source(data=pdf, suffix="pdf")
    try:
        read = await confined.extract("pdf", source, languages, max_words=_MOST_PRINTED_WORDS)
    except DocumentError:  # such as one without any text
        return [None] * len(texts)
    pages = [
        (int(found[1]), plain_text(unit.segment))
        for unit in read.document.units
        if (found := _PAGE.match(unit.context)) is not None
    ]
    return locate_texts(texts, pages) if pages else [None] * len(texts)
