"""Which band a segment is in: a table that was checked by hand, and what comes before what."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dragoman.analysis.bands import InternalMatch, Sorter, add_up, choose_band, like
from dragoman.analysis.model import NO_AMOUNT, AnalysisSegment, Band, File, TextAmount, Treatment
from dragoman.counting import Count, count_text
from dragoman.memories.lookup import Query
from dragoman.segments import plain_text
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect


def make_segment(
    text: str, treatment: Treatment = Treatment.TRANSLATED, *, language: str = "en"
) -> AnalysisSegment:
    segment = protect(parse(text))
    amount = TextAmount(count=count_text(plain_text(segment), language=language), codes=0)
    return AnalysisSegment(query=Query(segment=segment), amount=amount, treatment=treatment)


def choose(internal_matches: Sequence[InternalMatch], scores: Sequence[int] = ()) -> list[Band]:
    pairs = zip(internal_matches, scores or [0] * len(internal_matches), strict=True)
    return [choose_band(internal_match, memory=score) for internal_match, score in pairs]


def sort(*texts: str | AnalysisSegment, scores: Sequence[int] = (), file: int = 0) -> list[Band]:
    segments = [make_segment(one) if isinstance(one, str) else one for one in texts]
    return choose(Sorter().sort(segments, file=file), scores)


@pytest.mark.parametrize(
    ("score", "band"),
    [
        (101, Band.CONTEXT),
        (100, Band.EXACT),
        (99, Band.FUZZY_95),
        (95, Band.FUZZY_95),
        (94, Band.FUZZY_85),
        (85, Band.FUZZY_85),
        (84, Band.FUZZY_75),
        (75, Band.FUZZY_75),
        (74, Band.FUZZY_50),
        (50, Band.FUZZY_50),
        (49, Band.NONE),
        (0, Band.NONE),
    ],
)
def test_a_memory_s_score_decides_the_band(score: int, band: Band) -> None:
    assert sort("The red house is big.", scores=[score]) == [band]


# Tokens are words and punctuation marks: "The red house is big." has six of them.
@pytest.mark.parametrize(
    ("first", "second", "band"),
    [
        ("The red house is big.", "The red house is big.", Band.REPETITION),
        ("The <b>red</b> house", "The <i>red</i> house", Band.REPETITION),  # of codes only the places count
        ("Take {one}.", "Take {other}.", Band.INTERNAL_75),  # a placeholder is wording: 1 of 5
        ("The red house is big.", "the red house is big.", Band.INTERNAL_95),  # case: 99
        ("The red house is big.", "The red house is big!", Band.INTERNAL_75),  # 1 of 6: 83
        ("The red house is big.", "The red house is so big.", Band.INTERNAL_85),  # 1 of 7: 85
        ("The red house is big.", "The old house was big.", Band.INTERNAL_50),  # 2 of 6: 66
        ("The red house is big.", "The red book.", Band.INTERNAL_50),  # 3 of 6: 50
        ("The red house is big.", "A blue car stood there.", Band.NONE),
        ("Chapter 3", "Chapter 4", Band.INTERNAL_50),  # 1 of 2
        ("Wait", "Go", Band.NONE),
        ("我们今天去北京看朋友。", "我们今天去上海看朋友。", Band.INTERNAL_75),  # 2 of 11 characters: 81
        ("今日は東京へ行きます。", "明日は東京へ行きます。", Band.INTERNAL_85),  # 1 of 11: 90
        ("ฉันรักประเทศไทยมาก", "ฉันรักประเทศไทยจริง", Band.INTERNAL_75),  # 4 of 19: 78
        ("ฉันรักประเทศไทย", "ฉันรักประเทศไทย", Band.REPETITION),
    ],
)
def test_what_stood_earlier_is_known(first: str, second: str, band: Band) -> None:
    assert sort(first, second) == [Band.NONE, band]


def test_the_first_of_two_that_are_alike_is_new_whichever_it_is() -> None:
    texts = ("The red house is so big.", "The red house is big.")
    assert sort(*texts)[0] is sort(*reversed(texts))[0] is Band.NONE


def test_a_memory_comes_before_repetitions_only_when_it_has_the_same() -> None:
    text = "The red house is big."
    assert sort(text, text, scores=[100, 100]) == [Band.EXACT, Band.EXACT]
    assert sort(text, text, scores=[100, 101]) == [Band.EXACT, Band.CONTEXT]
    assert sort(text, text, scores=[99, 99]) == [Band.FUZZY_95, Band.REPETITION]


@pytest.mark.parametrize(
    ("memory", "internal", "band"),
    [
        (80, 79, Band.FUZZY_75),
        (76, 84, Band.FUZZY_75),  # the same band: the memory's
        (60, 96, Band.INTERNAL_95),
        (96, 60, Band.FUZZY_95),
        (0, 50, Band.INTERNAL_50),
        (49, 49, Band.NONE),
    ],
)
def test_the_better_of_memory_and_text_decides(memory: int, internal: int, band: Band) -> None:
    assert like(memory=memory, internal=internal) is band


def test_what_a_memory_has_helps_what_is_like_it_later() -> None:
    assert sort("The red house is big.", "The red house is so big.", scores=[100, 0]) == [
        Band.EXACT,
        Band.INTERNAL_85,
    ]


def test_numbers_and_protected_text_are_apart_and_not_repetitions() -> None:
    text = "The red house is big."
    protected = make_segment(text, Treatment.PROTECTED)
    number = make_segment("3.14", Treatment.NUMBERS)
    assert sort(protected, number, text, protected, number, scores=[101] * 5) == [
        Band.PROTECTED,
        Band.NUMBERS,
        Band.CONTEXT,
        Band.PROTECTED,
        Band.NUMBERS,
    ]
    assert sort(protected, text) == [Band.PROTECTED, Band.NONE]


def test_repetitions_within_and_across_files_are_distinguished() -> None:
    sorter = Sorter()
    one, two, three = map(make_segment, ("The house.", "The garden.", "A bridge over the river."))
    assert choose(sorter.sort([one, one, two], file=0)) == [
        Band.NONE,
        Band.REPETITION,
        Band.INTERNAL_50,
    ]
    assert choose(sorter.sort([three, one, one], file=1)) == [
        Band.NONE,
        Band.REPETITION_ACROSS,
        Band.REPETITION,
    ]
    assert choose(sorter.sort([one], file=2)) == [Band.REPETITION_ACROSS]


def test_memories_matter_from_the_band_on_that_an_earlier_segment_gives() -> None:
    texts = ("The red house is big.", "The red house is so big.", "A car.", "A car.")
    internal_matches = Sorter().sort([make_segment(text) for text in texts], file=0)
    assert [one.least for one in internal_matches] == [50, 85, 50, 50]
    assert choose(internal_matches, [0, 84, 0, 99]) == [
        Band.NONE,
        Band.INTERNAL_85,
        Band.NONE,
        Band.REPETITION,
    ]
    assert choose(internal_matches, [50, 85, 101, 100]) == [
        Band.FUZZY_50,
        Band.FUZZY_85,
        Band.CONTEXT,
        Band.EXACT,
    ]


def test_amounts_add_up() -> None:
    segments = [
        make_segment("The house."),
        make_segment("The house."),
        make_segment("2024", Treatment.NUMBERS),
    ]
    figures = add_up(
        File(name="a.txt", format="txt", segments=segments), [Band.NONE, Band.REPETITION, Band.NUMBERS]
    )
    house = TextAmount(count=Count(segments=1, words=2, characters=10, characters_without_spaces=9))
    year = TextAmount(count=Count(segments=1, words=1, characters=4, characters_without_spaces=4))
    filled = {Band.NONE: house, Band.REPETITION: house, Band.NUMBERS: year}
    assert figures.bands == {band: filled.get(band, NO_AMOUNT) for band in Band}
    assert figures.total == house + house + year
    assert figures.to_translate == house + house
