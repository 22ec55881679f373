"""A term base as it is kept: its versions, and its concepts with the numbers by which they are known.

Every change of concepts makes a new version. A version never changes again, and every one can be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.termbases.model import Concept, TermStatus

MOST_CONCEPTS: Final = 100_000  # of one term base


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBase:
    """A collection of concepts that belongs to an account."""

    id: int
    account_id: int
    name: str
    use_for_translation: bool  # enforced in machine translation
    version: int  # 0 as long as there was no concept in it
    concepts: int  # how many the current version has
    created: datetime
    disabled: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseVersion:
    """One change of a term base's concepts."""

    version: int
    at: datetime
    actor: str  # as the audit log names them
    added: int
    changed: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptConcept:
    """A concept of a term base."""

    number: int  # in its term base; never given again
    version: int  # of the term base, in which the concept became as it is
    concept: Concept  # its id is what files call it


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which concepts of a term base are wanted; what is None is not asked for."""

    version: int | None = None  # as they were in it; None: as they are now
    search: str | None = None  # part of a term or form, in whatever language and case
    language: str | None = None  # canonical: those with a term in it
    status: TermStatus | None = None  # those with a term of this status, in the language if one is given
    domain: str | None = None  # exactly
