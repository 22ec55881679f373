"""Letters: encodings and scripts, styles, links, and replacement text."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Reason, WarningCode
from dragoman.segments import codes, render
from tests.formats.pdf.building import File, Page, build, literal, pdf, text_width, unicode_font
from tests.formats.pdf.building import codes as coded
from tests.formats.pdf.reading import extract, texts


def shown(page: Page, *, fonts: str = "", file: File | None = None, catalog: str = "") -> list[str]:
    made, root = build([page], fonts=fonts, file=file, catalog=catalog)
    return texts(made.write(root))


def written(*parts: tuple[str, str]) -> Page:
    """One line of parts in several fonts."""
    page, x = Page(), 72.0
    for font, text in parts:
        page.text(x, 700, text, font=font)
        x += text_width(text, font=font)
    return page


def test_styles_become_codes_except_the_usual_one() -> None:
    page = written(
        ("F1", "Plain and "), ("F2", "bold"), ("F1", " and "), ("F3", "slanted"), ("F1", " words.")
    )
    (unit,) = extract(pdf(page)).units
    assert render(unit.segment) == "Plain and <b>bold</b> and <i>slanted</i> words."
    (unit,) = extract(pdf(written(("F2", "All of it is bold, "), ("F1", "almost")))).units
    assert render(unit.segment) == "All of it is bold, <regular>almost</regular>"


def test_links_are_pairs_around_their_words() -> None:
    page = written(("F1", "See "), ("F3", "the page"), ("F1", " now, if you please.")).link(
        93, 695, 134, 712, "https://a.example/"
    )
    (unit,) = extract(pdf(page)).units
    assert render(unit.segment) == "See <a><i>the page</i></a> now, if you please."
    assert [code.type for code in codes(unit.segment)] == ["link", "fmt", "fmt", "link"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "https://a b.example", ""])
def test_addresses_that_lead_nowhere_good_are_not_links(address: str) -> None:
    page = written(("F1", "See the page")).link(70, 690, 200, 715, address)
    (unit,) = extract(pdf(page)).units
    assert render(unit.segment) == "See the page"


def test_raised_and_lowered_letters_stay_with_their_words() -> None:
    page = written(("F1", "A note")).text(72 + text_width("A note"), 704, "1", size=7)
    page.text(114, 700, "and H").text(114 + text_width("and H"), 697, "2", size=7).text(147, 700, "O.")
    (unit,) = extract(pdf(page)).units
    assert render(unit.segment) == "A note<sup>1</sup> and H<sub>2</sub>O."


def test_steps_between_letters_are_blanks_when_they_are_wide() -> None:
    page = Page()
    page.content.append("BT /F1 11 Tf 72 700 Td [(T) 80 (wo) -330 (w) 20 (ords) -250 (here)] TJ ET")
    page.content.append("BT /F1 11 Tf 72 650 Td 6 Tc (SPREAD) Tj ET")
    assert shown(page) == ["Two words here", "SPREAD"]


def test_letters_with_single_positions_are_joined_to_words() -> None:
    page, x = Page(), 72.0
    for letter in "One by one":
        if letter != " ":
            page.text(x, 700, letter)
        x += text_width(letter)
    assert shown(page) == ["One by one"]


def test_text_that_is_doubled_for_bold_is_read_once() -> None:
    page = Page().text(72, 700, "Shadow").text(72.4, 699.8, "Shadow").text(72, 650, "no no no")
    assert shown(page) == ["Shadow", "no no no"]


def test_encodings_with_differences_and_ligatures() -> None:
    font = (
        "/D1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
        "/Differences [1 /fi /Aacute /uni0416 /odieresis] >> >>"
    )
    page = Page()
    page.content.append(r"BT /D1 11 Tf 72 700 Td (\001nal \002rea \003 sch\004n) Tj ET")
    assert shown(page, fonts=font) == ["final Área Ж schön"]


def test_predefined_encodings_of_japanese_and_chinese() -> None:
    entry = (
        "/{} << /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /{} /DescendantFonts [<< /Type /Font "
        "/Subtype /CIDFontType0 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering ({}) "
        "/Supplement 2 >> >>] >>"
    )
    fonts = entry.format("J1", "90ms-RKSJ-H", "Japan1") + entry.format("C1", "UniGB-UCS2-H", "GB1")
    fonts += entry.format("K1", "Identity-H", "Japan1")
    page = Page()
    page.content.append(f"BT /J1 12 Tf 72 700 Td <{'日本語のテスト'.encode('cp932').hex()}> Tj ET")
    page.content.append(f"BT /C1 12 Tf 72 650 Td <{'中文测试'.encode('utf-16-be').hex()}> Tj ET")
    page.content.append("BT /K1 12 Tf 72 600 Td <034a0364> Tj ET")
    found = shown(page, fonts=fonts)
    assert found[:2] == ["日本語のテスト", "中文测试"]
    assert len(found[2]) == 2


def test_words_that_are_read_from_the_right() -> None:
    letters = sorted(set("שלום עולם in 42"))
    file = File()
    font = unicode_font(file, letters, width=600)
    page = Page()
    page.content.append(f"BT /U1 12 Tf 72 700 Td {coded('םלוע 42 םולש', letters)} Tj ET")
    assert shown(page, fonts=font, file=file) == ["שלום 42 עולם"]


def test_vertical_lines_are_read_from_the_right() -> None:
    letters = sorted(set("今天天气很好我们去公园"))
    file = File()
    font = unicode_font(file, letters, vertical=True)
    page = Page()
    for x, text in ((300, "今天天气很好"), (280, "我们去公园")):
        page.content.append(f"BT /U1 12 Tf {x} 700 Td {coded(text, letters)} Tj ET")
    assert "".join(shown(page, fonts=font, file=file)) == "今天天气很好我们去公园"


def test_a_page_that_lies_on_its_side_is_read_upright() -> None:
    page = Page(extra="/Rotate 90")
    for index, text in enumerate(("First line of the page", "and the second.")):
        page.content.append(f"BT /F1 12 Tf 0 1 -1 0 {100 + 15 * index} 72 Tm {literal(text)} Tj ET")
    assert shown(page) == ["First line of the page and the second."]


def test_text_along_the_edge_comes_after_the_text() -> None:
    page = Page()
    page.content.append("BT /F1 9 Tf 0 1 -1 0 30 300 Tm (Along the edge) Tj ET")
    page.text(72, 700, "The text of the page")
    assert shown(page) == ["The text of the page", "Along the edge"]


def test_replacement_text_is_used() -> None:
    page = Page()
    page.content.append(
        "BT /F1 11 Tf 72 700 Td (A ) Tj /Span << /ActualText (real) >> BDC (???) Tj EMC ( word) Tj ET"
    )
    assert shown(page) == ["A real word"]


def test_so_it_is_with_words_that_are_read_from_the_right() -> None:
    page = Page()
    hexadecimal = "שלום".encode("utf-16-be").hex()
    page.content.append(
        f"BT /F1 11 Tf 72 700 Td /Span << /ActualText <feff{hexadecimal}> >> BDC (abcd) Tj EMC ET"
    )
    assert shown(page) == ["שלום"]


def test_layers_that_are_off_are_left_alone() -> None:
    file = File()
    layer = file.add("<< /Type /OCG /Name (Secret) >>")
    page = Page(extra="").text(72, 700, "Seen")
    page.content.append("/OC /L1 BDC")
    page.text(72, 650, "Not seen")
    page.content.append("EMC")
    made, root = build(
        [page],
        file=file,
        fonts=f">> /Properties << /L1 {layer} 0 R",
        catalog=f"/OCProperties << /OCGs [{layer} 0 R] /D << /OFF [{layer} 0 R] >> >>",
    )
    document = extract(made.write(root))
    assert [render(unit.segment) for unit in document.units] == ["Seen"]
    assert document.left_alone[Reason.HIDDEN]


def test_hidden_letters_of_a_scanned_page_are_its_text() -> None:
    scanned = Page().picture(0, 0, 595, 842)
    scanned.content.append("3 Tr")
    scanned.text(72, 700, "Recognised text of the page")
    assert shown(scanned) == ["Recognised text of the page"]
    page = Page().text(72, 700, "What everybody can see on it")
    page.content.append("3 Tr")
    assert shown(page.text(72, 600, "Unseen")) == ["What everybody can see on it"]


def test_forms_show_what_was_filled_in_and_comments_are_counted() -> None:
    file = File()
    look = file.stream(
        b"/Tx BMC BT /F1 11 Tf 2 4 Td (Anna Example) Tj ET EMC",
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] "
        "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
    )
    page = Page().text(72, 704, "Name:")
    page.annotations.append(
        f"<< /Type /Annot /Subtype /Widget /Rect [120 700 320 720] /F 4 /AP << /N {look} 0 R >> >>"
    )
    page.annotations.append("<< /Type /Annot /Subtype /Text /Rect [10 10 20 20] /Contents (Please check) >>")
    made, root = build([page], file=file)
    document = extract(made.write(root))
    assert " ".join(render(unit.segment) for unit in document.units).split() == ["Name:", "Anna", "Example"]
    assert document.left_alone[Reason.COMMENT] == 1


def test_numbers_alone_are_left_alone_but_stay() -> None:
    document = extract(pdf(Page().text(72, 700, "Total").text(72, 650, "1,250.00")))
    assert [render(unit.segment) for unit in document.units] == ["Total"]
    assert document.left_alone == {Reason.NO_TEXT: 1}


def test_owners_are_warned() -> None:
    document = extract(pdf(Page().text(72, 700, "Some text of a page")))
    assert [warning.code for warning in document.warnings] == [WarningCode.LAYOUT_APPROXIMATE]
