"""Markdown: translations full of markup are written as text, between any codes of the source."""

from __future__ import annotations

import random

import pytest

from dragoman.formats.markdown import FORMAT
from dragoman.segments import Segment, Text, normalise, plain_text
from tests.formats.markdown.samples import GUIDE
from tests.formats.markdown.test_writing import PAIR, shape, source

HOSTILE = [
    "# x",
    "1. x",
    "- x",
    "* x",
    "> x",
    "---",
    "===",
    "***",
    "~~~",
    "    code",
    "| a | b |",
    "*x*",
    "__x__",
    "`x`",
    "``",
    "[x](y)",
    "[x]",
    "![x](y)",
    "[x]: y",
    "[^1]: z",
    "<div>",
    "<!-- c -->",
    "<b>",
    "<script>",
    "&amp;",
    "\\",
    "x\\",
    "\\|",
    "$x$",
    "$$",
    "{{ x }}",
    "{: .a}",
    "~~x~~",
    ": x",
    "[ ] x",
    "http://a.b/*c*_d_",
    "x ##",
    "!",
    " x ",
    "^[x]",
    "[[x]]",
    ":::x",
    "x]",
    "[x",
    "x)",
    "(x",
    "*",
    "_",
    "a*b*c",
    "www.a.b_c_",
    "<http://x>",
    "end<",
    "\u00a0x",
    "[ref]",
    "{#x}",
    "」*x",
    "*「x」*y",
    "100\\% _x",
]


def hostile(segment: Segment, chance: random.Random) -> Segment:
    """The segment with other texts between its codes, some of them dropped or full of markup."""
    parts = list(segment)
    for index, part in enumerate(segment):
        if isinstance(part, Text):
            words = [chance.choice(HOSTILE) for _ in range(chance.randint(1, 2))]
            parts[index] = chance.choice(
                [Text(text=" ".join([*words, "Wort"])), Text(text=f" {part.text} "), Text(text="")]
            )
    if "ort" not in plain_text(tuple(parts)):  # a text of nothing but an address is not a unit
        return segment
    return normalise(parts)


def comparable(segment: Segment) -> str:
    """A segment's text, bare addresses included, without white space."""
    texts = (part.text if isinstance(part, Text) else part.data * (part.type == "url") for part in segment)
    return "".join("".join(texts).split())


@pytest.mark.parametrize("seed", range(60))
def test_no_translation_changes_the_structure(seed: int) -> None:
    chance = random.Random(seed)
    units = FORMAT.extract(source(GUIDE), PAIR).units
    targets = {unit.id: hostile(unit.segment, chance) for unit in units if chance.random() < 0.6}
    written = FORMAT.rebuild(source(GUIDE), targets, PAIR).decode()
    again = {unit.id: unit for unit in FORMAT.extract(source(written), PAIR).units}
    assert again.keys() == {unit.id for unit in units}
    assert shape(written) == shape(GUIDE)
    for unit in units:
        assert comparable(again[unit.id].segment) == comparable(targets.get(unit.id, unit.segment))
