"""Plain text: which lines are one unit, and how a translation replaces them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.format import Languages, Source
from dragoman.formats.text import FORMAT
from dragoman.segments import Segment, Text, render
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from tests.formats.text.samples import LETTER

PAIR = Languages(source="en", target="de")


def source(data: bytes | str) -> Source:
    return Source(data=data.encode() if isinstance(data, str) else data, suffix="txt")


def texts(data: bytes | str) -> list[str]:
    return [render(unit.segment) for unit in FORMAT.extract(source(data), PAIR).units]


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def shouted(data: bytes | str) -> str:
    units = FORMAT.extract(source(data), PAIR).units
    return FORMAT.rebuild(source(data), {unit.id: shout(unit.segment) for unit in units}, PAIR).decode()


def test_wrapped_lines_are_one_text_and_others_are_not() -> None:
    assert texts(LETTER) == [
        "The Title of it all",
        (
            "This is a hard wrapped paragraph of prose that goes on for a while and then continues on the"
            " next line with some more words until it ends in a short line."
        ),
        "A bullet point whose text is wrapped at the same width as the rest and goes on in a hanging line.",
        "Another",
        "One",
        "Two",
        "quoted text of a mail that is wrapped as well so that its lines are quite long and go on",
        "Best regards from all of us here",
        "John Smith",
        "Name\tAge\tTown",
    ]


def test_a_translation_is_wrapped_with_the_same_marks() -> None:
    assert shouted(LETTER) == LETTER.upper()
    units = FORMAT.extract(source(LETTER), PAIR).units
    long = {unit.id: (Text(text="wort " * 40 + "ende"),) for unit in units[:-1]}
    lines = FORMAT.rebuild(source(LETTER), long, PAIR).decode().split("\n")
    bullet = [line for line in lines if line.startswith((" * ", "   "))]
    assert len(bullet) > 4
    assert all(len(line) <= 70 for line in bullet[:4])
    assert sum(line.startswith("> ") for line in lines) >= 3


NOTES = """\
Release 2
=====================================================================

 * "git describe C" finds that commit C is pointed at by a signed
   tag, which records T as its name in the object, and says so.
 * The option was added.  Those who use it should take more care
   for example of the object from which the whole tree was made.

A paragraph of the usual width, which is here sixty-nine columns, goes
on in a second line and in a third one with enough words to tell all
readers of this file about its width.  Another sentence follows, which
makes sure of that by being as long as the first one was, so that most
lines are of one width.

numpy.core     # is needed
numpy.linalg
scipy

The next one was wrapped by another program at
a narrower width than all the rest, which can
be seen by every one of its lines.

