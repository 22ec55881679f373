"""How a format gives up on a document that holds more texts than can be read at once.

It says what it had read. Where the words in that are more than are allowed, they are why the document cannot
be translated, and its owner is told so (`dragoman.conversion.child`); else, that it has to be split.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dragoman.formats.format import Unit
from dragoman.formats.units.values import ContentKind, judge
from dragoman.segments import Segment, Text
from dragoman.text_io.errors import ConversionFailed

MOST_STRINGS: Final = 400_000  # of a file with keys, those that stay as they are among them


class TooMuchText(ConversionFailed):
    """A document was not read to its end."""

    def __init__(self, most: int, what: str, read: Iterable[Segment]) -> None:
        super().__init__(f"The document has more than {most:,} {what}. Split it into several.")
        self.read = read  # the texts to translate up to there


def too_many(what: str, most: int, units: Iterable[Unit]) -> TooMuchText:
    """The error of a format that has read units."""
    return TooMuchText(most, what, (unit.segment for unit in units if unit.reason is None))


def too_many_strings(found: Iterable[tuple[str, str]]) -> TooMuchText:
    """The error of a scanner that has found strings, each with its key: only what is language counts."""
    texts = (text for key, text in found if judge(key, text, ContentKind.DATA) is None)
    return TooMuchText(MOST_STRINGS, "strings", ((Text(text=text),) for text in texts))
