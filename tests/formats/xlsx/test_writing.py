"""Writing workbooks: translations, and parts that must not change."""

from __future__ import annotations

import re

import pytest

from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml import blocks as ooxml_parts
from tests.formats.xlsx import samples
from tests.formats.xlsx.packages import Book, Sheet, cell, column, package, row, texts, unzipped, zipped
from tests.formats.xlsx.translating import changed, extract, rebuild, translate, unit_texts


def strings(data: bytes) -> list[str]:
    return re.findall(r"<si ?>(.*?)</si>", unzipped(data)["xl/sharedStrings.xml"], re.DOTALL)


def test_only_the_table_of_strings_changes() -> None:
    before, after = unzipped(samples.PLAIN), unzipped(translate(samples.PLAIN))
    assert {name for name in before if before[name] != after[name]} == {"xl/sharedStrings.xml"}
    assert strings(translate(samples.PLAIN)) == [
        "<t>THE HOUSE IS OLD.</t>",
        "<t>A GARDEN</t>",
        "<t>2024-05-06</t>",
    ]


def test_a_workbook_that_may_have_macros_and_has_none_is_translated_as_it_is() -> None:
    types = unzipped(samples.PLAIN)["[Content_Types].xml"]
    plain = "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main"
    assert plain in types
    typed = types.replace(plain, "vnd.ms-excel.sheet.macroEnabled.main")
    data = zipped(unzipped(samples.PLAIN) | {"[Content_Types].xml": typed})
    result = translate(data)
    assert strings(result) == strings(translate(samples.PLAIN))
    assert unzipped(result)["[Content_Types].xml"] == typed


def test_formatting_stays_and_readings_of_the_old_words_go() -> None:
    assert strings(translate(samples.RICH, lambda text: text.replace("e", "é").replace("東", "京"))) == [
        f'<r><t xml:space="preserve">Oné </t></r>{samples.BOLD}<r><t xml:space="preserve"> word.</t></r>',
        "<r><t>Two of thé samé</t></r>",
        '<t xml:space="preserve">First liné\nsécond liné_x000D_\n and _x005F_x0041_ éscapéd</t>',
        "<t>京京</t>",
    ]


def test_a_line_end_that_two_runs_share_stays_one() -> None:
    cut = "<r><t>One_x000D_</t></r><r><t>\ntwo</t></r>"
    data = package(Book(sheets=(Sheet(rows=column(0)),), strings=(cut,)))
    after = translate(data)
    assert strings(after) == ['<r><t xml:space="preserve">ONE_x000D_\nTWO</t></r>']
    assert [len(unit.segment) for unit in extract(data).units + extract(after).units] == [3, 3]


def test_a_string_of_a_header_and_of_a_cell_becomes_two() -> None:
    translated = translate(samples.TABLE)
    parts = unzipped(translated)
    assert strings(translated) == [
        "<t>NAME</t>",
        "<t>COLOUR</t>",
        "<t>DOOR</t>",
        "<t>RED</t>",
        "<t>GREEN</t>",
        "<t>Name</t>",
        "<t>Colour</t>",
    ]
    assert 'count="5" uniqueCount="7"' in parts["xl/sharedStrings.xml"]
    assert re.findall(r'r="(\w+)" s="0" t="s"><v>(\d+)', parts["xl/worksheets/sheet1.xml"]) == [
        ("A1", "5"),
        ("B1", "6"),
        ("A2", "2"),
        ("B2", "3"),
        ("A3", "0"),
        ("B3", "4"),
        ("A9", "1"),
    ]
    assert parts["xl/tables/table1.xml"] == unzipped(samples.TABLE)["xl/tables/table1.xml"]


@pytest.mark.parametrize("data", [samples.TABLE, samples.HIDDEN, samples.PIVOT])
def test_a_translation_can_be_undone_without_a_trace(data: bytes) -> None:
    own = {unit.id: unit.segment for unit in extract(data).units}
    assert unzipped(rebuild(translate(data), own)) == unzipped(data)


def test_texts_in_cells() -> None:
    sheet = unzipped(translate(samples.INLINE))["xl/worksheets/sheet1.xml"]
    assert sheet.count("<is><t>SOMEWHERE</t></is>") == 2
    assert '<r><t xml:space="preserve">A </t></r><r><rPr><b/><sz val="11"/></rPr><t>BOLD</t></r>' in sheet
    assert '<c r="A3" t="str"><v>WRITTEN &amp; KEPT</v></c>' in sheet
    assert "<v>Computed</v>" in sheet
    assert "<v>Thing</v>" in sheet


def test_charts_follow_translated_cells_and_no_others() -> None:
    parts = unzipped(translate(samples.DRAWN))
    chart = parts["xl/charts/chart1.xml"]
    assert re.findall("<c:v>([^<]*)</c:v>", chart) == ["Amount", "NORTH", "SOUTH &amp; EAST", "3", "4"]
    assert "<a:t>SALES BY REGION</a:t>" in chart
    assert 'descr="A YELLOW BOX"' in parts["xl/drawings/drawing1.xml"]
    assert 'lang="de-DE"/><a:t>WRITTEN IN A BOX' in parts["xl/drawings/drawing1.xml"]


