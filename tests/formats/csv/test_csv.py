"""Tables: which columns are translated, and that every reader finds the same cells afterwards."""

from __future__ import annotations

import csv
import io
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.csv import FORMAT
from dragoman.formats.csv.cells import find_delimiter
from dragoman.formats.format import Reason
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentEmpty
from tests.formats.csv.samples import LANGUAGES, LINES, TABLE
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def table(data: bytes | str, delimiter: str = ",") -> list[list[str]]:
    text = data.decode() if isinstance(data, bytes) else data
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_columns_of_language() -> None:
    document = extract(FORMAT, TABLE)
    assert [unit.context for unit in document.units] == ["title, 2", "note, 2", "title, 3", "note, 4"]
    assert document.left_alone == {Reason.KEY: 8, Reason.NO_TEXT: 6, Reason.CODE: 1}
    assert table(shouted(FORMAT, TABLE)) == [
        ["id", "title", "price", "url", "note"],
        ["1", "A TITLE, WITH A COMMA", "12.50", "https://example.com/a", "TWO\nLINES"],
        ["2", 'SOME "QUOTED" WORDS', "3", "https://example.com/b", ""],
        ["3", "=SUM(C2:C3)", "4", "x", "- A BULLET"],
    ]


def test_a_column_for_each_language() -> None:
    assert shouted(FORMAT, LANGUAGES).splitlines() == [
        "key;en;de",
        'a;"Some text; one";"SOME TEXT; ONE"',
        "b;Other text;Anderer Text",
        "c;OK;OK",
    ]
    assert [unit.reason for unit in extract(FORMAT, LANGUAGES).units] == [None, Reason.TRANSLATED, None]
    assert shouted(FORMAT, LANGUAGES, "pt-BR").splitlines()[:2] == [
        "key;en;de;pt-BR",
        'a;"Some text; one";;"SOME TEXT; ONE"',
    ]
    assert (
        shouted(FORMAT, "key,en_US\r\na,Some text\r\n", "pt-BR")
        == "key,en_US,pt_BR\r\na,Some text,SOME TEXT\r\n"
    )
    assert texts(FORMAT, "term,de,fr\nSome words,Ein paar Worte,Des mots\n") == ["Some words"]


def test_clients_choose_columns() -> None:
    assert texts(FORMAT, TABLE, columns=["Title"]) == ["A title, with a comma", 'Some "quoted" words']
    assert texts(FORMAT, TABLE, columns=["5", "1"], header="no") == ["id", "note", "Two\nlines", "- a bullet"]
    for wrong in ("6", "0", "none"):
        with pytest.raises(ConversionFailed, match="columns"):
            extract(FORMAT, TABLE, columns=[wrong])


def test_clients_choose_where_translations_go() -> None:
    data = "id,text,out\n1,Hello there,\n2,More text,x\n"
    lines = shouted(FORMAT, data, columns=["text"], targetColumn="Out").splitlines()
    assert lines == ["id,text,out", "1,Hello there,HELLO THERE", "2,More text,x"]
    assert shouted(FORMAT, data, columns=["2"], targetColumn="german").splitlines()[:2] == [
        "id,text,out,german",
        "1,Hello there,,HELLO THERE",
    ]
    assert shouted(FORMAT, "1,Some words,\n", targetColumn="3", header="no") == "1,Some words,SOME WORDS\n"
    for wrong in (
        {"columns": ["2", "3"], "header": "yes", "targetColumn": "german"},
        {"header": "no", "targetColumn": "7"},
    ):
        with pytest.raises(ConversionFailed, match="targetColumn"):
            extract(FORMAT, "1,Some words,Other words\n2,More words,Again words\n", **wrong)


def test_columns_called_source_and_target() -> None:
    data = "source\ttarget\nHello there\t\nSecond text here\tdone\n"
    assert shouted(FORMAT, data).splitlines()[1:] == ["Hello there\tHELLO THERE", "Second text here\tdone"]


def test_headers() -> None:
    assert texts(FORMAT, "One sentence here.\nAnother sentence.\n") == [
        "One sentence here.",
        "Another sentence.",
    ]
    assert texts(FORMAT, "One sentence here.\nAnother one.\n", header="yes") == ["Another one."]


