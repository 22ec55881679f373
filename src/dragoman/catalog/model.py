"""Reference data as values: what a customer can choose for a project, and its prices."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from dragoman.analysis.model import Weights

# Seconds after its last upload, when a project of a sandbox account starts by itself (P12).
SANDBOX_START_SECONDS: Final = 10


class ServiceKind(enum.StrEnum):
    """Who translates."""

    MACHINE = "machine"  # finishes by itself
    POST_EDITING = "post-editing"  # a machine, then a linguist
    HUMAN = "human"  # linguists, with memory matches


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceItem:
    """The fields of every item of reference data."""

    id: int
    name: str
    disabled: dt.datetime | None = None  # since when it cannot be chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Language(ReferenceItem):
    """A language that projects are translated from or into. Its name is English."""

    code: str  # canonical BCP 47


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkArea(ReferenceItem):
    """A field of specialization."""

    account_id: int | None  # None: everybody's


@dataclass(frozen=True, slots=True, kw_only=True)
class Service(ReferenceItem):
    """What the provider does for a price, and how fast."""

    account_id: int | None  # None: everybody's
    kind: ServiceKind
    currency: str  # ISO 4217
    price_per_word: Decimal  # of a new word
    weights: Weights  # what a word of each band costs, in percent of a new one
    words_per_day: int | None  # weighted words of one working day, each target language; None: at once
    auto_start_after: int | None  # seconds after the last upload; None: never by itself


@dataclass(frozen=True, slots=True, kw_only=True)
class InvoicingAccount(ReferenceItem):
    """Who is to be invoiced."""

    account_id: int
    valid_until: dt.date | None = None  # the last day

    def is_out_of_date(self, now: dt.datetime) -> bool:
        """Whether its last day is over (P15); `now` in UTC."""
        return self.valid_until is not None and now.date() > self.valid_until


@dataclass(frozen=True, slots=True, kw_only=True)
class Template(ReferenceItem):
    """A template: values of projects that do not give their own (P2). None: no value."""

    account_id: int
    title: str | None = None
    service_id: int | None = None
    use_memory: bool | None = None
    memory_id: int | None = None
    memory_set_id: int | None = None
    memory_threshold: int | None = None  # from which score a memory wins over an engine, 50 to 101
    term_base_id: int | None = None
    style_id: int | None = None  # of a style guide
    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    source_language: str | None = None  # canonical BCP 47
    target_languages: tuple[str, ...] = ()
    auto_start_after: int | None = None  # seconds; instead of the service's

    def references(self) -> References:
        """Return the ids of its references."""
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


class ReferenceField(enum.StrEnum):
    """A field with the id of reference data, by its name in `References`."""

    SERVICE = "service_id"
    TEMPLATE = "template_id"
    WORK_AREA = "work_area_id"
    INVOICING_ACCOUNT = "invoicing_account_id"
    USER = "user_id"
    MEMORY = "memory_id"
    MEMORY_SET = "memory_set_id"
    TERM_BASE = "term_base_id"
    STYLE_GUIDE = "style_id"


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """The references of a project, a template or an account; None: no reference."""

    service_id: int | None = None
    template_id: int | None = None
    work_area_id: int | None = None
    invoicing_account_id: int | None = None
    user_id: int | None = None
    memory_id: int | None = None
    memory_set_id: int | None = None
    term_base_id: int | None = None
    style_id: int | None = None

    def by_field(self) -> Mapping[ReferenceField, int | None]:
        """Return the ids by their fields, in the order of their problems."""
        return {
            ReferenceField.SERVICE: self.service_id,
            ReferenceField.TEMPLATE: self.template_id,
            ReferenceField.WORK_AREA: self.work_area_id,
            ReferenceField.INVOICING_ACCOUNT: self.invoicing_account_id,
            ReferenceField.USER: self.user_id,
            ReferenceField.MEMORY: self.memory_id,
            ReferenceField.MEMORY_SET: self.memory_set_id,
            ReferenceField.TERM_BASE: self.term_base_id,
            ReferenceField.STYLE_GUIDE: self.style_id,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectDefaults:
    """The defaults of an account's projects, used when neither they nor their template have a value (P1)."""

    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    memory_threshold: int | None = None  # of texts and documents too

    def references(self) -> References:
        """Return the ids of their references."""
        return References(
            invoicing_account_id=self.invoicing_account_id,
            user_id=self.user_id,
            work_area_id=self.work_area_id,
        )


NO_DEFAULTS = ProjectDefaults()
