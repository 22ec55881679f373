"""A server of the user's own: addresses, roles, and what is refused."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from dragoman.database.migrate import migrate
from dragoman.database.server import open_server
from dragoman.database.urls import parse_url, render_url, with_role
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import Settings
from tests.conftest import superuser_url, system_programs

PASSWORD = "p@ss:/?#[]%&=+ '\"\\ é"


@pytest.fixture(scope="module", params=["wheel", "system"])
async def bare_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[str]:
    """The superuser's address on a server that has never heard of us."""
    programs = system_programs() if request.param == "system" else None
    settings = Settings(data=tmp_path_factory.mktemp("external") / "data", postgres_bin=programs)
    async with open_server(settings):
        superuser = render_url({**parse_url(superuser_url(settings)), "dbname": "postgres"})
        await _run(superuser, "drop database dragoman", "drop role dragoman_app", "drop role dragoman_owner")
        yield superuser


@pytest.fixture
async def make_login(bare_server: str) -> AsyncIterator[object]:
    """Make a login with a difficult password and a database; gives its address."""

    async def make(*, attributes: str = "", owns_database: bool = True) -> str:
        await _run(
            bare_server,
            sql.SQL('create role "O\'Neil" login {} password {}').format(
                sql.SQL(attributes), sql.Literal(PASSWORD)
            ),
            "create database theirs",
        )
        if owns_database:
            await _run(bare_server, 'alter database theirs owner to "O\'Neil"')
        return render_url(
            {**parse_url(bare_server), "user": "O'Neil", "password": PASSWORD, "dbname": "theirs"}
        )

    yield make
    await _run(bare_server, "drop database if exists theirs with (force)", 'drop role if exists "O\'Neil"')
    for role in ("dragoman_app", "dragoman_owner"):
        await _run(bare_server, f"drop role if exists {role}")


async def _run(url: str, *statements: str | sql.Composable) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        for statement in statements:
            await connection.execute(statement)  # type: ignore[call-overload]


async def _roles(url: str) -> tuple[object, ...]:
    async with await psycopg.AsyncConnection.connect(url) as connection:
        row = await (await connection.execute("select session_user::text, current_user::text")).fetchone()
        assert row is not None
        return row


def _settings(tmp_path: Path, url: str, owner_url: str | None = None) -> Settings:
    return Settings(data=tmp_path, database_url=url, database_owner_url=owner_url)


@pytest.mark.parametrize("attributes", ["superuser", "createrole"])
async def test_a_login_that_may_makes_the_roles_and_acts_as_them(
    make_login: object, tmp_path: Path, attributes: str
) -> None:
    url = await make_login(attributes=attributes)  # type: ignore[operator]
    for _ in range(2):  # the second time they are there
        async with open_server(_settings(tmp_path, url)) as urls:
            assert await _roles(urls.owner) == ("O'Neil", "dragoman_owner")
            assert await _roles(urls.application) == ("O'Neil", "dragoman_app")
            await migrate(urls.owner)
            async with await psycopg.AsyncConnection.connect(urls.application) as connection:
                await connection.execute("select * from users")
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    await connection.execute("create table mine()")


async def test_a_login_that_may_not_gets_the_sql_to_run(
    make_login: object, bare_server: str, tmp_path: Path
) -> None:
    url = await make_login(owns_database=False)  # type: ignore[operator]
    with pytest.raises(Misconfigured) as refusal:
        async with open_server(_settings(tmp_path, url)):
            pass
    assert "O'Neil" in refusal.value.message
    assert PASSWORD not in refusal.value.message
    statements = re.findall(r"^  (.*;)$", refusal.value.message, re.MULTILINE)
    assert len(statements) == 6
    await _run(render_url({**parse_url(bare_server), "dbname": "theirs"}), *statements)
    async with open_server(_settings(tmp_path, url)) as urls:
        assert (await migrate(urls.owner)).changed


async def test_separate_logins_are_the_roles_themselves(
    make_login: object, bare_server: str, tmp_path: Path
) -> None:
    admin = await make_login(attributes="superuser")  # type: ignore[operator]
    await _run(
        admin,
        f"create role dragoman_owner login password '{'o' * 20}'",
        f"create role dragoman_app login password '{'a' * 20}'",
        "grant create, usage on schema public to dragoman_owner",
    )
    owner = render_url({**parse_url(admin), "user": "dragoman_owner", "password": "o" * 20})
    application = render_url({**parse_url(admin), "user": "dragoman_app", "password": "a" * 20})
    async with open_server(_settings(tmp_path, application, owner)) as urls:
        # Without `options`, which a transaction-pooling proxy refuses.
        assert (parse_url(urls.owner), parse_url(urls.application)) == (
            parse_url(owner),
            parse_url(application),
        )
        await migrate(urls.owner)


