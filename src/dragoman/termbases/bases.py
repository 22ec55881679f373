"""Stored term bases, their versions, and their concepts with numbers.

Every change of concepts makes a new version. Versions never change, and all can be read.
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
    version: int  # 0 until the first concept is added
    concepts: int  # of the current version
    created: datetime
    disabled: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseVersion:
    """A version of a term base: one change of its concepts."""

    version: int
    at: datetime
    actor: str  # who made the change, as in the audit log
    added: int
    changed: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredConcept:
    """A stored concept of a term base."""

    number: int  # in its term base; never given to another concept
    version: int  # of the term base, in which the concept was changed last
    concept: Concept  # whose `id` is its key in files


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptFilter:
    """A filter of a term base's concepts; a field that is None does not filter."""

    version: int | None = None  # None: the current one
    search: str | None = None  # part of a term or form, in any language and case
    language: str | None = None  # canonical: those with a term in it
    status: TermStatus | None = None  # those with a term of this status, in the language if one is given
    domain: str | None = None  # exactly
