"""Reading workbooks: units, and text that is left alone."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Reason, WarningCode
from dragoman.formats.paragraphs import options as office
from dragoman.text_io.errors import ConversionFailed
from tests.formats.xlsx import samples
from tests.formats.xlsx.packages import (
    Book,
    Sheet,
    cell,
    column,
    inline,
    package,
    row,
    texts,
    unzipped,
    with_properties,
    zipped,
)
from tests.formats.xlsx.translating import extract, translate, unit_texts


def test_cells_come_in_the_order_of_the_sheet_and_each_text_once() -> None:
    document = extract(samples.PLAIN)
    assert [(unit.context, unit.prose) for unit in document.units] == [
        ("Sheet1!A1", False),
        ("Sheet1!A2", False),
    ]
    assert unit_texts(samples.PLAIN) == {"Sheet1!A1": "A garden", "Sheet1!A2": "The house is old."}
    assert document.left_alone == {Reason.NO_TEXT: 1}


def test_formatting_line_ends_and_escapes_are_codes_and_readings_are_none() -> None:
    assert list(unit_texts(samples.RICH).values()) == [
        "One <b><sz>bold</sz></b> word.",
        "Two of the same",
        "First line\nsecond line\n and _x0041_ escaped",
        "東京",
    ]


def test_texts_in_all_kinds_of_cells_are_found_and_results_of_formulas_stay() -> None:
    assert unit_texts(samples.INLINE) == {
        "Sheet1!A1": "Somewhere",
        "Sheet1!B2": "A <b><sz>bold</sz></b>",
        "Sheet1!A3": "Written & kept",
    }
    assert extract(samples.INLINE).left_alone == {Reason.FIELD: 3}


def test_headers_of_tables_stay_but_not_the_same_text_elsewhere() -> None:
    assert unit_texts(samples.TABLE) == {
        "Sheet1!A2": "Door",
        "Sheet1!B2": "red",
        "Sheet1!A3": "Name",
        "Sheet1!B3": "green",
        "Sheet1!A9": "Colour",
    }


def test_hidden_sheets_rows_and_columns_stay_unless_requested() -> None:
    assert list(unit_texts(samples.HIDDEN).values()) == ["Shown and hidden", "Shown"]
    assert extract(samples.HIDDEN).left_alone == {Reason.HIDDEN: 4}
    assert unit_texts(samples.HIDDEN, hidden=True) == {
        "Sheet1!A1": "Shown and hidden",
        "Sheet1!A2": "Shown",
        "Sheet1!A3": "In a hidden row",
        "Sheet1!D4": "In a hidden column",
        "Lists!A2": "In a hidden sheet",
    }


def test_what_formulas_filters_and_rules_compare_with_stays() -> None:
    assert unit_texts(samples.COMPARED) == {"Sheet1!A6": "Something else", "Sheet1!A1": "Choose one of them"}
    assert extract(samples.COMPARED).left_alone == {Reason.HIDDEN: 1, Reason.KEY: 6}


def test_lists_that_are_translated_themselves_do_not_keep_cells() -> None:
    values = list(unit_texts(samples.COMPARED, hidden=True).values())
    assert "North" in values


def test_names_that_formulas_put_together_stay() -> None:
    formula = row(3, '<c r="A3"><f>INDIRECT(A1&amp;"!B1")</f><v>0</v></c>')
    book = Book(
        sheets=(Sheet(rows=column(0, 1) + formula), Sheet(name="Costs", rows="")),
        strings=texts("costs", "Prices"),
    )
    assert unit_texts(package(book)) == {"Sheet1!A2": "Prices"}


def test_criteria_with_wildcards_keep_what_they_fit() -> None:
    formulas = row(9, '<c r="A9"><f>COUNTIF(A1:A5,"North*")+COUNTIF(A:A,"*")</f><v>1</v></c>') + row(
        10, '<c r="A10"><f>VLOOKUP("?at ~*",A:B,2)&amp;"*is no*"</f><v>1</v></c>'
    )
    words = texts("North side", "Far north", "Cat *", "Flat *", "This is not it")
    book = Book(sheets=(Sheet(rows=column(0, 1, 2, 3, 4) + formulas),), strings=words)
    assert list(unit_texts(package(book)).values()) == ["Far north", "Flat *"]


def test_properties_of_the_file_are_read_on_demand() -> None:
    data = with_properties(samples.PLAIN, "My title")
    assert "My title" not in unit_texts(data).values()
    assert list(unit_texts(data, properties=True).values())[-1] == "My title"
    assert "<dc:title>MY TITLE</dc:title>" in unzipped(translate(data, properties=True))["docProps/core.xml"]


def test_hidden_shapes_stay() -> None:
    parts = unzipped(samples.DRAWN)
    name = "xl/drawings/drawing1.xml"
    hidden = parts[name].replace('name="Box 1"', 'name="Box 1" hidden="1"')
    data = zipped({key: text.encode() for key, text in (parts | {name: hidden}).items()})
    assert "Written in a box" not in unit_texts(data).values()
    assert "Written in a box" in unit_texts(data, hidden=True).values()


def test_headers_footers_tips_and_prompts() -> None:
    assert unit_texts(samples.PRINTED) == {
        "Sheet1!A1": 'To the "house"',
        "Sheet1, oddHeader, left": "Annual report",
        "Sheet1, oddHeader, right": "Sales & costs",
        "Sheet1, oddFooter, centre": "Page &P of ",
    }


def test_shapes_and_charts() -> None:
    words = list(unit_texts(samples.DRAWN).values())
    assert words == ["Region", "North", "South & East", "A yellow box", "Written in a box", "Sales by region"]


def test_pivot_tables_and_the_headers_that_feed_them_stay() -> None:
    document = extract(samples.PIVOT)
    assert unit_texts(samples.PIVOT) == {"Sheet1!A2": "North", "Sheet1!B2": "Big", "Summary!A8": "Row labels"}
    assert [warning.code for warning in document.warnings] == [WarningCode.PART_LEFT]
    assert document.left_alone == {Reason.FIELD: 3, Reason.KEY: 2}


def test_comments_stay_unless_requested() -> None:
    assert extract(samples.COMMENTED).left_alone == {Reason.COMMENT: 2}
    assert list(unit_texts(samples.COMMENTED, comments=True).values()) == [
        "Look",
        "Why <b><sz>bold</sz></b>",
        "Who?",
    ]


def test_long_texts_of_several_sentences_are_prose() -> None:
    long = "This is one sentence of a longer text. And this is the next one, after it."
    book = Book(sheets=(Sheet(rows=column(0, 1)),), strings=texts(long, "Mr. Smith"))
    assert [unit.prose for unit in extract(package(book)).units] == [True, False]


def test_cells_without_references() -> None:
    rows = f"<row>{cell('', 0)}{cell('', 1)}</row><row>{inline('', '<t>Three</t>')}</row>".replace(
        ' r=""', ""
    )
    book = Book(sheets=(Sheet(rows=rows),), strings=texts("One", "Two"))
    assert unit_texts(package(book)) == {"Sheet1!A1": "One", "Sheet1!B1": "Two", "Sheet1!A2": "Three"}


@pytest.mark.parametrize(
    "written",
    [
        "<c r='B4' s='1' t='s'><v>0</v></c>",
        '<c t="s" r="B4"><v> 0 </v></c>',
        '<c r="B4"\n  s = "1" t = "s" >\n<v>0</v>\n</c>',
        '<c r="B4" x="a>b" t="s"><v>0</v></c>',
        '<!-- <c r="A1" t="s"><v>1</v></c> --><c r="B4" t="s"><v><![CDATA[0]]></v></c>',
        '<c r="B4" t="s"><v xml:space="preserve">0</v></c>',
    ],
)
def test_cells_may_be_written_in_any_way(written: str) -> None:
    book = Book(sheets=(Sheet(rows=f'<row r="4">{written}</row>'),), strings=texts("Found", "Not meant"))
    assert unit_texts(package(book)) == {"Sheet1!B4": "Found"}


def test_cells_of_strings_that_are_missing_are_passed_over() -> None:
    book = Book(sheets=(Sheet(rows=column(7, 999_999_999_999, 0)),), strings=texts("Here"))
    assert unit_texts(package(book)) == {"Sheet1!A3": "Here"}


def test_too_many_texts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "MOST_TEXTS", 1)
    with pytest.raises(ConversionFailed, match="Split it"):
        extract(samples.PLAIN)
