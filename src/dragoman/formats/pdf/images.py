"""Pictures of a PDF as files: JPEG data unchanged, samples as PNG.

PNG stores rows of samples like PDF does, with the same compression, so suitable data of a PDF is copied.
Sources: ISO 32000-1, 8.9; PNG (ISO/IEC 15948).
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass, field
from typing import Final

from pdfminer.pdftypes import PDFStream

from dragoman.formats.pdf.objects import (
    dict_of,
    list_of,
    name_of,
    number_of,
    numbers_of,
    packed_data,
    packing_of,
    resolve,
    stream_data,
)

_MOST_BYTES: Final = 48_000_000  # of one picture's samples
_LARGEST: Final = 20_000  # samples in width and height
_GREY: Final = frozenset({"DeviceGray", "CalGray", "G"})
_COLOURED: Final = frozenset({"DeviceRGB", "CalRGB", "RGB"})
_PRINTED: Final = frozenset({"DeviceCMYK", "CMYK"})
_FILTERS: Final = frozenset(
    {"", "FlateDecode", "LZWDecode", "RunLengthDecode", "RL", "ASCII85Decode", "ASCIIHexDecode"}
)
_GREY_TYPE, _COLOURED_TYPE, _PALETTE_TYPE, _GREY_ALPHA_TYPE, _ALPHA_TYPE = 0, 2, 3, 4, 6
_BITS: Final = (1, 2, 4, 8, 16)
_MOST_MARKERS: Final = 1_000  # before the frame of a JPEG
_PREDICTED: Final = 10  # and above: rows begin with the number of a PNG filter
_MARKER: Final = re.compile(rb"\xff+([\x01-\xfe])")
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {
    0xC4,
    0xC8,
    0xCC,
}  # markers of frames, which contain size and colours


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture that can be written as a file."""

    stream: PDFStream = field(repr=False)
    width: int  # samples
    height: int
    suffix: str  # jpeg, png
    bits: int = 8  # of a sample
    channels: int = 1
    palette: bytes = b""  # red, green and blue of each value of a sample
    size: int = 0  # bytes of all samples


def find_image(stream: PDFStream) -> Image | None:
    """Read a picture's dictionary; None unless it is JPEG or can be written as PNG.

    Other compressions, colour spaces of printing and stencil masks cannot.
    """
    width, height = (int(number_of(stream.get_any(names))) for names in (("W", "Width"), ("H", "Height")))
    stencil = resolve(stream.get_any(("IM", "ImageMask"))) is True
    if stencil or not (1 <= width <= _LARGEST and 1 <= height <= _LARGEST):
        return None
    is_jpeg = packing_of(stream)[0] == "DCTDecode"
    return _jpeg(stream) if is_jpeg else _samples(stream, width, height)


