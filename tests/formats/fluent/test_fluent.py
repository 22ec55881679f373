"""Fluent files: which texts there are, and how they are written."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.fluent import FORMAT
from dragoman.formats.fluent.reading import parse
from dragoman.formats.format import Reason, WarningCode
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.fluent.samples import LIST
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def test_texts_of_a_list() -> None:
    document = extract(FORMAT, LIST)
    assert [unit.context for unit in document.units] == [
        *("hello", "-profile", "several-lines", "emails (one)", "emails (other)"),
        *(
            "around (0)",
            "around (one)",
            "around (other)",
            "two (0)",
            "two (1.x)",
            "two (1.y)",
            "two (2.x)",
        ),
        *("two (2.y.one)", "two (2.y.other)", "button", "button.label", "title-alone.title", "strings"),
        *("ordinal (other)", "last"),
    ]
    assert document.left_alone == {Reason.LOCKED: 1, Reason.KEY: 2}
    assert [warning.code for warning in document.warnings] == [WarningCode.PART_LEFT]
    assert "There are no files in { $folder }." in texts(FORMAT, LIST)
    assert "First line\n  second line of { -brand-name }\nthird" in texts(FORMAT, LIST)


def test_choices_get_the_forms_of_the_target() -> None:
    lines = shouted(FORMAT, LIST, "ru").splitlines()
    assert lines[11:25] == [
        "emails =",
        "    { $n ->",
        "        [one] YOU HAVE { $n } EMAILS",
        "        [few] YOU HAVE { $n } EMAILS",
        "        [many] YOU HAVE { $n } EMAILS",
        "       *[other] YOU HAVE { $n } EMAILS",
        "    }",
        "around = { $n ->",
        "    [0] THERE ARE NO FILES IN { $folder }.",
        "    [one] THERE ARE { $n } FILES IN { $folder }.",
        "    [few] THERE ARE { $n } FILES IN { $folder }.",
        "    [many] THERE ARE { $n } FILES IN { $folder }.",
        "   *[other] THERE ARE { $n } FILES IN { $folder }.",
        "}",
    ]
    assert "  *[other] { $p }TH PLACE" in lines


def test_choices_keep_their_layout() -> None:
    assert shouted(FORMAT, LIST).splitlines()[11:16] == [
        "emails =",
        "    { $n ->",
        "        [one] YOU HAVE ONE EMAIL",
        "       *[other] YOU HAVE { $n } EMAILS",
        "    }",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[x",
        "*",
        ".a = b",
        "}{",
        "\n.a = b",
        "\n[x",
        "# c",
        " \n\n x\n  y",
        "a\n  b",
        "->",
        " ",
        "\0",
        "a\r\nb",
    ],
)
def test_every_text_can_be_said(text: str) -> None:
    units = extract(FORMAT, LIST, "ru").units
    targets = {
        unit.id: tuple(Text(text=text) if isinstance(part, Text) else part for part in unit.segment)
        for unit in units
    }
    result = rebuild(FORMAT, LIST, targets, "ru").decode()
    assert [found.name for found in parse(result).found] == [found.name for found in parse(LIST).found]


def test_terms_and_keys() -> None:
    assert "Firefox" in texts(FORMAT, LIST, brandTerms=True)
    assert texts(FORMAT, LIST, keys=["button.*", "-brand*"]) == ["Firefox", "Save it", "S"]


def test_specials_are_written_as_strings() -> None:
    assert texts(FORMAT, 'a = Text {"{"}b{ "}" }\n') == ["Text {b}"]
    assert replaced(FORMAT, "a = Text\n", {"Text": "{x}"}) == b'a = {"{"}x{"}"}\n'


@pytest.mark.parametrize("data", ["just words\nand more", "{ }", "=" * 1000])
def test_other_texts_are_refused(data: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, data)


def test_empty_files_and_lost_codes() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\n")
    with pytest.raises(ConversionFailed):
        rebuild(FORMAT, LIST, {"1": (Text(text="x"),)})


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        "a = " + "{" * 30_000,
        "a = x " + "{ $b } " * 10_000,
        "a = x\n" + "  b\n" * 30_000,
        "a = x" + "\n" * 50_000 + "  b",
        "a = { $x ->\n" + " [a] { $y ->\n" * 3_000,
        "a =\n" * 30_000,
        "a = b\n    .c\n" * 10_000,
        'a = { "' + "\\\\" * 30_000,
    ],
)
def test_hostile_files_end_soon(data: str) -> None:
    begun = time.process_time()
    with suppress(DocumentCorrupt, ConversionFailed):
        shouted(FORMAT, data + "\nz = Some text\n")
    assert time.process_time() - begun < 5


TEXTS = st.text(alphabet=st.sampled_from('ab [*.}{\n#=-é"'), max_size=12)
LINES = st.lists(
    st.text(alphabet="ab .é-", min_size=1, max_size=8).map(str.strip).filter(bool), min_size=1, max_size=3
)
PLACEABLES = st.sampled_from(["", "{ $x }", "{ -term }", '{ "s" }', "{ F($a, b: 1) }"])
PATTERNS = st.recursive(
    st.tuples(LINES, PLACEABLES).map(
        lambda found: "\n     ".join(line.lstrip(". ") or "x" for line in found[0]) + found[1]
    ),
    lambda inner: st.tuples(inner, inner).map(
        lambda found: f"before {{ $n ->\n    [one] {found[0]}\n   *[other] {found[1]}\n   }} after"
    ),
    max_leaves=4,
)


@settings(max_examples=60, deadline=None)
@given(patterns=st.lists(PATTERNS, min_size=1, max_size=4), target=TEXTS)
def test_any_list_goes_there_and_back(patterns: list[str], target: str) -> None:
    data = "".join(f"m{n} = {pattern}\n" for n, pattern in enumerate(patterns))
    document = extract(FORMAT, data, "ru")
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in document.units}, "ru") == data.encode()
    targets = {
        unit.id: tuple(Text(text=target) if isinstance(part, Text) else part for part in unit.segment)
        for unit in document.units
        if unit.reason is None
    }
    result = rebuild(FORMAT, data, targets, "ru").decode()
    assert [found.name for found in parse(result).found] == [found.name for found in parse(data).found]
