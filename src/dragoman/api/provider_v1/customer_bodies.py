"""Models of accounts and applications for staff (V3). `user_bodies` has users."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from pydantic import AfterValidator, Field, StrictBool, StringConstraints
from pydantic_core import PydanticCustomError

from dragoman.access.model import (
    CUSTOMER_SCOPES,
    AccessScope,
    Application,
    NewApplication,
    RateRule,
    SecretHint,
    StaffRole,
    format_scopes,
)
from dragoman.accounts.model import Account, AccountKind
from dragoman.api.provider_v1.catalog_bodies import Disabled, Number, ThingId
from dragoman.catalog.customers import Customer
from dragoman.http.fields import THRESHOLD, CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.settings import Rate, parse_rate
from dragoman.timestamps import write_time

_LONGEST_RATE: Final = 40


def _check_rate(text: str) -> str:
    try:
        read_rate(text)
    except ValueError:
        raise PydanticCustomError("rate", "Write CALLS/SECONDS such as 100/30, or off, or default") from None
    return text


def read_rate(text: str) -> Rate | RateRule:
    """A rate limit as bodies have it. Raises ValueError."""
    if text == RateRule.DEFAULT.value:
        return RateRule.DEFAULT
    rate = parse_rate(text)
    return rate if isinstance(rate, Rate) else RateRule.OFF


RateText = Annotated[
    str,
    StringConstraints(max_length=_LONGEST_RATE),
    AfterValidator(_check_rate),
    Field(description="CALLS/SECONDS, `off`, or `default`: as the settings say", examples=["100/30"]),
]
Scopes = Annotated[list[AccessScope], Field(max_length=len(AccessScope))]


class NewAccount(RequestModel):
    """A customer, or a part of one."""

    name: CustomerText = Field(examples=["Acme Ltd"])
    kind: AccountKind


class ChangedDefaults(RequestModel):
    """The changes of the defaults for projects; absent fields stay unchanged, and null empties."""

    clearable: ClassVar[frozenset[str]] = frozenset(
        {"invoicing_account_id", "user_id", "work_area_id", "memory_threshold"}
    )

    invoicing_account_id: ThingId | None = None
    user_id: ThingId | None = None
    work_area_id: ThingId | None = None
    memory_threshold: Number | None = Field(default=None, description=f"{THRESHOLD}, in texts too; null: 85")


class ChangedAccount(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    name: CustomerText | None = None
    disabled: StrictBool | None = Field(
        default=None, description="True: its credentials and tokens are refused from the next call on"
    )
    defaults: ChangedDefaults | None = None


class DefaultsBody(ResponseModel):
    """What projects have when neither they nor their template say."""

    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    memory_threshold: int | None = Field(description="Also of texts and documents")


class ListedAccountBody(ResponseModel):
    """An account."""

    id: int
    name: str
    kind: AccountKind
    created_at: str
    trial_ends_at: str | None = Field(description="When a trial's applications get no more tokens")
    disabled: Disabled


class AccountBody(ListedAccountBody):
    """An account with what its projects have by default."""

    defaults: DefaultsBody


class AccountListBody(ResponseModel):
    """Accounts, oldest first."""

    accounts: list[ListedAccountBody]
    metadata: PageBody


class NewProgram(RequestModel):
    """An application to be made: a program of an account."""

    account_id: ThingId
    name: CustomerText = Field(examples=["Website"])
    scopes: Scopes = Field(default=sorted(CUSTOMER_SCOPES))
    rate_limit: RateText = RateRule.DEFAULT.value
    role: StaffRole | None = Field(
        default=None, description="With the scope provider only; manager if not given"
    )


class ChangedProgram(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    name: CustomerText | None = None
    scopes: Scopes | None = None
    rate_limit: RateText | None = None
    role: StaffRole | None = None
    disabled: StrictBool | None = Field(
        default=None, description="True: its credentials and tokens are refused from the next call on"
    )


class SecretOrder(RequestModel):
    """How to replace a client secret."""

    revoke_tokens: StrictBool = Field(
        default=False, description="Refuse tokens issued until now too; else they live out their minutes"
    )


class WebhookSecretOrder(RequestModel):
    """How to replace a secret that signs webhooks."""

    keep_old_hours: Annotated[int, Field(ge=0, le=8760, strict=True)] = Field(
        default=24, description="The old one signs beside the new one so long; 0 for one that leaked"
    )


class ApplicationBody(ResponseModel):
    """A program of an account that has credentials."""

    id: int
    account_id: int
    name: str
    client_id: str
    scopes: list[AccessScope]
    role: StaffRole | None
    rate_limit: str
    builtin: bool = Field(description="The account's own: its people act through it")
    secret_hint: str | None = Field(
        description="Beginning and end of the client secret; null: made by an earlier release",
        examples=["dgm_live_…9c41e2"],
    )
    secret_created_at: str | None
    webhook_secret_hint: str | None = Field(examples=["whsec_…Zt4="])
    webhook_secret_created_at: str | None
    last_used_at: str | None = Field(
        description="When it got a token by its secret, give or take an hour; null: not yet"
    )
    not_before: int = Field(description="Epoch second of the last revocation of tokens; 0: never")
    created_at: str
    disabled: Disabled


class ApplicationListBody(ResponseModel):
    """Applications, oldest first; their secrets are shown nowhere."""

    applications: list[ApplicationBody]
    metadata: PageBody


class NewApplicationBody(ApplicationBody):
    """A new application with its secrets, which are shown this once (A8)."""

    client_secret: str
    webhook_secret: str


class ClientSecretBody(ResponseModel):
    """A new client secret, shown this once; the old one stopped."""

    id: int
    client_id: str
    client_secret: str


class WebhookSecretBody(ResponseModel):
    """A new secret that signs webhooks, shown this once."""

    id: int
    client_id: str
    webhook_secret: str


def list_account(account: Account, *, trial_days: int) -> ListedAccountBody:
    """An account in a list."""
    return ListedAccountBody.model_validate(_account(account, trial_days))


def write_account(customer: Customer, *, trial_days: int) -> AccountBody:
    """An account with its defaults."""
    defaults = DefaultsBody.model_validate(customer.defaults)
    return AccountBody.model_validate({**_account(customer.account, trial_days), "defaults": defaults})


def write_application(application: Application) -> ApplicationBody:
    """An application on the wire, without its secrets."""
    return ApplicationBody.model_validate(_application(application))


def write_new_application(new: NewApplication) -> NewApplicationBody:
    """A new application with its secrets."""
    secrets = {"client_secret": new.client_secret, "webhook_secret": new.webhook_secret}
    return NewApplicationBody.model_validate({**_application(new.application), **secrets})


def _account(account: Account, trial_days: int) -> dict[str, object]:
    return {
        "id": account.id,
        "name": account.name,
        "kind": account.kind,
        "created_at": write_time(account.created),
        "trial_ends_at": write_time(account.trial_ends(days=trial_days)),
        "disabled": account.disabled,
    }


def _application(application: Application) -> dict[str, object]:
    rate = application.rate
    return {
        "id": application.id,
        "account_id": application.account_id,
        "name": application.name,
        "client_id": application.client_id,
        "scopes": format_scopes(application.scopes).split(),
        "role": application.role,
        "rate_limit": rate.value if isinstance(rate, RateRule) else str(rate),
        "builtin": application.builtin,
        **_hint("secret", application.secret),
        **_hint("webhook_secret", application.webhook_secret),
        "last_used_at": write_time(application.last_used),
        "not_before": application.not_before,
        "created_at": write_time(application.created),
        "disabled": application.disabled,
    }


def _hint(name: str, hint: SecretHint | None) -> dict[str, str | None]:
    return {
        f"{name}_hint": None if hint is None else hint.text,
        f"{name}_created_at": None if hint is None else write_time(hint.made),
    }
