"""Searching the texts of segments for words or a regular expression, and replacing what was found (V8)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import regex

from dragoman.projects.linguists.editing.refusals import SearchInvalid
from dragoman.segments import Segment, Text, normalise

LONGEST_SEARCH: Final = 500  # characters
_SECONDS: Final = 2.0  # for all segments: some expressions take for ever
_NOTHING_LEFT: Final = 1e-6  # of the time: the next match ends it


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSearch:
    """What is searched for in the texts of segments, without their codes."""

    text: str
    is_pattern: bool = False  # a regular expression
    match_case: bool = False


class Finder:
    """A search, ready to be looked for. Its time is limited, from the first look on; other threads go on."""

    def __init__(self, search: TextSearch) -> None:
        """Raises `SearchInvalid`."""
        if len(search.text) > LONGEST_SEARCH:
            raise SearchInvalid(
                f"The search has {len(search.text)} characters; at most {LONGEST_SEARCH} are accepted.",
                field="search",
            )
        flags = regex.V1 | (0 if search.match_case else regex.IGNORECASE | regex.FULLCASE)
        written = search.text if search.is_pattern else regex.escape(search.text, special_only=True)
        try:
            self._pattern = regex.compile(written, flags)
        except regex.error as error:
            raise SearchInvalid(
                f"The regular expression cannot be read: {error.msg} at character {(error.pos or 0) + 1}.",
                hints="Mend it, or search for plain text.",
                field="search",
            ) from None
        self._is_pattern = search.is_pattern
        self._until: float | None = None

    def is_in(self, text: str) -> bool:
        """Whether it is found in a text. Raises `SearchInvalid` when the time is over."""
        return bool(self._limited(lambda left: self._pattern.search(text, timeout=left, concurrent=True)))

    def replace(self, segment: Segment, replacement: str) -> Segment:
        r"""Replace what is found in the texts of a segment; what would go across a code is not found.

        In the replacement of a regular expression, `\1` is its first group. Raises `SearchInvalid`.
        """
        written = replacement if self._is_pattern else replacement.replace("\\", "\\\\")
        return normalise(
            Text(text=self._replace_in(part.text, written)) if isinstance(part, Text) else part
            for part in segment
        )

    def _replace_in(self, text: str, written: str) -> str:
        try:
            replaced = self._limited(
                lambda left: self._pattern.sub(written, text, timeout=left, concurrent=True)
            )
        except (regex.error, IndexError) as error:
            raise SearchInvalid(
                f"The replacement cannot be read: {error}.",
                hints="A group of the regular expression is written \\1; a backslash is written \\\\.",
                field="replacement",
            ) from None
        return str(replaced)

    def _limited(self, look: Callable[[float], object]) -> object:
        now = time.monotonic()
        self._until = self._until or now + _SECONDS
        try:
            return look(max(self._until - now, _NOTHING_LEFT))
        except TimeoutError:
            raise SearchInvalid(
                "The regular expression takes too long in these texts.",
                hints="Make it simpler, such as without one repetition inside another.",
                field="search",
            ) from None
