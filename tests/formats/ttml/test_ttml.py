"""TTML: times, languages, spans, and what is left."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Languages, Reason, Recognition, Source, WarningCode
from dragoman.formats.ttml import FORMAT
from dragoman.formats.ttml.reading import TtmlReader
from dragoman.segments import Segment, Text, codes, render
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.ttml.samples import NEWS, PREFIXED

PAIR = Languages(source="en", target="de")
TWO = (
    '<tt xmlns="http://www.w3.org/ns/ttml"><body><div xml:lang="en"><p begin="1s" end="2s">Hello</p></div>'
    '<div xml:lang="fr"><p begin="1s" end="2s">Bonjour</p></div></body></tt>'
)


def source(data: str) -> Source:
    return Source(data=data.encode(), suffix="ttml")


def rebuilt(data: str, targets: dict[str, Segment]) -> str:
    return FORMAT.rebuild(source(data), targets, PAIR).decode()


def test_news_give_their_sentences() -> None:
    document = FORMAT.extract(source(NEWS), PAIR)
    assert [render(unit.segment) for unit in document.units] == [
        (
            "Good evening and welcome to the news, in \n"
            'which <span\n        tts:fontStyle="italic">we & you</span> talk.'
        ),
        "Really?",
        "Yes, <really>.",
        'Call <span its:translate="no">ACME Inc</span> now <!-- soon --> please',
    ]
    assert document.left_alone == {Reason.LOCKED: 2, Reason.NO_TEXT: 1}


def test_times_of_every_kind() -> None:
    scan = TtmlReader(NEWS.encode(), "en")
    scan.run()
    assert [(cue.begin, cue.end) for cue in scan.cues][:3] == [(1000, 3000), (3080, 5080), (6000, 8000)]


def test_a_translation_is_broken_with_the_prefix_of_the_file() -> None:
    unit = FORMAT.extract(source(PREFIXED), PAIR).units[0]
    target = (
        Text(text="Ein langer Satz, den man hier wirklich umbrechen muss, "),
        *codes(unit.segment),
        Text(text="endet hier."),
    )
    result = rebuilt(PREFIXED, {unit.id: target})
    assert "Ein langer Satz, den man hier<tt:br/>wirklich umbrechen muss,</tt:span></tt:p>" in result
    assert '<tt:span style="a">endet</tt:span><tt:br/><tt:span style="a">hier.</tt:span>' in result
    assert 'xml:lang="de"' in result


def test_text_is_xml_again() -> None:
    result = rebuilt(NEWS, {"3": (Text(text="a < b & c\x00"),)})
    assert "- a &lt; b &amp; c<br />- Yes" in result


def test_versions_in_other_languages_are_left() -> None:
    document = FORMAT.extract(source(TWO), PAIR)
    assert [render(unit.segment) for unit in document.units] == ["Hello"]
    assert document.left_alone == {Reason.TRANSLATED: 1}
    assert rebuilt(TWO, {"1": (Text(text="Hallo"),)}) == TWO.replace("Hello", "Hallo").replace('"en"', '"de"')
    other = FORMAT.extract(source(TWO), Languages(source="it", target="de"))
    assert len(other.units) == 2
    assert [warning.code for warning in other.warnings] == [WarningCode.LANGUAGE_DIFFERS]


def test_recognising_and_refusing() -> None:
    assert FORMAT.recognise(take_sample(NEWS.encode(), "a.ttml")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(b"<tt/>", "a.ttml")) is Recognition.POSSIBLE
    assert FORMAT.recognise(take_sample(b"<html/>", "a.ttml")) is Recognition.NO
    for data in ("<ttx/>", "<tt><p></tt>", '<!DOCTYPE tt [<!ENTITY a "b">]><tt>&a;</tt>', ""):
        with pytest.raises(DocumentCorrupt):
            FORMAT.extract(source(data), PAIR)
