"""Bold and italic: real names of fonts, descriptors, programs, simulated bold."""

from __future__ import annotations

import struct

import pytest

from dragoman.segments import render
from tests.formats.pdf.building import File, Page, build, text_width
from tests.formats.pdf.reading import extract

BOLD = [
    *("NimbusRomNo9L-Medi", "NimbusSanL-Bold", "URWGothicL-Demi", "ABCDEF+CMBX10", "CMSSBX10", "SFBX1000"),
    *(
        "ecbx1200",
        "LMRoman10-Bold",
        "LMRomanDemi10-Regular",
        "rtxb",
        "txb",
        "ptmb8t",
        "pbkd8t",
        "LinLibertineTB",
    ),
    *(
        "Arial,Bold",
        "Arial-BoldMT",
        "ArialBold",
        "arialbold",
        "ARIALBD",
        "MinionPro-Bd",
        "MyriadPro-Semibold",
    ),
    *("Foo-DemiBold", "Foo-Heavy", "Arial-Black", "Foo-B", "Roboto-Black", "HiraKakuPro-W6", "Univers-65"),
]
BOLD_ITALIC = [
    *(
        "NimbusRomNo9L-MediItal",
        "CMBXTI10",
        "SFBI1000",
        "LMRoman10-BoldItalic",
        "txbi",
        "phvbo8r",
        "LinLibertineTBI",
    ),
    *(
        "Arial,BoldItalic",
        "MinionPro-BdIt",
        "Foo-BI",
        "Helvetica-BoldOblique",
        "MyriadPro-SemiboldIt",
        "calibriz",
    ),
]
ITALIC = [
    *("NimbusRomNo9L-ReguItal", "CMTI10", "CMSL10", "SFTI1000", "ecti1000", "LMRomanSlant10-Regular", "txi"),
    *("ptmri8r", "Helvetica-Obl", "Foo-Slanted", "Foo-I", "Arial,Italic", "Roboto-MediumItalic"),
]
PLAIN = [
    *("NimbusRomNo9L-Regu", "CMR10", "CMTT10", "SFRM1000", "LMRoman10-Regular", "txr", "ptmr8t", "phvr8t"),
    *(
        "Roboto-Medium",
        "Lato-Medium",
        "Boldini",
        "Boldini-Regular",
        "Italiana",
        "Italiana-Regular",
        "Itim-Regular",
    ),
    *("NotoSansCJKjp-DemiLight", "Foo-UltraLight", "Foo-Book", "Blackletter", "Inter-500", "LinLibertineO"),
]


def look(
    entries: str, *, descriptor: str = "", around: str = "", skew: str = "1 0 0 1", file: File | None = None
) -> str:
    """The codes of a word in a font with these entries, between two words in the usual style."""
    font = f"/X1 << /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding {entries}"
    if descriptor:
        font += f" /FontDescriptor << /Type /FontDescriptor {descriptor} >>"
    x = 72 + text_width("Some words before it ")
    page = Page().text(72, 700, "Some words before it")
    page.content.append(f"q BT /X1 11 Tf {skew} {x:.1f} 700 Tm {around} (this) Tj ET Q")
    page.text(x + 26, 700, "and some more words")
    made, root = build([page], fonts=f"{font} >>", file=file)
    (unit,) = extract(made.write(root)).units
    return render(unit.segment).removeprefix("Some words before it ").removesuffix(" and some more words")


@pytest.mark.parametrize(
    ("names", "marked"),
    [(BOLD, "<b>this</b>"), (BOLD_ITALIC, "<b>this</b>"), (ITALIC, "<i>this</i>"), (PLAIN, "this")],
    ids=["bold", "bold and italic", "italic", "plain"],
)
def test_the_style_of_a_font_is_read_from_its_name(names: list[str], marked: str) -> None:
    assert {name: look(f"/BaseFont /{name}") for name in names} == dict.fromkeys(names, marked)


@pytest.mark.parametrize("name", BOLD_ITALIC)
def test_bold_and_italic_are_both_kept(name: str) -> None:
    page = Page()
    page.content.append("BT /X1 11 Tf 72 700 Td (One of them and) Tj ET")
    page.text(164, 700, "a bold word", font="F2")
    made, root = build([page], fonts=f"/X1 << /Type /Font /Subtype /Type1 /BaseFont /{name} >>")
    (unit,) = extract(made.write(root)).units
    assert render(unit.segment) == "One of them and <upright>a bold word</upright>"


