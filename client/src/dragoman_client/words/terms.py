"""Term bases, concepts and terms as values, and what imports of them say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from dragoman_client.words.importing import ImportJob


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBaseRecord:
    """What both interfaces say of a term base."""

    id: int
    name: str
    version: int = 0
    use_for_translation: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBase(TermBaseRecord):
    """A term base."""

    disabled: bool = False


class TermBaseFields(TypedDict, total=False):
    """What can be changed of a term base."""

    name: str
    use_for_translation: bool
    disabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBaseVersion:
    """A version of a term base: how many concepts were added, changed and removed, and by whom."""

    version: int
    created_at: datetime
    actor: str
    added: int = 0
    changed: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term of a concept. Fields of None are left to the server when it is sent."""

    language: str
    text: str = field(repr=False)
    status: str | None = None  # "preferred", "admitted" or "forbidden"
    case_sensitive: bool | None = None
    match: str | None = None  # "exact", "plural", "prefix" or "stem"
    forms: tuple[str, ...] = field(default=(), repr=False)
    part_of_speech: str | None = None
    gender: str | None = None
    type: str | None = None
    note: str = field(default="", repr=False)
    example: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A concept with its terms."""

    id: int
    key: str
    version: int  # of the term base, when it was last changed
    terms: tuple[Term, ...] = ()
    definition: str = field(default="", repr=False)
    domain: str = ""
    note: str = field(default="", repr=False)
    do_not_translate: bool = False
    changed_at: datetime | None = None


class ConceptFields(TypedDict, total=False):
    """What a concept has besides its terms."""

    key: str
    definition: str
    domain: str
    note: str
    do_not_translate: bool


class ConceptFilter(TypedDict, total=False):
    """Which concepts are wanted."""

    search: str
    language: str
    status: str
    domain: str
    version: int  # of the term base: as it was then


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImportProblem:
    """A line of a file that was not taken as it is."""

    line: int
    effect: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImportReport:
    """What an import changed, or would change."""

    dry_run: bool = False
    version: int = 0  # of the term base after it
    read: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    refused: int = 0
    problem_count: int = 0
    problems: tuple[TermImportProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImport(ImportJob):
    """An import of terms."""

    report: TermImportReport | None = None


class TermFileArguments(TypedDict, total=False):
    """What can be said of a file of terms."""

    name: str  # of a file that is bytes or open
    mode: str  # "merge" or "replace"
    dry_run: bool  # only tell what would change
    match: str  # of the terms: "exact", "plural", "prefix" or "stem"
    encoding: str  # of a CSV file
    delimiter: str
    source: str  # language of the first column, where the file does not say it
    target: str


class TermImportArguments(TermFileArguments, total=False):
    """What can be said of an import of terms that is waited for."""

    timeout: float  # seconds
    progress: Callable[[float], None]
