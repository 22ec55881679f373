"""An external PostgreSQL server: its two roles are created if permitted, else an error has the SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.conninfo import make_conninfo

from dragoman.database.liveness import CONNECT_DEFAULTS, WatchedConnection
from dragoman.database.refusals import explain_refusal
from dragoman.database.urls import ServerUrls, parse_url, render_url, with_role
from dragoman.errors import Misconfigured
from dragoman.telemetry import log

_OWNER: Final = "dragoman_owner"
_APPLICATION: Final = "dragoman_app"
_LEAST_VERSION: Final = 150_000

_Statement: TypeAlias = sql.SQL | sql.Composed


async def prepare_external(*, url: str, owner_url: str | None) -> ServerUrls:
    """Check that the server can be used, make the roles it lacks, and give the address for each role.

    A login that is not the role itself acts as it from its first statement on (`options=-c role=…`). Raises
    `Unavailable` when it cannot be reached, `Misconfigured` when it refuses the login, with the SQL to run
    when a role is missing and may not be made, or when row-level security would not bind the application's.
    """
    application, owner = parse_url(url), parse_url(owner_url if owner_url is not None else url)
    application_login = await _read_login(application)
    owner_login = application_login if owner == application else await _read_login(owner)
    await _ensure_roles(owner, application_login=application_login)
    urls = ServerUrls(
        owner=_address(owner, login=owner_login, role=_OWNER),
        application=_address(application, login=application_login, role=_APPLICATION),
    )
    await _verify(urls)
    return urls


def _address(parameters: dict[str, str], *, login: str, role: str) -> str:
    """Without `options` for the role itself: transaction-pooling proxies refuse them."""
    return render_url(parameters if login == role else with_role(parameters, role))


async def _connect(parameters: dict[str, str]) -> AsyncConnection[tuple[object, ...]]:
    conninfo = make_conninfo(**{**CONNECT_DEFAULTS, **parameters})
    try:
        return await WatchedConnection.connect(conninfo, autocommit=True)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        raise explain_refusal(error, wanted="The database cannot be reached") from None


async def _read_login(parameters: dict[str, str]) -> str:
    async with await _connect(parameters) as connection:
        if connection.info.server_version < _LEAST_VERSION:
            version = connection.info.server_version // 10_000
            raise Misconfigured(f"The database is PostgreSQL {version}; version 15 or newer is needed.")
        cursor = await connection.execute("select session_user::text")
        row = await cursor.fetchone()
        return str(row[0]) if row else ""


async def _ensure_roles(owner: dict[str, str], *, application_login: str) -> None:
    """Make roles, memberships and the right to make tables, where they are missing."""
    async with await _connect(owner) as connection:
        missing = await _missing(connection, application_login)
        if not missing:
            return
        try:
            async with connection.transaction():
                for statement in missing:
                    await connection.execute(statement)
        except (
            psycopg.errors.DuplicateObject,
            psycopg.errors.UniqueViolation,
            psycopg.errors.InternalError_,
        ):
            pass  # another process did so at the same time
        except psycopg.errors.InsufficientPrivilege:
            raise _ask_administrator(connection, missing) from None
        if await _missing(connection, application_login):
            raise _ask_administrator(connection, missing)
        log().info("database.roles_prepared", statements=len(missing))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grants:
    """What is there already."""

    owner: bool
    application: bool
    owner_member: bool
    application_member: bool
    may_create: bool
    may_use: bool


_READ_GRANTS: Final = """
    select o.oid is not null, a.oid is not null,
           coalesce(pg_has_role(session_user, o.oid, 'member'), false),
           coalesce(pg_has_role(%(login)s, a.oid, 'member'), false),
           coalesce(has_schema_privilege(o.oid, 'public', 'create'), false),
           coalesce(has_schema_privilege(a.oid, 'public', 'usage'), false)
    from (select 1) one
    left join pg_roles o on o.rolname = 'dragoman_owner'
    left join pg_roles a on a.rolname = 'dragoman_app'
"""


async def _missing(
    connection: AsyncConnection[tuple[object, ...]], application_login: str
) -> list[_Statement]:
    """The statements that would put right what is missing, in order."""
    cursor = await connection.execute(_READ_GRANTS, {"login": application_login})
    row = await cursor.fetchone()
    assert row is not None
    there = dict(zip(_Grants.__dataclass_fields__, (bool(value) for value in row), strict=True))
    grants = _Grants(**there)
    statements: list[_Statement] = []
    if not grants.owner:
        statements.append(sql.SQL("CREATE ROLE dragoman_owner NOLOGIN"))
    if not grants.application:
        statements.append(sql.SQL("CREATE ROLE dragoman_app NOLOGIN"))
    if not grants.owner_member:
        statements.append(sql.SQL("GRANT dragoman_owner TO {}").format(sql.Identifier(connection.info.user)))
    if not grants.application_member:
        statements.append(sql.SQL("GRANT dragoman_app TO {}").format(sql.Identifier(application_login)))
    if not grants.may_create:
        statements.append(sql.SQL("GRANT USAGE, CREATE ON SCHEMA public TO dragoman_owner"))
    if not grants.may_use:
        statements.append(sql.SQL("GRANT USAGE ON SCHEMA public TO dragoman_app"))
    return statements


def _ask_administrator(
    connection: AsyncConnection[tuple[object, ...]], statements: list[_Statement]
) -> Misconfigured:
    lines = "".join(f"\n  {statement.as_string(connection)};" for statement in statements)
    return Misconfigured(
        f"The login {connection.info.user} may not prepare the database {connection.info.dbname}. Let an "
        f"administrator run this in it, then start again:{lines}"
    )


async def _verify(urls: ServerUrls) -> None:
    """The application's sessions must be bound by row-level security, and both roles must be usable."""
    for url, role in ((urls.owner, _OWNER), (urls.application, _APPLICATION)):
        async with await _connect(parse_url(url)) as connection:
            cursor = await connection.execute(
                "select rolname::text, rolsuper or rolbypassrls from pg_roles where rolname = current_user"
            )
            row = await cursor.fetchone()
        if row is None or row[0] != role:
            raise Misconfigured(f"Sessions of the database's address act as another role than {role}.")
        if role == _APPLICATION and row[1]:
            raise Misconfigured(
                "Row-level security does not bind dragoman_app, so accounts would see each other's data. Let "
                "an administrator run: ALTER ROLE dragoman_app NOSUPERUSER NOBYPASSRLS;"
            )
