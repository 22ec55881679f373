"""Most sentences are left alone after one look at their letters; that look changes nothing of the result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.translation.engine_output.unwanted_capitals import judge_capitals, lower_unwanted
from dragoman.translation.model import LanguagePair

WORDS = (
    "the",
    "The",
    "La",
    "LA",
    "house",
    "Madrid",
    "madrid",
    "Ǆ",
    "ß",
    "İ",
    "Σ",
    "𝐀",
    "3rd",
    "日本",
    ",",
    "|",
    ".",
    "I",
)
CODE = Code(id="1", kind=CodeKind.STANDALONE, type="x", data="<x/>")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
parts = st.one_of(texts.map(lambda text: Text(text=text)), st.just(CODE))
segments = st.lists(parts, min_size=1, max_size=3).map(tuple)


@given(source=segments, target=segments)
def test_the_first_look_is_never_wrong(source: Segment, target: Segment) -> None:
    languages = LanguagePair(source="en", target="es")
    assert lower_unwanted(source, target, languages) == judge_capitals(source, target, languages)


def test_what_it_lets_through_is_judged() -> None:
    def segment(*given: Part) -> Segment:
        return given

    languages = LanguagePair(source="en", target="es")
    source, target = segment(CODE, Text(text=" red house")), segment(CODE, Text(text=" Casa roja"))
    assert lower_unwanted(source, target, languages) == (CODE, Text(text=" casa roja"))
    same = segment(Text(text="Casa roja"))
    assert lower_unwanted(segment(Text(text="Red house")), same, languages) == same
