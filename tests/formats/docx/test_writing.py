"""Writing Word documents with their translations."""

from __future__ import annotations

import pytest

from dragoman.formats.docx import FORMAT
from dragoman.formats.format import Languages
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.docx import samples
from tests.formats.docx.canonical import canonical
from tests.formats.docx.packages import (
    RELATIONSHIPS,
    Extra,
    body,
    document_xml,
    field,
    package,
    paragraph,
    part,
    run,
    text_box,
    unzipped,
    zipped,
)
from tests.formats.docx.roundtrip import LANGUAGES, extract, rebuild_all, source, texts, translate
from tests.formats.pptx.samples import CATEGORIES, LINK, SERIES, chart_xml
from tests.formats.pptx.workbooks import USUAL

ALL = {**samples.SAMPLES, **samples.ODD}
ARABIC = Languages(source="en", target="ar")


@pytest.mark.parametrize("name", ALL)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(name: str) -> None:
    data = ALL[name]
    before, after = unzipped(data), unzipped(rebuild_all(data))
    assert list(after) == list(before)
    assert {n: canonical(x) for n, x in after.items()} == {n: canonical(x) for n, x in before.items()}


@pytest.mark.parametrize("name", ALL)
def test_a_document_whose_translations_equal_it_stays_byte_for_byte(name: str) -> None:
    data = ALL[name]
    assert translate(data, how=str) == data


@pytest.mark.parametrize("name", ALL)
def test_a_translation_has_all_codes_and_every_text(name: str) -> None:
    data = ALL[name]
    wanted = [[unit.segment, unit.id] for unit in extract(data).units]
    found = [[unit.segment, unit.id] for unit in extract(translate(data, how=lambda text: text)).units]
    assert found == wanted
    upper = extract(translate(data)).units
    assert [unit.id for unit in upper] == [unit.id for unit in extract(data).units]
    assert all(x.text == x.text.upper() for unit in upper for x in unit.segment if isinstance(x, Text))


def test_signs_of_fields_stay_in_runs_of_their_own() -> None:
    """LibreOffice misreads a check box of a form, and every list after it, if text is in the same run."""
    box = field("FORMCHECKBOX", "")
    after = unzipped(translate(body(paragraph(run("Ticked: "), box, run(" yes.")))))[
        "word/document.xml"
    ].decode()
    assert "TICKED: " in after
    assert box in after


def test_only_the_paragraph_that_changes_is_written() -> None:
    target = {"word/document.xml#2": (Text(text="Elle rêve."),)}
    before = unzipped(samples.PLAIN)
    after = unzipped(FORMAT.rebuild(source(samples.PLAIN), target, LANGUAGES))
    old = b'<w:t xml:space="preserve">It dreams of mice.</w:t>'
    expected = before["word/document.xml"].replace(old, "<w:t>Elle rêve.</w:t>".encode())
    assert after == before | {"word/document.xml": expected}


def test_bold_follows_its_word_to_another_position() -> None:
    unit = extract(samples.FORMATTED).units[0]
    first, bold, word, end = unit.segment[:4]
    target = (bold, word, end, first, *unit.segment[4:])
    written = unzipped(FORMAT.rebuild(source(samples.FORMATTED), {unit.id: target}, LANGUAGES))[
        "word/document.xml"
    ]
    assert b"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:t" in written


def test_wrong_codes_are_refused() -> None:
    unit = extract(samples.FORMATTED).units[0]
    with pytest.raises(ConversionFailed, match="codes"):
        FORMAT.rebuild(source(samples.FORMATTED), {unit.id: (Text(text="none"),)}, LANGUAGES)


def test_text_box_and_its_copy_have_the_same_text() -> None:
    written = unzipped(translate(samples.BOXED))["word/document.xml"].decode()
    assert written.count("IN THE ") == written.count(">BOX<") == 2
    assert written.count('"A GREY BOX"') == 2
    assert "In the" not in written


def test_diagram_and_its_picture_have_the_same_text() -> None:
    written = unzipped(translate(samples.DRAWN))
    assert b"IDEA" in written["word/diagramData1.xml"]
    assert b"IDEA" in written["word/diagramDrawing2.xml"]


