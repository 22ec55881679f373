"""What comes out of translation: a segment, its origin, how its codes got there, and what deserves a look."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.segments import Segment


class Origin(enum.StrEnum):
    """Where a translation came from."""

    MEMORY = "memory"
    ENGINE = "engine"
    UNCHANGED = "unchanged"  # nothing to translate, or no usable translation: then an issue says so


class CodesMethod(enum.StrEnum):
    """How inline codes got into a translation, best first: the rungs of the ladder."""

    NONE = "none"  # there are no codes
    EDGES = "edges"  # only at the ends: put aside, put back
    ENGINE = "engine"  # the engine placed them
    PIECES = "pieces"  # beside the words that the texts between them became
    PROPORTIONAL = "proportional"  # at the word boundary in proportion
    END = "end"  # at the end: nowhere better is known


class IssueCode(enum.StrEnum):
    """Something about a translation that deserves a look. Stable; explained in `docs/text.md`."""

    CODES_REPAIRED = "CODES_REPAIRED"
    CODES_PLACED_BY_PIECES = "CODES_PLACED_BY_PIECES"
    CODES_PLACED_BY_POSITION = "CODES_PLACED_BY_POSITION"
    CODES_AT_END = "CODES_AT_END"
    ENGINE_REPLACED = "ENGINE_REPLACED"
    TRANSLATION_EMPTY = "TRANSLATION_EMPTY"
    TRANSLATION_TOO_LONG = "TRANSLATION_TOO_LONG"
    MARKUP_CHANGED = "MARKUP_CHANGED"


_MESSAGES: Final[Mapping[IssueCode, str]] = {
    IssueCode.CODES_REPAIRED: "The engine broke the nesting of tags; they were closed and opened anew.",
    IssueCode.CODES_PLACED_BY_PIECES: "The engine lost tags or placeholders; they were put back beside the "
    "translations of the texts between them.",
    IssueCode.CODES_PLACED_BY_POSITION: "The engine lost tags or placeholders; they were put back in "
    "proportion, so their places are uncertain.",
    IssueCode.CODES_AT_END: "The engine lost tags or placeholders; they stand at the end of the translation.",
    IssueCode.ENGINE_REPLACED: "The preferred engine could not answer; another one translated.",
    IssueCode.TRANSLATION_EMPTY: "The engine gave no translation for some text; it is unchanged.",
    IssueCode.TRANSLATION_TOO_LONG: "The engine's answer for some text was absurdly long; it is unchanged.",
    IssueCode.MARKUP_CHANGED: "The translation would have changed the tags of the text; it is unchanged.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """One thing to look at."""

    code: IssueCode
    message: str


def issue(code: IssueCode) -> Issue:
    """The issue with its message for people."""
    return Issue(code=code, message=_MESSAGES[code])


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A translated segment. Its codes are exactly the source's, properly nested."""

    segment: Segment
    origin: Origin
    engine: str | None  # name and version of each engine on the way, such as "apertium 3.8.3"
    codes: CodesMethod
    issues: tuple[Issue, ...] = ()