@pytest.mark.parametrize("attribute", ["superuser", "bypassrls"])
async def test_a_role_that_row_level_security_does_not_bind_is_refused(
    make_login: object, tmp_path: Path, attribute: str
) -> None:
    url = await make_login(attributes="superuser")  # type: ignore[operator]
    await _run(url, f"create role dragoman_app {attribute}")
    with pytest.raises(Misconfigured, match="ALTER ROLE dragoman_app NOSUPERUSER NOBYPASSRLS"):
        async with open_server(_settings(tmp_path, url)):
            pass


async def test_a_server_that_is_away_is_an_outage_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="cannot be reached") as outage:
        async with open_server(_settings(tmp_path, "postgresql://u:sesame@127.0.0.1:1/d")):
            pass
    assert "sesame" not in outage.value.message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"password": "wrong"}, "password authentication failed"),
        ({"user": "nobody-of-this-name"}, "authentication failed|does not exist"),
        ({"dbname": "nowhere"}, 'database "nowhere" does not exist'),
        ({"sslmode": "nonsense"}, "invalid sslmode value"),
        ({"options": "-c nonsense=1"}, "unrecognized configuration parameter"),
        ({"host": "127.0.0.1", "port": "99999"}, "invalid port number"),
        ({"service": "nowhere"}, "service"),
        ({"connect_timeout": "soon"}, "connect_timeout"),
    ],
)
async def test_what_waiting_does_not_mend_must_be_changed(
    make_login: object, tmp_path: Path, change: dict[str, str], reason: str
) -> None:
    """The start ends with it, instead of trying for ever."""
    url = await make_login(attributes="superuser")  # type: ignore[operator]
    wrong = render_url({**parse_url(url), **change})
    for settings in (_settings(tmp_path, wrong), _settings(tmp_path, url, owner_url=wrong)):
        with pytest.raises(Misconfigured, match=reason) as refusal:
            async with open_server(settings):
                pass
        assert "wrong" not in refusal.value.message
        assert len(refusal.value.message.splitlines()) == 1


async def test_a_server_that_is_away_beside_one_that_refuses_is_waited_for(
    make_login: object, tmp_path: Path
) -> None:
    url = await make_login(attributes="superuser")  # type: ignore[operator]
    here = parse_url(url)["host"]
    both = render_url({**parse_url(url), "password": "bad", "host": f"127.0.0.1,{here}", "port": "1,5432"})
    with pytest.raises(Unavailable, match="cannot be reached"):
        async with open_server(_settings(tmp_path, both)):
            pass


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        (
            "postgresql://us%40er:p%40s%2Fs%25@db.example:6432/name?sslmode=require&application_name=a%20b",
            {
                "user": "us@er",
                "password": "p@s/s%",
                "host": "db.example",
                "port": "6432",
                "dbname": "name",
                "sslmode": "require",
                "application_name": "a b",
            },
        ),
        (
            "postgresql://u@/d?host=/var/run/postgresql",
            {"user": "u", "dbname": "d", "host": "/var/run/postgresql"},
        ),
        ("postgres://u@%2Frun%2Fpg/d", {"user": "u", "dbname": "d", "host": "/run/pg"}),
        ("postgresql+psycopg://u@a:1,b:2/d", {"user": "u", "dbname": "d", "host": "a,b", "port": "1,2"}),
    ],
)
def test_addresses_survive_being_read_and_written(address: str, parts: dict[str, str]) -> None:
    assert parse_url(address) == parts
    assert parse_url(render_url(parts)) == parts
    assert parse_url(render_url(with_role(parts, "dragoman_app"))) == {
        **parts,
        "options": "-c role=dragoman_app",
    }


def test_options_of_the_address_stay_beside_the_role() -> None:
    parts = parse_url("postgresql://h/d?options=-c%20statement_timeout%3D5s")
    assert with_role(parts, "r")["options"] == "-c statement_timeout=5s -c role=r"


@pytest.mark.parametrize("address", ["mysql://u:sesame@h/d", "sesame", "postgresql://u:se%zzsame@h/d"])
def test_an_unreadable_address_is_not_repeated(address: str) -> None:
    with pytest.raises(Misconfigured) as refusal:
        parse_url(address)
    assert "same" not in refusal.value.message
