"""Decode bytes to text and encode it again, without losing a byte.

In this order: byte order mark, UTF-16 and UTF-32 by their NULs, the declared encoding (unless the bytes are
clearly UTF-8), strict UTF-8, a guess. Undecodable bytes become lone surrogates, as with Python's
"surrogateescape", and are written back unchanged. Formats must not hand those out as text:
`split_undecodable` finds them. `charset_labels` knows the names of encodings.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.text_io.charset_guessing import guess_codec
from dragoman.text_io.charset_labels import find_codec
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.unicode_detection import BOM_OF, WIDE, find_bom, find_wide

__all__ = ["DecodedText", "decode", "encode", "looks_binary", "show_text", "split_undecodable"]

_EXACT: Final = WIDE | {"utf-8"}  # one byte sequence for each character
_UNDECODABLE: Final = re.compile("[\ud800-\udfff]+")
_CONTROL: Final = re.compile(rb"[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]")
_MOST_CONTROLS: Final = 0.05  # of the characters; more is not text
_MOST_UNDECODABLE: Final = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedText:
    """A text and its encoding in the file."""

    text: str = field(repr=False)  # without the byte order mark
    encoding: str  # name of the Python codec
    bom: bytes = b""
    guessed: bool = False  # no encoding is declared, or a wrong one
    undecodable: int = 0  # characters of `text` that are lone surrogates
    ascii_only: bool = False


def decode(data: bytes, *, declared: str | None = None, language: str | None = None) -> DecodedText:
    """Decode a text; `declared` is the encoding's name in the document, `language` helps to guess.

    Raises DocumentCorrupt when the contents are not text, or too many bytes are undecodable.
    """
    bom, encoding = find_bom(data)
    if bom:
        return _checked(_decode_as(data[len(bom) :], encoding, bom=bom))
    wide = find_wide(data)
    if wide is not None:
        return _checked(_decode_as(data, wide, guessed=True))
    if data.isascii() and b"\x1b" not in data:
        codec = find_codec(declared) if declared else None
        kept = codec if codec is not None and codec not in WIDE else "utf-8"
        return _checked(DecodedText(text=data.decode("ascii"), encoding=kept, ascii_only=True))
    return _checked(_decode_bytes(data, find_codec(declared) if declared else None, language))


def encode(text: str, decoded: DecodedText) -> tuple[bytes, bool]:
    """Encode a text as `decoded` was, with its byte order mark; in UTF-8 where it does not fit.

    The second value: whether the encoding changed. A declaration within the text is up to the caller.
    UTF-8 instead of another encoding is written without a byte order mark.
    """
    try:
        data = text.encode(decoded.encoding, _handler(decoded.encoding))
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape"), True
    bom = decoded.bom
    if not bom and data and decoded.encoding in WIDE and find_wide(data) != decoded.encoding:
        bom = BOM_OF[decoded.encoding]  # without NULs, the encoding would not be recognised
    return bom + data, False


def looks_binary(data: bytes) -> bool:
    """Whether contents are not text in any encoding, by their first 64 KiB, and NULs anywhere."""
    if find_bom(data)[0] or find_wide(data) is not None:
        return False
    head = data[: 64 * 1024]
    return b"\0" in data or len(_CONTROL.findall(head)) > max(2, _MOST_CONTROLS * len(head))


def split_undecodable(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a run of undecodable bytes or lone surrogates."""
    position = 0
    for match in _UNDECODABLE.finditer(text):
        if match.start() > position:
            yield text[position : match.start()], False
        yield match[0], True
        position = match.end()
    if position < len(text):
        yield text[position:], False


def show_text(text: str, most: int) -> str:
    """The beginning of a text for people, with undecodable bytes written as numbers."""
    beginning = text[:most]
    return _UNDECODABLE.sub(_numbers, beginning)[:most] if _UNDECODABLE.search(beginning) else beginning


def _numbers(found: re.Match[str]) -> str:
    numbers = map(ord, found[0])
    return "".join(f"\\x{n - 0xDC00:02X}" if 0xDC80 <= n <= 0xDCFF else f"\\u{n:04X}" for n in numbers)


