"""Results of translation: a translated segment, its origin, how its codes were placed, and its issues."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragoman.quality import Severity
from dragoman.segments import Segment, codes, plain_text

ENGINE_SEPARATOR: Final = ", "  # between the engines of a route, in what is shown of them


class LanguagePair(NamedTuple):
    """One step's direction, in BCP 47, and how its translator writes."""

    source: str
    target: str
    fluent: bool = False  # as people do: capitals, quotes and marks of its answers are right


class Origin(enum.StrEnum):
    """Where a translation came from."""

    MEMORY = "memory"
    ENGINE = "engine"
    UNCHANGED = "unchanged"  # nothing to translate, or no usable translation: then there is an issue


class CodesMethod(enum.StrEnum):
    """How inline codes were placed in a translation, the most certain method first."""

    NONE = "none"  # there are no codes
    EDGES = "edges"  # only at the ends: left out for the engine, then added again
    MEMORY = "memory"  # where the memory's translation has its own
    ENGINE = "engine"  # the engine placed them
    PIECES = "pieces"  # beside the words that the texts between them became
    PARTS = "parts"  # around or beside texts that were translated apart


class IssueCode(enum.StrEnum):
    """Code of an issue that a reviewer should check. Stable; explained in `docs/concepts/text.md`."""

    CODES_REPAIRED = "CODES_REPAIRED"
    CODES_PLACED_BY_PIECES = "CODES_PLACED_BY_PIECES"
    TRANSLATED_IN_PARTS = "TRANSLATED_IN_PARTS"
    ENGINE_REPLACED = "ENGINE_REPLACED"
    TRANSLATION_EMPTY = "TRANSLATION_EMPTY"
    TRANSLATION_TOO_LONG = "TRANSLATION_TOO_LONG"
    MARKUP_CHANGED = "MARKUP_CHANGED"
    TRANSLATION_NOT_WRITTEN = "TRANSLATION_NOT_WRITTEN"
    MEMORY_AMBIGUOUS = "MEMORY_AMBIGUOUS"
    MEMORY_ADAPTED = "MEMORY_ADAPTED"
    MEMORY_FUZZY = "MEMORY_FUZZY"
    TERM_NOT_APPLIED = "TERM_NOT_APPLIED"
    TERM_FORBIDDEN = "TERM_FORBIDDEN"
    TERM_NUMBER = "TERM_NUMBER"
    TERM_AGREEMENT = "TERM_AGREEMENT"


_MESSAGES: Final[Mapping[IssueCode, str]] = {
    IssueCode.CODES_REPAIRED: "The engine broke the nesting of tags; they were closed and opened anew.",
    IssueCode.CODES_PLACED_BY_PIECES: "The engine lost tags or placeholders; they were put back beside the "
    "translations of the texts between them.",
    IssueCode.TRANSLATED_IN_PARTS: "The engine did not keep the structure of the text, so it was translated "
    "in smaller parts: every tag and placeholder is in its place, but the wording may need a look.",
    IssueCode.ENGINE_REPLACED: "The preferred engine could not answer; another one translated.",
    IssueCode.TRANSLATION_EMPTY: "The engine gave no translation for some text; it is unchanged.",
    IssueCode.TRANSLATION_TOO_LONG: "The engine's answer for some text was absurdly long; it is unchanged.",
    IssueCode.MARKUP_CHANGED: "The translation would have changed the tags of the text; it is unchanged.",
    IssueCode.TRANSLATION_NOT_WRITTEN: "The document's format cannot hold the translation of some text; "
    "it is unchanged.",
    IssueCode.MEMORY_AMBIGUOUS: "Memories have other translations of this text too; the best was taken.",
    IssueCode.MEMORY_ADAPTED: "A memory has this text with other codes, numbers, placeholders, capitals or "
    "marks; its translation was adapted.",
    IssueCode.MEMORY_FUZZY: "A memory has a text like this one, with other words; its translation was taken.",
    IssueCode.TERM_NOT_APPLIED: "The translation lacks a term that a term base requires: it has no certain "
    "place there.",
    IssueCode.TERM_FORBIDDEN: "The translation has a term that a term base forbids.",
    IssueCode.TERM_NUMBER: "The source has a term in another number or form than its translation: "
    "that form is not known. List it in the term base.",
    IssueCode.TERM_AGREEMENT: "The words beside a term may not agree with it in gender or number.",
}

