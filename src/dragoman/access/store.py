"""The tables of applications and their limits, and the statements on them. `key_store` has token keys.

Row-level security binds `applications`. What must be found before an account is known (by the token
endpoint, and by every call's admission) goes through functions of the database, which give one row only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.access.model import AccessScope, Application, ApplicationDraft, RateRule, SecretHint, StaffRole
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.settings import Rate

APPLICATIONS: Final = sa.Table(
    "applications",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("client_id", sa.Text, nullable=False, unique=True),
    sa.Column("secret_hash", sa.Text, nullable=False),  # see access.secrets
    sa.Column("webhook_secret", sa.LargeBinary, nullable=False),  # wrapped by a master key
    sa.Column("scopes", postgresql.ARRAY(sa.Text), nullable=False),
    sa.Column("rate_calls", sa.Integer),  # null: the settings' rate; 0: no limit
    sa.Column("rate_seconds", sa.Integer),
    sa.Column("builtin", sa.Boolean, nullable=False),
    sa.Column("token_generation", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("not_before", sa.BigInteger, nullable=False, server_default=sa.text("0")),  # epoch seconds
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
    sa.Column("webhook_secret_old", sa.LargeBinary),  # signs beside the new one until then
    sa.Column("webhook_secret_old_until", sa.DateTime(timezone=True)),
    sa.Column("role", sa.Text),  # on the provider's interface
    sa.Column("secret_hint", sa.Text),  # what is shown of the secret later
    sa.Column("secret_made", sa.DateTime(timezone=True)),
    sa.Column("webhook_secret_hint", sa.Text),
    sa.Column("webhook_secret_made", sa.DateTime(timezone=True)),
    sa.Column("last_used", sa.DateTime(timezone=True)),  # written by `record_application_use` only
    sa.CheckConstraint("(rate_calls is null) = (rate_seconds is null)", name="rate"),
    sa.CheckConstraint("role in ('linguist', 'manager', 'admin')", name="role"),
)
sa.Index(
    "applications_builtin_idx",
    APPLICATIONS.c.account_id,
    unique=True,
    postgresql_where=APPLICATIONS.c.builtin,
)

# Unlogged: a crash of the server resets all quotas. Only the function `admit` touches it.
RATE_LIMITS: Final = sa.Table(
    "rate_limits",
    METADATA,
    sa.Column("application_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("bucket", sa.Text, primary_key=True),
    sa.Column("due", sa.DateTime(timezone=True), nullable=False),  # when the whole quota is there again
    prefixes=["UNLOGGED"],
)

# Unlogged as well. Only functions of revision 0018 touch it, for `dragoman.access.brute_force`.
TOKEN_ATTEMPTS: Final = sa.Table(
    "token_attempts",
    METADATA,
    sa.Column("key", sa.LargeBinary, primary_key=True),  # digest of client id and address, or of an address
    sa.Column("due", sa.DateTime(timezone=True), nullable=False),  # when the whole quota is there again
    sa.Column("succeeded", sa.DateTime(timezone=True)),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    prefixes=["UNLOGGED"],
)

_APPLICATION_COLUMNS: Final = [
    column
    for column in APPLICATIONS.columns
    if column.name not in {"secret_hash", "token_generation", "webhook_secret"}
    and not column.name.startswith("webhook_secret_old")
]
_FIND_CREDENTIALS_NOW: Final = sa.text(
    "select * from find_credentials(:client_id, :trial_days, :now - clock_timestamp())"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCredentials:
    """The data of an application that the token endpoint needs."""

    application_id: int
    client_id: str
    account_kind: AccountKind
    secret_hash: str = field(repr=False)
    scopes: frozenset[AccessScope]
    token_generation: int
    not_before: int
    refusal: (
        str | None
    )  # why it gets no token, even with the right secret: `find_credentials` of revision 0002


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookSecrets:
    """The stored secrets that sign an application's webhooks."""

    client_id: str
    wrapped: bytes = field(repr=False)
    wrapped_old: bytes | None = field(repr=False)  # the one before, while it still counts


async def find_credentials_by_id(
    tx: Transaction, *, application_id: int, trial_days: int
) -> StoredCredentials | None:
    """Find the credentials of an application that this transaction sees."""
    statement = sa.select(APPLICATIONS.c.client_id).where(APPLICATIONS.c.id == application_id)
    client_id = await tx.connection.scalar(statement)
    values = {"client_id": client_id, "trial_days": trial_days, "now": tx.now}
    row = (await tx.connection.execute(_FIND_CREDENTIALS_NOW, values)).one_or_none()
    return None if row is None else read_credentials(row)


async def insert_application(
    tx: Transaction, *, draft: ApplicationDraft, client_id: str, secrets: Mapping[str, Any]
) -> Application:
    """Store a new application; `secrets` are the columns of both its secrets."""
    statement = (
        sa.insert(APPLICATIONS)
        .values(
            account_id=draft.account_id,
            name=draft.name,
            client_id=client_id,
            **secrets,
            scopes=sorted(draft.scopes),
            **write_rate(draft.rate),
            builtin=draft.builtin,
            role=draft.role,
            created=tx.now,
        )
        .returning(*_APPLICATION_COLUMNS)
    )
    return _application((await tx.connection.execute(statement)).one())


