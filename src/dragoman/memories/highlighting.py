"""Where a search matches in the text of a segment, for showing it. `words` owns what a search finds.

As there, case and accents are ignored, a word of the search matches the beginning of a word of the text, and
in scripts without spaces between words it matches anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.memories.words import split_search
from dragoman.segments import Code, Segment, Text, plain_text
from dragoman.unicode_normalization import normalize

_WORD: Final = r"[\w\u0900-\u0dff]"
_IGNORED: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u00ad\u200b-\u200f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownText:
    """A run of a segment's text."""

    text: str
    is_match: bool = False


ShownPart = ShownText | Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlighter:
    """A search, ready to be looked for in texts. `pattern` matches folded text; None: it matches nothing."""

    pattern: re.Pattern[str] | None

    def split(self, segment: Segment) -> Sequence[ShownPart]:
        """Split a segment into codes and runs of text that match or do not."""
        spans = self.find(plain_text(segment)) if self.pattern is not None else []
        shown: list[ShownPart] = []
        position = 0
        for part in segment:
            if isinstance(part, Text):
                shown += _cut(part.text, position, spans)
                position += len(part.text)
            else:
                shown.append(part)
        return shown

    def find(self, text: str) -> list[tuple[int, int]]:
        """The matches in a text: begin and end, in characters."""
        if self.pattern is None:
            return []
        folded, origins = _fold(text)
        return [
            (origins[found.start()], origins[found.end() - 1] + 1) for found in self.pattern.finditer(folded)
        ]


NOTHING: Final = Highlighter(pattern=None)


def highlight(search: str | None) -> Highlighter:
    """Prepare a search; None, or one without words, matches nothing."""
    patterns = [_write_pattern(phrase, is_unspaced) for phrase, is_unspaced in split_search(search or "")]
    return Highlighter(pattern=re.compile("|".join(patterns)) if patterns else None)


def _write_pattern(words: Sequence[str], is_unspaced: bool) -> str:
    folded = [re.escape(_fold(word)[0]) for word in words]
    if is_unspaced:
        return r"[^\w\u0900-\u0dff]*".join(folded)
    return rf"(?<!{_WORD})" + rf"{_WORD}*[^\w\u0900-\u0dff]+".join(folded)


def _fold(text: str) -> tuple[str, Sequence[int]]:
    """The text without case and accents, and where each of its characters comes from."""
    if text.isascii():
        return text.lower(), range(len(text))
    letters: list[str] = []
    origins: list[int] = []
    for place, letter in enumerate(text):
        folded = _IGNORED.sub("", normalize("NFKD", letter).casefold())
        letters.append(folded)
        origins += [place] * len(folded)
    return "".join(letters), origins


def _cut(text: str, position: int, spans: Sequence[tuple[int, int]]) -> list[ShownText]:
    """Cut a text that begins at `position` where the spans of the whole begin and end."""
    shown: list[ShownText] = []
    done = 0
    for begin, end in spans:
        first, last = max(begin - position, done), min(end - position, len(text))
        if first >= last:
            continue
        if first > done:
            shown.append(ShownText(text=text[done:first]))
        shown.append(ShownText(text=text[first:last], is_match=True))
        done = last
    if done < len(text):
        shown.append(ShownText(text=text[done:]))
    return shown
