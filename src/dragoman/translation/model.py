"""What comes out of translation: a segment, its origin, how its codes got there, what deserves a look."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.quality import Severity
from dragoman.segments import Segment, plain_text


class Origin(enum.StrEnum):
    """Where a translation came from."""

    MEMORY = "memory"
    ENGINE = "engine"
    UNCHANGED = "unchanged"  # nothing to translate, or no usable translation: then an issue says so


class CodesMethod(enum.StrEnum):
    """How inline codes got into a translation, best first: the rungs of the ladder."""

    NONE = "none"  # there are no codes
    EDGES = "edges"  # only at the ends: put aside, put back
    MEMORY = "memory"  # where the memory's translation has its own
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
    MEMORY_AMBIGUOUS = "MEMORY_AMBIGUOUS"
    TERM_NOT_APPLIED = "TERM_NOT_APPLIED"
    TERM_FORBIDDEN = "TERM_FORBIDDEN"


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
    IssueCode.MEMORY_AMBIGUOUS: "Memories have other translations of this text too; the best was taken.",
    IssueCode.TERM_NOT_APPLIED: "The translation lacks a term that a term base requires: it has no certain "
    "place there.",
    IssueCode.TERM_FORBIDDEN: "The translation has a term that a term base forbids.",
}

_SEVERITIES: Final[Mapping[IssueCode, Severity]] = {
    IssueCode.TRANSLATION_EMPTY: Severity.ERROR,
    IssueCode.TRANSLATION_TOO_LONG: Severity.ERROR,
    IssueCode.MARKUP_CHANGED: Severity.ERROR,
    IssueCode.CODES_PLACED_BY_POSITION: Severity.WARNING,
    IssueCode.CODES_AT_END: Severity.WARNING,
    IssueCode.TERM_NOT_APPLIED: Severity.WARNING,
    IssueCode.TERM_FORBIDDEN: Severity.WARNING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """One thing to look at."""

    code: IssueCode
    message: str

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return _SEVERITIES.get(self.code, Severity.NOTICE)


def issue(code: IssueCode) -> Issue:
    """The issue with its message for people."""
    return Issue(code=code, message=_MESSAGES[code])


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """The unit of a memory that a translation is from."""

    memory_id: int
    unit_id: int
    score: int  # 99 to 101; 99: other units, as good, say something else


@dataclass(frozen=True, slots=True, kw_only=True)
class TermUse:
    """A term of the source that its translation has to say, in one place."""

    source: str  # as it stands there
    target: str  # as it stands in the translation; where it does not, as the term base has it
    applied: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A translated segment. Its codes are exactly the source's, properly nested."""

    segment: Segment
    origin: Origin
    engine: str | None  # name and version of each engine on the way, such as "apertium 3.8.3"
    codes: CodesMethod
    issues: tuple[Issue, ...] = ()
    units: tuple[Remembered, ...] = ()  # of memories, for the segment or for its sentences
    terms: tuple[TermUse, ...] = ()

    @property
    def memory(self) -> Remembered | None:
        """The unit that the translation is from; of several, each a sentence, the one of the lowest score."""
        if self.origin is not Origin.MEMORY:
            return None
        return min(self.units, key=lambda unit: unit.score, default=None)


def has_letters(segment: Segment) -> bool:
    """Whether there is anything to translate."""
    return any(map(str.isalpha, plain_text(segment)))


def worst_method(methods: Iterable[CodesMethod]) -> CodesMethod:
    """Of several ways by which codes got into one translation, the least certain."""
    return max(methods, key=_LADDER.index)


_LADDER: Final = tuple(CodesMethod)
