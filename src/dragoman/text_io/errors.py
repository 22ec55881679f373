"""Why a file cannot be read or written: the errors with which a document's job fails (D7)."""

from __future__ import annotations

from typing import ClassVar

from dragoman.errors import DragomanError


class DocumentError(DragomanError):
    """A document that cannot be translated well; the job fails with `code` (D7) and this message."""

    code: ClassVar[str] = "DOCUMENT_CORRUPT"


class DocumentCorrupt(DocumentError):
    """Broken, truncated, hostile, or of another type. The message names the problem and where it is."""


class DocumentEncrypted(DocumentError):
    """Only a password opens it."""

    code: ClassVar[str] = "DOCUMENT_ENCRYPTED"


class DocumentEmpty(DocumentError):
    """There is nothing in it to translate."""

    code: ClassVar[str] = "DOCUMENT_EMPTY"


class ConversionFailed(DocumentError):
    """The document is sound, but cannot be read or written within the limits."""

    code: ClassVar[str] = "CONVERSION_FAILED"