def test_boxes_in_a_paragraph_are_translated_when_it_is_not() -> None:
    data = body(paragraph(run("Around "), text_box(paragraph(run("Inside")))))
    written = FORMAT.rebuild(source(data), {"word/document.xml#2": (Text(text="Dedans"),)}, LANGUAGES)
    assert texts(written) == ["Around ", "Dedans"]


def test_signs_of_xml_and_characters_it_forbids() -> None:
    written = translate(samples.PLAIN, how=lambda _: 'a < b & "c" > \x01\x0b\ufffe d')
    assert texts(written)[0] == 'a < b & "c" >  d'


def test_attributes_keep_line_ends() -> None:
    written = translate(samples.LINKED, how=lambda text: text.replace("Our", '"\n<Unser'))
    assert texts(written)[1] == '"\n<Unser house'


def test_a_hyphen_that_was_an_element_is_one_again() -> None:
    assert unzipped(translate(samples.NOTED))["word/document.xml"].count(b"<w:noBreakHyphen/>") == 1


def test_the_language_of_runs_and_styles_follows() -> None:
    styles = part("w:styles", '<w:docDefaults><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:docDefaults>')
    data = body(
        paragraph(run("One", '<w:lang w:val="en-GB"/>')) + paragraph(run("Deux", '<w:lang w:val="fr-CA"/>')),
        Extra(kind="styles", xml=styles),
    )
    written = unzipped(translate(data, languages=Languages(source="en", target="de")))
    assert b'<w:lang w:val="de-DE"/>' in written["word/document.xml"]
    assert b'<w:lang w:val="fr-CA"/>' in written["word/document.xml"]
    assert b'<w:lang w:val="de-DE" w:eastAsia="ja-JP"/>' in written["word/styles1.xml"]


def test_east_asian_languages_have_their_own_attribute() -> None:
    data = body(paragraph(run("One", '<w:lang w:val="en-GB"/>')))
    written = unzipped(translate(data, languages=Languages(source="en", target="zh-Hant")))[
        "word/document.xml"
    ]
    assert b'<w:lang w:val="en-GB" w:eastAsia="zh-TW"/>' in written


def test_paragraphs_and_runs_turn_with_the_direction() -> None:
    data = body(
        paragraph(run("One ", "<w:b/><w:lang w:val='en'/>"), run("two"), properties='<w:jc w:val="left"/>')
        + paragraph(run("three"))
    )
    written = unzipped(translate(data, languages=ARABIC))["word/document.xml"].decode()
    assert '<w:pPr><w:bidi/><w:jc w:val="left"/></w:pPr>' in written
    assert "<w:b/><w:bCs/><w:rtl/><w:lang" in written
    assert "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr>" in written
    kept = translate(data, languages=ARABIC, options={"setDirection": False})
    assert b"rtl" not in unzipped(kept)["word/document.xml"]


def test_direction_is_taken_away_on_the_way_back() -> None:
    data = body(paragraph(run("One", "<w:rtl/>"), properties="<w:bidi/>"))
    back = unzipped(translate(data, languages=Languages(source="ar", target="en")))["word/document.xml"]
    assert b"rtl" not in back
    assert b"bidi" not in back


def test_tables_and_sections_change_direction_with_their_content() -> None:
    old = '<w:tblPrChange w:id="1"><w:tblPr><w:jc w:val="left"/></w:tblPr></w:tblPrChange>'
    properties = f'<w:tblStyle w:val="T"/><w:tblW w:w="0" w:type="auto"/>{old}'
    cells = f"<w:tblGrid/><w:tr><w:tc>{paragraph(run('Cell'))}</w:tc></w:tr></w:tbl>"
    data = body(f"<w:tbl><w:tblPr>{properties}</w:tblPr>{cells}")
    turned = translate(data, languages=ARABIC)
    written = unzipped(turned)["word/document.xml"].decode()
    assert '<w:tblStyle w:val="T"/><w:bidiVisual/><w:tblW w:w="0" w:type="auto"/>' + old in written
    assert "<w:sectPr><w:bidi/></w:sectPr>" in written
    back = translate(turned, str.lower, Languages(source="ar", target="en"))
    assert b"bidi" not in unzipped(back)["word/document.xml"]
    assert unzipped(translate(data))["word/document.xml"].count(b"bidi") == 0


