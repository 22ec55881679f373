"""Translation memories as values: a unit is a source segment and its translation, with their origin."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.segments import Segment


class UnitOrigin(enum.StrEnum):
    """How a unit's translation was made."""

    HUMAN = "human"
    MACHINE = "mt"
    IMPORT = "import"  # unknown: the imported file does not have it


class UnitStatus(enum.StrEnum):
    """Whether a unit's translation is confirmed."""

    CONFIRMED = "confirmed"
    UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The context of a segment: its neighbours' source texts, or its place in a document."""

    previous: str | None = None  # plain text; "" at the beginning of a document
    next: str | None = None
    document: str | None = None
    key: str | None = None  # of the segment in its document, such as the key of a string


NO_CONTEXT = Context()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUnit:
    """A source segment and its translation. Languages are canonical BCP 47 codes."""

    source_language: str
    target_language: str
    source: Segment
    target: Segment
    context: Context = NO_CONTEXT
    origin: UnitOrigin = UnitOrigin.HUMAN
    status: UnitStatus = UnitStatus.CONFIRMED
    created: datetime | None = None
    created_by: str | None = None
    changed: datetime | None = None
    changed_by: str | None = None
    properties: Mapping[str, str] = field(default_factory=dict)  # names and values that clients choose
    used: int = 0  # how often its translation was used before the import, as the file has it
    last_used: datetime | None = None  # likewise


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredUnit:
    """A stored unit of a memory."""

    id: int
    memory_id: int
    unit: MemoryUnit
    used: int = 0  # how often its translation was used
    last_used: datetime | None = None
    version: int = 1  # one more with each change of its text, its status or its properties


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A translation memory of an account: units of any languages."""

    id: int
    account_id: int
    name: str
    primary: bool  # the account's default memory; at most one is
    use_for_translation: bool  # whether machine translation looks here before it calls an engine (T5)
    created: datetime
    disabled: datetime | None = None  # since then, look-ups find nothing in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A memory in a set. Sets list their best memory first."""

    memory_id: int
    penalty: int = 0  # subtracted from the scores of its units
    writable: bool = False  # whether confirmed translations are added to it
