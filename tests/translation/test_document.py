"""A document's units: prepared, translated in remembered batches, joined, reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.format import Document, Reason, Unit
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise, render
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.documents.translating import (
    DocumentOrder,
    DocumentTranslation,
    NothingTranslated,
    translate_document,
)
from dragoman.translation.model import CodesMethod, Translation
from dragoman.translation.translator import Translator, create_translator
from tests.translation.hostile import ChangingEngine, drops_all, route


@dataclass
class Kept:
    """Checkpoints in memory, which may stop the work after some batches."""

    finished: dict[str, Translation] = field(default_factory=dict)
    batches: list[int] = field(default_factory=list)
    progress: list[float] = field(default_factory=list)
    stop_after: int | None = None

    async def load(self) -> Mapping[str, Translation]:
        return dict(self.finished)

    async def save(self, finished: Mapping[str, Translation], *, progress: float) -> None:
        if self.stop_after == len(self.batches):
            raise InterruptedError
        self.finished |= finished
        self.batches.append(len(finished))
        self.progress.append(progress)


def unit(number: int, *parts: str | Code, prose: bool = True, reason: Reason | None = None) -> Unit:
    segment = normalise(Text(text=part) if isinstance(part, str) else part for part in parts)
    return Unit(id=str(number), segment=segment, prose=prose, reason=reason)


def pair(identity: str) -> tuple[Code, Code]:
    return (
        Code(id=identity, kind=CodeKind.OPEN, type="fmt", data=f"<{identity}>"),
        Code(id=identity, kind=CodeKind.CLOSE, type="fmt", data=f"</{identity}>"),
    )


async def translated(
    translator: Translator, *units: Unit, engine: ChangingEngine | None = None, kept: Kept | None = None
) -> DocumentTranslation:
    return await translate_document(
        translator,
        Document(units=units, left_alone={Reason.FIELD: 2}),
        DocumentOrder(route=route(engine or ChangingEngine()), language="en"),
        checkpoints=kept or Kept(),
    )


def texts(result: DocumentTranslation) -> dict[str, str]:
    return {identity: render(segment) for identity, segment in result.targets.items()}


async def test_units_are_translated_with_their_own_codes(translator: Translator) -> None:
    bold, end = pair("b")
    result = await translated(translator, unit(1, "The ", bold, "red", end, " house"), unit(2, "dog"))
    assert texts(result) == {"1": "heT <b>edr</b> ouseh", "2": "ogd"}
    assert {part for part in result.targets["1"] if isinstance(part, Code)} == {bold, end}


async def test_what_has_a_reason_or_no_letters_is_not_a_target(translator: Translator) -> None:
    result = await translated(
        translator, unit(1, "red"), unit(2, "17 %"), unit(3, "let it", reason=Reason.LOCKED)
    )
    assert set(result.targets) == {"1"}
    assert result.report.left_alone == {"field": 2, "no_text": 1, "locked": 1}


async def test_prose_goes_by_sentences_and_strings_whole(translator: Translator) -> None:
    engine = ChangingEngine()
    two = "Red house. Big dog."
    await translated(translator, unit(1, two), unit(2, two, prose=False), engine=engine)
    assert sorted(render(segment) for batch in engine.sent for segment in batch) == [
        "Big dog.",
        "Red house.",
        two,
    ]


async def test_a_sentence_that_occurs_twice_is_translated_once_and_counted_twice(
    translator: Translator,
) -> None:
    engine = ChangingEngine()
    result = await translated(translator, unit(1, "Red house."), unit(2, "Red house."), engine=engine)
    assert sum(len(batch) for batch in engine.sent) == 1
    assert (result.report.segments, result.report.words) == (2, 4)
    assert result.report.origins == {"changing 1": 2}


async def test_tags_and_placeholders_in_texts_come_back_as_text(translator: Translator) -> None:
    result = await translated(
        translator, unit(1, "Open <a href='x'>red house</a> {count} times: %s at https://example.com/red")
    )
    (target,) = result.targets.values()
    assert not any(isinstance(part, Code) for part in target)
    text = render(target)
    for kept in ("<a href='x'>", "</a>", "{count}", "%s", "https://example.com/red"):
        assert text.count(kept) == 1
    assert "red house" not in text


async def test_pairs_that_overlap_survive(translator: Translator) -> None:
    (bold, bold_end), (mark, mark_end) = pair("b"), pair("m")
    source = unit(1, "red ", bold, "house ", mark, "big ", bold_end, "dog", mark_end)
    result = await translated(translator, source, engine=ChangingEngine(change=drops_all))
    assert keeps_codes(source.segment, result.targets["1"])
    assert (result.report.codes, result.report.codes_moved) == (4, 3)  # the last one is at the end
    assert result.report.methods.get(CodesMethod.NONE) is None


async def test_batches_are_saved_as_they_finish_and_never_done_twice(translator: Translator) -> None:
    units = [unit(number, f"red house number {number}") for number in range(450)]
    kept, engine = Kept(stop_after=2), ChangingEngine()
    with pytest.raises(InterruptedError):
        await translated(translator, *units, engine=engine, kept=kept)
    saved = set(kept.finished)
    assert len(saved) == 200
    kept.stop_after = None
    again = ChangingEngine()
    result = await translated(translator, *units, engine=again, kept=kept)
    assert sum(len(batch) for batch in again.sent) == 250
    assert len(result.targets) == 450
    assert kept.progress[-1] == 1
    assert kept.progress[2:] == sorted(kept.progress[2:])


async def test_a_document_that_stays_the_same_is_not_a_success(translator: Translator) -> None:
    with pytest.raises(NothingTranslated, match="equals its source"):
        await translated(
            translator,
            unit(1, "red"),
            unit(2, "dog"),
            engine=ChangingEngine(change=lambda segment, _: segment),
        )


async def test_sentences_stay_apart_when_the_blank_is_formatted(translator: Translator) -> None:
    bold, end = pair("b")

    def trims(segment: Segment, _: object) -> Segment:
        """As engines do: no blank before the end of a sentence."""
        parts = [Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment]
        last = max(index for index, part in enumerate(parts) if isinstance(part, Text))
        parts[last] = Text(text=getattr(parts[last], "text", "").rstrip())
        return normalise(parts)

    source = unit(1, "See ", bold, "this house. ", end, "Then go.")
    result = await translated(translator, source, engine=ChangingEngine(change=trims))
    assert texts(result) == {"1": "SEE <b>THIS HOUSE. </b>THEN GO."}


_TEXTS = st.sampled_from(["red ", "house. ", "Big dog", " ", "{x}", "<i>", "</i>", "12", "\n", "&amp;", "é."])


@st.composite
def _parts(draw: st.DrawFn) -> Segment:
    """Texts with pairs that nest or overlap, and standalone codes."""
    parts: list[Part] = []
    around: list[Code] = []
    for number in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(["text", "text", "open", "close", "alone"]))
        if kind == "open":
            opening, closing = pair(f"c{number}")
            parts.append(opening)
            around.append(closing)
        elif kind == "close" and around:
            parts.append(around.pop(draw(st.integers(0, len(around) - 1))))
        elif kind == "alone":
            parts.append(Code(id=f"s{number}", kind=CodeKind.STANDALONE, type="object", data="<x/>"))
        else:
            parts.append(Text(text=draw(_TEXTS)))
    return normalise([*parts, *reversed(around)])


@given(segments=st.lists(_parts(), min_size=1, max_size=4), drops=st.booleans(), prose=st.booleans())
async def test_no_code_is_ever_lost(segments: list[Segment], drops: bool, prose: bool) -> None:
    translator = create_translator(Settings(result_cache_mb=0), Metrics())
    units = [
        Unit(id=str(number), segment=segment, prose=prose)
        for number, segment in enumerate([*segments, (Text(text="red"),)])
    ]
    engine = ChangingEngine(change=drops_all) if drops else ChangingEngine()
    result = await translated(translator, *units, engine=engine)
    for one in units:
        if one.id in result.targets:
            assert keeps_codes(one.segment, result.targets[one.id])
