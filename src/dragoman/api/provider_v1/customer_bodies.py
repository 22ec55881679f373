"""Models of accounts, applications and users for staff (V3)."""

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
    StaffRole,
    format_scopes,
)
from dragoman.accounts.model import Account, AccountKind, Role, User
from dragoman.api.provider_v1.catalog_bodies import Disabled, Number, Switch, ThingId
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
_ONE_ROLE: Final = "The only role, unless `roles` are given too"
Roles = Annotated[
    frozenset[Role],
    Field(
        max_length=len(Role),
        description="Several are possible; developers and orderers are customers too",
    ),
]
Password = Annotated[CustomerText, Field(description="12 to 1024 characters; it is kept as a hash only")]


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
    disabled: Disabled


class AccountBody(ListedAccountBody):
    """An account with what its projects have by default."""

    defaults: DefaultsBody


class AccountListBody(ResponseModel):
    """Accounts, oldest first."""

    accounts: list[ListedAccountBody]
    metadata: PageBody


class NewUser(RequestModel):
    """A user of an account. Without a password they cannot sign in, but projects can name them."""

    account_id: ThingId
    role: Role | None = Field(default=None, description=f"{_ONE_ROLE}; without both: customer")
    roles: Roles = frozenset()
    first_name: CustomerText = ""
    last_name: CustomerText = ""
    email: CustomerText | None = Field(default=None, examples=["anna@example.com"])
    password: Password | None = None


class ChangedUser(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    role: Role | None = Field(default=None, description=_ONE_ROLE)
    roles: Roles | None = None
    first_name: CustomerText | None = None
    last_name: CustomerText | None = None
    email: CustomerText | None = None
    password: Password | None = None
    disabled: Switch = None


class UserBody(ResponseModel):
    """A user of an account."""

    id: int
    account_id: int
    first_name: str
    last_name: str
    email: str | None
    role: Role = Field(description="The strongest of `roles`: admin, manager, linguist, customer")
    roles: list[Role] = Field(description="All that the person is to the service")
    language: str | None = Field(description="Of the dashboard")
    time_zone: str | None = Field(description="Of the dashboard")
    created_at: str
    signed_in_at: str | None = Field(description="The last time; null: never")
    disabled: Disabled


class UserListBody(ResponseModel):
    """Users, oldest first."""

    users: list[UserBody]
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


def list_account(account: Account) -> ListedAccountBody:
    """An account in a list."""
    return ListedAccountBody.model_validate(_account(account))


def write_account(customer: Customer) -> AccountBody:
    """An account with its defaults."""
    defaults = DefaultsBody.model_validate(customer.defaults)
    return AccountBody.model_validate({**_account(customer.account), "defaults": defaults})


def write_user(user: User) -> UserBody:
    """A user on the wire."""
    written = {
        "created_at": write_time(user.created),
        "signed_in_at": write_time(user.signed_in),
        "roles": sorted(user.roles),
    }
    shown = {name: getattr(user, name) for name in UserBody.model_fields if name not in written}
    return UserBody.model_validate({**shown, **written})


def write_application(application: Application) -> ApplicationBody:
    """An application on the wire, without its secrets."""
    return ApplicationBody.model_validate(_application(application))


def write_new_application(new: NewApplication) -> NewApplicationBody:
    """A new application with its secrets."""
    secrets = {"client_secret": new.client_secret, "webhook_secret": new.webhook_secret}
    return NewApplicationBody.model_validate({**_application(new.application), **secrets})


def _account(account: Account) -> dict[str, object]:
    return {
        "id": account.id,
        "name": account.name,
        "kind": account.kind,
        "created_at": write_time(account.created),
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
        "not_before": application.not_before,
        "created_at": write_time(application.created),
        "disabled": application.disabled,
    }
