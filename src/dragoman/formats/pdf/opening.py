"""Open a PDF file: its encryption, its pages, and recovery if its table of objects is damaged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cryptography.hazmat.backends import default_backend
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdftypes import PDFObjRef

from dragoman.formats.pdf.objects import (
    GuardedDocument,
    dict_of,
    list_of,
    name_of,
    number_of,
    numbers_of,
    resolve,
)
from dragoman.formats.pdf.recovery import RecoveredDocument
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted

default_backend()  # pdfminer imports it when it is first needed, which is impossible in the confined process

MAGIC: Final = b"%PDF-"
HEAD: Final = 1024  # bytes that contain the magic
_MOST_PAGES: Final = 10_000
_INHERITED: Final = ("Resources", "MediaBox", "CropBox", "Rotate")
_LETTER: Final = (0.0, 0.0, 612.0, 792.0)
_SMALLEST: Final = 10.0  # points: pages with a smaller size get that of a letter


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPage:
    """A page of the file."""

    number: int  # from 0
    attributes: Mapping[str, Any] = field(repr=False)  # with inherited attributes
    box: tuple[float, float, float, float]  # its visible part: left, bottom, right, top
    turned: int  # 0, 90, 180 or 270 degrees, clockwise


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfFile:
    """An opened file."""

    catalog: Mapping[str, Any] = field(repr=False)
    pages: tuple[PdfPage, ...]


def open_pdf(data: bytes) -> PdfFile:
    """Open a file, with the empty password if it needs one.

    Raises `DocumentEncrypted`, `DocumentCorrupt` if it has no pages, and `ConversionFailed` if it has too
    many.
    """
    start = data.find(MAGIC, 0, HEAD)
    if start < 0:
        raise DocumentCorrupt("The file is not a PDF document: its beginning is missing.")
    data = data[start:] if start else data
    best: PdfFile | None = None
    for kind in (GuardedDocument, RecoveredDocument):
        document = _open(kind, data)
        if document is None:
            continue
        pages = tuple(_page(number, attributes) for number, attributes in enumerate(_pages(document)))
        if pages and (best is None or len(pages) > len(best.pages)):
            best = PdfFile(catalog=document.catalog, pages=pages)
        if len(pages) >= max(1, int(number_of(dict_of(document.catalog.get("Pages")).get("Count")))):
            break
    if best is None:
        raise DocumentCorrupt("The document is damaged or cut off: no page of it can be found.")
    return best


def _open(kind: type[GuardedDocument], data: bytes) -> GuardedDocument | None:
    try:
        return kind(data)
    except PDFPasswordIncorrect:
        raise DocumentEncrypted(
            "The document is protected by a password. Send it without one, saved or printed to a new PDF."
        ) from None
    except PDFEncryptionError:
        raise DocumentEncrypted(
            "The document is protected in a way that cannot be opened here. Send it without protection."
        ) from None
    except MemoryError:
        raise
    except Exception:  # pdfminer may raise any exception for a damaged file
        return None


def _pages(document: GuardedDocument) -> Iterator[dict[str, Any]]:
    """The dictionaries of all pages in order, with inherited attributes."""
    found = list(_walk(document.catalog.get("Pages")))
    if not found and isinstance(document, RecoveredDocument):
        found = [dict(dict_of(page)) for _, page in document.objects_of_type("Page")]
    if len(found) > _MOST_PAGES:
        raise ConversionFailed(f"The document has more than {_MOST_PAGES} pages. Split it.")
    return iter(found)


def _walk(root: object) -> Iterator[dict[str, Any]]:
    """The leaves of the page tree; each node once, despite cycles."""
    seen: set[int] = set()
    count = 0
    waiting: list[tuple[object, dict[str, Any]]] = [(root, {})]
    while waiting:
        node, inherited = waiting.pop()
        if isinstance(node, PDFObjRef):
            if node.objid in seen:
                continue
            seen.add(node.objid)
        attributes = dict_of(node)
        if not attributes:
            continue
        merged = {name: inherited[name] for name in _INHERITED if name in inherited} | dict(attributes)
        if "Kids" in attributes and name_of(attributes.get("Type")) != "Page":
            passed: dict[str, Any] = {name: merged[name] for name in _INHERITED if name in merged}
            waiting += [(kid, passed) for kid in reversed(list_of(attributes["Kids"]))]
        elif "Contents" in attributes or name_of(attributes.get("Type")) == "Page":
            count += 1
            yield merged
            if count > _MOST_PAGES:
                return


def _page(number: int, attributes: Mapping[str, Any]) -> PdfPage:
    media = _box(attributes.get("MediaBox")) or _LETTER
    crop = _box(attributes.get("CropBox"))
    box = media
    if crop is not None:
        both = (
            max(crop[0], media[0]),
            max(crop[1], media[1]),
            min(crop[2], media[2]),
            min(crop[3], media[3]),
        )
        if both[2] - both[0] >= _SMALLEST and both[3] - both[1] >= _SMALLEST:
            box = both
    turned = round(number_of(resolve(attributes.get("Rotate"))) / 90) * 90 % 360
    return PdfPage(number=number, attributes=attributes, box=box, turned=turned)


def _box(value: object) -> tuple[float, float, float, float] | None:
    corners = numbers_of(value, 4)
    if corners is None:
        return None
    left, right = sorted((corners[0], corners[2]))
    bottom, top = sorted((corners[1], corners[3]))
    return (left, bottom, right, top) if min(right - left, top - bottom) >= _SMALLEST else None
