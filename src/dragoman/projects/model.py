"""Projects, their files, translations and segments as values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from typing import Any
from uuid import UUID

from dragoman.catalog.model import References


class ProjectStatus(enum.StrEnum):
    """The status of a project or of one of its translations (P11)."""

    DRAFT = "Draft"
    ACTIVE = "Active"
    FINISHED = "Finished"
    CANCELLED = "Cancelled"


class HoldReason(enum.StrEnum):
    """Why a project is on hold, before or after its start. Stable."""

    ANALYSIS = "ANALYSIS_RUNNING"  # it starts by itself as soon as its files are analysed
    FILE = "FILE_FAILED"  # a file cannot be read: it must be deleted from the project
    DEADLINE = "DEADLINE_TOO_TIGHT"  # until staff confirm it or set another one (P5)
    STAFF = "HELD_BY_PROVIDER"


class ProjectStage(enum.StrEnum):
    """Where a project is for the provider. `stages` has the rule; a project can be at several of them."""

    TO_DO = "to_do"  # it waits for the provider's staff
    HELD = "held"  # it does not go on until somebody acts
    IN_WORK = "in_work"  # started, and not held
    TO_DELIVER = "to_deliver"  # a translation is ready and not delivered
    ALL = "all"


class Due(enum.StrEnum):
    """When projects that are not over are due, by the calendar of the reader's time zone."""

    OVERDUE = "overdue"  # started, and the deadline is past
    TODAY = "today"
    WEEK = "week"  # of the calendar, Monday to Sunday
    NONE = "none"  # there is no deadline


