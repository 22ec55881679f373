"""Models of users for staff (V3)."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from dragoman.accounts.model import Role, User
from dragoman.api.provider_v1.catalog_bodies import Disabled, Switch, ThingId
from dragoman.http.fields import CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.timestamps import write_time

_ONE_ROLE: Final = "The only role, unless `roles` are given too"
Roles = Annotated[
    frozenset[Role],
    Field(
        max_length=len(Role),
        description="Several are possible; developers and orderers are customers too",
    ),
]
Password = Annotated[CustomerText, Field(description="12 to 1024 characters; it is kept as a hash only")]


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


def write_user(user: User) -> UserBody:
    """A user on the wire."""
    written = {
        "created_at": write_time(user.created),
        "signed_in_at": write_time(user.signed_in),
        "roles": sorted(user.roles),
    }
    shown = {name: getattr(user, name) for name in UserBody.model_fields if name not in written}
    return UserBody.model_validate({**shown, **written})
