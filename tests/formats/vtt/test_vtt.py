"""WebVTT: what is text, what is left, and how text is written."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Languages, Reason, Recognition, Source
from dragoman.formats.vtt import FORMAT
from dragoman.segments import Segment, Text, render
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.vtt.samples import SAMPLES, TALK

PAIR = Languages(source="en", target="de")


def source(data: str) -> Source:
    return Source(data=data.encode(), suffix="vtt")


def texts(data: str) -> list[str]:
    return [render(unit.segment) for unit in FORMAT.extract(source(data), PAIR).units]


def rebuilt(data: str, targets: dict[str, Segment]) -> str:
    return FORMAT.rebuild(source(data), targets, PAIR).decode()


def test_a_talk_gives_its_sentences_and_nothing_else() -> None:
    document = FORMAT.extract(source(TALK), PAIR)
    assert [render(unit.segment) for unit in document.units] == [
        "Hello & welcome to the show, where we \ntalk about <i.loud>everything</i> <good>.",
        "Never <c.yellow><b>ever</b></c> do\u00a0that!",
        "Why <00:00:08.000>not?",
        "<ruby>東京<rt>Tokyo</rt></ruby> is big",
        "they say --> really",
    ]
    assert document.left_alone == {Reason.CODE: 3, Reason.KEY: 1}


def test_text_is_escaped_as_the_file_does_it() -> None:
    data = "WEBVTT\n\n00:01.000 --> 00:02.000\nA &lt; b\n\n00:03.000 --> 00:04.000\n>> C&nbsp;d\n"
    result = rebuilt(data, {"1": (Text(text="x & y < z --> a > b"),), "2": (Text(text="C\u00a0e"),)})
    assert "x &amp; y &lt; z --&gt; a > b\n" in result
    assert ">> C&nbsp;e\n" in result


def test_the_head_names_the_target_language() -> None:
    target: dict[str, Segment] = {"3": (Text(text="Tu das nie!"),)}
    data = TALK.replace("<c.yellow><b>ever</b></c> ", "")
    assert "\nLanguage: de\n" in rebuilt(data, target)
    assert "\nLanguage: fr\n" in rebuilt(data.replace("Language: en", "Language: fr"), target)


def test_a_voice_that_changes_begins_a_new_text() -> None:
    data = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>I was going\n\n00:02.000 --> 00:03.000\n<v B>to say it."
    assert texts(data) == ["I was going", "to say it."]
    assert texts(data.replace("<v B>", "<v A>")) == ["I was going \nto say it."]


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (SAMPLES["talk.vtt"], Recognition.CERTAIN),
        (SAMPLES["bare.vtt"], Recognition.POSSIBLE),
        (b"WEBVTTX\n", Recognition.NO),
        (b"words", Recognition.NO),
    ],
)
def test_recognising(data: bytes, match: Recognition) -> None:
    assert FORMAT.recognise(take_sample(data, "a.vtt")) is match


def test_a_file_without_head_and_cues_is_refused() -> None:
    with pytest.raises(DocumentCorrupt):
        FORMAT.extract(source("words\n"), PAIR)
