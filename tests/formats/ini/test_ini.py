"""INI files: which values are translated, and how they are written."""

from __future__ import annotations

import configparser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Reason
from dragoman.formats.ini import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from tests.formats.ini.samples import LANGUAGE
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def test_what_is_translated_and_how_it_is_written() -> None:
    document = extract(FORMAT, LANGUAGE)
    assert document.left_alone == {Reason.KEY: 1, Reason.NO_TEXT: 2, Reason.TRANSLATED: 1}
    assert [unit.context for unit in document.units][:3] == ["top", "Section one.a", "Section one.b"]
    assert shouted(FORMAT, LANGUAGE).splitlines()[1:12] == [
        "top = HELLO THERE",
        "[Section one]",
        "a=FIRST TEXT ; comment",
        'b = "QUOTED; TEXT" ; c',
        "c: 'SINGLE QUOTES'",
        'd="ESCAPED \\"Q\\" TEXT\\nNEXT LINE"',
        "path = C:\\temp\\x",
        "e = SEVERAL LINES",
        "    GO ON HERE",
        "    AND HERE",
        "f = 12",
    ]


def test_quotes_where_a_text_needs_them() -> None:
    table = {"First text": "one ; two", "Single quotes": "it's", "Hello there": "two\nlines"}
    result = replaced(FORMAT, LANGUAGE, table).decode().splitlines()
    assert 'a="one ; two" ; comment' in result
    assert 'c: "it\'s"' in result
    assert "top = two lines" in result


def test_other_programs_read_the_same_keys() -> None:
    data = "[a]\nx = Some text\ny = More text\n  goes on\n[b]\nz: Last text\n"
    read = configparser.ConfigParser()
    read.read_string(shouted(FORMAT, data))
    assert {name: dict(read[name]) for name in read.sections()} == {
        "a": {"x": "SOME TEXT", "y": "MORE TEXT\nGOES ON"},
        "b": {"z": "LAST TEXT"},
    }


def test_settings_are_not_language() -> None:
    assert texts(FORMAT, "[a]\nport=80\nmode=dark\nfile=c:\\x.txt\nclass=fooBar\n") == []
    assert texts(FORMAT, "[a]\nmode=dark\n", keys=["a.mode"]) == ["dark"]


@pytest.mark.parametrize("data", ["just some words\nand more", "x" * 100_000])
def test_other_texts_are_refused(data: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, data)


def test_an_empty_file_is_empty() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\r\n")


TEXTS = st.text(alphabet=st.sampled_from("ab ;#=:[]\"'\\é"), max_size=12)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(TEXTS, min_size=1, max_size=5), target=TEXTS)
def test_any_ini_goes_there_and_back(values: list[str], target: str) -> None:
    data = "[s]\n" + "".join(f"k{n} = {text}\n" for n, text in enumerate(values))
    document = extract(FORMAT, data)
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in document.units}) == data.encode()
    if not target or target.endswith("\\") or '\\"' in target or "\\\\" in target:
        return
    plain = {
        unit.id: (Text(text=target),)
        for unit in document.units
        if all(isinstance(part, Text) for part in unit.segment)
    }
    result = rebuild(FORMAT, data, plain).decode()
    assert [line.partition(" =")[0] for line in result.splitlines()] == [
        line.partition(" =")[0] for line in data.splitlines()
    ]
