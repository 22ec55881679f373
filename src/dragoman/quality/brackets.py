"""Brackets and quotation marks: each opening one has a closing one, unless the source lacks it as well.

Apostrophes and single quotation marks that look like them are not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import PairView

BRACKETS_UNBALANCED: Final = Check(
    code="BRACKETS_UNBALANCED",
    severity=Severity.WARNING,
    fixable=False,
    description="A bracket is opened and not closed, or the other way round, and not so in the source.",
    message="This bracket has no counterpart; add the other one or remove it.",
)
QUOTES_UNBALANCED: Final = Check(
    code="QUOTES_UNBALANCED",
    severity=Severity.WARNING,
    fixable=False,
    description="A quotation mark has no counterpart, and not so in the source. The marks of all languages "
    "are "
    "known; apostrophes do not count.",
    message="A quotation mark has no counterpart; add the other one or remove it.",
)

_OPENED_BY: Final = {
    ")": "(", "]": "[", "}": "{", "）": "(", "］": "[", "｝": "{", "」": "「", "』": "『",
    "】": "【", "〉": "〈", "》": "《", "〕": "〔", "｣": "｢", "﴿": "﴾",
}  # fmt: skip
_OPENING: Final = {"（": "(", "［": "[", "｛": "{"} | {
    opening: opening for opening in set(_OPENED_BY.values())
}
_BRACKET: Final = re.compile(f"[{re.escape(''.join({*_OPENED_BY, *_OPENING}))}]")
# Items of lists (`a)`, `12)`), faces, and intervals that are open on one side.
_LONELY: Final = re.compile(
    r"(?:(?<=\s)|^)(?:[^\W\d_]|\d{1,3}|[ivx]{1,5})[)）](?=\s|$)|(?<=\s)[:;=]['^o-]?[()\[\]](?!\w)"
    r"|[\[(\]]\s?[-−]?[\d.]+\s?[,;]\s?[-−]?[\d.]+\s?[\])\[]"
)
_DOUBLE: Final = re.compile(r"[\"“”„‟＂〝〞〟]")
_ANGLE: Final = re.compile(r"[«»]")
# Inches, seconds and the gershayim of Hebrew abbreviations.
_NO_QUOTE: Final = re.compile(r"(?<=\d)[\"”“](?!\w)|(?<=[\u05d0-\u05ea])[\"”](?=[\u05d0-\u05ea])")


def check_brackets(pair_view: PairView) -> Iterator[Finding]:
    """`BRACKETS_UNBALANCED`."""
    if _BRACKET.search(pair_view.target.bare) is None:
        return
    lonely = _without_counterpart(pair_view.target.bare)
    if lonely and not _without_counterpart(pair_view.source.bare):
        for place in lonely:
            yield BRACKETS_UNBALANCED.found(target=pair_view.target.span(place, place + 1))


def check_quotes(pair_view: PairView) -> Iterator[Finding]:
    """`QUOTES_UNBALANCED`."""
    source, target = pair_view.source.bare, pair_view.target.bare
    for marks in (_DOUBLE, _ANGLE):
        if len(marks.findall(target)) % 2 == 0:
            continue
        places = [match.start() for match in marks.finditer(_NO_QUOTE.sub(" ", target))]
        if len(places) % 2 and not _is_open(source):
            yield QUOTES_UNBALANCED.found(target=pair_view.target.span(places[-1], places[-1] + 1))


def _is_open(text: str) -> bool:
    """Whether quotation marks of any kind in a text have no counterpart."""
    return any(len(marks.findall(text)) % 2 for marks in (_DOUBLE, _ANGLE)) or text.count("「") != text.count(
        "」"
    )


def _without_counterpart(text: str) -> list[int]:
    """The offsets of brackets without a counterpart."""
    if _BRACKET.search(text) is None:
        return []
    waiting: dict[str, list[int]] = {}
    lonely = []
    skipped = {place for match in _LONELY.finditer(text) for place in range(*match.span())}
    for match in _BRACKET.finditer(text):
        place, bracket = match.start(), match[0]
        opening = _OPENING.get(bracket)
        if opening is not None:
            waiting.setdefault(opening, []).append(place)
        elif waiting.get(_OPENED_BY[bracket]):
            waiting[_OPENED_BY[bracket]].pop()
        elif place not in skipped:
            lonely.append(place)
    lonely += [place for places in waiting.values() for place in places if place not in skipped]
    return sorted(lonely)
