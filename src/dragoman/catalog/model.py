"""Reference data as values: what a customer can choose for a project, and what it costs."""

from __future__ import annotations

import datetime as dt
import enum
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
    HUMAN = "human"  # linguists, with what memories know


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language that projects are translated from or into."""

    id: int
    code: str  # canonical BCP 47
    name: str  # in English
    disabled: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkArea:
    """A field of specialization."""

    id: int
    account_id: int | None  # None: everybody's
    name: str
    disabled: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """What the provider does for a price, and how fast."""

    id: int
    account_id: int | None  # None: everybody's
    name: str
    kind: ServiceKind
    currency: str  # ISO 4217
    price_per_word: Decimal  # of a new word
    weights: Weights  # what a word of each band costs, in percent of a new one
    words_per_day: int | None  # weighted words of one working day, each target language; None: at once
    auto_start_after: int | None  # seconds after the last upload; None: never by itself
    disabled: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InvoicingAccount:
    """Who is to be invoiced."""

    id: int
    account_id: int
    name: str
    valid_until: dt.date | None = None  # the last day
    disabled: dt.datetime | None = None

    def is_out_of_date(self, now: dt.datetime) -> bool:
        """Whether its last day is over (P15); `now` in UTC."""
        return self.valid_until is not None and now.date() > self.valid_until


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What projects made from it have, unless they say otherwise (P2). None: nothing is said."""

    id: int
    account_id: int
    name: str
    title: str | None = None
    service_id: int | None = None
    use_memory: bool | None = None
    memory_id: int | None = None
    memory_set_id: int | None = None
    memory_threshold: int | None = None  # from which score a memory wins over an engine, 50 to 101
    term_base_id: int | None = None
    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    source_language: str | None = None  # canonical BCP 47
    target_languages: tuple[str, ...] = ()
    auto_start_after: int | None = None  # seconds; instead of the service's
    disabled: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What an account's projects have when neither they nor their template say (P1)."""

    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    memory_threshold: int | None = None  # of texts and documents too


NO_DEFAULTS = Defaults()