def _samples(stream: PDFStream, width: int, height: int) -> Image | None:
    """A picture whose samples are in its stream, if PNG has an equivalent."""
    filter_, parameters = packing_of(stream)
    bits = int(number_of(stream.get_any(("BPC", "BitsPerComponent")), 8))
    if filter_ not in _FILTERS or bits not in _BITS:
        return None
    channels, palette = _colours(stream.get_any(("CS", "ColorSpace")), bits)
    channels_fit = bits <= 8 if palette else channels == 1 or bits >= 8
    size = height * _row(width, channels, bits)
    predictor = int(number_of(parameters.get("Predictor"), 1))
    if channels not in (1, 3) or not channels_fit or size > _MOST_BYTES:
        return None
    if predictor != 1 and not (
        predictor >= _PREDICTED
        and int(number_of(parameters.get("Columns"), 1)) == width
        and int(number_of(parameters.get("Colors"), 1)) == channels
        and int(number_of(parameters.get("BitsPerComponent"), 8)) == bits
    ):
        return None
    turned = _is_inverted(stream.get_any(("D", "Decode")), channels, bits, palette)
    if turned is None or (turned and (channels != 1 or palette or bits > 8)):
        return None
    if turned:
        steps = 2**bits - 1
        palette = bytes(255 - value * 255 // steps for value in range(steps + 1) for _ in range(3))
    return Image(
        stream=stream,
        width=width,
        height=height,
        suffix="png",
        bits=bits,
        channels=channels,
        palette=palette,
        size=size,
    )


def write_image(image: Image) -> bytes:
    """The picture as a file. Missing samples are white."""
    if image.suffix == "jpeg":
        return packed_data(image.stream, _MOST_BYTES)
    kind = _PALETTE_TYPE if image.palette else _GREY_TYPE if image.channels == 1 else _COLOURED_TYPE
    if _is_predicted(image.stream):
        return _png(image, kind, _predicted_rows(image))
    samples = stream_data(image.stream, image.size).ljust(image.size, b"\xff")
    mask = None if image.palette else _mask(image)
    if mask is not None:
        kind = _GREY_ALPHA_TYPE if image.channels == 1 else _ALPHA_TYPE
        samples = _with_mask(samples, image.channels, mask)
    row = len(samples) // image.height
    rows = b"".join(b"\0" + samples[at : at + row] for at in range(0, len(samples), row))
    return _png(image, kind, zlib.compress(rows))


def _jpeg(stream: PDFStream) -> Image | None:
    """A JPEG in a colour space of screens, by its own header."""
    data = packed_data(stream, _MOST_BYTES)
    if not data.startswith(b"\xff\xd8"):
        return None
    at = 2
    for _ in range(_MOST_MARKERS):
        marker = _MARKER.match(data, at)
        if marker is None or marker.end() + 2 > len(data):
            return None
        at = marker.end()
        if marker[1][0] in _FRAMES and at + 8 <= len(data):
            _, _, height, width, channels = struct.unpack_from(">HBHHB", data, at)
            if channels not in (1, 3) or not (width and height):
                return None
            return Image(
                stream=stream, width=width, height=height, suffix="jpeg", channels=channels, size=len(data)
            )
        if not 0xD0 <= marker[1][0] <= 0xD7:
            at += struct.unpack_from(">H", data, at)[0]
    return None


def _colours(space: object, bits: int) -> tuple[int, bytes]:
    """The number of channels of a colour space, 0: unsupported; and its colours if it is a palette."""
    found = resolve(space)
    name = name_of(found)
    if name:
        return (1 if name in _GREY else 3 if name in _COLOURED else 4 if name in _PRINTED else 0), b""
    items = list_of(found)
    kind = name_of(items[0]) if items else ""
    if kind == "ICCBased" and len(items) > 1:
        return int(number_of(dict_of(items[1]).get("N"))), b""
    if kind in _GREY | _COLOURED:
        return (1 if kind in _GREY else 3), b""
    if kind not in {"Indexed", "I"} or len(items) < 4 or bits > 8:
        return 0, b""
    channels, _ = _colours(items[1], 16)
    table = resolve(items[3])
    colours = stream_data(table, 1024) if isinstance(table, PDFStream) else table
    if channels not in (1, 3, 4) or not isinstance(colours, bytes):
        return 0, b""
    return 1, _palette(colours, channels, 2**bits)


def _palette(colours: bytes, channels: int, count: int) -> bytes:
    """As many colours as there are values; missing ones are black."""
    written = bytearray()
    for at in range(0, channels * count, channels):
        one = colours[at : at + channels].ljust(channels, b"\0")
        if channels == 4:
            written += bytes((255 - one[n]) * (255 - one[3]) // 255 for n in range(3))
        else:
            written += one if channels == 3 else one * 3
    return bytes(written)


def _is_inverted(decode: object, channels: int, bits: int, palette: bytes) -> bool | None:
    """Whether samples are inverted, from white to black; None for an unsupported decode array."""
    if resolve(decode) is None:
        return False
    most = float(2**bits - 1) if palette else 1.0
    found = numbers_of(decode, 2 * channels)
    if found == (0.0, most) * channels:
        return False
    return True if found == (most, 0.0) * channels else None


def _is_predicted(stream: PDFStream) -> bool:
    """Whether rows begin with the numbers of PNG filters, which viewers apply."""
    return int(number_of(packing_of(stream)[1].get("Predictor"), 1)) >= _PREDICTED


def _row(width: int, channels: int, bits: int) -> int:
    """The number of bytes of a row of samples."""
    return (width * channels * bits + 7) // 8


def _predicted_rows(image: Image) -> bytes:
    """Compressed rows with their filters; unchanged if they are complete."""
    size = image.size + image.height
    if packing_of(image.stream)[0] == "FlateDecode":
        packed, machine = packed_data(image.stream, _MOST_BYTES), zlib.decompressobj()
        try:
            if len(machine.decompress(packed, size)) == size:
                machine.decompress(machine.unconsumed_tail, 1)
                if machine.eof:
                    return packed[: len(packed) - len(machine.unused_data)]
        except zlib.error:
            pass
    rows = stream_data(image.stream, size, predicted=True)
    row = size // image.height
    rows = rows[: len(rows) // row * row]
    return zlib.compress(rows + (b"\0" + b"\xff" * (row - 1)) * (image.height - len(rows) // row))


def _mask(image: Image) -> bytes | None:
    """The opacity of each sample, if the picture has a soft mask."""
    mask = resolve(image.stream.get("SMask"))
    if image.bits != 8 or not isinstance(mask, PDFStream):
        return None
    found = find_image(mask)
    if found is None or found.suffix != "png" or (found.bits, found.channels, found.palette) != (8, 1, b""):
        return None
    if (found.width, found.height) != (image.width, image.height) or _is_predicted(mask):
        return None
    return stream_data(mask, found.size).ljust(found.size, b"\xff")


def _with_mask(samples: bytes, channels: int, mask: bytes) -> bytes:
    mixed = bytearray(len(mask) * (channels + 1))
    for channel in range(channels):
        mixed[channel :: channels + 1] = samples[channel::channels]
    mixed[channels :: channels + 1] = mask
    return bytes(mixed)


def _png(image: Image, kind: int, rows: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", image.width, image.height, image.bits, kind, 0, 0, 0)
    palette = _chunk(b"PLTE", image.palette) if image.palette else b""
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + palette + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
