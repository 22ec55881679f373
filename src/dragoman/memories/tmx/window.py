"""A file of any size as a stretch of text that moves on: encodings, and what is read of it at a time."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from dragoman.memories.tmx.problems import TmxRefused
from dragoman.text_io.charset_labels import find_codec
from dragoman.text_io.unicode_detection import find_xml_unicode

_PIECE: Final = 256 * 1024  # bytes
_HEAD: Final = 1024  # bytes; XML's declaration comes first
_DECLARED: Final = re.compile(rb"""<\?xml\s[^>]{0,200}?encoding\s*=\s*["']\s*([A-Za-z0-9._:\-]{1,40})""")


@dataclass(slots=True)
class TmxWindow:
    """The text from some place on, as far as it was read. What is before `position` is done with."""

    pieces: Iterator[str]
    text: str = ""
    position: int = 0
    line: int = 1  # of the position
    ended: bool = False  # there is no more

    def more(self) -> bool:
        """Read on, and forget what is done with, so that positions change; False at the end."""
        piece = next(self.pieces, None)
        if piece is None:
            self.ended = True
            return False
        self.text = self.text[self.position :] + piece
        self.position = 0
        return True

    def fill(self, count: int) -> bool:
        """Read on until there are `count` characters from the position on; False: the file ends before."""
        while len(self.text) - self.position < count and not self.ended:
            self.more()
        return len(self.text) - self.position >= count

    def go(self, end: int) -> None:
        """Move on to a position."""
        self.line += self.text.count("\n", self.position, end)
        self.position = end


def read_text(stream: BinaryIO) -> Iterator[str]:
    """The text of a file, all line ends line feeds. Bytes that are no characters become lone surrogates.

    Raises `TmxRefused` where they cannot even be told apart.
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
        message = "The file has bytes that are no characters of its encoding; save it as UTF-8."
        raise TmxRefused(message) from None


def _read_head(stream: BinaryIO) -> bytes:
    head = b""
    while len(head) < _HEAD and (piece := stream.read(_PIECE)):
        head += piece
    return head


def _find_encoding(head: bytes) -> tuple[str, int]:
    """Python's name of the encoding, and where the text begins. Bytes outrank what is declared."""
    bom, codec = find_xml_unicode(head)
    if codec:
        return codec, len(bom)
    declared = _DECLARED.search(head[:_HEAD])
    codec = find_codec(declared[1].decode()) or "utf-8" if declared else "utf-8"
    return ("utf-8" if codec.startswith(("utf-16", "utf-32")) else codec), 0
