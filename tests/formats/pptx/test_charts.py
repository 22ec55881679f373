"""Charts with workbooks: the names of series and categories change in both, or in neither."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages, Reason
from dragoman.formats.pptx import FORMAT
from dragoman.segments import Text
from tests.formats.pptx.packages import Piece, paragraph, part, presentation, run, slide, unzipped, zipped
from tests.formats.pptx.roundtrip import extract, rebuild_all, source, texts, translate
from tests.formats.pptx.samples import CATEGORIES, FRAME, LINK, SERIES, cached, chart_xml, charted
from tests.formats.pptx.workbooks import ROWS, STRINGS, TABLE, USUAL, workbook

CHART, BOOK = "ppt/charts/chart1.xml", "ppt/embeddings/book1.xlsx"
SHEET, COLUMNS = "xl/worksheets/sheet1.xml", "xl/tables/table1.xml"
STRINGS_PART = "xl/sharedStrings.xml"
LEFT = ["Sales by town", "Sales"]
FOUND = [*LEFT, "Sold & paid", "North", "South"]


def test_names_and_categories_are_read_once() -> None:
    twice = CATEGORIES + SERIES + CATEGORIES
    assert texts(charted(USUAL)) == FOUND
    assert texts(charted(USUAL, categories=twice)) == FOUND
    assert extract(charted(USUAL)).left_alone == {}


def test_chart_and_workbook_have_the_same_texts() -> None:
    parts = unzipped(translate(charted(USUAL)))
    inside, before = unzipped(parts[BOOK]), unzipped(USUAL)
    for text in (b"SOLD &amp; PAID", b"NORTH", b"SOUTH"):
        assert text in parts[CHART]
    assert b"<t>SOLD &amp; PAID</t></si><si><t>Returned</t></si><si><t>NORTH</t>" in inside[STRINGS_PART]
    assert b"<is><t>SOUTH</t></is></c>" in inside[SHEET]
    assert (
        b'<tableColumn id="2" name="SOLD &amp; PAID"/><tableColumn id="3" name="Returned"/>'
        in inside[COLUMNS]
    )
    assert {name for name in before if before[name] != inside[name]} == {SHEET, COLUMNS, STRINGS_PART}
    assert texts(zipped(parts)) == [text.upper() for text in FOUND]


def test_without_new_texts_the_workbook_stays() -> None:
    data = charted(USUAL)
    assert unzipped(rebuild_all(data))[BOOK] == USUAL
    first = extract(data).units[0]
    changed = FORMAT.rebuild(
        source(data), {first.id: (Text(text="Ventes"),)}, Languages(source="en", target="fr")
    )
    assert unzipped(changed)[BOOK] == USUAL


def test_columns_of_a_table_keep_different_names() -> None:
    parts = unzipped(translate(charted(USUAL), how=lambda text: "returned"))
    inside = unzipped(parts[BOOK])
    assert b'name="returned 2"' in inside[COLUMNS]
    assert b">returned 2</t>" in inside[STRINGS_PART]
    assert b"<c:v>returned 2</c:v>" in parts[CHART]


def test_an_empty_translation_empties_no_cell() -> None:
    parts = unzipped(translate(charted(USUAL), how=lambda _: " "))
    assert b"<c:v>North</c:v>" in parts[CHART]
    assert parts[BOOK] == USUAL


@pytest.mark.parametrize(
    ("book", "left"),
    [
        (workbook(ROWS.replace("SUM(B2:B3)", 'SUMIF(A2:A3,"North",B2:B3)'), *STRINGS), 3),
        (workbook(ROWS.replace("SUM(B2:B3)", "SUM(T[Returned])"), *STRINGS), 3),
        (workbook(ROWS.replace("SUM(B2:B3)", "VLOOKUP(A2,A2:B3,2)"), *STRINGS), 3),
        (workbook(ROWS, *STRINGS, sheet="Other"), 3),
        (workbook(ROWS, *STRINGS[:3], "<r><t>North</t></r>"), 1),
        (workbook(ROWS, *STRINGS[:3], "<t>Somewhere else</t>"), 1),
        (workbook(ROWS, *STRINGS, table=TABLE.replace("Town", "Village")), 1),
        (workbook(ROWS, *STRINGS, table=TABLE.replace("A1:C3", "x")), 3),
        (workbook(ROWS, *STRINGS, table=TABLE.replace(' name="T"', ' name="T" totalsRowCount="1"')), 1),
        (workbook(ROWS.replace(' r="A3"', ""), *STRINGS), 3),
        (workbook(ROWS, *STRINGS, more={"xl/vbaProject.bin": b"x"}), 3),
        (workbook(ROWS, *STRINGS, more={"xl/pivotTables/pivotTable1.xml": b"<x/>"}), 3),
        (USUAL[:-100], 3),
        (b"no workbook", 3),
        (b"", 3),
    ],
)
def test_what_cannot_change_in_both_changes_in_neither(book: bytes, left: int) -> None:
    data = charted(book)
    document = extract(data)
    assert len(document.units) == len(FOUND) - left
    assert document.left_alone == {Reason.FIELD: left}
    parts = unzipped(translate(data))
    assert (
        parts[CHART].count(b"<c:v>")
        - sum(parts[CHART].count(b"<c:v>" + text + b"<") for text in (b"Sold &amp; paid", b"North", b"South"))
        == 2 + 3 - left
    )  # the numbers, and the translated names
    if left == len(FOUND) - len(LEFT):
        assert parts[BOOK] == book


def test_a_workbook_of_two_charts_stays() -> None:
    owned = (Piece(kind="package", path="embeddings/book1.xlsx", xml=USUAL),)
    xml = chart_xml(SERIES, CATEGORIES, LINK)
    charts = (Piece(kind="chart", path=f"charts/chart{n}.xml", xml=xml, owned=owned) for n in (1, 2))
    assert texts(presentation(slide(FRAME, *charts))) == [*LEFT, "Sales"]


def test_categories_of_several_levels_and_labels_from_cells_follow_too() -> None:
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="B2" t="s"><v>2</v></c></row>'
    )
    levels = (
        "<c:multiLvlStrRef><c:f>'My Sheet'!$A$1:$B$2</c:f><c:multiLvlStrCache><c:ptCount val=\"2\"/><c:lvl>"
        '<c:pt idx="0"><c:v>Spring</c:v></c:pt><c:pt idx="1"><c:v>Autumn</c:v></c:pt></c:lvl><c:lvl>'
        '<c:pt idx="0"><c:v>Year</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>'
    )
    book = workbook(rows, "<t>Year</t>", "<t>Spring</t>", "<t>Autumn</t>", sheet="My Sheet")
    data = charted(book, "<c:v>Own</c:v>", levels)
    assert texts(data) == [*LEFT, "Own", "Spring", "Autumn", "Year"]
    assert b">AUTUMN</t>" in unzipped(unzipped(translate(data))[BOOK])[STRINGS_PART]


def test_a_string_that_other_cells_share_changes_in_its_own_cell_only() -> None:
    rows = ROWS.replace("</row>", '<c r="D1" s="7" t="s"><v>1</v></c></row>', 1)
    inside = unzipped(unzipped(translate(charted(workbook(rows, *STRINGS))))[BOOK])
    assert b"<t>Sold &amp; paid</t>" in inside[STRINGS_PART]
    assert b'<c r="B1" s="3" t="inlineStr"><is><t>SOLD &amp; PAID</t></is></c>' in inside[SHEET]
    assert b'<c r="D1" s="7" t="s"><v>1</v></c>' in inside[SHEET]


def test_texts_without_letters_are_not_units() -> None:
    book = workbook('<row r="1"><c r="A2" t="s"><v>0</v></c></row>', "<t>2024</t>")
    assert texts(charted(book, "<c:v>Own</c:v>", cached("Sheet1!$A$2", "2024"))) == [*LEFT, "Own"]


def test_chart_types_of_office_2016_change_too() -> None:
    """A sunburst, a funnel: they write their copies of cells in another form, and their title twice."""
    title = "<cx:tx><cx:txData><cx:v>Money</cx:v></cx:txData></cx:tx>"
    xml = part(
        "cx:chartSpace",
        '<cx:chartData><cx:externalData r:id="rId1" cx:autoUpdate="0"/><cx:data id="0"><cx:strDim type="cat">'
        '<cx:f>Sheet1!$A$2:$A$3</cx:f><cx:nf>Sheet1!$A$1</cx:nf><cx:lvl ptCount="2">'
        '<cx:pt idx="0">North</cx:pt><cx:pt idx="1">South</cx:pt></cx:lvl></cx:strDim>'
        '<cx:numDim type="size"><cx:f>Sheet1!$B$2:$B$3</cx:f>'
        '<cx:lvl ptCount="2"><cx:pt idx="0">12</cx:pt><cx:pt idx="1">9</cx:pt></cx:lvl></cx:numDim></cx:data>'
        f"</cx:chartData><cx:chart><cx:title>{title}<cx:txPr>{paragraph(run('Money'))}</cx:txPr></cx:title>"
        "<cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:f>Sheet1!$B$1</cx:f>"
        "<cx:v>Sold &amp; paid</cx:v></cx:txData></cx:tx></cx:series></cx:plotAreaRegion></cx:plotArea>"
        "</cx:chart>",
    )
    book = Piece(kind="package", path="embeddings/book1.xlsx", xml=USUAL)
    data = presentation(slide("", Piece(kind="chartEx", path="charts/chart1.xml", xml=xml, owned=(book,))))
    assert texts(data) == ["North", "South", "Money", "Money", "Sold & paid"]
    parts = unzipped(translate(data))
    assert b'<cx:pt idx="0">NORTH</cx:pt>' in parts[CHART]
    assert b"<cx:v>MONEY</cx:v>" in parts[CHART]
    assert b"<cx:v>SOLD &amp; PAID</cx:v>" in parts[CHART]
    assert b"<t>NORTH</t>" in unzipped(parts[BOOK])[STRINGS_PART]


def test_filtered_series_and_discontiguous_ranges() -> None:
    filtered = (
        "<c:strRef><c:extLst><c:ext><c15:formulaRef><c15:sqref>Sheet1!$B$1</c15:sqref></c15:formulaRef></c:ext>"
        '</c:extLst><c:strCache><c:pt idx="0"><c:v>Sold &amp; paid</c:v></c:pt></c:strCache></c:strRef>'
    )
    data = charted(USUAL, filtered, cached("(Sheet1!$A$2,Sheet1!$A$3)", "North", "South"))
    assert texts(data) == FOUND
    assert texts(translate(data)) == [text.upper() for text in FOUND]
    assert texts(charted(USUAL, "<c:v>Own</c:v>", cached("OFFSET(Sheet1!$A$2,0,0,2)", "North", "South"))) == [
        *LEFT,
        "Own",
    ]
