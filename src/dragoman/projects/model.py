"""Projects, their files and translations as values, and how they may change."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from dragoman.catalog.model import References


class ProjectStatus(enum.StrEnum):
    """How far a project or one of its translations is (P11)."""

    DRAFT = "Draft"
    ACTIVE = "Active"
    FINISHED = "Finished"
    CANCELLED = "Cancelled"


class HoldReason(enum.StrEnum):
    """Why a project that was to start, or that has started, does not go on. Stable."""

    ANALYSIS = "ANALYSIS_RUNNING"  # it starts by itself as soon as its files are analysed
    FILE = "FILE_FAILED"  # a file cannot be read: it must be taken out of the project
    DEADLINE = "DEADLINE_TOO_TIGHT"  # until staff confirm it, or set another (P5)
    STAFF = "HELD_BY_PROVIDER"


class Setter(enum.StrEnum):
    """Who chose a deadline."""

    CLIENT = "client"
    PROVIDER = "provider"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """The fields of a project that a client may give (P1). None: not given."""

    title: str | None = None
    briefing: str | None = None
    briefing_for_experts: str | None = None
    purchase_order_number: str | None = None
    deadline: datetime | None = None
    template_id: int | None = None
    service_id: int | None = None
    use_memory: bool | None = None
    memory_id: int | None = None
    memory_set_id: int | None = None
    memory_threshold: int | None = None  # from which score a memory wins over an engine
    term_base_id: int | None = None
    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    external_id: str | None = None
    metadata: str | None = None  # a JSON object, as it was sent

    def references(self) -> References:
        """The ids of reference data, without the template's."""
        return References(
            service_id=self.service_id,
            work_area_id=self.work_area_id,
            invoicing_account_id=self.invoicing_account_id,
            user_id=self.user_id,
            memory_id=self.memory_id,
            memory_set_id=self.memory_set_id,
            term_base_id=self.term_base_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """An order of translations. `given` is what the client said, `fields` what holds (P2, P3)."""

    id: int
    account_id: int
    application_id: int | None  # that made it; None: staff did
    status: ProjectStatus
    given: Fields
    fields: (
        Fields  # merged with the template and the account's defaults; the memory that is used, and no other
    )
    created: datetime
    updated: datetime
    hold: HoldReason | None = None
    memory_set_version: int | None = None  # pinned at the start
    term_base_version: int | None = None
    deadline: datetime | None = None
    deadline_set_by: Setter | None = None
    deadline_confirmed: bool = False  # by staff, however tight
    starts_at: datetime | None = None  # by itself
    start_requested: datetime | None = None
    started: datetime | None = None
    finished: datetime | None = None
    cancelled: datetime | None = None
    cancel_reason: str | None = None
    price: Decimal | None = None  # agreed at the start
    currency: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self.status in {ProjectStatus.FINISHED, ProjectStatus.CANCELLED}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFilter:
    """Which projects a list is of, all of these together; None: any. Times are exclusive."""

    account_id: int | None = None
    title: str | None = None  # a piece of it, in any case
    status: ProjectStatus | None = None
    hold: HoldReason | None = None
    created_after: datetime | None = None
    updated_after: datetime | None = None
    finished_after: datetime | None = None
    external_id: str | None = None
    purchase_order_number: str | None = None
    sort: str = "id"  # a column of the table that has an index
    descending: bool = True
    limit: int = 50
    offset: int = 0


class Analysis(enum.StrEnum):
    """How far a file is read."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    NONE = "none"  # a reference file, which is not translated


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationFailure:
    """Why a file cannot be translated."""

    code: str  # as D7's
    reason: str  # for people; quotes nothing of the document
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """A file of a project: to be translated, or to be read by who translates."""

    id: UUID
    account_id: int
    project_id: int
    application_id: int | None  # that sent it, and is told; None: staff did
    name: str
    size: int  # bytes
    reference: bool
    source_language: str | None  # canonical; None: a reference file
    format: str | None  # its name; None: a reference file
    key: bytes = field(repr=False)  # wrapped; opened, it seals all that is kept of the file: `secrets`
    callback_url: bytes | None = field(repr=False, default=None)  # sealed by the key
    analysis: Analysis = Analysis.NONE
    runs: int = 0  # counts the workers that took it for analysis
    failure: TranslationFailure | None = None
    words: int | None = None
    created: datetime


class Stage(enum.StrEnum):
    """What happens to a translation now. Only the provider sees it."""

    WAITING = "waiting"  # for the project's start
    PREPARING = "preparing"  # its segments are made, memories and engines asked
    OPEN = "open"  # with the linguists
    DELIVERING = "delivering"  # the translated file is being made
    DONE = "done"
    FAILED = "failed"  # the provider must do something


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedFile:
    """A translated file, stored."""

    id: UUID
    name: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTranslation:
    """One file into one language."""

    id: int
    account_id: int
    project_id: int
    file_id: UUID
    target_language: str  # canonical
    status: ProjectStatus
    stage: Stage
    run: int = 0  # counts the workers that took it; the last one may record its outcome
    tries: int = 0  # of these, since something was kept
    progress: float = 0.0  # 0 to 1
    bands: Mapping[str, Any] | None = None  # the analysis of the file for this language
    words: int | None = None  # to translate
    weighted: Decimal | None = None  # words, as if all were new, by the service's weights
    quality: Mapping[str, Any] | None = None  # the last report of the checks
    failure: TranslationFailure | None = None
    result: TranslatedFile | None = None
    delivered_by: str | None = None  # who; None: nobody has, or the service itself
    override_reason: str | None = None  # why it was delivered with blocking issues
    created: datetime
    started: datetime | None = None
    finished: datetime | None = None

    @property
    def finished_result(self) -> TranslatedFile | None:
        """Its file once it is finished: what is being made may still change."""
        return self.result if self.status is ProjectStatus.FINISHED else None


class SegmentState(enum.StrEnum):
    """What stands for a segment's translation."""

    NEW = "new"  # there is none
    PRETRANSLATED = "pretranslated"  # a memory's or an engine's
    TRANSLATED = "translated"  # a linguist's
    CONFIRMED = "confirmed"  # a linguist's who stands for it


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSegment:
    """A row of a translation: a sentence of a unit of the document, or a unit that stays whole."""

    number: int  # from 0, in reading order
    unit: str  # its id in the document
    part: int | None  # from 0, of the unit's sentences; None: the row is the whole unit
    key: str | None  # the unit's own name, such as a string's
    note: str | None  # for who translates
    source: str  # as `memories.coding.write_segment` writes it, placeholders being codes
    target: str | None = None
    state: SegmentState = SegmentState.NEW
    origin: str | None = None  # memory, engine, human; joined: a human's, for several segments at once
    score: int | None = None  # of the memory's match
    previous: str = ""  # the text that stands before it in the document, as analysis and memories see it
    next: str = ""
    changed: datetime | None = None
