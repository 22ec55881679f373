"""Pictures of a PDF: which are in the result, their positions, and their samples."""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

import pytest
from lxml import etree

from dragoman.formats.format import WarningCode
from dragoman.formats.pdf.opening import open_pdf
from dragoman.formats.pdf.pages import read_pages
from dragoman.text_io.zip.archive import open_archive
from tests.formats.pdf.building import File, Page, build, wrapped
from tests.formats.pdf.reading import extract, rebuild
from tests.formats.pdf.samples import PROSE
from tests.formats.pdf.test_writing import print_pdf

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
RGB = "/Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8"
RED, GREEN, BLUE, WHITE, BLACK = b"\xff\0\0", b"\0\xff\0", b"\0\0\xff", b"\xff" * 3, b"\0\0\0"
FLAG = RED + GREEN + BLUE + WHITE


def jpeg(channels: int) -> bytes:
    """The parts of a JPEG that contain its size and colours."""
    frame = struct.pack(">HBHHB", 8 + 3 * channels, 8, 8, 8, channels) + bytes(3 * channels)
    return b"\xff\xd8\xff\xe0\x00\x07JFIF\0" + b"\xff\xc0" + frame + b"\xff\xd9"


def with_picture(
    data: bytes, entries: str, *pages: Page, packed: bool = True, mask: tuple[bytes, str] | None = None
) -> bytes:
    """A file whose pages show the picture /Im2."""
    file = File()
    if mask is not None:
        number = file.stream(mask[0], f"/Type /XObject /Subtype /Image {mask[1]}")
        entries += f" /SMask {number} 0 R"
    number = file.stream(data, f"/Type /XObject /Subtype /Image {entries}", packed=packed)
    file, root = build(pages or (page(),), images=f"/Im2 {number} 0 R", file=file)
    return file.write(root)


def page() -> Page:
    """Text above a picture, and a caption below."""
    made = Page().lines(72, 750, wrapped(PROSE, 450)).picture(180, 420, 200, 200, name="Im2")
    return made.text(200, 400, "Figure 1: the river").text(72, 360, "Another paragraph.")


def blocks(result: bytes) -> list[str]:
    """The paragraphs of the result; a picture is its size in points."""
    body = etree.fromstring(open_archive(result).read("word/document.xml"))
    found = []
    for node in body.iter(f"{W}p"):
        extents = [one for one in node.iter() if str(one.tag).endswith("}extent")]
        sizes = [f"{int(one.get('cx', '')) / 12700:g}x{int(one.get('cy', '')) / 12700:g}" for one in extents]
        found.append("".join(sizes) or "".join(node.itertext(f"{W}t")))
    return found


def media(result: bytes) -> list[bytes]:
    archive = open_archive(result)
    return [archive.read(name) for name in archive.names if name.startswith("word/media/")]


