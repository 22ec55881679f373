"""Stored term bases, their versions, and their concepts with numbers.

Every change of concepts makes a new version. Versions never change, and all can be read.
"""

from __future__ import annotations

import enum
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


class TermBaseOrder(enum.StrEnum):
    """The orders of a list of term bases."""

    NAME = "name"
    CONCEPTS = "concepts"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBaseQuery:
    """Which term bases are listed, and in which order."""

    search: str = ""  # in the names of term bases and their accounts
    account_id: int | None = None  # None: of all accounts that the transaction sees
    order: TermBaseOrder = TermBaseOrder.NAME
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBaseOverview:
    """A term base with its account, and when its concepts were changed last."""

    base: TermBase
    account_name: str
    changed: datetime | None  # None: it never had a concept
