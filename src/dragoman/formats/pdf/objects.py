"""The objects of a PDF file: parsed by `pdfminer`, protected against cycles and excessive sizes.

Files are untrusted: a reference may lead to itself, a stream may unpack to gigabytes, a table of objects may
point anywhere. The functions here return an empty value instead of raising; `opening` opens a file.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pdfminer.ascii85 import ascii85decode, asciihexdecode
from pdfminer.lzw import lzwdecode
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfparser import PDFParser, PDFSyntaxError
from pdfminer.pdftypes import PDFObjectNotFound, PDFObjRef, PDFStream
from pdfminer.psparser import PSLiteral
from pdfminer.runlength import rldecode
from pdfminer.utils import apply_png_predictor

MAX_STREAM: Final = 32_000_000  # bytes of one stream unpacked
_MAX_HOPS: Final = 16
_DEEPEST: Final = 200  # nested arrays and dictionaries
_MAX_FILTERS: Final = 6
_CHUNK: Final = 64 * 1024
_SMALL_CHUNK: Final = 64
_Filter: TypeAlias = tuple[str, Mapping[str, Any]]  # its full name and its parameters

_SHORT: Final = {
    "Fl": "FlateDecode",
    "LZW": "LZWDecode",
    "A85": "ASCII85Decode",
    "AHx": "ASCIIHexDecode",
    "DCT": "DCTDecode",
}


class _Parser(PDFParser):
    """Refuses arrays and dictionaries that are nested too deeply."""

    def start_type(self, pos: int, type: str) -> None:  # noqa: A002 - the name of the parent's
        """Begin an array or dictionary."""
        if len(self.context) > _DEEPEST:
            raise PDFSyntaxError("nested too deeply")
        super().start_type(pos, type)


class GuardedDocument(PDFDocument):
    """A document without cyclic references, whose objects are read only at the offsets in its table."""

    def __init__(self, data: bytes) -> None:
        self._reading: set[int] = set()
        super().__init__(_Parser(io.BytesIO(data)), fallback=False)

    def getobj(self, objid: int) -> object:
        """An object that is not itself a reference. Raises `PDFObjectNotFound`."""
        if objid in self._reading or len(self._reading) > _MAX_HOPS:
            raise PDFObjectNotFound(objid)
        self._reading.add(objid)
        try:
            found = super().getobj(objid)
            if isinstance(found, PDFObjRef):
                found = self.getobj(found.objid)
        finally:
            self._reading.discard(objid)
        return found

    def _getobj_parse(self, pos: int, objid: int) -> object:
        """Raise, where pdfminer would search the rest of the file: another table may have the object."""
        parser = self._parser
        assert parser is not None
        parser.seek(pos)
        _, number = parser.nexttoken()
        parser.nexttoken()
        _, keyword = parser.nexttoken()
        if number != objid or keyword is not self.KEYWORD_OBJ:
            raise PDFSyntaxError("no such object here")
        _, found = parser.nextobject()
        return found


def resolve(value: object) -> Any:
    """The object that a value refers to; None if it cannot be read."""
    for _ in range(_MAX_HOPS):
        if not isinstance(value, PDFObjRef):
            return value
        try:
            value = value.resolve()
        except MemoryError:
            raise
        except Exception:  # pdfminer may raise any exception for a damaged object
            return None
    return None


def dict_of(value: object) -> Mapping[str, Any]:
    """A dictionary, or that of a stream; an empty one for other values."""
    found = resolve(value)
    if isinstance(found, PDFStream):
        return found.attrs
    return found if isinstance(found, dict) else {}


def list_of(value: object) -> list[Any]:
    """An array; an empty one for other values."""
    found = resolve(value)
    return list(found) if isinstance(found, list | tuple) else []


def name_of(value: object) -> str:
    """A name as text; "" for other values."""
    found = resolve(value)
    if not isinstance(found, PSLiteral):
        return ""
    return found.name if isinstance(found.name, str) else found.name.decode("latin-1")


def number_of(value: object, default: float = 0.0) -> float:
    """A finite number; `default` for other values."""
    found = resolve(value)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return default
    return float(found) if abs(found) < 1e9 else default


def numbers_of(value: object, count: int) -> tuple[float, ...] | None:
    """An array of exactly `count` numbers; None for other values."""
    found = [resolve(item) for item in list_of(value)[: count + 1]]
    if len(found) != count or any(isinstance(n, bool) or not isinstance(n, int | float) for n in found):
        return None
    return tuple(map(number_of, found))


def text_of(value: object) -> str:
    """A text string: UTF-16 or UTF-8 with a byte order mark, or Latin-1, which is near PDFDocEncoding."""
    found = resolve(value)
    if not isinstance(found, bytes):
        return ""
    if found.startswith((b"\xfe\xff", b"\xff\xfe")):
        return found.decode("utf-16", "ignore")
    if found.startswith(b"\xef\xbb\xbf"):
        return found[3:].decode("utf-8", "ignore")
    return found.decode("latin-1")


def stream_data(value: object, limit: int = MAX_STREAM, *, predicted: bool = False) -> bytes:
    """Unpack the intact beginning of a stream, at most `limit` bytes; b"" for other values.

    `predicted`: the predictor of the last filter is not undone. Nothing is cached: pages are read once.
    """
    stream = resolve(value)
    if not isinstance(stream, PDFStream):
        return b""
    if stream.data is not None:
        return stream.data[:limit]
    return _through(stream, list(_filters(stream)), limit, predicted=predicted)[:limit]


def packing_of(stream: PDFStream) -> _Filter:
    """The last filter of a stream, by its full name, with its parameters; "": none."""
    return [("", {}), *_filters(stream)][-1]


def packed_data(stream: PDFStream, limit: int) -> bytes:
    """A stream unpacked except for its last filter; b"" if that fails."""
    return _through(stream, list(_filters(stream))[:-1], limit) if stream.data is None else b""


def _through(stream: PDFStream, filters: Sequence[_Filter], limit: int, *, predicted: bool = False) -> bytes:
    """A stream after some of its filters; b"" if that fails."""
    data = stream.rawdata or b""
    try:
        if stream.decipher is not None and stream.objid is not None and stream.genno is not None:
            data = stream.decipher(stream.objid, stream.genno, data, stream.attrs)
        for name, parameters in filters:
            data = _unpack(name, data, limit)
            data = data if predicted else _predict(data, parameters)
    except MemoryError:
        raise
    except Exception:  # as above
        return b""
    return data


def identity_of(stream: PDFStream) -> int:
    """A key for a stream in its file: its object number, or its `id`."""
    return stream.objid if stream.objid is not None else -id(stream)


def _filters(stream: PDFStream) -> Iterator[_Filter]:
    filters = resolve(stream.get_any(("F", "Filter")))
    parameters = resolve(stream.get_any(("DP", "DecodeParms")))
    names = filters if isinstance(filters, list) else [filters] if filters is not None else []
    settings = parameters if isinstance(parameters, list) else [parameters] * len(names)
    for index, name in enumerate(names[:_MAX_FILTERS]):
        written = name_of(name)
        yield _SHORT.get(written, written), dict_of(settings[index] if index < len(settings) else None)


def _unpack(name: str, data: bytes, limit: int) -> bytes:
    if name == "FlateDecode":
        return inflate(data, limit)
    if name == "LZWDecode":
        return lzwdecode(data[: limit // 32])
    if name == "ASCII85Decode":
        return ascii85decode(data)
    if name == "ASCIIHexDecode":
        return asciihexdecode(data)
    if name in {"RunLengthDecode", "RL"}:
        return rldecode(data[: limit // 64])
    return data if name == "Crypt" else b""  # filters of pictures


def inflate(data: bytes, limit: int) -> bytes:
    """Unpack deflated data as far as possible: the checksum may be wrong or missing."""
    machine = zlib.decompressobj()
    try:
        return machine.decompress(data, limit)
    except zlib.error:
        pass
    machine, chunks, size = zlib.decompressobj(), [], 0
    step = _CHUNK
    position = 0
    while position < len(data) and size < limit and not machine.eof:
        backup = machine.copy()
        try:
            chunk = machine.decompress(data[position : position + step], limit - size)
        except zlib.error:
            if step == _SMALL_CHUNK:
                break
            machine, step = backup, _SMALL_CHUNK  # the damage is in this chunk: use smaller ones
            continue
        chunks.append(chunk)
        size += len(chunk)
        position += step
    return b"".join(chunks)


def _predict(data: bytes, parameters: Mapping[str, Any]) -> bytes:
    predictor = int(number_of(parameters.get("Predictor"), 1))
    if predictor < 10:
        return data
    colors = int(number_of(parameters.get("Colors"), 1))
    columns = int(number_of(parameters.get("Columns"), 1))
    bits = int(number_of(parameters.get("BitsPerComponent"), 8))
    return apply_png_predictor(predictor, colors, columns, bits, data)