_SEVERITIES: Final[Mapping[IssueCode, Severity]] = {
    IssueCode.TRANSLATION_EMPTY: Severity.ERROR,
    IssueCode.TRANSLATION_TOO_LONG: Severity.ERROR,
    IssueCode.MARKUP_CHANGED: Severity.ERROR,
    IssueCode.TRANSLATION_NOT_WRITTEN: Severity.ERROR,
    IssueCode.TRANSLATED_IN_PARTS: Severity.WARNING,
    IssueCode.MEMORY_FUZZY: Severity.WARNING,
    IssueCode.TERM_NOT_APPLIED: Severity.WARNING,
    IssueCode.TERM_FORBIDDEN: Severity.WARNING,
    IssueCode.TERM_NUMBER: Severity.WARNING,
    IssueCode.TERM_AGREEMENT: Severity.WARNING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationIssue:
    """An issue of one translation, for a reviewer."""

    code: IssueCode
    message: str

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return _SEVERITIES.get(self.code, Severity.NOTICE)


def issue(code: IssueCode) -> TranslationIssue:
    """The issue with its message for people."""
    return TranslationIssue(code=code, message=_MESSAGES[code])


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUse:
    """The unit of a memory that a translation is from."""

    memory_id: int
    unit_id: int
    score: int  # 50 to 101


class TermMethod(enum.StrEnum):
    """How a translation got a term."""

    MEMORY = "memory"  # the memory's translation has it
    ENGINE = "engine"  # the engine wrote it; engines that use terms are told it
    REPLACED = "replaced"  # it replaced the engine's words for the term
    NOUN = "noun"  # a noun of its gender was sent to the engine in its place
    CODE = "code"  # a code was sent in its place


@dataclass(frozen=True, slots=True, kw_only=True)
class TermUse:
    """One occurrence of a term in the source, which the translation must contain."""

    source: str  # as written in the source
    target: str  # as written in the translation; where it is missing, as the term base has it
    method: TermMethod | None  # None: it is missing

    @property
    def applied(self) -> bool:
        """Whether the translation has it."""
        return self.method is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A translated segment. Its codes are exactly the source's, properly nested."""

    segment: Segment
    origin: Origin
    engine: str | None  # name and version of each engine of the route, such as "apertium 3.8.3"
    codes: CodesMethod
    issues: tuple[TranslationIssue, ...] = ()
    units: tuple[MemoryUse, ...] = ()  # of memories, for the segment or for its sentences
    terms: tuple[TermUse, ...] = ()

    @property
    def memory(self) -> MemoryUse | None:
        """The unit that the translation is from; of several, each a sentence, the one of the lowest score."""
        if self.origin is not Origin.MEMORY:
            return None
        return min(self.units, key=lambda unit: unit.score, default=None)


def leave_unchanged(segment: Segment, issues: tuple[TranslationIssue, ...]) -> Translation:
    """Return the segment itself instead of a translation; `issues` give the reasons."""
    method = CodesMethod.EDGES if any(codes(segment)) else CodesMethod.NONE
    return Translation(segment=segment, origin=Origin.UNCHANGED, engine=None, codes=method, issues=issues)


def has_letters(segment: Segment) -> bool:
    """Whether there is anything to translate."""
    return any(map(str.isalpha, plain_text(segment)))


def worst_method(methods: Iterable[CodesMethod]) -> CodesMethod:
    """The least certain of several methods by which codes were placed in one translation."""
    return max(methods, key=_METHODS.index)


_METHODS: Final = tuple(CodesMethod)
