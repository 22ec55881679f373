"""Which segments go to an engine whole."""

from __future__ import annotations

import pytest

from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.translation.splitting.sentences import Splitting, is_one_unit, plan

SHORT = Splitting(longest=40)
BREAK = Code(id="1", kind=CodeKind.STANDALONE, type="break", data="<br>")
LONG = "A sentence that is much too long. It has another one."


@pytest.mark.parametrize("text", ["One sentence.", " One. Two. ", "One\nTwo"])
def test_what_certainly_goes_whole_has_one_unit(text: str) -> None:
    segment: Segment = (Text(text=text),)
    assert is_one_unit(segment, SHORT)
    assert len(plan(segment, language="en", splitting=SHORT).units) == 1


def test_long_texts_and_texts_with_codes_are_planned() -> None:
    with_code: Segment = (Text(text="One"), BREAK, Text(text="Two"))
    assert not is_one_unit(with_code, SHORT)
    assert len(plan(with_code, language="en", splitting=SHORT).units) > 1
    long: Segment = (Text(text=LONG),)
    assert not is_one_unit(long, SHORT)
    assert len(plan(long, language="en", splitting=SHORT).units) > 1
