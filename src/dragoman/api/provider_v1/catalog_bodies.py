"""Models of reference data for staff (V3, V6)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, StrictBool
from pydantic_core import PydanticCustomError

from dragoman.analysis.model import USUAL_WEIGHTS, Band, Weights
from dragoman.catalog.model import InvoicingAccount, ServiceKind
from dragoman.http.fields import LARGEST_ID, THRESHOLD, CustomerText, Day, LanguageCode
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.timestamps import write_time

ThingId = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]
Number = Annotated[int, Field(ge=-LARGEST_ID - 1, le=LARGEST_ID, strict=True)]
Owner = Annotated[ThingId | None, Field(description="The account it is for; null: everybody's")]
_WAIT: Final = "Seconds after the last upload until a project starts by itself; null: "


def _refuse_boolean(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticCustomError("decimal_type", "Send a number, or one written as a string")
    return value


def _read_weights(percent: Mapping[Band, int]) -> Weights:
    return Weights(percent={**USUAL_WEIGHTS.percent, **percent})


def _write_weights(weights: Weights) -> dict[Band, int]:
    return {band: weights.percent.get(band, 0) for band in Band}


def _write_timestamp(timestamp: datetime | None) -> str | None:
    return write_time(timestamp)


Price = Annotated[Decimal, BeforeValidator(_refuse_boolean), Field(examples=[0.12])]
SentWeights = Annotated[
    dict[Band, Number],
    AfterValidator(_read_weights),
    Field(
        description="Of a word of each band, in percent of a new one; bands not named have the usual weight"
    ),
]
Disabled = Annotated[
    str | None, BeforeValidator(_write_timestamp), Field(description="Since when it cannot be chosen")
]
Switch = Annotated[StrictBool | None, Field(description="True: it cannot be chosen any more")]


class NewLanguage(RequestModel):
    """A language to be offered."""

    code: LanguageCode
    name: CustomerText = Field(examples=["Walloon"])


class NewWorkArea(RequestModel):
    """A field of specialization to be offered."""

    account_id: Owner = None
    name: CustomerText = Field(examples=["Aviation"])


class ChangedName(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    name: CustomerText | None = None
    disabled: Switch = None


class NewService(RequestModel):
    """A service to be offered."""

    account_id: Owner = None
    name: CustomerText = Field(examples=["Human translation, certified"])
    kind: ServiceKind
    currency: CustomerText = Field(description="ISO 4217", examples=["EUR"])
    price_per_word: Price = Field(description="Of a new word")
    weights: SentWeights = Field(default_factory=dict, validate_default=True)
    words_per_day: Number | None = Field(
        default=None, description="Weighted words of a working day and target language; null: at once"
    )
    auto_start_after: Number | None = Field(default=None, description=f"{_WAIT}never")


class ChangedService(RequestModel):
    """The changes; absent fields stay unchanged, and null empties words and seconds."""

    clearable: ClassVar[frozenset[str]] = frozenset({"words_per_day", "auto_start_after"})

    name: CustomerText | None = None
    currency: CustomerText | None = None
    price_per_word: Price | None = None
    weights: SentWeights | None = None
    words_per_day: Number | None = None
    auto_start_after: Number | None = None
    disabled: Switch = None


class NewInvoicingAccount(RequestModel):
    """The recipient of invoices."""

    account_id: ThingId
    name: CustomerText = Field(examples=["Acme Ltd, purchasing"])
    valid_until: Day | None = Field(default=None, description="The last day, UTC; null: no end is set")


class ChangedInvoicingAccount(RequestModel):
    """The changes; absent fields stay unchanged, and null empties the last day."""

    clearable: ClassVar[frozenset[str]] = frozenset({"valid_until"})

    name: CustomerText | None = None
    valid_until: Day | None = None
    disabled: Switch = None


class _TemplateFields(RequestModel):
    """What a template can say; null: it says nothing."""

    title: CustomerText | None = None
    service_id: ThingId | None = None
    use_memory: StrictBool | None = Field(default=None, validation_alias="useTranslationMemory")
    memory_id: ThingId | None = Field(default=None, validation_alias="translationMemoryId")
    memory_set_id: ThingId | None = Field(default=None, validation_alias="translationMemorySetId")
    memory_threshold: Number | None = Field(
        default=None, description=f"{THRESHOLD}; null: the account's, else 85 for texts of the same words"
    )
    term_base_id: ThingId | None = None
    style_id: ThingId | None = Field(default=None, description="A style guide")
    invoicing_account_id: ThingId | None = None
    user_id: ThingId | None = None
    work_area_id: ThingId | None = None
    source_language: LanguageCode | None = None
    auto_start_after: Number | None = Field(default=None, description=f"{_WAIT}as the service says")


class NewTemplate(_TemplateFields):
    """A project template to be made."""

    account_id: ThingId
    name: CustomerText = Field(examples=["Manuals"])
    target_languages: list[LanguageCode] = Field(default=[], max_length=1000)


class ChangedTemplate(_TemplateFields):
    """The changes; absent fields stay unchanged, and null empties all but the name and the languages."""

    clearable: ClassVar[frozenset[str]] = frozenset(_TemplateFields.model_fields)

    name: CustomerText | None = None
    target_languages: list[LanguageCode] | None = Field(default=None, max_length=1000)
    disabled: Switch = None


class LanguageBody(ResponseModel):
    """A language that projects are translated from or into."""

    id: int
    code: str = Field(description="BCP 47", examples=["pt-BR"])
    name: str
    disabled: Disabled


class WorkAreaBody(ResponseModel):
    """A field of specialization."""

    id: int
    account_id: int | None
    name: str
    disabled: Disabled


class ServiceBody(ResponseModel):
    """What the provider does for a price, and how fast."""

    id: int
    account_id: int | None
    name: str
    kind: ServiceKind
    currency: str
    price_per_word: Annotated[Decimal, PlainSerializer(float, return_type=float)]
    weights: Annotated[dict[Band, int], BeforeValidator(_write_weights)]
    words_per_day: int | None
    auto_start_after: int | None
    disabled: Disabled


class InvoicingAccountBody(ResponseModel):
    """Who can be invoiced."""

    id: int
    account_id: int
    name: str
    valid_until: date | None
    out_of_date: bool
    disabled: Disabled

    @classmethod
    def write(cls, one: InvoicingAccount, now: datetime) -> Self:
        """Make the body of an invoicing account, with its state at `now`."""
        shown: dict[str, Any] = {
            "id": one.id,
            "account_id": one.account_id,
            "name": one.name,
            "valid_until": one.valid_until,
            "out_of_date": one.is_out_of_date(now),
            "disabled": one.disabled,
        }
        return cls(**shown)


class TemplateBody(ResponseModel):
    """What projects made from it have, unless they say otherwise."""

    id: int
    account_id: int
    name: str
    title: str | None
    service_id: int | None
    use_translation_memory: bool | None = Field(validation_alias="use_memory")
    translation_memory_id: int | None = Field(validation_alias="memory_id")
    translation_memory_set_id: int | None = Field(validation_alias="memory_set_id")
    memory_threshold: int | None
    term_base_id: int | None
    style_id: int | None
    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    source_language: str | None
    target_languages: list[str]
    auto_start_after: int | None
    disabled: Disabled


class LanguageListBody(ResponseModel):
    """Languages, in the order of their ids."""

    languages: list[LanguageBody]
    metadata: PageBody


class WorkAreaListBody(ResponseModel):
    """Work areas, oldest first."""

    work_areas: list[WorkAreaBody]
    metadata: PageBody


class ServiceListBody(ResponseModel):
    """Services, oldest first."""

    services: list[ServiceBody]
    metadata: PageBody


class InvoicingAccountListBody(ResponseModel):
    """Invoicing accounts, oldest first."""

    invoicing_accounts: list[InvoicingAccountBody]
    metadata: PageBody


class TemplateListBody(ResponseModel):
    """Project templates, oldest first."""

    project_templates: list[TemplateBody]
    metadata: PageBody
