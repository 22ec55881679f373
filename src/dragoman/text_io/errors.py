"""Errors of reading and writing a file, with which a document's job fails (D7)."""

from __future__ import annotations

from typing import ClassVar

from dragoman.errors import DragomanError


class DocumentError(DragomanError):
    """A document that cannot be translated; the job fails with `code` (D7) and this message."""

    code: ClassVar[str] = "DOCUMENT_CORRUPT"


class DocumentCorrupt(DocumentError):
    """Broken, truncated, hostile, or of another type. The message names the problem and its place."""


class DocumentEncrypted(DocumentError):
    """The document needs a password."""

    code: ClassVar[str] = "DOCUMENT_ENCRYPTED"


class DocumentEmpty(DocumentError):
    """The document has no text to translate."""

    code: ClassVar[str] = "DOCUMENT_EMPTY"


class ConversionFailed(DocumentError):
    """The document is valid, but cannot be read or written within the limits."""

    code: ClassVar[str] = "CONVERSION_FAILED"
