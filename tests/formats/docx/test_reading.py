"""Reading Word documents: units, text that is left alone, and codes."""

from __future__ import annotations

import pytest

from dragoman.formats.docx import FORMAT
from dragoman.formats.format import Reason, Recognition, Sample, WarningCode
from dragoman.segments import Text
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.docx import samples
from tests.formats.docx.packages import (
    Extra,
    body,
    document_xml,
    field,
    package,
    paragraph,
    part,
    run,
    sign,
    text_box,
    unzipped,
    zipped,
)
from tests.formats.docx.roundtrip import extract, shown, texts

MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (samples.SPLIT_WORD, ["Tika can"]),
        (samples.FORMATTED, ["One <fmt>bold</fmt> and one <fmt>slanted</fmt> word."]),
        (samples.LINKED, ["See <link>the house</link> now.", "Our house"]),
        (samples.FIELDS, ["Page [field] of <link>the book</link> by [field]."]),
        (samples.CONTENTS, ["After the contents."]),
        (samples.CONTROLLED, ["Contents", "Choose [field] or write <object>something</object>."]),
        (samples.REVISED, ["The [deleted]<revision>new</revision> text."]),
        (samples.HIDDEN, ["Seen [hidden]again.", "Shown after all"]),
        (samples.BOXED, ["Beside [object] the box.", "A grey box", "In the <fmt>box</fmt>"]),
        (samples.RUBY, ["<object>東京</object>に行く。"]),
        (
            samples.MARKED,
            ["A <bookmark>named</bookmark> place<bookmark> with a remark</bookmark>[note]."],
        ),
        (
            samples.NOTED,
            [
                "A note[note] in the\u00a0middle[tab]a[break]b\u2011c[object][object] end.",
                " The note.",
                "Above",
                "Below ",
            ],
        ),
        (samples.CHARTED, ["A chart follows.", "Sales", "Written series"]),
        (samples.DRAWN, ["A diagram follows.", "Idea"]),
        (samples.STRICT, ["Strict words."]),
        (samples.AMBIGUOUS, ["Outer", "A picture"]),
        (samples.UTF16, ["Größe<fmt> Ω</fmt>"]),
        (samples.COMMENTED, ["a < b & c d"]),
    ],
)
def test_a_document_gives_its_units(data: bytes, expected: list[str]) -> None:
    assert texts(data) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (samples.FIELDS, {Reason.FIELD: 2}),
        (samples.CONTENTS, {Reason.CONTENTS: 2}),
        (samples.CONTROLLED, {Reason.FIELD: 1}),
        (samples.REVISED, {Reason.DELETED: 3}),
        (samples.HIDDEN, {Reason.HIDDEN: 2}),
        (samples.MARKED, {Reason.COMMENT: 1}),
        (samples.CHARTED, {Reason.FIELD: 1}),
    ],
)
def test_what_is_left_alone_is_counted(data: bytes, expected: dict[Reason, int]) -> None:
    assert extract(data).left_alone == expected


def test_ids_are_the_part_and_a_number_and_stay() -> None:
    first, second = extract(samples.BOXED), extract(samples.BOXED)
    assert first == second
    assert [unit.id for unit in first.units] == [f"word/document.xml#{n}" for n in (1, 2, 3)]


def test_line_breaks_and_tabs_show_what_they_are() -> None:
    unit = extract(body(paragraph("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>"))).units[0]
    assert [item.data for item in unit.segment if not isinstance(item, Text)] == ["\t", "\n"]


def test_options_bring_hidden_text_comments_and_properties() -> None:
    assert texts(samples.HIDDEN, {"hiddenText": True}) == [
        "Seen <fmt>unseen</fmt>again.",
        "All hidden",
        "Shown after all",
    ]
    assert texts(samples.MARKED, {"comments": True})[-1] == "Why?"
    assert texts(_with_properties(), {"properties": True}) == ["Text", "A title"]
    assert texts(_with_properties()) == ["Text"]


def test_a_style_that_hides_twice_shows() -> None:
    styles = part(
        "w:styles",
        '<w:style w:type="paragraph" w:default="1" w:styleId="P"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="C"><w:rPr><w:vanish/></w:rPr></w:style>',
    )
    data = body(
        paragraph(run("seen", '<w:rStyle w:val="C"/>')) + paragraph(run("unseen")),
        Extra(kind="styles", xml=styles),
    )
    assert texts(data) == ["seen"]


def test_a_field_over_several_paragraphs_keeps_its_halves_apart() -> None:
    """Its beginning and end must keep their order, so the text around them has units of its own."""
    opening = sign("begin") + "<w:r><w:instrText>QUOTE</w:instrText></w:r>" + sign("separate")
    data = body(
        paragraph(run("Before "), opening, run("first"))
        + paragraph(run("second"))
        + paragraph(run("third"), sign("end"), run(" after"))
    )
    assert texts(data) == ["Before ", "first", "second", "third", " after"]


def test_fields_inside_fields_belong_to_the_outer_one() -> None:
    inner = field("MERGEFIELD Name", run("Ann"))
    code = f"<w:r><w:instrText>IF </w:instrText></w:r>{inner}<w:r><w:instrText> = 1</w:instrText></w:r>"
    data = body(
        paragraph(run("Dear "), sign("begin"), code, sign("separate"), run("friend"), sign("end"), run("!"))
    )
    assert texts(data) == ["Dear <field>friend</field>!"]


