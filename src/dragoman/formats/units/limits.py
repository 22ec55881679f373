"""The errors for a document with more texts than can be read at once.

They carry the texts read so far. If these exceed the limit of words, the client gets the error for that limit
(`dragoman.conversion.child`), else the one to split the document.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dragoman.formats.format import Unit
from dragoman.formats.units.values import ContentKind, judge
from dragoman.segments import Segment, Text
from dragoman.text_io.errors import ConversionFailed

MOST_STRINGS: Final = 400_000  # of a file with keys, including those that are not translated


class TooMuchText(ConversionFailed):
    """A document was not read to its end."""

    def __init__(self, most: int, what: str, read: Iterable[Segment]) -> None:
        super().__init__(f"The document has more than {most:,} {what}. Split it into several.")
        self.read = read  # the texts to translate up to there


def too_many(what: str, most: int, units: Iterable[Unit]) -> TooMuchText:
    """The error of a format that has read units."""
    return TooMuchText(most, what, (unit.segment for unit in units if unit.reason is None))


def too_many_strings(found: Iterable[tuple[str, str]]) -> TooMuchText:
    """The error of a scanner that has found strings, each with its key: only language counts."""
    texts = (text for key, text in found if judge(key, text, ContentKind.DATA) is None)
    return TooMuchText(MOST_STRINGS, "strings", ((Text(text=text),) for text in texts))