async def find_application(tx: Transaction, application_id: int, *, hold: bool = False) -> Application | None:
    """The application, if this transaction may see it; `hold` keeps others from changing it meanwhile."""
    statement = sa.select(*_APPLICATION_COLUMNS).where(APPLICATIONS.c.id == application_id)
    if hold:
        statement = statement.with_for_update(key_share=True)
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _application(row)


async def find_builtin_application(tx: Transaction, account_id: int) -> Application | None:
    """The application through which the account's people act."""
    statement = sa.select(*_APPLICATION_COLUMNS).where(
        APPLICATIONS.c.account_id == account_id, APPLICATIONS.c.builtin
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _application(row)


async def list_applications(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[Application]:
    """The applications this transaction sees, of one account or all, oldest first."""
    statement = sa.select(*_APPLICATION_COLUMNS).order_by(APPLICATIONS.c.id).limit(limit).offset(offset)
    if account_id is None and isinstance(tx.account, int):
        account_id = tx.account  # the policy says so too, but no index is read for it
    if account_id is not None:
        statement = statement.where(APPLICATIONS.c.account_id == account_id)
    return [_application(row) for row in await tx.connection.execute(statement)]


async def list_application_names(tx: Transaction, application_ids: Sequence[int]) -> dict[int, str]:
    """The names of those of the applications that this transaction sees, by their ids."""
    statement = sa.select(APPLICATIONS.c.id, APPLICATIONS.c.name).where(
        APPLICATIONS.c.id.in_(application_ids)
    )
    return {row.id: row.name for row in await tx.connection.execute(statement)}


async def update_application(tx: Transaction, application_id: int, **values: Any) -> Application | None:
    """Set columns of one application; None when this transaction does not see it."""
    statement = (
        sa.update(APPLICATIONS)
        .where(APPLICATIONS.c.id == application_id)
        .values(**values)
        .returning(*_APPLICATION_COLUMNS)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _application(row)


async def find_webhook_secrets(tx: Transaction, application_id: int) -> WebhookSecrets | None:
    """What signs the application's webhooks, if this transaction may see it."""
    columns = APPLICATIONS.c
    old = sa.case((columns.webhook_secret_old_until > tx.now, columns.webhook_secret_old))
    statement = sa.select(columns.client_id, columns.webhook_secret, old.label("old")).where(
        columns.id == application_id
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    if row is None:
        return None
    return WebhookSecrets(client_id=row.client_id, wrapped=row.webhook_secret, wrapped_old=row.old)


async def revoke_tokens(tx: Transaction, application_id: int) -> Application | None:
    """Begin a new generation of the application's tokens; None when this transaction does not see it."""
    return await update_application(
        tx,
        application_id,
        token_generation=APPLICATIONS.c.token_generation + 1,
        not_before=int(tx.now.timestamp()),
    )


def client_secret_values(*, hashed: str, hint: str, made: datetime) -> dict[str, Any]:
    """The columns of a client secret."""
    return {"secret_hash": hashed, "secret_hint": hint, "secret_made": made}


def webhook_secret_values(*, wrapped: bytes, hint: str, made: datetime) -> dict[str, Any]:
    """The columns of a webhook secret."""
    return {"webhook_secret": wrapped, "webhook_secret_hint": hint, "webhook_secret_made": made}


def write_rate(rate: Rate | RateRule) -> dict[str, int | None]:
    """The columns of a rate limit."""
    if isinstance(rate, Rate):
        return {"rate_calls": rate.calls, "rate_seconds": rate.seconds}
    return dict.fromkeys(("rate_calls", "rate_seconds"), 0 if rate is RateRule.OFF else None)


def _read_rate(calls: int | None, seconds: int | None) -> Rate | RateRule:
    if calls is None or seconds is None:
        return RateRule.DEFAULT
    return Rate(calls=calls, seconds=seconds) if calls else RateRule.OFF


def _application(row: sa.Row[Any]) -> Application:
    return Application(
        id=row.id,
        account_id=row.account_id,
        name=row.name,
        client_id=row.client_id,
        scopes=frozenset(AccessScope(scope) for scope in row.scopes),
        rate=_read_rate(row.rate_calls, row.rate_seconds),
        builtin=row.builtin,
        role=None if row.role is None else StaffRole(row.role),
        not_before=row.not_before,
        created=row.created,
        disabled=row.disabled,
        last_used=row.last_used,
        secret=_hint(row.secret_hint, row.secret_made),
        webhook_secret=_hint(row.webhook_secret_hint, row.webhook_secret_made),
    )


def _hint(text: str | None, made: datetime | None) -> SecretHint | None:
    return None if text is None or made is None else SecretHint(text=text, made=made)


def read_credentials(row: Any) -> StoredCredentials:
    """The application of a row of the function `find_credentials`."""
    return StoredCredentials(
        application_id=row.application_id,
        client_id=row.client_id,
        account_kind=AccountKind(row.account_kind),
        secret_hash=row.secret_hash,
        scopes=frozenset(AccessScope(scope) for scope in row.scopes),
        token_generation=row.token_generation,
        not_before=row.not_before,
        refusal=row.refusal,
    )