class Setter(enum.StrEnum):
    """Who set a deadline or a threshold."""

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
    style_id: int | None = None  # of a style guide
    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    external_id: str | None = None
    metadata: str | None = None  # a JSON object, in the client's spelling

    def references(self) -> References:
        """Return the ids of reference data, without the template's."""
        return References(
            service_id=self.service_id,
            work_area_id=self.work_area_id,
            invoicing_account_id=self.invoicing_account_id,
            user_id=self.user_id,
            memory_id=self.memory_id,
            memory_set_id=self.memory_set_id,
            term_base_id=self.term_base_id,
            style_id=self.style_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project. `given` are the client's fields, `fields` the merged ones that are in effect (P2, P3)."""

    id: int
    account_id: int
    application_id: int | None  # that created it; None: staff did
    status: ProjectStatus
    given: Fields
    fields: Fields  # merged with the template and the account's defaults; at most one of memory and set
    created: datetime
    updated: datetime
    hold: HoldReason | None = None
    hold_message: str | None = None  # of the staff who hold it, to its client
    memory_set_version: int | None = None  # pinned at the start
    term_base_version: int | None = None
    deadline: datetime | None = None
    deadline_set_by: Setter | None = None
    deadline_confirmed: bool = False  # by staff, however tight
    starts_at: datetime | None = None  # of the automatic start
    start_requested: datetime | None = None
    start_requested_by: str | None = None  # as the audit log names actors; None: the service, or not known
    started: datetime | None = None
    started_by: str | None = None
    ended_by: str | None = None  # who finished or cancelled it
    finished: datetime | None = None
    cancelled: datetime | None = None
    cancel_reason: str | None = None
    price: Decimal | None = None  # agreed at the start
    currency: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether it is finished or cancelled, so that it does not change any more."""
        return self.status in {ProjectStatus.FINISHED, ProjectStatus.CANCELLED}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFilter:
    """The filter and the order of a list of projects. None: no condition. Times are exclusive."""

    account_id: int | None = None
    title: str | None = None  # a substring, case-insensitive
    search: str | None = None  # a substring of the title, the whole external id, or the id
    status: ProjectStatus | None = None
    stage: ProjectStage | None = None
    due: Due | None = None
    zone: tzinfo = UTC  # of the days that `due` speaks of
    hold: HoldReason | None = None
    target_language: str | None = None  # canonical: into it goes one of their files at least
    created_after: datetime | None = None
    created_before: datetime | None = None
    updated_after: datetime | None = None
    finished_after: datetime | None = None
    external_id: str | None = None
    purchase_order_number: str | None = None
    sort: str = "id"  # a column of the table that has an index
    descending: bool = True
    limit: int = 50
    offset: int = 0


class Analysis(enum.StrEnum):
    """The state of a file's analysis."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    NONE = "none"  # a reference file, which is not translated


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationFailure:
    """Why a file cannot be analysed or translated."""

    code: str  # as D7's
    reason: str  # for people; quotes nothing of the document
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """A file of a project: to be translated, or a reference file for linguists."""

    id: UUID
    account_id: int
    project_id: int
    application_id: int | None  # that sent it and is notified; None: staff did
    name: str
    size: int  # bytes
    reference: bool
    source_language: str | None  # canonical; None: a reference file
    format: str | None  # its name; None: a reference file
    key: bytes = field(repr=False)  # wrapped; it encrypts all that is stored of the file: see `files`
    callback_url: bytes | None = field(repr=False, default=None)  # encrypted with the key
    analysis: Analysis = Analysis.NONE
    runs: int = 0  # of its analysis
    failure: TranslationFailure | None = None
    words: int | None = None
    created: datetime
    analysed: datetime | None = None


class Stage(enum.StrEnum):
    """The stage of an active translation. Only the provider sees it."""

    WAITING = "waiting"  # for the project's start
    PREPARING = "preparing"  # being segmented and pre-translated
    OPEN = "open"  # linguists can work on it
    DELIVERING = "delivering"  # the translated file is being rebuilt
    DONE = "done"
    FAILED = "failed"  # the provider must act


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedFile:
    """A stored translated file."""

    id: UUID
    name: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTranslation:
    """The translation of one file into one language."""

    id: int
    account_id: int
    project_id: int
    file_id: UUID
    target_language: str  # canonical
    status: ProjectStatus
    stage: Stage
    run: int = 0  # the number of its last run, which alone may record an outcome
    tries: int = 0  # runs since the last recorded progress
    progress: float = 0.0  # 0 to 1
    bands: Mapping[str, Any] | None = None  # the analysis of the file for this language
    words: int | None = None  # to translate
    weighted: Decimal | None = None  # words multiplied by the service's weights
    quality: Mapping[str, Any] | None = None  # the counts of the last QA report
    failure: TranslationFailure | None = None
    result: TranslatedFile | None = None
    delivered_by: str | None = None  # None: not delivered, or by the service itself
    override_reason: str | None = None  # why it was delivered with blocking issues
    segments: int | None = None  # None: it is not segmented yet
    segments_left: int | None = None  # of these, those that no linguist has translated or confirmed
    total_words: int | None = None  # of all segments, as are the next three
    suggested_words: int | None = None  # pre-translated by memories or engines
    translated_words: int | None = None  # by linguists, without the confirmed ones
    confirmed_words: int | None = None
    revision: int = 0  # of its segments' translations: the number of the last change
    assignee_id: int | None = None  # the user who translates it
    assigned: datetime | None = None
    handed_back: datetime | None = None  # its linguist has ended the work
    handed_back_by: str | None = None
    reviewer_id: int | None = None  # the user who reviews it after its translator; None: nobody
    first_pass: int | None = (
        None  # the revision at which its translator handed it back; later ones: the review
    )
    review_ended: datetime | None = None  # its reviewer has ended the work
    review_ended_by: str | None = None
    created: datetime
    started: datetime | None = None
    finished: datetime | None = None

    @property
    def finished_result(self) -> TranslatedFile | None:
        """The translated file, once the translation is finished."""
        return self.result if self.status is ProjectStatus.FINISHED else None

    @property
    def is_ready(self) -> bool:
        """Whether its linguists have done their work, its reviewer included, and it can be delivered."""
        is_open = self.status is ProjectStatus.ACTIVE and self.stage is Stage.OPEN
        is_reviewed = self.reviewer_id is None or self.review_ended is not None
        return is_open and is_reviewed and (self.handed_back is not None or self.segments_left == 0)

    @property
    def has_failed(self) -> bool:
        """Whether staff must act, because the service could not go on."""
        return self.status is ProjectStatus.ACTIVE and self.stage is Stage.FAILED
