"""Decode files of terms piece by piece, in any encoding, even if it is declared wrong; line ends become LF.

`text_io.charsets` decodes documents, which fit into memory and are written back byte by byte. Files of terms
may have any size, and a byte that cannot be decoded affects one entry, not the file.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

from dragoman.termbases.problems import TermsUnreadable
from dragoman.text_io.charset_guessing import guess_codec
from dragoman.text_io.charset_labels import find_codec
from dragoman.text_io.charsets import decode
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.unicode_detection import WIDE, find_xml_unicode

_UNDECODABLE: Final = re.compile("[\udc80-\udcff]+")  # bytes that are not UTF-8
_PIECE: Final = 64 * 1024  # bytes
_NO_TEXT: Final = "The file is not text: it may be compressed, or of another type. Send TBX, CSV or TSV."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEncoding:
    """The encoding of a file."""

    codec: str  # Python's name
    begins: int  # where the text begins, in bytes


def find_encoding(
    file: BinaryIO, *, declared: str | None = None, languages: Sequence[str] = ()
) -> TextEncoding:
    """Find the encoding of a seekable file. `declared` is the name that the file or its sender gives.

    Valid UTF-8 is read as UTF-8, even if another encoding is declared. Where none is declared, `languages` of
    the terms help to guess. Raises `TermsUnreadable` for a file that is not text.
    """
    file.seek(0)
    head = file.read(_PIECE)
    bom, codec = find_xml_unicode(head)
    if codec:
        return TextEncoding(codec=codec, begins=len(bom))
    if b"\0" in head:
        return TextEncoding(codec=_wide(head), begins=0)
    known = find_codec(declared) if declared else None
    if known in WIDE:  # such a file would contain NUL
        known = None
    file.seek(0)
    return TextEncoding(codec=_narrow(file, known, languages), begins=0)


def read_text(file: BinaryIO, encoding: TextEncoding) -> Iterator[str]:
    """Decode a file; bytes that cannot be decoded become U+FFFD."""
    file.seek(encoding.begins)
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding.codec)("replace"), translate=True
    )
    while piece := file.read(_PIECE):
        if text := decoder.decode(piece):
            yield text
    if text := decoder.decode(b"", final=True):
        yield text


def _wide(head: bytes) -> str:
    """Recognise UTF-16 or UTF-32 without a byte order mark."""
    try:
        codec = decode(head[: len(head) // 4 * 4 or 2]).encoding
    except DocumentError:
        codec = ""
    if codec not in WIDE:
        raise TermsUnreadable(_NO_TEXT)
    return codec


def _narrow(file: BinaryIO, declared: str | None, languages: Sequence[str]) -> str:
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    undecodable = characters = escapes = 0
    sample = b""
    while piece := file.read(_PIECE):
        if b"\0" in piece:
            raise TermsUnreadable(_NO_TEXT)
        escapes += piece.count(b"\x1b$")
        text = decoder.decode(piece)
        if text.isascii():
            continue
        lost = sum(map(len, _UNDECODABLE.findall(text)))
        undecodable += lost
        characters += len(text) - len(text.encode("ascii", "ignore")) - lost
        if lost and len(sample) < _PIECE:
            sample += piece
    undecodable += len(decoder.decode(b"", final=True))
    if not characters and not undecodable:
        return "iso2022_jp" if escapes else declared or "utf-8"
    if not undecodable or characters > 10 * undecodable or (declared == "utf-8" and characters > undecodable):
        return "utf-8"
    if declared is not None and declared != "utf-8":
        return declared
    return guess_codec(sample, *languages)
