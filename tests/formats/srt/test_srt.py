"""SubRip: what is a cue however it is written, and what a translation leaves as it was."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Languages, Reason, Recognition, Source, WarningCode
from dragoman.formats.srt import FORMAT
from dragoman.segments import Code, CodeKind, Segment, Text, render
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.srt.samples import FILM, MESSY

PAIR = Languages(source="en", target="de")
CUE = Code(id="c1", kind=CodeKind.STANDALONE, type="cue", data="\n")


def source(data: bytes | str) -> Source:
    return Source(data=data.encode() if isinstance(data, str) else data, suffix="srt")


def texts(data: bytes | str) -> list[str]:
    return [render(unit.segment) for unit in FORMAT.extract(source(data), PAIR).units]


def rebuilt(data: bytes | str, targets: dict[str, Segment]) -> str:
    return FORMAT.rebuild(source(data), targets, PAIR).decode()


def test_a_film_gives_its_sentences() -> None:
    assert texts(FILM) == [
        "I was walking down the street when \na man came up to me.",
        "Where are you going?",
        "Home, <i>I think</i>.",
        "He never said where he lived.",
        "♪ La la la ♪",
        "Wait, I'll tell \nyou everything <b>tomorrow</b>, \nif you come.",
        "[door slams] What was that?",
    ]
    assert FORMAT.extract(source(FILM), PAIR).left_alone == {Reason.NO_TEXT: 1}


def test_a_translation_is_between_the_same_times() -> None:
    target = (Text(text="Ich ging die Straße entlang, als "), CUE, Text(text="ein Mann auf mich zukam."))
    result = rebuilt(FILM, {"1": target, "4": (Text(text="Er sagte nie, wo er wohnt."),)})
    assert "00:00:01,000 --> 00:00:03,500\nIch ging die Straße entlang,\nals\n\n2" not in result
    assert "ein Mann auf mich zukam.\n\n3\n" in result
    assert "<i>{\\an8}Er sagte nie,</i>\n<i>wo er wohnt.</i>\n" in result
    assert result.count("-->") == FILM.count("-->")


def test_what_players_forgive_is_forgiven() -> None:
    document = FORMAT.extract(source(MESSY), PAIR)
    assert [render(unit.segment) for unit in document.units] == [
        "No number here",
        "Mixed ends",
        "Blanks behind",
        "First",
        "Second paragraph",
        "a < b & c > d <x",
    ]
    assert document.left_alone == {Reason.KEY: 1}
    assert [warning.code for warning in document.warnings] == [WarningCode.PART_LEFT]


def test_a_number_alone_is_text_where_cues_have_no_numbers() -> None:
    assert (
        texts("00:01:00,000 --> 00:01:01,000\nRoom\n12\n00:01:02,000 --> 00:01:03,000\nEmpty\n")[0]
        == "Room 12"
    )


def test_line_ends_and_encodings_stay() -> None:
    data = "1\r\n00:00:01,000 --> 00:00:02,000\r\nÖl ist teuer geworden, sagt man.\r\n".encode("cp1252")
    long = (Text(text="Öl ist teuer geworden, und das sagen wirklich alle Leute."),)
    pair = Languages(source="de", target="de")
    result = FORMAT.rebuild(source(data), {"1": long}, pair).decode("cp1252")
    assert result.endswith("Öl ist teuer geworden,\r\nund das sagen wirklich alle Leute.\r\n")
    result = FORMAT.rebuild(source(data), {"1": (Text(text="Żółć"),)}, pair).decode()
    assert "Żółć" in result


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (FILM, Recognition.CERTAIN),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nx", Recognition.NO),
        ("just text", Recognition.NO),
        ("1\n99:99:99,999 --> bad\nx", Recognition.POSSIBLE),
    ],
)
def test_recognising(data: str, match: Recognition) -> None:
    assert FORMAT.recognise(take_sample(data.encode(), "a.srt")) is match


def test_a_file_without_a_cue_is_refused() -> None:
    with pytest.raises(DocumentCorrupt):
        FORMAT.extract(source("1\n99:99:99,999 --> bad\nx"), PAIR)


TIMES = "00:00:01,000 --> 00:00:02,000\n"
PIECES = st.sampled_from(
    [
        *["word", "<i>", "</i>", "{\\an8}", "- ", "\n", "\r\n", "\r", "\n\n", "7", TIMES, f"\n9\n{TIMES}"],
        *["♪", ".", ",", "-->", "<font color='x'>", "</font>", " "],
    ]
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_any_file_comes_back(pieces: list[str]) -> None:
    data = "1\n00:00:00,000 --> 00:00:01,000\n" + "".join(pieces)
    units = FORMAT.extract(source(data), PAIR).units
    assert rebuilt(data, {unit.id: unit.segment for unit in units}) == data.encode().decode()
    shouted = {
        unit.id: tuple(
            Text(text=part.text.upper()) if isinstance(part, Text) else part for part in unit.segment
        )
        for unit in units
    }
    result = rebuilt(data, shouted)
    joined = any(part.type == "cue" for unit in units for part in unit.segment if isinstance(part, Code))
    if not joined and "<" not in data:  # then only case and the breaks of lines may differ
        assert "".join(result.split()).upper() == "".join(data.split()).upper()
