"""What of a text a search is shown to have found."""

from __future__ import annotations

import pytest

from dragoman.memories.highlighting import ShownText, highlight
from dragoman.segments import Code, CodeKind, Text


@pytest.mark.parametrize(
    ("search", "text", "shown"),
    [
        ("reset", "Press Reset, then presets", "Press [Reset], then presets"),
        ("hous red", "The red houses", "The [red] [hous]es"),
        ('"red house"', "A red house, a house in red", "A [red house], a house in red"),
        ("energia", "La Energía del sol", "La [Energía] del sol"),
        ("strasse", "Straße nach Übersee", "[Straße] nach Übersee"),
        ("翻译", "机器翻译很有用", "机器[翻译]很有用"),
        ("번역", "한국어 번역", "한국어 [번역]"),
        ("x & (", "f(x) = y", "f([x]) = y"),
        ("ﬁ", "ﬁne office", "[ﬁ]ne office"),
        ("?", "What?", "What?"),
        ("", "What?", "What?"),
    ],
)
def test_matches_are_marked_in_the_text(search: str, text: str, shown: str) -> None:
    parts = highlight(search).split((Text(text=text),))
    assert (
        "".join(f"[{one.text}]" if one.is_match else one.text for one in parts if isinstance(one, ShownText))
        == shown
    )


def test_a_match_goes_on_behind_a_code() -> None:
    code = Code(id="1", kind=CodeKind.OPEN, type="b", data="<b>")
    assert highlight("bold").split((Text(text="in bo"), code, Text(text="ld type"))) == [
        ShownText(text="in "),
        ShownText(text="bo", is_match=True),
        code,
        ShownText(text="ld", is_match=True),
        ShownText(text=" type"),
    ]
