"""SubStation Alpha: columns, tags, drawings, and what is left."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.ass import FORMAT
from dragoman.formats.ass.reading import decode_text, encode_text
from dragoman.formats.format import Languages, Reason, Recognition, Source
from dragoman.segments import Segment, Text, render
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.ass.samples import SAMPLES, SHOW

PAIR = Languages(source="en", target="de")


def source(data: str) -> Source:
    return Source(data=data.encode(), suffix="ass")


def rebuilt(data: str, targets: dict[str, Segment]) -> str:
    return FORMAT.rebuild(source(data), targets, PAIR).decode()


def test_dialogue_is_translated_and_nothing_else() -> None:
    document = FORMAT.extract(source(SHOW), PAIR)
    assert [render(unit.segment) for unit in document.units] == [
        "I told him, that he should come \nto {\\i1}my{\\i0} house.",
        "Who is it?",
        "Me,\u00a0of course.",
        "Ka{\\k30}ra{\\k10}oke {note to self}song",
        "All of it{\\b1} is{\\b0} slanted",
    ]
    assert document.left_alone == {Reason.COMMENT: 1, Reason.CODE: 1, Reason.KEY: 2}


def test_a_translation_keeps_tags_and_speakers() -> None:
    result = rebuilt(SHOW, {"3.1": (Text(text="Ich,\u00a0klar."),), "3": (Text(text="Wer da?"),)})
    assert "{\\an8\\pos(10,20)}- Wer da?\\N- Ich,\\hklar.\n" in result


def test_the_format_line_says_where_the_text_is() -> None:
    data = "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,Hello, you\n"
    assert rebuilt(data, {"1": (Text(text="Hallo, du"),)}).endswith(",Hallo, du\n")


def test_texts_are_never_taken_for_tags() -> None:
    assert encode_text("a {b} \\N c\u00a0d") == "a \\{b\\} \\\u2060N c\\hd"
    assert decode_text("a \\{b\\}\\hd") == "a {b}\u00a0d"


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (SAMPLES["show.ass"], Recognition.CERTAIN),
        (b"; x\n\n[script info]\n", Recognition.CERTAIN),
        (b"[Events]\n", Recognition.POSSIBLE),
        (b"words", Recognition.NO),
    ],
)
def test_recognising(data: bytes, match: Recognition) -> None:
    assert FORMAT.recognise(take_sample(data, "a.ass")) is match


def test_a_file_without_events_is_refused() -> None:
    with pytest.raises(DocumentCorrupt):
        FORMAT.extract(source("[Script Info]\nTitle: x\n"), PAIR)