@pytest.mark.parametrize(
    ("data", "suffix", "delimiter"),
    [
        ("a;b\n1,5;2,5\n", "csv", ";"),
        ("a,b;c,d\n", "csv", ","),
        ("a|b|c\n1|2|3\n", "csv", "|"),
        ("a\tb\n", "csv", "\t"),
        ("one word\n", "tsv", "\t"),
        ("one word\n", "csv", ","),
        ('"a;b","c;d"\n"e;f","g"\n', "csv", ","),
        ("sep=;\na,b\n", "csv", ";"),
    ],
)
def test_delimiters(data: str, suffix: str, delimiter: str) -> None:
    assert find_delimiter(data, suffix) == delimiter


@pytest.mark.parametrize("sign", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "＝1"])
def test_no_translation_becomes_a_formula(sign: str) -> None:
    data = "id,text\n1,Some text\n2,- Some bullet\n"
    rows = table(replaced(FORMAT, data, {"Some text": sign, "- Some bullet": "- Text"}))
    assert rows[1][1] == f"'{sign}"
    assert rows[2][1] == "- Text"


def test_formulas_stay() -> None:
    data = (
        'key,source\n1,"=HYPERLINK(""http://127.0.0.1:9/?""&A1,""x"")"\n2,+1+1 a\n3,@SUM(A1)\n4,Some text\n'
    )
    assert texts(FORMAT, data) == ["Some text"]
    assert texts(FORMAT, data, columns=["source"]) == ["Some text"]


@pytest.mark.parametrize("text", ["-5 degrees outside", "+1 bonus item", "@home use this", "- a bullet"])
def test_words_behind_a_sign_are_text(text: str) -> None:
    assert texts(FORMAT, f"id,note\n1,{text}\n", columns=["note"]) == [text]


@pytest.mark.parametrize(
    "text", ["-A1 B2", "+cmd|' /C calc'!A0", "@SUM(A1 and B2)", "-2+3", "=Sheet one here"]
)
def test_what_may_be_computed_is_not_text(text: str) -> None:
    assert texts(FORMAT, f"id,note\n1,{text}\n2,Some words\n", columns=["note"]) == ["Some words"]


def test_tables_without_quotes_get_none() -> None:
    assert replaced(FORMAT, LINES, {"First cell here.": "a\tb\nc"}).startswith(b"a b c\tSecond")


def test_an_empty_file_is_empty() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        '"' * 100_000,
        '"a,""b,' * 10_000,
        ",".join(["1"] * 100_000),
        "a,b\n" * 210_000,
        '"a\n' * 10_000,
        ',"' * 100_000,
        "a\n-" + " ab" * 200_000 + "(",
    ],
)
def test_hostile_and_large_tables_end_soon(data: str) -> None:
    begun = time.process_time()
    with suppress(ConversionFailed):
        shouted(FORMAT, data)
    assert time.process_time() - begun < 8


@pytest.mark.campaign
def test_a_million_cells() -> None:
    data = (
        "id,text,n1,n2\n"
        + "".join(f"{n},Some text {n % 7},1,2\n" for n in range(120_000))
        + "1,2,3,4\n" * 130_000
    )
    units = extract(FORMAT, data).units
    assert len(units) == 120_000


TEXTS = st.text(alphabet=st.sampled_from("ab ,;\"'\n\r\t=+-é"), max_size=10)


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(st.lists(TEXTS, min_size=2, max_size=4), min_size=1, max_size=5),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    delimiter=st.sampled_from(",;"),
    target=TEXTS,
)
def test_any_table_goes_there_and_back(
    rows: list[list[str]], quoting: int, delimiter: str, target: str
) -> None:
    written = io.StringIO(newline="")
    csv.writer(written, quoting=quoting, delimiter=delimiter).writerows(rows)  # type: ignore[arg-type]
    data = written.getvalue()
    try:
        document = extract(FORMAT, data, delimiter=delimiter, header="no")
    except DocumentEmpty:
        return
    own = {unit.id: unit.segment for unit in document.units}
    assert rebuild(FORMAT, data, own, delimiter=delimiter, header="no") == data.encode()
    if not target:
        return
    targets = {unit.id: (Text(text=target),) for unit in document.units}
    result = table(rebuild(FORMAT, data, targets, delimiter=delimiter, header="no"), delimiter)
    assert [len(row) for row in result] == [len(row) for row in table(data, delimiter)]


def test_names_of_columns_that_are_not_text_are_shown_as_numbers() -> None:
    data = "id,te\ud83dxt\n1,Some words here\n2,Other words there\n".encode("utf-16", "surrogatepass")
    assert [unit.context for unit in extract(FORMAT, data).units] == ["te\\uD83Dxt, 2", "te\\uD83Dxt, 3"]
