"""Java properties: what is read as Java reads it, and written so that Java reads it again."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Reason
from dragoman.formats.properties import FORMAT
from dragoman.formats.properties.lines import read_entries
from dragoman.segments import Segment, Text, render
from dragoman.text_io.errors import DocumentEmpty
from tests.formats.properties.samples import BUNDLE, SAMPLES
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def values(data: bytes | str, encoding: str = "ascii") -> dict[str, str]:
    text = data.decode(encoding) if isinstance(data, bytes) else data
    return {entry.key: entry.text for entry in read_entries(text)}


def test_values_as_java_reads_them() -> None:
    found = values(BUNDLE)
    assert found["key with spaces"] == "value without a sign"
    assert found["long"] == "A text that goes on in a second line and a third"
    assert found["lines"] == "One line\nAnother line\n"
    assert found["lead"] == "  two blanks"
    assert found["emoji"] == "Smile 😀 now"
    assert found["empty"] == ""
    assert found["color:main"] == "#ff0000"


def test_what_is_translated() -> None:
    document = extract(FORMAT, BUNDLE)
    assert document.left_alone == {Reason.KEY: 2, Reason.NO_TEXT: 1}
    assert texts(FORMAT, BUNDLE)[:3] == [
        "Hello, {0}! It's {1,date,short}",
        "Braces {like this} and {0}",
        "Don't do that",
    ]
    assert document.warnings == ()


def test_the_layout_of_values_is_kept() -> None:
    result = shouted(FORMAT, BUNDLE).splitlines()
    assert result[:5] == [
        "# Messages",
        "! more",
        "greeting = HELLO, {0}! IT''S {1,date,short}",
        "quoted=BRACES '{'LIKE THIS'}' AND {0}",
        "plain : DON'T DO THAT",
    ]
    assert result[6:11] == [
        "long = A TEXT THAT GOES ON \\",
        "       IN A SECOND LINE AND \\",
        "       A THIRD",
        "lines=ONE LINE\\n\\",
        "  ANOTHER LINE\\n",
    ]
    assert "escaped=CAF\\u00C9 \\u00C0 LA CARTE" in result
    assert "url=https://example.com/a" in result


def test_apostrophes_are_doubled_where_messages_need_it() -> None:
    table = {"Other": "l'autre"}
    data = "a=open {0}\nb=Other\n"
    units = extract(FORMAT, data).units
    target: Segment = (Text(text="l'"), *(part for part in units[0].segment if not isinstance(part, Text)))
    assert rebuild(FORMAT, data, {"1": target}) == b"a=l''{0}\nb=Other\n"
    assert replaced(FORMAT, data, table).endswith(b"b=l'autre\n")
    assert replaced(FORMAT, data + "c=It''s so\n", table).endswith(b"b=l''autre\nc=It''s so\n")
    assert texts(FORMAT, "a=Can't open {0}, don't ask\n") == ["Can't open {0}, don't ask"]


def test_files_stay_in_their_encoding() -> None:
    table = {"Don't do that": "Größe Ж😀"}
    assert b"plain : Gr\\u00F6\\u00DFe \\u0416\\uD83D\\uDE00\n" in replaced(FORMAT, BUNDLE, table).replace(
        b"\\u00f6\\u00df", b"\\u00F6\\u00DF"
    ).replace(b"\\ud83d\\ude00\n", b"\\uD83D\\uDE00\n")
    latin = replaced(FORMAT, SAMPLES["latin.properties"], table)
    assert values(latin, "latin-1")["plain"] == "Größe Ж😀"
    assert "plain : Größe Ж😀\n".encode() in replaced(FORMAT, SAMPLES["utf8.properties"], table)


def test_settings_are_not_language() -> None:
    data = "log4j.level=INFO\nserver.port=8080\ndriver=com.example.Driver\nmode=dark\ntheme=darkBlue\n"
    assert texts(FORMAT, data) == []


def test_clients_choose_keys() -> None:
    data = "menu.title=A title\nmenu.text=A text\nid=abc\n"
    assert texts(FORMAT, data, keys=["menu.t*le", "id"]) == ["A title", "abc"]


def test_an_empty_file_is_empty() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\n")


@pytest.mark.parametrize(
    "data",
    ["\\\n" * 20_000, "a=b\\\n " * 30_000, "\\" * 60_000, " " * 60_000, "a" * 60_000, "=:" * 20_000],
)
def test_hostile_files_end_soon(data: str) -> None:
    begun = time.process_time()
    shouted(FORMAT, data + "\nx=Some text")
    assert time.process_time() - begun < 5


TEXTS = st.text(alphabet=st.sampled_from("ab =:#!\\\n\t'é{}0Ж😀u"), max_size=15)


@settings(max_examples=60, deadline=None)
@given(pairs=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5), target=TEXTS, raw=st.booleans())
def test_any_properties_go_there_and_back(pairs: list[tuple[str, str]], target: str, raw: bool) -> None:
    data = "".join(f"k{n}{sign}{text}\n" for n, (sign, text) in enumerate(pairs))
    content = data.encode() if raw else data.encode("latin-1", "backslashreplace")
    try:
        document = extract(FORMAT, content)
    except DocumentEmpty:
        return
    assert rebuild(FORMAT, content, {unit.id: unit.segment for unit in document.units}) == content
    codes = any(not isinstance(part, Text) for unit in document.units for part in unit.segment)
    if codes or not target:
        return
    targets = {unit.id: (Text(text=target),) for unit in document.units if unit.reason is None}
    encoding = "utf-8" if raw else "latin-1"
    assert list(values(rebuild(FORMAT, content, targets), encoding)) == list(values(content, encoding))


def test_one_long_line_takes_little_memory() -> None:
    tracemalloc.start()
    try:
        texts(FORMAT, "a={0, plural, other {" * 100_000 + "Some words" + "}}" * 100_000)
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()


def test_a_value_of_many_lines_takes_time_in_proportion() -> None:
    value = "a line of words \u00e9 \\\n    " * 40_000
    data = f"lines=One line\\n\\\n    {value}end\n".encode()
    began = time.process_time()
    assert shouted(FORMAT, data).count("WORDS") == 40_000
    assert time.process_time() - began < 10


def with_prefix(data: str) -> dict[str, str]:
    """Every value as Java reads it, each text with a word put before it."""
    units = extract(FORMAT, data, "ca").units
    targets: dict[str, Segment] = {unit.id: (Text(text="Ara: "), *unit.segment) for unit in units}
    return values(rebuild(FORMAT, data, targets, "ca"))


FILE_OF_MESSAGES = (
    "one=The file '{0}' is open\ntwo=Not in '{'0'}' but in '{1}'\nthree=Name: ''{0}''\n"
    "four=It''s {0} of '{n}'\n"
    "five='{0}, then {1}' is a pattern\nsix=No argument '{here}'\nseven=Can't open {0}, don't ask\n"
)
FILE_OF_TEXTS = (
    "one=The file '{0}' is open\ntwo=Can't open {0}, don't ask\nthree=Press 'OK' for {0}\n"
    "four=The users' file {0}\nfive=A '{' of {1}\n"
)


@pytest.mark.parametrize("data", [FILE_OF_MESSAGES, FILE_OF_TEXTS])
def test_literals_come_back_as_they_were_written(data: str) -> None:
    assert with_prefix(data) == {key: f"Ara: {text}" for key, text in values(data).items()}
    assert (
        rebuild(FORMAT, data, {unit.id: unit.segment for unit in extract(FORMAT, data).units})
        == data.encode()
    )


def test_a_file_shows_whether_apostrophes_quote() -> None:
    shows = "o=Can't open {0}\np=Don't close {0}\n"
    assert texts(FORMAT, "a=See '{0}'\nb=It''s {0}\n")[0] == "See {0}"
    assert texts(FORMAT, "a=See '{0}'\n" + shows)[0] == "See '{0}'"
    assert texts(FORMAT, "a=See '{0}'\n" + shows + "b=It''s {0}\nc=It''s {0}\nd=It''s {0}\n")[0] == "See {0}"
    assert texts(FORMAT, "a=See '{0}'\n" + shows + "b=It''s {0}\n")[-1] == "It's {0}"


def test_new_apostrophes_are_written_as_the_file_has_them() -> None:
    table = {"open {0}": "obre l'arxiu {0}"}

    def written(more: str) -> str:
        data = "a=open {0}\n" + more
        unit = extract(FORMAT, data, "ca").units[0]
        assert render(unit.segment) in table
        codes = tuple(part for part in unit.segment if not isinstance(part, Text))
        text = "obre l'arxiu " if codes else table["open {0}"]
        return values(rebuild(FORMAT, data, {unit.id: (Text(text=text), *codes)}, "ca"))["a"]

    assert written("b=It''s {0}\n") == "obre l''arxiu {0}"
    assert written("b=It's {0}\nc=Isn't {0}\nd=It''s {0}\n") == "obre l'arxiu {0}"
    assert written("") == "obre l''arxiu {0}"  # what Java itself would need
