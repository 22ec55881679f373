"""Errors of documents beyond those of formats."""

from __future__ import annotations

from typing import ClassVar

from dragoman.errors import RuleBroken
from dragoman.text_io.errors import DocumentError


class UnsupportedDocument(RuleBroken):
    """A file that no format takes, or whose contents do not fit its name; refused at upload."""

    code = "UNSUPPORTED_DOCUMENT"


class DocumentTimedOut(DocumentError):
    """Reading or writing it took longer than the limit."""

    code: ClassVar[str] = "TIMEOUT"


class TooManyWords(DocumentError):
    """It has more words than allowed; `data` says how many, and the limit.

    `at_least`: so many were counted before reading was given up, which is how very large documents end.
    """

    code: ClassVar[str] = "MAX_WORDS_EXCEEDED"

    def __init__(self, *, words: int, allowed: int, at_least: bool = False) -> None:
        counted = f"at least {words}" if at_least else str(words)
        super().__init__(
            f"The document has {counted} words; at most {allowed} are allowed. Split it.",
            data={"maxAllowedWords": allowed, "wordCount": words},
        )
        self.at_least = at_least
