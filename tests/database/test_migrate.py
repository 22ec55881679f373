"""Migrations: what they make, on every version, once, and only forwards."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

import dragoman
import dragoman.database.migrations
from dragoman.database.metadata import METADATA
from dragoman.database.migrate import MIGRATIONS, migrate, newest_revision
from dragoman.database.server import open_server
from dragoman.database.urls import ServerUrls, parse_url
from dragoman.errors import Misconfigured
from dragoman.settings import Settings
from tests.conftest import Postgres, system_programs

NEWEST = max(
    path.name[:4]
    for path in Path(dragoman.database.migrations.__path__[0], "versions").iterdir()
    if path.name[0].isdigit()
)


@pytest.fixture
async def empty_urls(postgres: Postgres) -> AsyncIterator[ServerUrls]:
    """A database in which nothing has been made yet."""
    await postgres.run("create database empty owner dragoman_owner")
    yield postgres.named("empty")
    await postgres.run("drop database empty with (force)")


async def test_the_first_process_migrates_and_the_others_wait(empty_urls: ServerUrls) -> None:
    migrations = await asyncio.gather(*(migrate(empty_urls.owner) for _ in range(4)))
    assert {migration.after for migration in migrations} == {NEWEST}
    assert [migration.before for migration in migrations].count(None) == 1
    again = await migrate(empty_urls.owner)
    assert (again.before, again.after, again.changed) == (NEWEST, NEWEST, False)


def test_the_newest_revision_is_the_one_alembic_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert newest_revision() == ScriptDirectory.from_config(config).get_current_head()


async def test_a_newer_database_is_refused(database_urls: ServerUrls) -> None:
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        await connection.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(Misconfigured, match=f"revision 9999, which is newer .* up to {NEWEST}"):
        await migrate(database_urls.owner)


@pytest.mark.parametrize("server", ["the session's", "the system's"])
async def test_tables_are_what_the_stores_say(server: str, database_urls: ServerUrls, tmp_path: Path) -> None:
    """On both servers, and after going back to nothing and forward again."""
    if server == "the session's":
        await _check_tables(database_urls)
        return
    settings = Settings(data=tmp_path / "data", postgres_bin=system_programs())
    async with open_server(settings) as urls:
        assert (await migrate(urls.owner)).changed
        await _check_tables(urls)


async def _check_tables(urls: ServerUrls) -> None:
    _import_stores()
    engine = create_async_engine("postgresql+psycopg://", connect_args=dict(parse_url(urls.owner)))
    async with engine.connect() as connection:
        assert await connection.run_sync(_differences) == []
        await connection.run_sync(_downgrade)
        left = await connection.execute(
            text("select relname from pg_class where relnamespace = 'public'::regnamespace")
        )
        assert {name for (name,) in left} <= {"alembic_version", "alembic_version_pkc"}
        await connection.commit()
    assert (await migrate(urls.owner)).before is None
    async with engine.connect() as connection:
        assert await connection.run_sync(_differences) == []
    await engine.dispose()


def _import_stores() -> None:
    for module in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
        if module.name.endswith(("store", ".tables")):  # also `webhook_key_store`
            importlib.import_module(module.name)


def _differences(connection: Connection) -> list[object]:
    def is_ours(_thing: object, name: str | None, *_rest: object) -> bool:
        # `job_failures` is beside the queue's own tables, which no store describes.
        return not (name or "").startswith(("procrastinate_", "idx_procrastinate", "job_failures"))

    context = MigrationContext.configure(
        connection, opts={"include_object": is_ours, "compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, METADATA))


def _downgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", dragoman.database.migrations.__path__[0])
    config.attributes["connection"] = connection
    command.downgrade(config, "base")


def test_every_file_of_the_queue_is_run_by_a_revision() -> None:
    """A new procrastinate brings new files: they need a revision."""
    shipped = {
        file.name
        for file in resources.files("procrastinate.sql.migrations").iterdir()
        if file.name.endswith(".sql")
    }
    run: set[str] = set()
    for module in pkgutil.iter_modules([str(Path(dragoman.database.migrations.__path__[0], "versions"))]):
        revision = importlib.import_module(f"dragoman.database.migrations.versions.{module.name}")
        run |= set(getattr(revision, "FILES", ()))
    assert run == shipped
