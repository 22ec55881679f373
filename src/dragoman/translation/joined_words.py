"""Words that tags cut apart (`un<b>like</b>ly`): whether an engine knew them as one word.

`<i>big</i>dog` looks the same and is two. An engine gets both as one word; what comes back as it was sent was
none, and is translated apart then.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import regex

from dragoman.segments import CodeKind, Segment, Text, plain_text
from dragoman.translation.runs import Run, read_runs

_END: Final = regex.compile(r"(?<![\p{L}\p{M}])[\p{L}\p{M}]+\Z")
_BEGINNING: Final = regex.compile(r"[\p{L}\p{M}]+")
_SHORTEST: Final = 2  # letters: a single one is never a word that should be translated apart


class _JoinedWord(NamedTuple):
    """A word across codes: its letters, and the ids of the pairs at the borders within."""

    text: str
    pairs: frozenset[str]


def find_unknown(source: Segment, answer: Segment) -> frozenset[str]:
    """The ids of the pairs within words of the source that came back unchanged."""
    words = list(_joined_words(source))
    if not words:
        return frozenset()
    said = set(regex.findall(r"[\p{L}\p{M}]+", plain_text(answer).lower()))
    return frozenset().union(*(word.pairs for word in words if word.text.lower() in said))


def _joined_words(source: Segment) -> Iterator[_JoinedWord]:
    if len(source) == 1:
        return
    text, pairs = "", frozenset[str]()
    for left, right in pairwise(read_runs(source)):
        beginning = _beginning(right) if _touch(left, right) else ""
        if not beginning:
            if pairs:
                yield _JoinedWord(text, pairs)
            text, pairs = "", frozenset()
            continue
        text = text or _end(left)
        if min(len(text), len(beginning)) >= _SHORTEST:
            pairs |= left.ids ^ right.ids
        text += beginning
        if isinstance(right.part, Text) and len(beginning) < len(right.part.text):
            if pairs:
                yield _JoinedWord(text, pairs)
            text, pairs = "", frozenset()
    if pairs:
        yield _JoinedWord(text, pairs)


def _touch(left: Run, right: Run) -> bool:
    return any(code.kind is not CodeKind.STANDALONE for code in right.halves) and bool(_end(left))


def _end(run: Run) -> str:
    match = _END.search(run.part.text) if isinstance(run.part, Text) else None
    return match[0] if match else ""


def _beginning(run: Run) -> str:
    match = _BEGINNING.match(run.part.text) if isinstance(run.part, Text) else None
    return match[0] if match else ""
