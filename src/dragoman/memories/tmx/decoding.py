"""Decode a TMX file of any size, piece by piece."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from dragoman.memories.tmx.problems import TmxRefused
from dragoman.text_io.charset_labels import find_codec
from dragoman.text_io.unicode_detection import find_xml_unicode

_PIECE: Final = 256 * 1024  # bytes
_HEAD: Final = 1024  # bytes; the XML declaration is within them
_DECLARED: Final = re.compile(rb"""<\?xml\s[^>]{0,200}?encoding\s*=\s*["']\s*([A-Za-z0-9._:\-]{1,40})""")


def read_text(stream: BinaryIO) -> Iterator[str]:
    """Decode a file, with line feeds as line ends. Bytes that the encoding lacks become lone surrogates.

    Raises `TmxRefused` where the codec cannot continue behind such bytes.
    """
    head = _read_head(stream)
    codec, begins = _find_encoding(head)
    errors = "surrogatepass" if codec.startswith(("utf-16", "utf-32")) else "surrogateescape"
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(codec)(errors), translate=True)
    piece = head[begins:]
    try:
        while piece:
            yield decoder.decode(piece)
            piece = stream.read(_PIECE)
        yield decoder.decode(b"", final=True)
    except UnicodeError:
        message = "The file has bytes that its encoding does not have; save it as UTF-8."
        raise TmxRefused(message) from None


def _read_head(stream: BinaryIO) -> bytes:
    head = b""
    while len(head) < _HEAD and (piece := stream.read(_PIECE)):
        head += piece
    return head


def _find_encoding(head: bytes) -> tuple[str, int]:
    """Find Python's name of the encoding, and where the text begins. A byte order mark has precedence."""
    bom, codec = find_xml_unicode(head)
    if codec:
        return codec, len(bom)
    declared = _DECLARED.search(head[:_HEAD])
    codec = find_codec(declared[1].decode()) or "utf-8" if declared else "utf-8"
    return ("utf-8" if codec.startswith(("utf-16", "utf-32")) else codec), 0
