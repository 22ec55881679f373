"""Warnings about a document's character encoding."""

from __future__ import annotations

from dragoman.formats.format import DocumentWarning, WarningCode
from dragoman.text_io.charset_labels import UNICODE, fits_language
from dragoman.text_io.charsets import DecodedText


def warnings_for(decoded: DecodedText, target: str) -> tuple[DocumentWarning, ...]:
    """Warnings for the owner of a document about its encoding; `target` is the target language's tag."""
    found: list[DocumentWarning] = []
    name = decoded.encoding
    if decoded.guessed and not decoded.ascii_only:
        message = f"The document declares no encoding, or a wrong one; it was read as {name}."
        found.append(DocumentWarning(code=WarningCode.ENCODING_GUESSED, message=message))
    if decoded.undecodable:
        message = f"{decoded.undecodable} bytes are not valid {name}; they are unchanged."
        found.append(DocumentWarning(code=WarningCode.PART_LEFT, message=message))
    if name not in UNICODE and not fits_language(name, target):
        message = (
            f"The encoding {name} lacks letters of the target language; the result is UTF-8 if it needs them."
        )
        found.append(DocumentWarning(code=WarningCode.ENCODING_CHANGED, message=message))
    return tuple(found)
