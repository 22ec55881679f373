"""Codes that replace several: tags nested deep are kept, and a hostile text costs no more than another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dragoman.segments import Code, Segment, is_nested, plain_text, render
from dragoman.translation.codes.inserting import insert_codes, pieces, without_codes
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.splitting.merged_codes import part_deep_pairs
from dragoman.translation.splitting.sentences import SegmentPlan, Splitting, plan
from tests.processor_time import least_processor_time


def read(text: str) -> Segment:
    return protect(parse(text))


def planned(text: str) -> SegmentPlan:
    return plan(read(text), language="en", splitting=Splitting(longest=300))


def test_tags_nested_deep_come_back_and_part_their_texts() -> None:
    text = "<b>a </b>" + "<i>one " * 60 + "two" + " three</i>" * 60
    units = planned(text).units
    assert planned(text).join(units) == read(text)
    texts = [plain_text(unit) for unit in units if "t" in plain_text(unit)]
    assert texts == ["one two three", *["three"] * 59]


def test_usual_depth_is_left_as_it_is() -> None:
    segment = read("<b>" * 50 + "word" + "</b>" * 50)
    merged: dict[Code, Segment] = {}
    assert part_deep_pairs(segment, merged) is segment
    assert merged == {}


DEEP: dict[str, Callable[[int], str]] = {
    "words and line breaks": lambda number: "<b>a" * number + "<br>X " * number + "</b>" * number,
    "one text": lambda number: "<b>" * number + "One. Two." + "</b>" * number,
    "nothing": lambda number: "<b>" * number + "</b>" * number,
    "left and right": lambda number: "<b>a " * number + " b.</b>" * number,
    "side by side": lambda number: "<b>a</b> <i>b</i>. " * number,
    "elements that touch": lambda number: "<a>Red</a><i>B</i>" * number,
}


@pytest.mark.parametrize("shape", DEEP)
def test_planning_and_joining_take_linear_time(shape: str) -> None:
    def cost(number: int) -> float:
        segment = read(DEEP[shape](number))
        assert is_nested(segment)

        def work() -> None:
            found = plan(segment, language="en", splitting=Splitting(longest=300))
            assert render(found.join(found.units)) == render(segment)

        return least_processor_time(work, tries=2)

    assert cost(1_000) < 8 * max(cost(250), 0.01)


def test_putting_codes_back_takes_linear_time() -> None:
    def cost(number: int) -> float:
        segment = read("<b>word</b> <i>x</i> " * number)
        base, translated = without_codes(segment), {text: text for text in pieces(segment)}
        return least_processor_time(lambda: insert_codes(segment, base, translated), tries=2)

    assert cost(4_000) < 8 * max(cost(1_000), 0.01)
