"""Concepts and their terms as values, and the rules of their texts. `drafts` makes them of entries of files.

Texts of a concept are clean: NFC, one blank for each white space, no control characters. Definitions and
notes may have several lines, none of them empty.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragoman.errors import RuleBroken
from dragoman.unicode_normalization import normalize

LONGEST_TERM: Final = 500  # characters; also of a listed form
LONGEST_TEXT: Final = 10_000  # of a definition, a note, an example
LONGEST_LABEL: Final = 500  # of a domain
LONGEST_ID: Final = 255
MOST_TERMS: Final = 1_000  # of one concept
MOST_FORMS: Final = 200  # of one term

_SPACE: Final = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
# Control characters, unbalanced changes of direction, noncharacters.
_CONTROL: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufff9-\ufffc\ufffe\uffff\ud800-\udfff]"
    "|[" + "".join(chr((plane << 16) + last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF)) + "]"
)
_LOST: Final = "\ufffd"
_TAG: Final = re.compile(r"<[/?]?[A-Za-z0-9][^<>]*>|<!(?:--|[A-Za-z\[])")
_LONGEST_ACRONYM: Final = 5


class Pin(NamedTuple):
    """A version of a term base."""

    term_base_id: int
    version: int


class TermStatus(enum.StrEnum):
    """The status of a term, the best first."""

    PREFERRED = "preferred"
    ADMITTED = "admitted"
    FORBIDDEN = "forbidden"  # deprecated, superseded and obsolete ones too


class TermMatching(enum.StrEnum):
    """Which words of a text match a term, besides its listed forms."""

    EXACT = "exact"
    PLURAL = "plural"  # its other number, too: its plural, or the singular of a listed plural
    PREFIX = "prefix"  # the last word may be longer
    STEM = "stem"  # each word may have another ending of its language


class PartOfSpeech(enum.StrEnum):
    """The part of speech of a term, with the values of TBX-Basic."""

    NOUN = "noun"
    PROPER_NOUN = "properNoun"
    VERB = "verb"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    OTHER = "other"


class Gender(enum.StrEnum):
    """The grammatical gender of a term, with the values of TBX-Basic."""

    MASCULINE = "masculine"
    FEMININE = "feminine"
    NEUTER = "neuter"
    OTHER = "other"


class TermType(enum.StrEnum):
    """The type of a term, with the values of TBX-Basic."""

    FULL_FORM = "fullForm"
    SHORT_FORM = "shortForm"
    ABBREVIATION = "abbreviation"
    ACRONYM = "acronym"
    VARIANT = "variant"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term: a name of a concept in a language."""

    language: str  # canonical BCP 47
    text: str
    status: TermStatus = TermStatus.PREFERRED
    case_sensitive: bool = False
    match: TermMatching = TermMatching.EXACT
    forms: tuple[str, ...] = ()  # inflected forms, which count as the term
    part_of_speech: PartOfSpeech | None = None
    gender: Gender | None = None
    type: TermType | None = None
    note: str = ""
    example: str = ""  # of its use


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A concept with its terms, sorted by language and status (see `sort_terms`)."""

    id: str = ""  # in its term base; "" until it has one
    definition: str = ""
    domain: str = ""
    note: str = ""
    do_not_translate: bool = False  # a target has its terms as the source has them
    created: dt.date | None = None
    changed: dt.date | None = None
    terms: tuple[Term, ...]


class TermRefused(RuleBroken):
    """A text cannot be a term; the message completes "the term …"."""


def clean_term(text: str) -> str:
    """Normalise white space and letters of a term. Raises `TermRefused`."""
    if len(text) > 20 * LONGEST_TERM:  # saves the work
        raise TermRefused(f"is longer than {LONGEST_TERM} characters")
    text = normalize("NFC", _SPACE.sub(" ", text)).strip(" \ufeff")
    if not any(unicodedata.category(character)[0] not in "ZC" for character in text):
        raise TermRefused("is empty")
    if len(text) > LONGEST_TERM:
        raise TermRefused(f"is longer than {LONGEST_TERM} characters")
    if _LOST in text:
        raise TermRefused("has a character that was lost when the text was decoded or converted (U+FFFD)")
    if _CONTROL.search(text):
        raise TermRefused("has control characters")
    if _TAG.search(text):
        raise TermRefused("has tags; write it as plain text")
    return text


def clean_line(text: str) -> str:
    """Normalise a text to one line, without control characters."""
    return _SPACE.sub(" ", normalize("NFC", _CONTROL.sub("", _SPACE.sub(" ", text)))).strip(" ")


def clean_text(text: str) -> str:
    """Normalise a text to lines, none of them empty, without control characters."""
    lines = re.split("[\n\r\x0b\x0c\x85\u2028\u2029]", text)
    return "\n".join(line for line in map(clean_line, lines) if line)


def is_acronym(text: str) -> bool:
    """Whether a term is short and all capitals; such terms are case-sensitive by default."""
    letters = sum(map(str.isalpha, text))
    return letters > 1 and len(text) <= _LONGEST_ACRONYM and text.isupper() and " " not in text


def sort_terms(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Sort terms by language, then status; others keep their order."""
    return tuple(sorted(terms, key=lambda term: (term.language, _RANK[term.status])))


_RANK: Final = {status: rank for rank, status in enumerate(TermStatus)}
