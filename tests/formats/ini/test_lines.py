"""Values over several lines of INI files, as `configparser` reads them: there, changed and back."""

from __future__ import annotations

import configparser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.ini import FORMAT
from dragoman.segments import Text
from tests.formats.translating import extract, rebuild, replaced, shout, shouted, texts
from tests.processor_time import least_processor_time

LISTS = """[project]
tools =
    first tool >= 2
    # why there is a second
    second tool

    third tool ; not on Sundays
about = A text that
\tgoes on: here
  and here
env =
    NAME = a value of its own
    OTHER=one more value
last = The last value
"""


def test_lines_below_a_key_are_its_value() -> None:
    assert texts(FORMAT, LISTS) == [
        "first tool >= 2\nsecond tool\nthird tool",
        "A text that\ngoes on: here\nand here",
        "a value of its own",
        "one more value",
        "The last value",
    ]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_all_but_their_text_stays(ending: str) -> None:
    data = LISTS.replace("\n", ending)
    wanted = (
        LISTS.replace("first tool", "FIRST TOOL")
        .replace("second tool", "SECOND TOOL")
        .replace("third tool", "THIRD TOOL")
        .replace("A text that", "A TEXT THAT")
        .replace("goes on: here", "GOES ON: HERE")
        .replace("and here", "AND HERE")
        .replace("a value of its own", "A VALUE OF ITS OWN")
        .replace("one more value", "ONE MORE VALUE")
        .replace("The last value", "THE LAST VALUE")
    )
    assert shouted(FORMAT, data) == wanted.replace("\n", ending)


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("one", "x =\n    one\n    # note\nz = Other text\n"),
        ("one\ntwo\nthree", "x =\n    one\n    # note\n    two\n    three\nz = Other text\n"),
        ("[one]\ntwo", "x = [one]\n    two\n    # note\nz = Other text\n"),
        ("one\n# two", "x =\n    one # two\n    # note\nz = Other text\n"),
        ("one\nkey = two", "x =\n    one key = two\n    # note\nz = Other text\n"),
        ("# one", "x = # one\n    # note\nz = Other text\n"),
        ("one ; two", 'x = "one ; two"\n    # note\nz = Other text\n'),
    ],
)
def test_text_that_must_not_begin_a_line_is_moved(target: str, written: str) -> None:
    data = "x =\n    Some text\n    # note\n    more text\nz = Other text\n"
    result = replaced(FORMAT, data, {"Some text\nmore text": target}).decode()
    if target.count("\n") == 0:
        assert _without_notes(result) == _without_notes(written)
    read = extract(FORMAT, result, keys=["x", "z"]).units
    text = " ".join(part.text for part in read[0].segment if isinstance(part, Text))
    assert (text.split(), read[1].context) == (target.split(), "z")


def _without_notes(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if line.strip() != "# note")


def test_a_quotation_that_begins_a_text_is_a_part_of_it() -> None:
    data = "run = \"$tool\" with words\nmore = 'one' or 'two' words\nlines =\n  'a' is one\n  'b' is two\n"
    assert shouted(FORMAT, data) == (
        "run = \"$TOOL\" WITH WORDS\nmore = 'ONE' OR 'TWO' WORDS\nlines =\n  'A' IS ONE\n  'B' IS TWO\n"
    )


LINES = st.lists(
    st.text(alphabet=st.sampled_from("ab =:;#[]'\"é"), min_size=1, max_size=10).map(lambda line: f"w{line}"),
    min_size=1,
    max_size=4,
)
GAPS = st.sampled_from(["", "\n", "    # note\n", "\t; note\n", "# note\n"])


@settings(max_examples=80, deadline=None)
@given(values=st.lists(LINES, min_size=1, max_size=4), gap=GAPS, first=st.booleans())
def test_values_of_lines_go_there_and_back(values: list[list[str]], gap: str, *, first: bool) -> None:
    data = "[s]\n"
    for number, lines in enumerate(values):
        head, *rest = lines if first else ["", *lines]
        data += f"k{number} = {head}\n" + "".join(f"{gap}    {line}\n" for line in rest)
    units = extract(FORMAT, data, keys=["*"]).units
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in units}) == data.encode()
    result = rebuild(FORMAT, data, {unit.id: shout(unit.segment) for unit in units}, keys=["*"]).decode()
    again = extract(FORMAT, result, keys=["*"]).units
    assert [unit.segment for unit in again] == [shout(unit.segment) for unit in units]


@settings(max_examples=80, deadline=None)
@given(lines=st.lists(st.text(alphabet="ab é", min_size=1, max_size=8).map(str.strip), max_size=5))
def test_configparser_reads_the_translated_lines(lines: list[str]) -> None:
    target = "\n".join(filter(None, lines)) or "x"
    data = "[s]\nx =\n    Some text\n\n    # note\n    more text\ny = Some words\n"
    result = replaced(FORMAT, data, {"Some text\nmore text": target, "Some words": "z"}).decode()
    read = configparser.ConfigParser(interpolation=None, empty_lines_in_values=True)
    read.read_string(result)
    assert [line for line in read["s"]["x"].split("\n") if line] == target.split("\n")
    assert read["s"]["y"] == "z"


@pytest.mark.slow
def test_many_lines_end_soon() -> None:
    def seconds(size: int) -> float:
        data = "x =\n" + "    some words\n    # note\n" * size
        return least_processor_time(lambda: shouted(FORMAT, data))

    assert seconds(16_000) < 10 * seconds(4_000) + 0.5