@pytest.mark.parametrize(
    ("descriptor", "marked"),
    [
        ("/Flags 262176", "<b>this</b>"),
        ("/Flags 96", "<i>this</i>"),
        ("/Flags 32 /ItalicAngle -12", "<i>this</i>"),
        ("/Flags 32 /FontWeight 700", "<b>this</b>"),
        ("/Flags 32 /FontWeight 500", "this"),
        ("/Flags 32 /StemV 165", "<b>this</b>"),
        ("/Flags 32 /StemV 88 /ItalicAngle 0", "this"),
        ("/Flags 32 /FontName /QWERTY+Foo-Bold", "<b>this</b>"),
    ],
)
def test_the_style_is_read_from_the_descriptor_if_the_name_has_none(descriptor: str, marked: str) -> None:
    assert look("", descriptor=descriptor) == marked


def test_thick_stems_do_not_count_against_a_name() -> None:
    assert look("/BaseFont /Cooper-Regular", descriptor="/Flags 32 /StemV 165") == "this"


def truetype(style: int, weight: int) -> bytes:
    """The tables of a font program that contain its style."""
    head = bytes(44) + struct.pack(">H", style) + bytes(8)
    os2 = bytes(4) + struct.pack(">H", weight) + bytes(90)
    places = 12 + 32
    return (
        struct.pack(">IHHHH", 0x10000, 2, 32, 1, 0)
        + b"OS/2"
        + struct.pack(">III", 0, places + len(head), len(os2))
        + b"head"
        + struct.pack(">III", 0, places, len(head))
        + head
        + os2
    )


CFF = b"\x01\x00\x04\x01" + b"\x00\x01\x01\x01\x0e" + b"Foo-BoldExtra"
PROGRAMS = [
    ("FontFile2", truetype(1, 400), "<b>this</b>"),
    ("FontFile2", truetype(0, 700), "<b>this</b>"),
    ("FontFile2", truetype(2, 400), "<i>this</i>"),
    ("FontFile2", truetype(0, 400), "this"),
    ("FontFile2", truetype(0, 400)[:20], "this"),
    ("FontFile3", CFF, "<b>this</b>"),
    ("FontFile3", CFF[:5], "this"),
    ("FontFile", b"%!PS-AdobeFont-1.0: X\n/FontName /CMBX10 def\n/ItalicAngle 0 def\n", "<b>this</b>"),
    ("FontFile", b"%!PS-AdobeFont-1.0: X\n/Weight (Bold) readonly def\n", "<b>this</b>"),
    ("FontFile", b"%!PS-AdobeFont-1.0: X\n/FontName /CMR10 def\n/ItalicAngle -14.04 def\n", "<i>this</i>"),
    ("FontFile", b"%!PS-AdobeFont-1.0: X\n/FontName /CMR10 def\n/ItalicAngle 0 def\n", "this"),
]


@pytest.mark.parametrize(("key", "program", "marked"), PROGRAMS)
@pytest.mark.parametrize("name", ["F1", "ABCDEF+Foo"])
def test_the_style_is_read_from_the_font_program_if_the_name_has_none(
    key: str, program: bytes, marked: str, name: str
) -> None:
    file = File()
    number = file.stream(program)
    assert look(f"/BaseFont /{name}", descriptor=f"/Flags 32 /{key} {number} 0 R", file=file) == marked


@pytest.mark.parametrize(
    ("around", "skew", "marked"),
    [
        ("2 Tr 0.4 w", "1 0 0 1", "<b>this</b>"),
        ("2 Tr 0 w", "1 0 0 1", "this"),
        ("0 Tr 3 w", "1 0 0 1", "this"),
        ("", "1 0 0.33 1", "<i>this</i>"),
        ("", "1 0 0.01 1", "this"),
    ],
)
def test_regular_letters_are_made_bold_and_italic(around: str, skew: str, marked: str) -> None:
    assert look("/BaseFont /Helvetica", around=around, skew=skew) == marked
