"""Checks are cheap enough for every request, and linear in the length of hostile texts."""

from __future__ import annotations

import pytest

from dragoman.quality import ExpectedTerm, Pair, TermRule, check_pair
from dragoman.segments import Code, CodeKind, Segment, Text
from tests.processor_time import least_processor_time, relative_processor_time

SOURCE = (
    "On 24 September 2021 the committee (22 members) accepted 1,234 of the “%s” files; see www.example.com."
)
TARGET = (
    "Am 24. Mai 2021 nahm der Ausschuss (22 Mitglieder) 1.234 der „%s“-Dateien an; siehe www.example.com."
)


def pair(source: str, target: str) -> Pair:
    terms = (ExpectedTerm(rule=TermRule.REQUIRED, source="committee", targets=("Ausschuss", "Komitee")),)
    return Pair(
        source=(Text(text=source),),
        target=(Text(text=target),),
        source_language="en",
        target_language="de",
        terms=terms,
    )


def test_a_hundred_pairs_take_no_longer_than_counting_to_a_million() -> None:
    """12 ms and 37 ms where this was written, as it has something for every check."""
    one = pair(SOURCE, TARGET)
    assert check_pair(one) == []
    assert relative_processor_time(lambda: [check_pair(one) for _ in range(100)]) < 1


HOSTILE = (
    *("%", "{", "{{", "{n, plural, ", "{n, plural, one {", "%1$", "$t(", "'{", "{'", "&amp;"),
    *("a ", "a", "aa ", "ab ab ab ", "x" * 50 + " ", "É", "а", "क", "cа", "I", "MCM", "三"),
    *("1", "1,", "1 000 ", "12.", "((", ")", "“", "¿", "?", ".", "。"),
    *("http://", "a@", "a.", "@a.b", "www.", "\u202b", "\u2066", "\x00", " ", "\u00a0", "\n"),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    assert seconds_once(pair(text, text + "x")) < 1.5
    assert seconds_once(pair("One.", text)) < 1.5


@pytest.mark.parametrize("lost", [0, 3990])
def test_many_codes_take_time_in_proportion(lost: int) -> None:
    source, target = nested(4000), nested(4000 - lost)
    both = Pair(source=source, target=target, source_language="en", target_language="de")
    assert seconds_once(both) < 1.5


def nested(depth: int) -> Segment:
    opening = [Code(id=str(n), kind=CodeKind.OPEN, type="fmt", data=f"<{n}>") for n in range(depth)]
    closing = [
        Code(id=str(n), kind=CodeKind.CLOSE, type="fmt", data=f"</{n}>") for n in reversed(range(depth))
    ]
    return (*opening, Text(text="word"), *closing)


def seconds_once(one: Pair) -> float:
    return least_processor_time(lambda: check_pair(one), tries=1)
