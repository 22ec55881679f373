"""Words with places where a line may break: engines see them whole, and no break is lost."""

from __future__ import annotations

import pytest

from dragoman.segments import Code, Segment, Text, normalise, render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.splitting.sentences import Splitting, plan
from dragoman.translation.splitting.soft_breaks import SoftBreak, move_back, move_behind_words


def read(text: str) -> Segment:
    return protect(parse(text))


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("A super<wbr>market is", "A supermarket<wbr> is"),
        ("super&shy;market", "supermarket&shy;"),
        ("super\u00admarket, big", "supermarket\u00ad, big"),
        ("su<wbr>per&shy;market and house<wbr>s", "supermarket<wbr>&shy; and houses<wbr>"),
        ("<b>super<wbr>market</b>", "<b>supermarket<wbr></b>"),
        ("super<wbr> market", "super<wbr> market"),
        ("<wbr>super<b><wbr>market</b>", "<wbr>super<b><wbr>market</b>"),
        ("super<br>market", "super<br>market"),
        ("超级<wbr>市场", "超级<wbr>市场"),
        ("example/<wbr>path", "example/<wbr>path"),
    ],
)
def test_breaks_go_behind_their_words_and_back(text: str, moved: str) -> None:
    breaks: dict[Code, SoftBreak] = {}
    found = move_behind_words(read(text), breaks)
    assert render(found) == moved
    assert render(move_back(found, breaks)) == text


def translated(text: str, words: dict[str, str]) -> str:
    planned = plan(read(text), language="en", splitting=Splitting(longest=300))
    targets: list[Segment] = []
    for unit in planned.units:
        target = unit
        for word, translation in words.items():
            target = tuple(
                Text(text=part.text.replace(word, translation)) if isinstance(part, Text) else part
                for part in target
            )
        targets.append(target)
    return render(normalise(planned.join(targets)))


def test_a_break_stays_in_a_word_that_stays_and_else_comes_after_the_word() -> None:
    text = "Wiki<wbr>pedia: a super&shy;market <i>su<wbr>per<wbr>market</i>"
    assert (
        translated(text, {"supermarket": "supermercado", "a ": "un "})
        == "Wiki<wbr>pedia: un supermercado&shy; <i>supermercado<wbr><wbr></i>"
    )
    assert translated(text, {}) == text