bpo-35521: Document the editor code context feature.
Add some internal references within the doc.
bpo-23220: Explain how the Shell displays output of some programs.
Add a new subsection.
"""


def test_texts_of_mixed_layout_are_read_as_people_read_them() -> None:
    found = texts(NOTES)
    assert found[:3] == [
        "Release 2",
        (
            '"git describe C" finds that commit C is pointed at by a signed tag, which records T as its name'
            " in the object, and says so."
        ),
        (
            "The option was added.  Those who use it should take more care for example of the object from"
            " which the whole tree was made."
        ),
    ]
    assert [words[:30] for words in found[3:]] == [
        "A paragraph of the usual width",
        "numpy.core     # is needed",
        "numpy.linalg",
        "scipy",
        "The next one was wrapped by an",
        "bpo-35521: Document the editor",
        "Add some internal references w",
        "bpo-23220: Explain how the She",
        "Add a new subsection.",
    ]
    assert texts("The title of a chapter that is long enough to count as one\n" + "-" * 58 + "\n" + NOTES)[
        :2
    ] == [
        "The title of a chapter that is long enough to count as one",
        "Release 2",
    ]


def test_a_list_of_small_letters_is_not_prose() -> None:
    entries = [f"package-{n:02d} {'x' * (n * 7 % 23)} does something useful for all" for n in range(40)]
    assert texts("\n".join(entries)) == entries


@pytest.mark.parametrize("data", [LETTER, NOTES, NOTES.replace("\n", "\r\n")])
def test_translations_of_any_length_are_read_as_the_same_texts(data: str) -> None:
    document = FORMAT.extract(source(data), PAIR)
    longer, shorter = (lambda word: f"{word}{word[-1:] * 2}"), (lambda word: word[:2] or word)
    for shape in (longer, shorter, lambda word: f"{word[:1]}o{word}"):
        targets: dict[str, Segment] = {
            unit.id: tuple(
                Text(text=" ".join(map(shape, part.text.split(" ")))) if isinstance(part, Text) else part
                for part in unit.segment
            )
            for unit in document.units
        }
        result = FORMAT.rebuild(source(data), targets, PAIR)
        again = FORMAT.extract(source(result), PAIR)
        assert [render(unit.segment) for unit in again.units] == [render(t) for t in targets.values()]


def test_lists_logs_and_poems_stay_line_by_line() -> None:
    log = "".join(
        f"2024-05-0{n} 12:00:00 server INFO the request number {n} was answered in time\n"
        for n in range(1, 9)
    )
    assert len(texts(log)) == 8
    poem = "Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat immortal hand or eye,\n"
    assert len(texts(poem)) == 3
    sentences = (
        "This is the first complete sentence of the list.\nHere is the second one, which is longer still.\n"
    )
    assert len(texts(sentences)) == 2


def test_line_ends_of_all_kinds_stay() -> None:
    data = "one\rtwo\r\nthree\n\x0cfour\x0bfive\u2028six\x85seven\n\n\r\n eight"
    assert texts(data) == ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    assert shouted(data) == data.upper()


def test_wrapped_japanese_is_joined_without_blanks() -> None:
    data = (
        "これは長い日本語の文章であり、行の終わりで折り返されています。続きが\nあるので、次の行へ進みます。\n"
    )
    assert texts(data)[0].startswith("これは")
    assert " " not in texts(data)[0]


def test_numbers_and_rules_are_not_text() -> None:
    document = FORMAT.extract(source("12345\n-----\n\nWord\n"), PAIR)
    assert len(document.units) == 1
    assert sum(document.left_alone.values()) == 2


def test_encoding_stays_or_becomes_utf8() -> None:
    data = "Straße und Weg\n".encode("cp1252")
    pair = Languages(source="de", target="pl")
    assert FORMAT.rebuild(source(data), {"1": (Text(text="Größe"),)}, pair) == "Größe\n".encode("cp1252")
    assert FORMAT.rebuild(source(data), {"1": (Text(text="Żółć"),)}, pair) == "Żółć\n".encode()


def test_lost_codes_are_refused_and_binary_too() -> None:
    with pytest.raises(ConversionFailed):
        FORMAT.rebuild(source("a\tb"), {"1": (Text(text="a b"),)}, PAIR)
    with pytest.raises(DocumentCorrupt):
        FORMAT.extract(source(b"\x89PNG\r\n\x1a\n\0\0\0\r"), PAIR)


@given(
    st.lists(
        st.sampled_from(
            ["word", " ", "  ", "\n", "\r\n", "\t", "- ", "1. ", "> ", "x" * 50, "日本", "\x0c", "."]
        ),
        max_size=60,
    )
)
def test_any_text_comes_back_and_only_letters_change(pieces: list[str]) -> None:
    data = "".join(pieces)
    units = FORMAT.extract(source(data), PAIR).units
    assert FORMAT.rebuild(source(data), {unit.id: unit.segment for unit in units}, PAIR) == data.encode()
    assert letters(shouted(data)) == letters(data.upper())


def letters(text: str) -> str:
    """Without white space, and marks of quotation, of which fewer lines have fewer."""
    return "".join(text.replace(">", "").split())


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["\n", "> ", "- ", "word ", "a\n", " ", "x" * 100 + " y\n", "1. "])
def test_large_texts_take_bounded_time(piece: str) -> None:
    data = (piece * (2**20 // len(piece))).encode()
    began = time.process_time()
    try:
        FORMAT.extract(source(data), PAIR)
    except ConversionFailed as error:
        assert "Split it" in error.message
    assert time.process_time() - began < 20