def test_deleted_fields_do_not_lock_what_follows() -> None:
    gone = '<w:del w:id="1" w:author="A">' + sign("begin") + "</w:del>"
    assert texts(body(paragraph(gone, run("Still here")) + paragraph(run("And here")))) == [
        "Still here",
        "And here",
    ]


def test_a_fallback_with_other_words_is_translated_by_itself() -> None:
    box = text_box(paragraph(run("Same"))).replace("Same", "Old", 1)
    assert texts(body(paragraph(box))) == ["Old", "Same"]


def test_hidden_text_boxes_are_left_alone() -> None:
    box = text_box(paragraph(run("Unseen"))).replace("<w:r>", "<w:r><w:rPr><w:vanish/></w:rPr>", 1)
    document = extract(body(paragraph(run("Seen"), box)))
    assert [shown(unit.segment) for unit in document.units] == ["Seen"]
    assert document.left_alone == {Reason.HIDDEN: 1}


def test_watermarks_are_read() -> None:
    mark = '<w:r><w:pict><v:shape><v:textpath style="x" string="DRAFT"/></v:shape></w:pict></w:r>'
    header = Extra(kind="header", xml=part("w:hdr", paragraph(mark)))
    assert texts(body(paragraph(run("Text")), header)) == ["Text", "DRAFT"]


def test_file_names_are_not_descriptions() -> None:
    picture = '<w:r><w:drawing><wp:docPr id="1" name="n" descr="{}"/></w:drawing></w:r>'
    document = extract(body(paragraph(picture.format("C:\\My\\photo.jpeg"), picture.format("A red photo"))))
    assert [shown(unit.segment) for unit in document.units] == ["A red photo"]
    assert document.left_alone == {Reason.KEY: 1}


def test_descriptions_of_tables_are_read() -> None:
    described = '<w:tblPr><w:tblCaption w:val="Prices"/><w:tblDescription w:val=""/></w:tblPr>'
    data = body(f"<w:tbl>{described}<w:tr><w:tc>{paragraph(run('Cell'))}</w:tc></w:tr></w:tbl>")
    assert texts(data) == ["Prices", "Cell"]


def test_the_cells_of_a_chart_without_a_workbook_are_translated() -> None:
    chart = Extra(kind="chart", xml=samples.CHART.replace("{workbook}", ""))
    assert texts(body(paragraph(run("x")), chart)) == ["x", "Sales", "Written series", "A cell"]


def test_parts_are_found_by_relationships_alone() -> None:
    header = Extra(kind="header", path="odd/name.bin.xml", xml=part("w:hdr", paragraph(run("Above"))))
    data = package(document_xml(paragraph(run("Text"))), header, more={"word/header1.xml": b"not even XML"})
    assert texts(data) == ["Text", "Above"]


def test_white_space_counts_only_where_word_counts_it() -> None:
    data = body(paragraph("<w:r><w:t> a </w:t></w:r>", run(" b ")))
    assert texts(data) == ["a b "]


def test_signatures_contents_and_inserted_files_are_warned_of() -> None:
    signed = unzipped(samples.PLAIN) | {"_xmlsignatures/sig1.xml": b"<s/>"}
    assert [w.code for w in extract(zipped(signed)).warnings] == [WarningCode.SIGNATURE_DROPPED]
    assert [w.code for w in extract(samples.CONTENTS).warnings] == [WarningCode.CONTENTS_LEFT]
    foreign = body(paragraph(run("x")), Extra(kind="aFChunk", path="other.html", xml="<p/>"))
    assert [w.code for w in extract(foreign).warnings] == [WarningCode.PART_LEFT]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (MAIN, Recognition.CERTAIN),
        (MAIN.replace("document.main", "template.main"), Recognition.CERTAIN),
        ("application/vnd.ms-word.document.macroEnabled.main+xml", Recognition.CERTAIN),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", Recognition.NO),
        ("", Recognition.NO),
    ],
)
def test_documents_are_recognised_by_their_main_part(kind: str, expected: Recognition) -> None:
    sample = Sample(
        data=b"PK", suffix="docx", text=None, root=None, members=("word/document.xml",), kind=kind
    )
    assert FORMAT.recognise(sample) is expected


def test_a_package_of_another_program_is_refused() -> None:
    data = unzipped(samples.PLAIN)
    data["[Content_Types].xml"] = data["[Content_Types].xml"].replace(b"wordprocessingml", b"spreadsheetml")
    with pytest.raises(DocumentCorrupt, match="no Word document"):
        extract(zipped(data))


def _with_properties() -> bytes:
    """A document with a title in the properties of its file."""
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>A title</dc:title></cp:coreProperties>"
    )
    data = unzipped(package(document_xml(paragraph(run("Text"))), more={"docProps/core.xml": core.encode()}))
    link = (
        b'<Relationship Id="rId2" Target="docProps/core.xml" Type="http://schemas.openxmlformats.org/'
        b'package/2006/relationships/metadata/core-properties"/></Relationships>'
    )
    data["_rels/.rels"] = data["_rels/.rels"].replace(b"</Relationships>", link)
    return zipped(data)