def _decode_bytes(data: bytes, declared: str | None, language: str | None) -> DecodedText:
    """Contents without a byte order mark, some of which are not ASCII."""
    if b"\x1b$" in data and data.isascii():
        return _decode_as(data, "iso2022_jp", guessed=declared != "iso2022_jp")
    if declared is not None and declared not in _EXACT and not _is_utf8(data):
        return _decode_as(data, declared)
    decoded = _decode_as(data, "utf-8", guessed=declared is not None and declared != "utf-8")
    undecodable = decoded.undecodable
    if not undecodable:
        return decoded
    characters = len(re.findall(r"[^\x00-\x7f]", decoded.text)) - undecodable
    if characters > 10 * undecodable or (declared == "utf-8" and characters > undecodable):
        return decoded
    return _decode_as(data, guess_codec(data, *([language] if language else [])), guessed=True)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not data.isascii()


def _decode_as(data: bytes, encoding: str, *, bom: bytes = b"", guessed: bool = False) -> DecodedText:
    """Decode bytes so that `encode` gives them back."""
    try:
        text = data.decode(encoding, _handler(encoding))
        if encoding not in _EXACT and not _is_written_as(text, encoding, data):
            text = _decode_exactly(data, encoding)
    except UnicodeDecodeError as problem:
        raise _broken(encoding, len(bom) + problem.start) from problem
    undecodable = 0 if text.isascii() else sum(map(len, _UNDECODABLE.findall(text)))
    return DecodedText(text=text, encoding=encoding, bom=bom, guessed=guessed, undecodable=undecodable)


def _decode_exactly(data: bytes, encoding: str) -> str:
    """Decode an encoding with two byte sequences for some characters: the second stays undecoded."""
    pieces: list[str] = []
    for line in data.splitlines(keepends=True):
        text = line.decode(encoding, "surrogateescape")
        pieces.append(text if _is_written_as(text, encoding, line) else _by_character(line, encoding))
    text = "".join(pieces)
    if not _is_written_as(text, encoding, data):
        message = f"The text, read as {encoding}, cannot be written back exactly; save it as UTF-8."
        raise DocumentCorrupt(message)
    return text


def _by_character(line: bytes, encoding: str) -> str:
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    pieces: list[str] = []
    start = 0
    for end in range(1, len(line) + 1):
        text = decoder.decode(line[end - 1 : end], final=end == len(line))
        if text:
            same = _is_written_as(text, encoding, line[start:end])
            pieces.append(text if same else line[start:end].decode("ascii", "surrogateescape"))
            start = end
    return "".join(pieces)


def _is_written_as(text: str, encoding: str, data: bytes) -> bool:
    """Whether encoding a text gives these bytes; Python decodes more ISO-2022-JP and -KR than it encodes."""
    try:
        return text.encode(encoding, "surrogateescape") == data
    except UnicodeEncodeError:
        return False


def _handler(encoding: str) -> str:
    return "surrogatepass" if encoding in WIDE else "surrogateescape"


def _checked(decoded: DecodedText) -> DecodedText:
    """Refuse contents that turn out not to be text."""
    text = decoded.text
    at = text.find("\0")
    if at >= 0:
        message = f"The contents are not text: there is a NUL at character {at}."
        raise DocumentCorrupt(message)
    if decoded.undecodable > max(8, _MOST_UNDECODABLE * len(text)):
        first = _UNDECODABLE.search(text)
        raise _broken(decoded.encoding, first.start() if first else 0)
    head = text[: 64 * 1024].encode("utf-8", "replace")
    if len(_CONTROL.findall(head)) > max(2, _MOST_CONTROLS * len(head)):
        message = "The contents are not text: it has too many control characters."
        raise DocumentCorrupt(message)
    return decoded


def _broken(encoding: str, at: int) -> DocumentCorrupt:
    return DocumentCorrupt(
        f"The text is not valid {encoding} from position {at} on. Save it as UTF-8 and send it again."
    )
