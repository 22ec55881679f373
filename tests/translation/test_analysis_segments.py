"""What is analysed is what is translated: the same segments, and the words of the limit."""

from __future__ import annotations

import asyncio

from dragoman.analysis.model import File, LeftAlone, Treatment
from dragoman.counting import count_segment
from dragoman.formats.format import Document, Reason, Unit
from dragoman.memories.model import Context
from dragoman.segments import Code, CodeKind, Segment, Text, render
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.documents.analysis_segments import measure_document
from dragoman.translation.translator import create_translator

BOLD = Code(id="1", kind=CodeKind.OPEN, type="fmt:bold", data="<b>")
BOLD_END = Code(id="1", kind=CodeKind.CLOSE, type="fmt:bold", data="</b>")


def say(text: str) -> Segment:
    return (Text(text=text),)


async def measure(*units: Unit, language: str = "en", left: dict[Reason, int] | None = None) -> File:
    translator = create_translator(Settings(), Metrics())
    document = Document(units=units, left_alone=left or {})
    return await asyncio.wait_for(
        measure_document(translator, document, name="a.txt", format_name="txt", language=language), 60
    )


def shown(file: File) -> list[tuple[str, str, int, int]]:
    return [
        (render(one.query.segment), one.treatment.name, one.amount.count.words, one.amount.codes)
        for one in file.segments
    ]


async def test_prose_is_cut_into_sentences_and_strings_are_not() -> None:
    prose = Unit(
        id="1", segment=(Text(text="It "), BOLD, Text(text="rains"), BOLD_END, Text(text=". We stay. 7."))
    )
    string = Unit(id="2", segment=say("It rains. We stay {count} days."), prose=False, context="key")
    file = await measure(prose, string)
    assert shown(file) == [
        ("It <b>rains</b>.", "TRANSLATED", 2, 2),
        ("We stay.", "TRANSLATED", 2, 0),
        ("7.", "NUMBERS", 1, 0),
        ("It rains. We stay {count} days.", "TRANSLATED", 6, 1),
    ]
    assert [one.query.context for one in file.segments] == [
        Context(previous="", next="We stay.", document="a.txt"),
        Context(previous="It rains.", next="7.", document="a.txt"),
        Context(previous="We stay.", next="It rains. We stay {count} days.", document="a.txt"),
        Context(previous="7.", next="", document="a.txt", key="key"),
    ]
    (whole,) = file.segments[0].wholes
    assert render(whole.segment) == "It <b>rains</b>. We stay. 7."
    assert whole.context == Context(previous="", next="It rains. We stay {count} days.", document="a.txt")


async def test_what_is_at_the_ends_is_not_part_of_a_segment_but_may_be_of_a_memory_s() -> None:
    file = await measure(Unit(id="1", segment=(BOLD, Text(text=" All bold. "), BOLD_END)))
    (passage,) = file.segments
    assert render(passage.query.segment) == "All bold."
    assert [render(whole.segment) for whole in passage.wholes] == ["<b> All bold. </b>"]
    assert (passage.amount.count.characters, passage.amount.codes) == (9, 0)


async def test_words_add_up_to_those_of_the_limit() -> None:
    for language, text in [
        ("zh", "我们今天去。我们明天。好。" * 5),
        ("ja", "今日は東京へ行きます。明日は。"),
        ("th", "ฉันรัก ประเทศไทย 2024"),
        ("en", "One <i>two</i>. Three. {name} <b>four. Five</b> six."),
    ]:
        unit = Unit(id="1", segment=say(text))
        file = await measure(unit, language=language)
        counted = [one.amount.count.words for one in file.segments]
        assert sum(counted) == count_segment(unit.segment, language=language), language
        assert min(counted) >= 0


async def test_what_stays_is_reported_by_reason() -> None:
    units = [
        Unit(id="1", segment=say("Locked words."), reason=Reason.LOCKED),
        Unit(id="2", segment=say("Done already."), target=say("Ya."), reason=Reason.TRANSLATED),
        Unit(id="3", segment=say("2,024")),
        Unit(id="4", segment=say("50 %"), reason=Reason.NO_TEXT),
        Unit(id="5", segment=say("  ")),
    ]
    file = await measure(*units, left={Reason.CODE: 3, Reason.LOCKED: 1})
    assert [one.treatment for one in file.segments] == [
        Treatment.PROTECTED,
        Treatment.PROTECTED,
        Treatment.NUMBERS,
        Treatment.NUMBERS,
    ]
    assert file.left_alone == {
        "code": LeftAlone(places=3),
        "locked": LeftAlone(places=2, words=2),
        "translated": LeftAlone(places=1, words=2),
        "no_text": LeftAlone(places=3, words=2),
    }
