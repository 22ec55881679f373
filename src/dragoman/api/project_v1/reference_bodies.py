"""Models of reference data for customers (P15)."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer

from dragoman.accounts.model import Account, AccountKind, User
from dragoman.analysis.model import Band, Weights
from dragoman.catalog.model import (
    SANDBOX_START_SECONDS,
    InvoicingAccount,
    ProjectDefaults,
    Service,
    ServiceKind,
    Template,
)
from dragoman.http.models import ResponseModel
from dragoman.memories.model import Memory
from dragoman.memories.sets.actions import CurrentSet
from dragoman.termbases.bases import TermBase
from dragoman.timestamps import write_time


def _is_set(timestamp: datetime | bool | None) -> bool:
    return timestamp is not None and timestamp is not False


def _percents(weights: Weights) -> dict[Band, int]:
    return {band: weights.percent.get(band, 0) for band in Band}


Disabled = Annotated[
    bool, BeforeValidator(_is_set), Field(description="Whether it cannot be chosen any more")
]
Money = Annotated[Decimal, PlainSerializer(float, return_type=float)]
Percents = Annotated[
    dict[Band, int],
    BeforeValidator(_percents),
    Field(description="What a word of each band costs, in percent of a new one"),
]


class LanguageChoice(ResponseModel):
    """A language that projects are translated from or into."""

    id: int
    code: str = Field(description="BCP 47", examples=["pt-BR"])
    name: str = Field(examples=["Portuguese (Brazil)"])
    disabled: Disabled


class WorkAreaChoice(ResponseModel):
    """A field of specialization."""

    id: int
    name: str = Field(examples=["Legal"])
    disabled: Disabled


class ServiceChoice(ResponseModel):
    """What can be ordered, what it costs and how fast it is."""

    id: int
    name: str = Field(examples=["Human translation"])
    kind: ServiceKind
    currency: str = Field(description="ISO 4217", examples=["EUR"])
    price_per_word: Money | None = Field(
        description="Of a new word; null: a sandbox, where nothing is billed", examples=[0.12]
    )
    weights: Percents
    words_per_day: int | None = Field(description="Of a working day and target language; null: at once")
    auto_start_after: int | None = Field(
        description="A project starts by itself so many seconds after its last upload; null: it does not"
    )
    disabled: Disabled


class PersonChoice(ResponseModel):
    """A user of the account whom its projects may name."""

    id: int
    name: str = Field(description="First and last name, or the e-mail address of a user without names")
    first_name: str
    last_name: str
    email: str | None
    disabled: Disabled


class InvoicingAccountChoice(ResponseModel):
    """Who can be invoiced."""

    id: int
    name: str
    valid_until: date | None = Field(description="The last day; null: no end is set")
    out_of_date: bool = Field(description="True: a project with it may be cancelled")
    disabled: Disabled


class MemoryChoice(ResponseModel):
    """A translation memory of the account."""

    id: int
    name: str
    primary: bool = Field(description="Used where useTranslationMemory is true and no memory is named")
    use_for_translation: bool = Field(description="Machine translation of text and documents looks here")
    disabled: Disabled


class MemberChoice(ResponseModel):
    """A memory of a set."""

    translation_memory_id: int
    penalty: int = Field(description="Taken off the score of its units")
    writable: bool = Field(description="Confirmed translations are kept here")


class MemorySetChoice(ResponseModel):
    """The current version of a set of translation memories; a project keeps the version it started with."""

    id: int
    name: str
    version: int
    members: list[MemberChoice] = Field(description="Best first")


class TermBaseChoice(ResponseModel):
    """A term base of the account."""

    id: int
    name: str
    version: int
    use_for_translation: bool = Field(description="Enforced in machine translation of text and documents")
    disabled: Disabled


class TemplateChoice(ResponseModel):
    """What projects made from it have, unless they say otherwise; null: nothing is said."""

    id: int
    name: str
    title: str | None
    service_id: int | None
    use_translation_memory: bool | None = Field(validation_alias="use_memory")
    translation_memory_id: int | None = Field(validation_alias="memory_id")
    translation_memory_set_id: int | None = Field(validation_alias="memory_set_id")
    memory_threshold: int | None = Field(description="From which score a memory wins over an engine")
    term_base_id: int | None
    style_id: int | None = Field(description="A style guide")
    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    source_language: str | None
    target_languages: list[str] = Field(description="Empty: each file says its own")
    auto_start_after: int | None = Field(description="Seconds, instead of the service's; null: the service's")
    disabled: Disabled


class OwnDefaults(ResponseModel):
    """What projects have when neither they nor their template say."""

    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    memory_threshold: int | None = Field(description="From which score a memory wins; null: 85")


class OwnAccount(ResponseModel):
    """The caller's own account."""

    id: int
    name: str
    kind: AccountKind
    trial_ends_at: str | None = Field(description="When a trial's applications get no more tokens")
    defaults: OwnDefaults


def write_account(account: Account, defaults: ProjectDefaults, *, trial_days: int) -> OwnAccount:
    """An account on the wire."""
    return OwnAccount(
        id=account.id,
        name=account.name,
        kind=account.kind,
        trial_ends_at=write_time(account.trial_ends(days=trial_days)),
        defaults=OwnDefaults.model_validate(defaults),
    )


def write_service(service: Service, *, is_sandbox: bool) -> ServiceChoice:
    """A service on the wire; in a sandbox account with what it does there."""
    shown = ServiceChoice.model_validate(service)
    if not is_sandbox:
        return shown
    there = {"price_per_word": None, "words_per_day": None, "auto_start_after": SANDBOX_START_SECONDS}
    return shown.model_copy(update=there)


def write_template(template: Template, *, is_sandbox: bool) -> TemplateChoice:
    """A template on the wire: in a sandbox, with the time that counts where it has none of its own."""
    shown = TemplateChoice.model_validate(template)
    if is_sandbox and shown.auto_start_after is None:
        return shown.model_copy(update={"auto_start_after": SANDBOX_START_SECONDS})
    return shown


def write_person(user: User) -> PersonChoice:
    """A user on the wire."""
    return PersonChoice(
        id=user.id,
        name=f"{user.first_name} {user.last_name}".strip() or user.email or "",
        first_name=user.first_name,
        last_name=user.last_name,
        email=user.email,
        disabled=user.disabled is not None,
    )


def write_invoicing_account(one: InvoicingAccount, now: datetime) -> InvoicingAccountChoice:
    """Make the body of an invoicing account, with its state at `now`."""
    return InvoicingAccountChoice(
        id=one.id,
        name=one.name,
        valid_until=one.valid_until,
        out_of_date=one.is_out_of_date(now),
        disabled=one.disabled is not None,
    )


def write_memory(memory: Memory) -> MemoryChoice:
    """A memory on the wire."""
    return MemoryChoice.model_validate(memory)


def write_memory_set(one: CurrentSet) -> MemorySetChoice:
    """A set on the wire."""
    members = [
        MemberChoice(translation_memory_id=member.memory_id, penalty=member.penalty, writable=member.writable)
        for member in one.current.members
    ]
    memory_set = one.memory_set
    return MemorySetChoice(
        id=memory_set.id, name=memory_set.name, version=memory_set.version, members=members
    )


def write_term_base(base: TermBase) -> TermBaseChoice:
    """A term base on the wire."""
    return TermBaseChoice.model_validate(base)
