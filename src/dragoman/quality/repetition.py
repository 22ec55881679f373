"""Repeated words, and engines that repeat a phrase in a loop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import PairView, VisibleText

REPEATED_WORD: Final = Check(
    code="REPEATED_WORD",
    severity=Severity.WARNING,
    fixable=False,
    description="A word occurs twice in a row, and no word does in the source. Names, and words that a "
    "language doubles (French `nous nous`, Indonesian, Hindi, Vietnamese …), do not count.",
    message="A word occurs twice in a row; remove one.",
)
TEXT_LOOPS: Final = Check(
    code="TEXT_LOOPS",
    severity=Severity.ERROR,
    fixable=False,
    description="The translation repeats the same words or characters many times, and the source does "
    "not: an error of an engine.",
    message="The same words come again and again from here; translate the source anew.",
)

_TWICE: Final = re.compile(r"(?<![\w'’-])([^\W\d_]{2,})[ \u00a0](?=\1(?![\w'’-]))", re.IGNORECASE)
# Languages that double words to express a plural or emphasis, or "one by one".
_DOUBLING: Final = frozenset({
    "af", "az", "bn", "fil", "gu", "hi", "ht", "id", "ilo", "jv", "kk", "km", "kn", "ko", "ky", "ln",
    "lo", "mai", "mg", "mi", "ml", "mr", "ms", "my", "ne", "or", "pa", "rw", "si", "sm", "sn", "st",
    "su", "sw", "ta", "te", "th", "tk", "tl", "to", "tpi", "tr", "ug", "ur", "uz", "vi", "wo", "xh",
    "yo", "zh", "zu",
})  # fmt: skip
# Words that meet themselves in grammar.
_MEETING: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "that had is do can will who",
        "fr": "nous vous en de que",
        "de": "die der das sie den dem dass wie",
        "nl": "dat die is zijn de het er je we ze",
        "it": "se via man mano si ci piano così appena",
        "es": "que muy no poco",
        "pt": "que se muito logo",
        "ca": "que si poc",
        "gl": "se do da que",
        "oc": "se que bla",
        "sv": "att om som på till i",
        "da": "at om det som i på",
        "nb": "at om det som i på",
        "he": "לאט",
        "pl": "się to tak",
        "ru": "очень едва что ли",
        "uk": "ледве дуже",
        "ar": "من جدا",
    }.items()
}
_NOUNS_IN_CAPITALS: Final = frozenset({"de", "lb", "gsw", "nds"})

_WORD: Final = re.compile(r"\w+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LONGEST_PERIOD: Final = 12
_TIMES: Final = 3  # so many times in a row a group of words is not a matter of style
_TIMES_ALONE: Final = 4  # one word, or one character in writing without blanks
_SHORTEST_LOOP: Final = 12  # characters, in writing without blanks


def check_repetition(pair_view: PairView) -> Iterator[Finding]:
    """`REPEATED_WORD` and `TEXT_LOOPS`."""
    if pair_view.same:
        return
    loop = _loop(pair_view.target, unspaced=pair_view.target_language.unspaced)
    if loop is not None and not _loops_too(pair_view, loop):
        yield TEXT_LOOPS.found(target=pair_view.target.span(*loop))
        return
    language = pair_view.target_language.language
    if language in _DOUBLING:
        return
    meeting = _MEETING.get(language, frozenset())
    for match in _TWICE.finditer(pair_view.target.bare):
        start, end = match.start(), match.end() + len(match[1])
        words = match[1], pair_view.target.bare[match.end() : end]
        is_name = words[0][0].isupper() and words[1][0].isupper() and language not in _NOUNS_IN_CAPITALS
        if words[0].casefold() in meeting or is_name:
            continue
        if _TWICE.search(pair_view.source.bare) is None:
            yield REPEATED_WORD.found(target=pair_view.target.span(start, end))


def _loops_too(pair_view: PairView, loop: tuple[int, int]) -> bool:
    """Whether the source repeats itself as well, or has the very same characters."""
    if pair_view.target.bare[loop[0] : loop[1]] in pair_view.source.bare:
        return True
    return _loop(pair_view.source, unspaced=pair_view.source_language.unspaced) is not None


def _loop(view: VisibleText, *, unspaced: bool) -> tuple[int, int] | None:
    """The span in which a text repeats itself, or None."""
    text = view.bare
    if unspaced:
        place = _repetition(text, len(text) - len(set(text)))
        return None if place is None or place[1] - place[0] < _SHORTEST_LOOP else place
    words = _WORD.findall(text.casefold())
    surplus = len(words) - len(set(words))
    if surplus < _TIMES - 1:
        return None
    place = _repetition(words, surplus)
    if place is None:
        return None
    spans = [match.span() for match in _WORD.finditer(text)]
    return spans[place[0]][0], spans[min(place[1], len(spans)) - 1][1]


def _repetition(items: Sequence[str], surplus: int) -> tuple[int, int] | None:
    """The first items[start:end] that are the same few items over and over. `surplus`: those that come "
    "again."""
    for period in range(1, _LONGEST_PERIOD + 1):
        times = _TIMES_ALONE if period == 1 else _TIMES
        enough = period * (times - 1)
        if surplus < enough:
            return None
        run = 0
        for index in range(period, len(items)):
            run = run + 1 if items[index] == items[index - period] else 0
            if run == enough and _is_language(items[index - period + 1 : index + 1]):
                start = index - enough - period + 1
                return start, _stop(items, index + 1, period)
    return None


def _stop(items: Sequence[str], index: int, period: int) -> int:
    while index < len(items) and items[index] == items[index - period]:
        index += 1
    return index


def _is_language(items: Sequence[str]) -> bool:
    return any(_LETTER.search(item) is not None for item in items)
