"""Written tables are read back unchanged, and have no formulas for spreadsheets."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus, sort_terms
from dragoman.termbases.table import TableOptions, find_layout, read_table, write_table
from dragoman.termbases.table.cells import join_values, split_values
from dragoman.text_io.spreadsheets import escape_formula, unescape_formula
from tests.termbases.concepts import TERM_TEXTS, concept, concepts, unique_ids
from tests.termbases.table.samples import read


def written(given_concepts: list[Concept], delimiter: str = ",") -> bytes:
    return b"".join(write_table(given_concepts, find_layout(given_concepts), delimiter=delimiter))


@pytest.mark.slow
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@settings(max_examples=30, deadline=None)
@given(given_concepts=st.lists(concepts(), min_size=1, max_size=4).map(unique_ids))
def test_export_import_export(delimiter: str, given_concepts: list[Concept]) -> None:
    data = written(given_concepts, delimiter)
    entries = list(read_table(io.BytesIO(data), TableOptions(delimiter=delimiter)))
    assert [entry.concept for entry in entries] == given_concepts
    assert [entry.problems for entry in entries] == [()] * len(given_concepts)
    assert written([entry.concept for entry in entries if entry.concept], delimiter) == data
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter):
        assert not any(cell.startswith(tuple("=+-@\t\r")) for cell in row)


def test_usual_tables_have_few_columns() -> None:
    given_concepts = [
        concept(ja=["かご", Term(language="ja", text="カート", status=TermStatus.ADMITTED)], th="รถเข็น"),
        concept(ja="=SUM(A1)", th=Term(language="th", text="-x", status=TermStatus.FORBIDDEN)),
    ]
    assert written(given_concepts).decode("utf-8-sig") == (
        "ja,th,th:forbidden\r\nかご|カート,รถเข็น,\r\n'=SUM(A1),,'-x\r\n"
    )
    assert [entry.concept for entry in read(written(given_concepts))] == given_concepts


def test_how_terms_are_matched_is_written_where_languages_have_endings() -> None:
    given_concepts = [
        concept(en="cart", de=Term(language="de", text="Wagen", match=TermMatching.STEM)),
        concept(en=Term(language="en", text="PC", case_sensitive=True), de="Rechner"),
    ]
    assert written(given_concepts).decode("utf-8-sig") == (
        "de,de:match,en,en:match\r\nWagen,stem,cart,exact\r\nRechner,exact,PC,exact\r\n"
    )
    assert [entry.concept for entry in read(written(given_concepts))] == given_concepts


def test_only_admitted_terms() -> None:
    terms = [Term(language="en", text=text, status=TermStatus.ADMITTED) for text in ("a", "b")]
    given_concepts = [Concept(terms=sort_terms(terms))]
    assert b"en,en:status,en:match\r\na|b,admitted,exact\r\n" in written(given_concepts)
    assert [entry.concept for entry in read(written(given_concepts))] == given_concepts


@given(st.lists(TERM_TEXTS | st.text("|\\;a", min_size=1, max_size=6), min_size=1, max_size=4))
def test_values_in_a_cell(values: list[str]) -> None:
    for separator in "|;":
        assert split_values(join_values(values, separator), separator) == values
    forms = [join_values(values, ";"), "x"]
    assert [split_values(one, ";") for one in split_values(join_values(forms))] == [values, ["x"]]


@given(st.text("'=+-@\t\r\n; \u00a0＝a", max_size=8))
def test_escaped_formulas(cell: str) -> None:
    escaped = escape_formula(cell)
    assert unescape_formula(escaped) == cell
    assert escaped[:1] not in {"\t", "\r", "\n"}
    # However programs part cells: by comma, semicolon or tab, in quotes or not.
    assert not [one for one in re.split("[;\t\r\n]", escaped) if one.strip()[:1] in {*"=+-@＝"}]


@pytest.mark.parametrize(
    ("cell", "escaped"),
    [
        ("=1", "'=1"),
        ("'=1", "''=1"),
        (" =1", "' =1"),
        ("a;=1", "a;'=1"),
        ("a; +1;-1", "a;' +1;'-1"),
        ("- a\n- b", "'- a\n'- b"),
        ("\n=1", "'\n'=1"),
        ("a=1, -2", "a=1, -2"),
        ("a|=1", "a|=1"),
    ],
)
def test_formulas_that_are_escaped(cell: str, escaped: str) -> None:
    assert escape_formula(cell) == escaped
    assert unescape_formula(escaped) == cell


@pytest.mark.parametrize("cell", ["'s-Gravenhage", "'n", "'", "a;'n", "it's;'s"])
def test_apostrophes_of_words_stay(cell: str) -> None:
    assert unescape_formula(cell) == escape_formula(cell) == cell
