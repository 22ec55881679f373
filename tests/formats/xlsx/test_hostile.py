"""Workbooks that Excel does not write: refused, or read correctly."""

from __future__ import annotations

import time

import pytest

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentError
from tests.formats.xlsx import samples
from tests.formats.xlsx.packages import Book, Part, Sheet, column, package, row, texts, unzipped, zipped
from tests.formats.xlsx.translating import extract, translate, unit_texts


def with_part(data: bytes, name: str, text: str) -> bytes:
    parts = {key: part.encode() for key, part in unzipped(data).items()}
    parts[name] = text.encode()
    return zipped(parts)


def without(data: bytes, name: str) -> bytes:
    return zipped({key: part.encode() for key, part in unzipped(data).items() if key != name})


@pytest.mark.parametrize("name", ["xl/workbook.xml", "_rels/.rels", "[Content_Types].xml"])
def test_packages_without_their_main_parts_are_refused(name: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(without(samples.PLAIN, name))


@pytest.mark.parametrize("name", ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"])
def test_what_is_missing_has_no_text(name: str) -> None:
    assert unit_texts(without(samples.PLAIN, name)) == {}


@pytest.mark.parametrize(
    "name",
    ["xl/workbook.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml", "xl/tables/table1.xml"],
)
@pytest.mark.parametrize("text", ["", "<", "<a><b></a>", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
def test_broken_parts_are_refused(name: str, text: str) -> None:
    with pytest.raises(DocumentError):
        extract(with_part(samples.TABLE, name, text))


@pytest.mark.parametrize(
    "inside",
    [
        "<si><t>a</t></si><si><si><t>b</t></si></si>",
        "<si><r><r><t>a</t></r></r></si>",
        "<si><t><t>a</t></t></si>",
        "<si><unknown>a</unknown></si>",
        "<t>a</t>",
    ],
)
def test_strings_of_an_odd_shape_are_refused_or_left(inside: str) -> None:
    text = unzipped(samples.PLAIN)["xl/sharedStrings.xml"]
    start = text.partition("<si>")[0]
    data = with_part(samples.PLAIN, "xl/sharedStrings.xml", f"{start}{inside}</sst>")
    try:
        translated = translate(data)
    except DocumentError:
        return
    assert translated == data or unit_texts(translated)


def test_many_areas_and_formulas_are_read_in_time() -> None:
    arrays = "".join(
        row(
            n,
            f'<c r="A{n}" t="str"><f t="array" ref="A{n}:A{n}">"x{n}"</f><v>x</v></c>',
            f'<c r="B{n}" t="str"><v>y</v></c>',
        )
        for n in range(1, 5001)
    )
    hidden = '<cols><col min="1" max="9999999" hidden="1"/></cols>'
    book = Book(
        sheets=(Sheet(rows=arrays), Sheet(name="Other", rows=column(0), before=hidden)), strings=texts("a")
    )
    assert set(unit_texts(package(book)).values()) <= {"y"}


@pytest.mark.parametrize(
    ("name", "nested", "before"),
    [
        ("xl/worksheets/sheet1.xml", "oddHeader", b"</worksheet>"),
        ("xl/worksheets/sheet1.xml", "formula1", b"</worksheet>"),
        ("xl/comments/comment1.xml", "author", b"</authors>"),
    ],
)
def test_elements_inside_themselves_take_time_in_proportion(name: str, nested: str, before: bytes) -> None:
    text = unzipped(samples.COMMENTED)[name]
    deep = f"<{nested}>" * 20_000 + "Some words" + f"</{nested}>" * 20_000
    data = with_part(samples.COMMENTED, name, text.replace(before.decode(), deep + before.decode()))
    began = time.process_time()
    assert set(unit_texts(samples.COMMENTED).values()) <= set(unit_texts(data).values())
    assert time.process_time() - began < 5


def test_references_to_nowhere() -> None:
    for reference in ("A0", "ZZZ9999999", "Nowhere!A1", "A1:B2:C3", "", "1", "$", "'"):
        table = samples.TABLE_XML.replace('ref="A1:B3"', f'ref="{reference}"')
        assert extract(with_part(samples.TABLE, "xl/tables/table1.xml", table)).units
        chart = samples.CHART_XML.replace("Sheet1!$A$2:$A$3", reference)
        assert extract(with_part(samples.DRAWN, "xl/charts/chart1.xml", chart)).units


def test_a_part_that_is_too_large_to_be_read_at_once_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragoman.text_io.xml.blocks.LARGEST_BLOCK", 100)
    with pytest.raises(ConversionFailed, match="too large"):
        extract(samples.DRAWN)


def test_sheets_that_share_a_part_are_read_once() -> None:
    text = unzipped(samples.PLAIN)["xl/workbook.xml"]
    twice = text.replace("</sheets>", '<sheet name="Again" sheetId="2" r:id="rId1"/></sheets>')
    assert unit_texts(with_part(samples.PLAIN, "xl/workbook.xml", twice)) == unit_texts(samples.PLAIN)


def test_drawings_that_two_sheets_share_are_read_once() -> None:
    sheets = tuple(
        Sheet(name=f"S{n}", rows="", links=(("drawing", "drawings/drawing1.xml"),)) for n in range(2)
    )
    part = Part(path="drawings/drawing1.xml", xml=samples.DRAWING_XML)
    data = package(Book(sheets=sheets, parts=(part,)))
    assert len(extract(data).units) == 2