def pixels(png: bytes) -> list[bytes]:
    """The pixels of a PNG: samples, or colours where it has a palette. Filters: none, and "up"."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", png, at + 8 + size)[0] == zlib.crc32(kind + content)
        chunks[kind] = content
        at += size + 12
    width, height, bits, type_ = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[type_]
    rows, row = zlib.decompress(chunks[b"IDAT"]), (width * channels * bits + 7) // 8
    assert len(rows) == height * (row + 1)
    above, found = bytes(row), []
    for start in range(0, len(rows), row + 1):
        line = rows[start + 1 : start + 1 + row]
        assert rows[start] in (0, 2)
        if rows[start]:
            line = bytes((one + up) % 256 for one, up in zip(line, above, strict=True))
        above = line
        values = "".join(f"{byte:08b}" for byte in line)
        samples = [int(values[n : n + bits], 2) for n in range(0, width * channels * bits, bits)]
        found += [bytes(samples[n : n + channels]) for n in range(0, len(samples), channels)]
    palette = chunks.get(b"PLTE")
    return found if palette is None else [palette[3 * one[0] : 3 * one[0] + 3] for one in found]


def test_a_picture_is_between_its_paragraphs() -> None:
    data = with_picture(FLAG, RGB)
    result = rebuild(data, {})
    assert blocks(result) == [PROSE, "200x200", "Figure 1: the river", "Another paragraph."]
    assert [warning.code for warning in extract(data).warnings] == [WarningCode.LAYOUT_APPROXIMATE]
    assert b'Extension="png" ContentType="image/png"' in open_archive(result).read("[Content_Types].xml")


PREDICTED = b"\2" + FLAG[:6] + b"\2" + bytes((n - m) % 256 for n, m in zip(FLAG[6:], FLAG[:6], strict=True))
GREY = "/Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent"
INDEXED = "/Width 2 /Height 2 /BitsPerComponent 2 /ColorSpace [/Indexed {} 3 <{}>]"
PREDICTOR = "/DecodeParms << /Predictor 15 /Colors 3 /Columns 2 >>"
COLOURS = [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize(
    ("data", "entries", "expected"),
    [
        (FLAG, RGB, COLOURS),
        (FLAG, RGB.replace("/DeviceRGB", "[/ICCBased << /N 3 >>]"), COLOURS),
        (FLAG, RGB.replace("/DeviceRGB", "[/CalRGB << >>]"), COLOURS),
        (PREDICTED, f"{RGB} {PREDICTOR}", COLOURS),
        (PREDICTED[:9], f"{RGB} {PREDICTOR}", [RED, GREEN, WHITE, WHITE]),
        (FLAG[:6], RGB, [RED, GREEN, WHITE, WHITE]),
        (bytes([0, 90, 180, 255]), f"{GREY} 8", [b"\0", b"\x5a", b"\xb4", b"\xff"]),
        (b"\x40\x80", f"{GREY} 1", [b"\0", b"\1", b"\1", b"\0"]),
        (b"\x40\x80", f"{GREY} 1 /Decode [1 0]", [WHITE, BLACK, BLACK, WHITE]),
        (b"\x10\xb0", INDEXED.format("/DeviceRGB", FLAG.hex()), COLOURS),
        (b"\x10\xb0", INDEXED.format("/DeviceGray", "00ff00ff"), [BLACK, WHITE, BLACK, WHITE]),
        (b"\x10\xb0", INDEXED.format("/DeviceCMYK", "00ffff00ff00ff00ffff000000000000"), COLOURS),
        (b"\x10\xb0", INDEXED.format("/DeviceRGB", RED.hex()), [RED, BLACK, BLACK, BLACK]),
    ],
    ids=[
        "samples", "profile", "calibrated", "predicted", "predicted, cut off", "cut off", "grey", "bits",
        "turned bits", "palette", "grey palette", "printed palette", "short palette",
    ],
)  # fmt: skip
def test_every_sample_is_as_it_was(data: bytes, entries: str, expected: list[bytes]) -> None:
    (picture,) = media(rebuild(with_picture(data, entries), {}))
    assert pixels(picture) == expected


def test_what_can_be_seen_through_stays_so() -> None:
    mask = (bytes([0, 100, 200, 255]), f"{GREY} 8")
    (picture,) = media(rebuild(with_picture(FLAG, RGB, mask=mask), {}))
    assert pixels(picture) == [RED + b"\0", GREEN + b"\x64", BLUE + b"\xc8", WHITE + b"\xff"]


def test_a_jpeg_stays_as_it_is() -> None:
    entries = "/Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode"
    result = rebuild(with_picture(jpeg(3), entries, packed=False), {})
    assert media(result) == [jpeg(3)]
    assert "200x200" in blocks(result)


@pytest.mark.parametrize(
    ("data", "entries", "packed"),
    [
        (jpeg(4), "/Width 8 /Height 8 /Filter /DCTDecode", False),
        (b"no jpeg", "/Width 8 /Height 8 /Filter /DCTDecode", False),
        (jpeg(3)[:14], "/Width 8 /Height 8 /Filter /DCTDecode", False),
        (b"x", "/Width 8 /Height 8 /Filter /JPXDecode", False),
        (bytes(16), "/Width 2 /Height 2 /ColorSpace /DeviceCMYK /BitsPerComponent 8", True),
        (b"\x40\x80", "/Width 2 /Height 2 /ImageMask true /BitsPerComponent 1", True),
        (FLAG, RGB.replace("/Width 2", "/Width 9999999"), True),
        (FLAG, RGB.replace("/Height 2", "/Height 0"), True),
        (FLAG, RGB.replace("/BitsPerComponent 8", "/BitsPerComponent 3"), True),
        (FLAG, INDEXED.format("/DeviceRGB", FLAG.hex()).replace("Component 2", "Component -5"), True),
        (b"\xff\xd8" + b"\xff\xe0\0\2" * 9_999, "/Width 8 /Height 8 /Filter /DCTDecode", False),
        (FLAG, f"{RGB} /Decode [0 1 0 1 1 0]", True),
        (FLAG, f"{RGB} /DecodeParms << /Predictor 2 /Colors 3 /Columns 2 >>", True),
        (FLAG, RGB.replace("/DeviceRGB", "[/Indexed /DeviceRGB 3]"), True),
    ],
)
def test_unsupported_pictures_are_reported(data: bytes, entries: str, packed: bool) -> None:
    file = with_picture(data, entries, packed=packed)
    assert "1 pictures" in extract(file).warnings[1].message
    assert media(rebuild(file, {})) == []
    assert blocks(rebuild(file, {})) == [PROSE, "Figure 1: the river", "Another paragraph."]


def test_backgrounds_are_reported_and_bullets_are_not() -> None:
    behind = page().picture(0, 0, 595, 842, name="Im2").picture(60, 360, 8, 8, name="Im2")
    file = with_picture(FLAG, RGB, behind)
    assert "1 pictures" in extract(file).warnings[1].message
    assert blocks(rebuild(file, {})) == [PROSE, "200x200", "Figure 1: the river", "Another paragraph."]


def test_rotated_pictures_are_reported_and_mirrored_ones_are_mirrored() -> None:
    made = page()
    made.content.append("q 0 100 -100 0 300 100 cm /Im2 Do Q q -100 0 0 -100 300 300 cm /Im2 Do Q")
    file = with_picture(FLAG, RGB, made)
    assert "1 pictures" in extract(file).warnings[1].message
    body = open_archive(rebuild(file, {})).read("word/document.xml")
    assert body.count(b'<a:xfrm flipH="1" flipV="1">') == 1
    assert body.count(b"<a:xfrm>") == 1


def test_a_logo_on_every_page_is_there_once_and_a_picture_that_is_shown_twice_is_stored_once() -> None:
    pages = []
    for number in range(4):
        made = Page().picture(450, 780, 80, 40, name="Im2").lines(72, 720, wrapped(PROSE, 450))
        pages.append(made.picture(100, 200 + 60 * number, 50, 50, name="Im2"))
    result = rebuild(with_picture(FLAG, RGB, *pages), {})
    assert sorted(one for one in blocks(result) if one[:1].isdigit()) == ["50x50"] * 4 + ["80x40"]
    assert len(media(result)) == 1


def test_a_page_with_nothing_but_a_picture_stays_between_its_neighbours() -> None:
    pages = [Page().text(72, 750, text) for text in ("The first page.", "The second page.")]
    alone = Page().picture(180, 420, 200, 200, name="Im2")
    result = rebuild(with_picture(FLAG, RGB, *pages, alone, Page().text(72, 750, "The last page.")), {})
    assert [text for text in blocks(result) if text] == [
        "The first page.", "The second page.", "200x200", "The last page.",
    ]  # fmt: skip


def test_a_paragraph_that_continues_after_a_picture_is_joined() -> None:
    lines = wrapped(f"{PROSE} {PROSE}", 450)
    first = Page().lines(72, 750, lines[:5]).picture(72, 260, 400, 300, name="Im2")
    result = rebuild(with_picture(FLAG, RGB, first, Page().lines(72, 780, lines[5:])), {})
    assert blocks(result) == [f"{PROSE} {PROSE}", "400x300"]


def test_a_picture_is_no_wider_than_the_text() -> None:
    wide = page().picture(0, 100, 595, 238, name="Im2")
    sizes = [one for one in blocks(rebuild(with_picture(FLAG, RGB, wide), {})) if one[:1].isdigit()]
    width, height = map(float, sizes[-1].split("x"))
    assert width < 540
    assert width / height == pytest.approx(2.5, rel=0.01)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice")
@pytest.mark.timeout(120)
def test_libreoffice_shows_it(tmp_path: Path) -> None:
    printed = print_pdf(rebuild(with_picture(FLAG, RGB), {}), tmp_path)
    (shown,) = read_pages(open_pdf(printed))
    assert [round(side) for picture in shown.pictures for side in picture.matrix[:4]] == [200, 0, 0, 200]
