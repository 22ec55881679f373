"""`client.provider.accounts`, `.applications` and `.users` (clause V3). Needs the role admin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, TypedDict, Unpack

from dragoman_client.flows import Flow
from dragoman_client.notifications import Notification
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.provider.account_results import (
    AccountEngines,
    Application,
    ClientSecret,
    EngineUsage,
    Invitation,
    NewApplication,
    ProviderAccount,
    User,
    UserSession,
    WebhookSecret,
)
from dragoman_client.record_calls import delete_record, get_record, send_record
from dragoman_client.records import read, to_wire, wire_value
from dragoman_client.sending import Call, at, call_json

ACCOUNT = "/provider/v1/accounts/{}"
APPLICATION = "/provider/v1/applications/{}"
USER = "/provider/v1/users/{}"


class AccountDefaultFields(TypedDict, total=False):
    """What projects have that name nothing else. None: nothing."""

    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    memory_threshold: int | None


class AccountFields(TypedDict, total=False):
    """What can be changed of an account."""

    name: str
    disabled: bool
    defaults: AccountDefaultFields


class ApplicationFields(TypedDict, total=False):
    """What an application has besides its name."""

    scopes: Sequence[str]  # "translate", "projects", "reference", "provider"
    role: str | None  # with the scope `provider`: "linguist", "manager" or "admin"
    rate_limit: str  # such as "100/60" (calls/seconds), or "off"


class ApplicationChanges(ApplicationFields, total=False):
    """What can be changed of an application."""

    name: str
    disabled: bool


class UserFields(TypedDict, total=False):
    """What a user has. Without a password, `invite` gives an address to choose one."""

    roles: Sequence[str]  # "customer", "orderer", "developer", "linguist", "manager", "admin"
    first_name: str
    last_name: str
    email: str | None
    password: str


class UserChanges(UserFields, total=False):
    """What can be changed of a user."""

    disabled: bool


class ProviderAccounts(Resource[R]):
    """The accounts of customers."""

    @listing
    def list(self, *, search: str | None = None) -> Callable[[Mark], Flow[Page[ProviderAccount]]]:
        """All accounts, or those that a search finds; disabled ones too."""
        query = {"search": search}
        path = "/provider/v1/accounts"
        return offset_pages(self._connection, path, "accounts", ProviderAccount, query=query)

    @operation
    def get(self, account: int) -> Flow[ProviderAccount]:
        """An account with its defaults."""
        return get_record(self._connection, ProviderAccount, at(ACCOUNT, account))

    @operation
    def create(self, name: str, *, kind: str = "production") -> Flow[ProviderAccount]:
        """Create an account, with what a first project needs; `kind`: "sandbox", "trial" or "production"."""
        body = {"name": name, "kind": kind}
        return send_record(self._connection, ProviderAccount, "POST", "/provider/v1/accounts", body)

    @operation
    def change(self, account: int, **fields: Unpack[AccountFields]) -> Flow[ProviderAccount]:
        """Change an account; what is left out stays, of its defaults too."""
        body = to_wire(fields)
        if "defaults" in fields:
            body["defaults"] = to_wire(fields["defaults"])
        return send_record(self._connection, ProviderAccount, "PATCH", at(ACCOUNT, account), body)

    @operation
    def engines(self, account: int) -> Flow[AccountEngines]:
        """Which engines translate for an account."""
        return get_record(self._connection, AccountEngines, at(ACCOUNT + "/engines", account))

    @operation
    def set_engines(self, account: int, engines: AccountEngines) -> Flow[AccountEngines]:
        """Set which engines translate for an account: all of it is replaced."""
        path = at(ACCOUNT + "/engines", account)
        return send_record(self._connection, AccountEngines, "PUT", path, wire_value(engines))

    @operation
    def engine_usage(
        self, account: int, *, since: date | None = None, until: date | None = None
    ) -> Flow[EngineUsage]:
        """What was sent for an account to engines elsewhere, by day and engine."""
        query = {"from": wire_value(since), "to": wire_value(until)}
        path = at(ACCOUNT + "/engines/usage", account)
        return get_record(self._connection, EngineUsage, path, query=query)


class Applications(Resource[R]):
    """The applications of all accounts."""

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[Application]]]:
        """All applications, or those of an account."""
        query = {"accountId": account_id}
        path = "/provider/v1/applications"
        return offset_pages(self._connection, path, "applications", Application, query=query)

    @operation
    def get(self, application: int) -> Flow[Application]:
        """An application."""
        return get_record(self._connection, Application, at(APPLICATION, application))

    @operation
    def create(
        self, name: str, *, account_id: int, **fields: Unpack[ApplicationFields]
    ) -> Flow[NewApplication]:
        """Create an application. The result has its secrets, which are not shown again."""
        body = {"name": name, "accountId": account_id, **to_wire(fields)}
        return send_record(self._connection, NewApplication, "POST", "/provider/v1/applications", body)

    @operation
    def change(self, application: int, **fields: Unpack[ApplicationChanges]) -> Flow[Application]:
        """Change an application; what is left out stays."""
        path = at(APPLICATION, application)
        return send_record(self._connection, Application, "PATCH", path, to_wire(fields))

    @operation
    def regenerate_secret(self, application: int, *, revoke_tokens: bool = False) -> Flow[ClientSecret]:
        """Make a new client secret: the old one stops at once, with `revoke_tokens` its tokens too."""
        path = at(APPLICATION + "/regenerate-secret", application)
        return send_record(self._connection, ClientSecret, "POST", path, {"revokeTokens": revoke_tokens})

    @operation
    def regenerate_webhook_secret(
        self, application: int, *, keep_old_hours: int | None = None
    ) -> Flow[WebhookSecret]:
        """Make a new secret for webhooks; the old one signs beside it for some hours."""
        path = at(APPLICATION + "/regenerate-webhook-secret", application)
        body = {} if keep_old_hours is None else {"keepOldHours": keep_old_hours}
        return send_record(self._connection, WebhookSecret, "POST", path, body)

    @operation
    def revoke_tokens(self, application: int) -> Flow[Application]:
        """Refuse all tokens that were issued until now."""
        path = at(APPLICATION + "/revoke-tokens", application)
        return send_record(self._connection, Application, "POST", path)

    @operation
    def send_test(self, application: int, url: str) -> Flow[Notification]:
        """Send a test event of an application to an address."""
        path = at(APPLICATION + "/test-event", application)
        return send_record(self._connection, Notification, "POST", path, {"url": url})


class Users(Resource[R]):
    """The users of all accounts."""

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[User]]]:
        """All users, or those of an account."""
        query = {"accountId": account_id}
        return offset_pages(self._connection, "/provider/v1/users", "users", User, query=query)

    @operation
    def get(self, user: int) -> Flow[User]:
        """A user."""
        return get_record(self._connection, User, at(USER, user))

    @operation
    def create(self, *, account_id: int, **fields: Unpack[UserFields]) -> Flow[User]:
        """Create a user of an account."""
        body = {"accountId": account_id, **to_wire(fields)}
        return send_record(self._connection, User, "POST", "/provider/v1/users", body)

    @operation
    def change(self, user: int, **fields: Unpack[UserChanges]) -> Flow[User]:
        """Change a user; what is left out stays."""
        return send_record(self._connection, User, "PATCH", at(USER, user), to_wire(fields))

    @operation
    def invite(self, user: int) -> Flow[Invitation]:
        """Make an address where the user chooses a password."""
        return send_record(self._connection, Invitation, "POST", at(USER + "/invitation", user))

    @operation
    def sessions(self, user: int) -> Flow[Sequence[UserSession]]:
        """Where a user is signed in."""
        wanted = Call(method="GET", path=at(USER + "/sessions", user))
        answer: Any = yield from call_json(self._connection, wanted)
        return [read(UserSession, one) for one in answer["sessions"]]

    @operation
    def end_sessions(self, user: int) -> Flow[None]:
        """Sign a user out everywhere."""
        return delete_record(self._connection, at(USER + "/sessions", user))

    @operation
    def remove_second_factor(self, user: int) -> Flow[None]:
        """Take away a user's second factor: for who lost it."""
        return delete_record(self._connection, at(USER + "/second-factor", user))