def test_a_chart_changes_with_its_workbook() -> None:
    chart = Extra(kind="chart", path="chart.xml", xml=chart_xml(SERIES, CATEGORIES, LINK))
    link = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
        f'Id="rId1" Type="{RELATIONSHIPS}/package" Target="book.xlsx"/></Relationships>'
    )
    more = {"word/book.xlsx": USUAL, "word/_rels/chart.xml.rels": link.encode()}
    data = package(document_xml(paragraph(run("Look"))), chart, more=more)
    assert texts(data) == ["Look", "Sales", "Sold & paid", "North", "South"]
    parts = unzipped(translate(data))
    assert b"<c:v>NORTH</c:v>" in parts["word/chart.xml"]
    assert b"<t>NORTH</t>" in unzipped(parts["word/book.xlsx"])["xl/sharedStrings.xml"]
    assert unzipped(rebuild_all(data))["word/book.xlsx"] == USUAL


def test_a_control_that_copies_data_takes_them_along() -> None:
    """Word would replace the text by the data, which would be in the source language."""
    datum = '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/n:a[1]/n:{}[1]"/><w:text/></w:sdtPr><w:sdtContent>'
    close = "</w:sdtContent></w:sdt>"
    data = body(
        datum.format("title")
        + paragraph(run("A title"))
        + close
        + paragraph(
            run("By "),
            datum.format("company"),
            run("Us & Co".replace("&", "&amp;"), "<w:b/>"),
            close,
            run("!"),
        ),
        Extra(
            kind="customXml",
            xml="<a xmlns='x'><title>A title</title><company>Us &amp; Co</company><other>A title</other></a>",
        ),
    )
    written = unzipped(translate(data))
    assert written["word/customXml1.xml"] == (
        b"<a xmlns='x'><title>A TITLE</title><company>US &amp; CO</company><other>A title</other></a>"
    )
    assert written["word/document.xml"].count(b"<w:dataBinding") == 2


def test_a_signature_is_removed_with_all_references_to_it() -> None:
    parts = unzipped(samples.PLAIN)
    parts["_xmlsignatures/origin.sigs"] = b""
    parts["_xmlsignatures/sig1.xml"] = b"<s/>"
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(
        b"</Relationships>",
        b'<Relationship Id="rS" Type="http://schemas.openxmlformats.org/package/2006/relationships/'
        b'digital-signature/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>',
    )
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
        b"</Types>",
        b'<Override PartName="/_xmlsignatures/sig1.xml" ContentType="application/vnd.openxmlformats-package.'
        b'digital-signature-xmlsignature+xml"/></Types>',
    )
    written = unzipped(translate(zipped(parts)))
    assert list(written) == list(unzipped(samples.PLAIN))
    assert written["_rels/.rels"] == unzipped(samples.PLAIN)["_rels/.rels"]
    assert written["[Content_Types].xml"] == unzipped(samples.PLAIN)["[Content_Types].xml"]


def test_encodings_stay() -> None:
    written = unzipped(translate(samples.UTF16))["word/document.xml"]
    assert written.startswith(b"\xff\xfe")
    assert "GRÖSSE" in written.decode("utf-16")


def test_prefixes_stay() -> None:
    written = unzipped(translate(samples.DEFAULT_PREFIX))["word/document.xml"]
    assert b'<r><rPr><b/></rPr><t>ONE</t></r><r><t xml:space="preserve"> TWO</t></r>' in written


@pytest.mark.parametrize("written", ['descr="A house" title="Old"', 'title="Old" descr="A house"'])
def test_descriptions_are_translated_in_whichever_order_they_are_written(written: str) -> None:
    picture = f'<w:r><w:drawing><wp:docPr id="1" name="n" {written}/></w:drawing></w:r>'
    data = body(f"<w:p>{picture}{run('Here it is.')}</w:p>")
    document = unzipped(translate(data))["word/document.xml"]
    for text in (b'descr="A HOUSE"', b'title="OLD"', b"HERE IT IS."):
        assert document.count(text) == 1
