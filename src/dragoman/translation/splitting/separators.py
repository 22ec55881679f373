"""Signs that separate items, and labels before a value: `Home | Shop`, `<b>Size:</b> large`.

`boundaries` checks whether there is such a sign between two texts; `pieces` cuts signs out of texts. No
pattern repeats a repetition: that would take exponential time on hostile texts.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import regex

from dragoman.segments import Code, CodeKind, Text
from dragoman.translation.splitting.text_runs import MARK, SegmentRun

# Between blanks, in any text. The arrows and shapes among them are codes of the type "emoji" by then.
_BULLET: Final = r"|¦‖｜·•‧・∙⋅‣⁃●○◦▪▫■□◆◇★☆✓✔→⇒⟶➔➜▸▶►❯❱⟩"
# Between two elements: those, and what a sentence may have between words.
_SIGN: Final = rf"[{_BULLET}/\\∕⁄*+=&~«»‹›<>–—―〜～][{_BULLET}/\\∕⁄*+=&~«»‹›<>–—―〜～\s]*+"
_SYMBOL: Final = r"[\p{So}--[\p{Emoji_Presentation}©®°™℃℉]]"

_BETWEEN_ELEMENTS: Final = regex.compile(
    rf"\s*+{_SIGN}|\s*+{_SYMBOL}++\s*+|\s++-++\s++|\s*+[:：]\s*+", regex.VERSION1
)
_SYMBOLS: Final = regex.compile(rf"(?>(?:{_SYMBOL}|[{_BULLET}])+)\ufe0e?+", regex.VERSION1)
_BETWEEN_BLANKS: Final = regex.compile(rf"\s[{_BULLET}\s]*+(?<=\s)")
_BULLETS: Final = regex.compile(rf"\s*+[{_BULLET}][{_BULLET}\s]*+")
_AT_END: Final = regex.compile(rf"[{_BULLET}]\s*+\Z")  # beside an element: `Home|<a>Shop</a>`
_AT_START: Final = regex.compile(rf"\s*+[{_BULLET}]")
_IN_TEXT: Final = regex.compile(rf"\s(?>(?:[{_BULLET}]\s)+)")

_STEP: Final = regex.compile(r"\s[/>›»\\]\s")  # of a trail: `Home / Shop / Red shoes`
_STEP_START: Final = regex.compile(r"\s*+[\p{Lu}\p{Lt}\p{Lo}\p{N}]")
_SENTENCE_END: Final = regex.compile(r"[.!?…]\s")
_FEWEST_STEPS: Final = 3

_COLON_AT_END: Final = regex.compile(r"[:：]\s*+\Z")
_COLON_AT_START: Final = regex.compile(r"\s*+(?:：\s*+|:(?:\s++|\Z))")
_SMALL_LETTER: Final = regex.compile(r"\P{L}*+\p{Ll}")
_FEWEST_SMALL_LABELS: Final = 2  # one alone may be within a sentence: `see the <b>following:</b> …`


def written(code: Code) -> str | None:
    """The white space or sign that a code represents, as a reader sees it; None for any other code."""
    if code.type == "space":
        return code.data
    if code.type == "entity":
        return html.unescape(code.data)
    return code.data if code.type == "emoji" and _SYMBOLS.fullmatch(code.data) is not None else None


def parts_elements(text: str) -> bool:
    """Whether this is a sign between two elements."""
    return _BETWEEN_ELEMENTS.fullmatch(text) is not None


def parts_texts(text: str, *, in_trail: bool) -> bool:
    """Whether this is a sign between blanks."""
    if _BETWEEN_BLANKS.fullmatch(text) is not None and not text.isspace():
        return True
    return in_trail and _STEP.fullmatch(text) is not None


def is_bullet(text: str) -> bool:
    """Whether this is a sign that separates texts next to an element, with or without blanks."""
    return _BULLETS.fullmatch(text) is not None


def ends_with_bullet(text: str) -> bool:
    """Whether a text ends with such a sign."""
    return _AT_END.search(text) is not None


def starts_with_bullet(text: str) -> bool:
    """Whether a text begins with such a sign."""
    return _AT_START.match(text) is not None


def has_signs(text: str) -> bool:
    """Whether a text without codes may have signs between items."""
    return _IN_TEXT.search(text) is not None or _STEP.search(text) is not None


def is_breadcrumb(runs: Iterable[SegmentRun]) -> bool:
    """Whether texts are a breadcrumb: `Home > Shop > Red shoes`."""
    text = "".join(map(_as_text, runs))
    steps = _STEP.split(text)
    return (
        len(steps) >= _FEWEST_STEPS
        and all(_STEP_START.match(step) is not None for step in steps)
        and _SENTENCE_END.search(text) is None
    )


def _as_text(run: SegmentRun) -> str:
    if isinstance(run.part, Text):
        return run.part.text
    text = written(run.part)
    return text if text is not None else "0" * run.has_words


def split_signs(runs: Sequence[SegmentRun], *, in_trail: bool) -> Iterator[SegmentRun]:
    """Split off the signs between items, and the colons after elements, as separate runs."""
    patterns = [_IN_TEXT, _STEP] if in_trail else [_IN_TEXT]
    for run in runs:
        pieces = [run]
        if isinstance(run.part, Text):
            closes = any(half.kind is CodeKind.CLOSE and half.type != MARK for half in run.halves)
            if closes and (colon := _COLON_AT_START.match(run.part.text)) is not None:
                pieces = _cut(run, (colon.end(),))
            for pattern in patterns:
                pieces = [
                    piece
                    for one in pieces
                    for piece in _cut(
                        one, (end for match in pattern.finditer(_as_text(one)) for end in match.span())
                    )
                ]
        yield from pieces


def _cut(run: SegmentRun, places: Iterable[int]) -> list[SegmentRun]:
    """Cut a text into several; the halves of pairs before it stay before the first."""
    text = _as_text(run)
    borders = (0, *places, len(text))
    texts = [text[start:end] for start, end in pairwise(borders) if start < end]
    return [
        replace(run, part=Text(text=piece), halves=() if number else run.halves)
        for number, piece in enumerate(texts)
    ]


def find_labels(runs: Sequence[SegmentRun]) -> frozenset[str]:
    """The ids of the elements whose text ends in a colon, or is followed by one."""
    large: set[str] = set()
    small: set[str] = set()
    beginnings: dict[str, str] = {}
    last = SegmentRun(Text(text=""), frozenset(), ())
    end = SegmentRun(Text(text=""), frozenset(), ())
    for run in (*runs, end):
        followed = _COLON_AT_START.match(_as_text(run)) is not None
        closed = last.ids - run.ids if run.halves or run is end else frozenset[str]()
        for pair in closed:
            if (followed or _COLON_AT_END.search(_as_text(last)) is not None) and pair in beginnings:
                (small if _SMALL_LETTER.match(beginnings[pair]) else large).add(pair)
        if run.has_words:
            for pair in run.ids:
                beginnings.setdefault(pair, _as_text(run))
        last = run
    return frozenset(large | small if len(large | small) >= _FEWEST_SMALL_LABELS else large)
