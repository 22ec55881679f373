"""Office documents as pages: LibreOffice writes a PDF, confined as when it converts old documents."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from dragoman.conversion.errors import DocumentTimedOut
from dragoman.conversion.legacy.child import DONE, SPACE, TIME, ConversionOrder
from dragoman.conversion.legacy.converting import LegacyOffice
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed

# The part of LibreOffice that opens documents of a format.
_MODULES: Final = {
    "docx": "writer",
    "odt": "writer",
    "xlsx": "calc",
    "ods": "calc",
    "pptx": "impress",
    "odp": "impress",
}
PRINTED: Final = frozenset(_MODULES)
_MAGIC: Final = b"%PDF-"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintableDocument:
    """A document to print."""

    format: str  # of PRINTED
    suffix: str  # the file extension
    data: bytes


async def print_document(
    office: LegacyOffice, document: PrintableDocument, *, metrics: Metrics
) -> bytes | None:
    """Make a PDF; None: this installation has no LibreOffice that can.

    Raises a `DocumentError`, or `Unavailable` when no process starts.
    """
    module = _MODULES[document.format]
    order = ConversionOrder(suffix=document.suffix, result="pdf", export=f"{module}_pdf_Export")
    began, outcome = time.monotonic(), "CANCELLED"
    try:
        answer = await office.run_order(order, document.data, module=module)
        outcome = "MISSING" if answer is None else "ok" if answer[0] == DONE else answer[0].upper()
    finally:
        metrics.conversion_seconds.labels("print").observe(time.monotonic() - began)
        metrics.conversions.labels("print", document.format, outcome).inc()
    return None if answer is None else _check(*answer)


def _check(outcome: str, data: bytes) -> bytes:
    if outcome == TIME:
        raise DocumentTimedOut("The document could not be laid out in the time that is allowed.")
    if outcome == SPACE:
        raise ConversionFailed("The document becomes too large when it is laid out.")
    if outcome != DONE or not data.startswith(_MAGIC):
        raise ConversionFailed(
            "The document could not be laid out: LibreOffice did not open it, or needed more memory than is "
            "allowed."
        )
    return data
