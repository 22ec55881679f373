"""Blanks within the texts of a Markdown document: unchanged where lines are wrapped again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dragoman.formats.format import Languages, Source
from dragoman.formats.markdown import FORMAT
from dragoman.segments import Text, plain_text

_PAIR = Languages(source="en", target="fr")
_WRAPPED = "Some words that are\nwrapped to lines.\n"


def _translated(target: str, data: str = _WRAPPED) -> str:
    source = Source(data=data.encode(), suffix="md")
    return FORMAT.rebuild(source, {"1": (Text(text=target),)}, _PAIR).decode()


def _read(data: str) -> str:
    (unit,) = FORMAT.extract(Source(data=data.encode(), suffix="md"), _PAIR).units
    return plain_text(unit.segment)


@pytest.mark.parametrize(
    "target",
    [
        "Quoi\u00a0? Dit\u202f: «\u00a0oui\u00a0» et plus de mots encore",
        "Two sentences.  With two blanks.  Between them, as was the habit.",
        "full\u3000width and a line of words behind it to wrap",
    ],
)
def test_blanks_stay_as_many_and_as_wide(target: str) -> None:
    assert _read(_translated(target)) == target


def test_tabs_and_line_ends_become_blanks() -> None:
    assert _read(_translated("one\ttwo \n three\u2028four")) == "one two three four"


def test_an_untouched_neighbour_keeps_its_double_blanks() -> None:
    data = "**Name**:  some\nwords here\n"
    source = Source(data=data.encode(), suffix="md")
    (unit,) = FORMAT.extract(source, _PAIR).units
    target = tuple(Text(text=p.text.upper()) if isinstance(p, Text) else p for p in unit.segment)
    assert FORMAT.rebuild(source, {"1": target}, _PAIR).decode() == data.upper()


@given(st.text(alphabet="ab. \u00a0\u202f\u3000é", min_size=1, max_size=60))
def test_any_blanks_show_the_same(target: str) -> None:
    text = f"x{target}y"
    written = _translated(text)
    assert _read(written) == text
    assert MarkdownIt().render(written).replace("\n", " ").strip() == f"<p>{text}</p>"