def test_codes_of_headers_stay_and_do_not_swallow_text() -> None:
    data = translate(samples.PRINTED, lambda text: text.replace("Annual", "2024 & annual"))
    sheet = unzipped(data)["xl/worksheets/sheet1.xml"]
    assert '&amp;L&amp;"Arial,Bold"&amp;12 2024 &amp;&amp; annual report&amp;C&amp;D&amp;RSales' in sheet
    assert "<oddFooter>Page &amp;P of &amp;N</oddFooter>" in sheet
    assert 'tooltip="To the &quot;house&quot;"' in sheet


def test_what_would_be_too_long_for_excel_stays() -> None:
    data = translate(samples.PRINTED, lambda text: text * 30)
    sheet = unzipped(data)["xl/worksheets/sheet1.xml"]
    assert "Annual report&amp;C" in sheet
    assert "To the &quot;house&quot;To" not in sheet
    longest = package(Book(sheets=(Sheet(rows=column(0)),), strings=texts("word " * 6000)))
    assert strings(translate(longest, lambda text: text * 2)) == strings(longest)


def test_text_in_the_form_of_a_formula_stays_text() -> None:
    data = package(Book(sheets=(Sheet(rows=column(0)),), strings=texts("=SUM of all")))
    assert strings(translate(data)) == ["<t>=SUM OF ALL</t>"]
    assert 't="s"' in unzipped(translate(data))["xl/worksheets/sheet1.xml"]


def test_comments_are_translated_on_request() -> None:
    parts = unzipped(translate(samples.COMMENTED, comments=True))
    assert '<t xml:space="preserve">WHY </t>' in parts["xl/comments/comment1.xml"]
    assert "[Threaded comment] Who?" in parts["xl/comments/comment1.xml"]
    assert "<text>WHO?</text>" in parts["xl/threadedComments/threadedComment1.xml"]


def test_wrong_codes_are_refused_everywhere() -> None:
    for data in (samples.RICH, samples.INLINE, samples.PRINTED):
        coded = [unit for unit in extract(data).units if len(unit.segment) > 1]
        assert coded
        for unit in coded:
            with pytest.raises(ConversionFailed):
                rebuild(data, {unit.id: (Text(text="x"),)})


def test_other_prefixes() -> None:
    parts = {
        name: re.sub(r"<(/?)(?=[a-z])", r"<\1x:", text).replace("xmlns=", "xmlns:x=")
        if name.startswith("xl/") and "_rels" not in name
        else text
        for name, text in unzipped(samples.TABLE).items()
    }
    data = zipped({name: text.encode() for name, text in parts.items()})
    assert unit_texts(data) == unit_texts(samples.TABLE)
    assert "<x:si><x:t>NAME</x:t></x:si>" in unzipped(translate(data))["xl/sharedStrings.xml"]


def test_utf16() -> None:
    parts = {name: text.encode() for name, text in unzipped(samples.INLINE).items()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = parts[name].decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    data = zipped(parts)
    assert unit_texts(data) == unit_texts(samples.INLINE)
    unit = extract(data).units[0]
    after = rebuild(data, {unit.id: changed(unit.segment)})
    assert unit_texts(after)["Sheet1!A1"] == "SOMEWHERE"


def test_rows_cut_into_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {name: (extract(data), translate(data)) for name, data in samples.SAMPLES.items()}
    monkeypatch.setattr(ooxml_parts, "BLOCK", 2)
    assert {name: (extract(data), translate(data)) for name, data in samples.SAMPLES.items()} == whole


def test_many_rows_are_read_in_blocks() -> None:
    rows = "".join(
        row(n, f'<c r="A{n}" t="inlineStr"><is><t>Word {n % 10}</t></is></c>') for n in range(1, 20_001)
    )
    data = package(
        Book(sheets=(Sheet(rows=rows, after="<headerFooter><oddHeader>Top</oddHeader></headerFooter>"),))
    )
    assert len(extract(data).units) == 11
    sheet = unzipped(translate(data))["xl/worksheets/sheet1.xml"]
    assert sheet.count("WORD") == 20_000
    assert sheet.endswith("<oddHeader>TOP</oddHeader></headerFooter></worksheet>")


def test_cells_that_refer_to_nothing_do_not_show_what_is_added() -> None:
    rows = column(0, 1) + row(9, cell("A9", 0), hidden=True)
    data = package(Book(sheets=(Sheet(rows=rows),), strings=texts("Twice")))
    translated = translate(data)
    assert unit_texts(translated) == {"Sheet1!A1": "TWICE"}
    assert '<c r="A9" s="0" t="s"><v>2</v></c>' in unzipped(translated)["xl/worksheets/sheet1.xml"]
    assert (
        "<t>TWICE</t></si><si ></si><si ><t>Twice</t></si></sst>"
        in unzipped(translated)["xl/sharedStrings.xml"]
    )
