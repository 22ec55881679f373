"""Read the pages of a file: their content, links and annotations."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pdfminer.pdftypes import PDFObjRef, PDFStream

from dragoman.formats.pdf.interpreting import ContentBudget, ContentInterpreter
from dragoman.formats.pdf.objects import (
    MAX_STREAM,
    dict_of,
    list_of,
    name_of,
    number_of,
    numbers_of,
    resolve,
    stream_data,
    text_of,
)
from dragoman.formats.pdf.opening import PdfFile, PdfPage
from dragoman.formats.pdf.page_content import Matrix, PageContent, multiply, transform_box

_MOST_ANNOTATIONS: Final = 5_000  # of a page
_SHOWN: Final = frozenset({"Widget", "FreeText", "Stamp"})  # annotations whose text is part of the page
_COMMENTS: Final = frozenset(
    {"Text", "Highlight", "Underline", "StrikeOut", "Squiggly", "Caret", "Popup", "Ink"}
)
_NOT_SHOWN: Final = 0b100010  # flags: hidden, no view
_LONGEST_LINK: Final = 2_000
_SCHEMES: Final = ("http://", "https://", "mailto:", "ftp://", "tel:")


def read_pages(file: PdfFile) -> Iterator[PageContent]:
    """The content of all pages, one after the other. Raises `ConversionFailed` above the limits."""
    budget = ContentBudget(hidden_layers=_hidden_layers(file.catalog))
    for page in file.pages:
        yield _read_page(page, budget)


def _read_page(page: PdfPage, budget: ContentBudget) -> PageContent:
    matrix, width, height = _upright(page)
    content = PageContent(number=page.number, width=width, height=height)
    interpreter = ContentInterpreter(content, budget, matrix)
    streams = list_of(page.attributes.get("Contents")) or [page.attributes.get("Contents")]
    content.broken = any(one is not None and not isinstance(resolve(one), PDFStream) for one in streams)
    interpreter.run(_content(page.attributes.get("Contents")), page.attributes.get("Resources"))
    for item in list_of(page.attributes.get("Annots"))[:_MOST_ANNOTATIONS]:
        annotation = dict_of(item)
        kind = name_of(annotation.get("Subtype"))
        if int(number_of(annotation.get("F"))) & _NOT_SHOWN:
            continue
        if kind == "Link":
            _note_link(content, annotation, matrix)
        elif kind in _COMMENTS:
            content.comments += kind != "Popup" and bool(text_of(annotation.get("Contents")).strip())
        elif kind in _SHOWN and (stream := _appearance(annotation)) is not None:
            interpreter.state.matrix = matrix
            interpreter.appearance(annotation, stream)
    return content


def _upright(page: PdfPage) -> tuple[Matrix, float, float]:
    """The matrix that moves the visible part of a page upright to the origin, and its size."""
    left, bottom, right, top = page.box
    wide, high = right - left, top - bottom
    moved: Matrix = (1.0, 0.0, 0.0, 1.0, -left, -bottom)
    if page.turned == 90:
        return multiply(moved, (0.0, -1.0, 1.0, 0.0, 0.0, wide)), high, wide
    if page.turned == 180:
        return multiply(moved, (-1.0, 0.0, 0.0, -1.0, wide, high)), wide, high
    if page.turned == 270:
        return multiply(moved, (0.0, 1.0, -1.0, 0.0, high, 0.0)), high, wide
    return moved, wide, high


def _content(value: object) -> bytes:
    """The content of a page, whose streams may be split between any two tokens."""
    found = resolve(value)
    streams = list_of(found) if isinstance(found, list) else [found]
    buffer = io.BytesIO()
    for stream in streams:
        buffer.write(stream_data(stream, max(0, MAX_STREAM - buffer.tell())))
        buffer.write(b"\n")
    return buffer.getvalue()


def _note_link(content: PageContent, annotation: Mapping[str, Any], matrix: Matrix) -> None:
    action, rectangle = dict_of(annotation.get("A")), numbers_of(annotation.get("Rect"), 4)
    address = text_of(action.get("URI")).strip() if name_of(action.get("S")) == "URI" else ""
    if rectangle is None or not address.lower().startswith(_SCHEMES) or len(address) > _LONGEST_LINK:
        return
    if not address.isprintable() or " " in address:
        return
    left, right = sorted((rectangle[0], rectangle[2]))
    bottom, top = sorted((rectangle[1], rectangle[3]))
    content.links.append((transform_box(matrix, (left, bottom, right, top)), address))


def _appearance(annotation: Mapping[str, Any]) -> PDFStream | None:
    """The current appearance of an annotation."""
    normal = resolve(dict_of(annotation.get("AP")).get("N"))
    if isinstance(normal, dict):
        normal = resolve(normal.get(name_of(annotation.get("AS"))))
    return normal if isinstance(normal, PDFStream) else None


def _hidden_layers(catalog: Mapping[str, Any]) -> frozenset[int]:
    """The ids of the layers that are off when the document is opened."""
    layers = dict_of(catalog.get("OCProperties"))
    usual = dict_of(layers.get("D"))
    off = {one.objid for one in list_of(usual.get("OFF")) if isinstance(one, PDFObjRef)}
    if name_of(usual.get("BaseState")) == "OFF":
        on = {one.objid for one in list_of(usual.get("ON")) if isinstance(one, PDFObjRef)}
        off |= {one.objid for one in list_of(layers.get("OCGs")) if isinstance(one, PDFObjRef)} - on
    return frozenset(off)


def picture_share(content: PageContent) -> float:
    """The share of a page that pictures cover, from 0 to 1; scanners may split a page into strips."""
    area = content.width * content.height
    covered = sum(
        max(0.0, min(right, content.width) - max(left, 0.0))
        * max(0.0, min(top, content.height) - max(bottom, 0.0))
        for left, bottom, right, top in (picture.box for picture in content.pictures)
    )
    return min(1.0, covered / area) if area else 0.0
