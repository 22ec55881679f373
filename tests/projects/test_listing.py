"""Lists of projects: every filter and order finds what a plain look at all rows finds, by an index (P9)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from sqlalchemy import event, text

from benchmarks.made_projects import Shape, make_projects
from benchmarks.projects import QUERIES, STAFF_QUERIES
from dragoman.database.connections import ALL_ACCOUNTS, Database, RowScope, open_database, transaction
from dragoman.database.urls import ServerUrls
from dragoman.projects.model import Project, ProjectFilter
from dragoman.projects.orders.actions import find_project, list_projects
from dragoman.projects.orders.record import read_record
from dragoman.projects.titles import fold_title, search_grams
from tests.conftest import Postgres

PROJECTS = 3000


@pytest_asyncio.fixture(scope="module")
async def filled(postgres: Postgres) -> AsyncIterator[tuple[Database, ServerUrls, list[int]]]:
    """A database with projects of three accounts."""
    await postgres.run('create database "listing" template "template_of_tests" owner dragoman_owner')
    urls = postgres.named("listing")
    accounts = make_projects(urls.owner, Shape(accounts=3, projects=PROJECTS), seed=1)
    async with open_database(urls.application, connections=4) as database:
        yield database, urls, accounts
    await postgres.run('drop database "listing" with (force)')


Filled = tuple[Database, ServerUrls, list[int]]

# Column of the table → its value, for what a list is sorted by.
_VALUES: Mapping[str, Callable[[Project], Any]] = {
    "id": lambda one: one.id,
    "updated": lambda one: one.updated,
    "finished": lambda one: one.finished,
    "deadline": lambda one: one.deadline,
    "status": lambda one: one.status,
}


@pytest.mark.parametrize("name", QUERIES)
async def test_a_list_has_what_is_asked_for(filled: Filled, name: str) -> None:
    database, _, accounts = filled
    conditions = dict(QUERIES[name])
    wanted = ProjectFilter(**{"account_id": accounts[0], "limit": 40, **conditions, "offset": 3})
    async with transaction(database, account=accounts[0]) as tx:
        found = await list_projects(tx, wanted)
        every = await list_projects(tx, ProjectFilter(account_id=accounts[0], limit=PROJECTS))
    matching = [one for one in every if matches(one, wanted)]
    if wanted.sort in _VALUES and wanted.sort != "status":
        value = _VALUES[wanted.sort]
        none_first = [one for one in matching if value(one) is None]
        rest = sorted(
            (one for one in matching if value(one) is not None),
            key=lambda one: (value(one), one.id),
            reverse=wanted.descending,
        )
        matching = none_first + rest if wanted.descending else rest + none_first
        assert [one.id for one in found] == [one.id for one in matching[3:43]]
    else:  # the database's collation decides
        assert {one.id for one in found} <= {one.id for one in matching}
        assert len(found) == max(0, min(40, len(matching) - 3))


def matches(one: Project, wanted: ProjectFilter) -> bool:
    title, number = one.fields.title or "", one.fields.purchase_order_number
    return (
        (wanted.title is None or fold_title(wanted.title) in fold_title(title))
        and wanted.status in {None, one.status}
        and wanted.external_id in {None, one.fields.external_id}
        and wanted.purchase_order_number in {None, number}
        and (wanted.created_after is None or one.created > wanted.created_after)
        and (wanted.created_before is None or one.created < wanted.created_before)
        and (wanted.updated_after is None or one.updated > wanted.updated_after)
        and (
            wanted.finished_after is None
            or (one.finished is not None and one.finished > wanted.finished_after)
        )
    )


async def test_an_account_never_sees_anothers_projects(filled: Filled) -> None:
    database, _, (ours, theirs, _third) = filled
    async with transaction(database, account=ours) as tx:
        assert not await list_projects(tx, ProjectFilter(account_id=theirs))
        assert not await list_projects(tx, ProjectFilter(account_id=theirs, title="contract"))
        everything = await list_projects(tx, ProjectFilter(limit=PROJECTS))
    assert {one.account_id for one in everything} == {ours}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert len(await list_projects(tx, ProjectFilter(limit=2 * PROJECTS))) == PROJECTS
        assert {one.account_id for one in await list_projects(tx, ProjectFilter(title="#42"))} > {ours}
        (rare,) = await list_projects(tx, ProjectFilter(title="#2999"))
        assert (rare.fields.title or "").endswith("#2999")
    async with transaction(database, account=theirs) as tx:
        called = text("select * from find_project_titles(null, cast(:grams as integer[]), '#2999', 10)")
        found = await tx.connection.execute(called, {"grams": search_grams("#2999")})
        assert list(found.scalars()) == ([rare.id] if rare.account_id == theirs else [])


@contextmanager
def watched(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are sent meanwhile, as the driver gets them."""
    seen: list[tuple[str, Any]] = []

    def listen(_c: object, _k: object, statement: str, parameters: Any, *_: object) -> None:
        seen.append((statement, parameters))

    event.listen(database.engine.sync_engine, "before_cursor_execute", listen)
    try:
        yield seen
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", listen)


async def find_plans(
    database: Database, account: int | RowScope, seen: list[tuple[str, Any]], *, unwanted: Sequence[str] = ()
) -> list[str]:
    """The kinds of nodes in the plans of statements, as the application role has them."""
    nodes: list[str] = []
    async with transaction(database, account=account) as tx:
        for setting in unwanted:
            await tx.connection.execute(text(f"set local {setting} = off"))
        for statement, parameters in seen:
            if "set_config" in statement:
                continue
            rows = await tx.connection.exec_driver_sql(f"explain (format json) {statement}", parameters)
            plan = rows.scalar_one()
            nodes += [node["Node Type"] for node in nodes_of(plan[0]["Plan"])]
    return nodes


def nodes_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes_of(child)


async def test_nothing_is_read_from_end_to_end(filled: Filled) -> None:
    database, _, accounts = filled
    with watched(database) as seen:
        async with transaction(database, account=accounts[1]) as tx:
            for conditions in QUERIES.values():
                await list_projects(tx, ProjectFilter(**{"account_id": accounts[1], **conditions}))
            (newest,) = await list_projects(tx, ProjectFilter(account_id=accounts[1], limit=1))
            project = await find_project(tx, newest.id, account_id=accounts[1])
            await read_record(tx, project)
    nodes = await find_plans(database, accounts[1], seen)
    assert len(seen) > len(QUERIES)
    assert "Seq Scan" not in nodes, nodes
    assert "Index Scan" in nodes


async def test_lists_over_all_accounts_can_be_read_in_the_order_of_an_index(filled: Filled) -> None:
    """Of a small table the planner rather reads and sorts the whole: here it may not."""
    database, _, _accounts = filled
    with watched(database) as seen:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            for name, conditions in STAFF_QUERIES.items():
                if "title" not in name:
                    await list_projects(tx, ProjectFilter(**conditions))
    nodes = await find_plans(database, ALL_ACCOUNTS, seen, unwanted=("enable_seqscan", "enable_sort"))
    assert nodes.count("Limit") == len(STAFF_QUERIES) - 1
    assert set(nodes) == {"Limit", "Index Scan"}


async def test_titles_are_found_by_their_index(filled: Filled) -> None:
    """What `find_project_titles` runs inside, as the owner and with the settings that it has."""
    _, urls, accounts = filled
    async with await psycopg.AsyncConnection.connect(urls.owner) as connection:
        rows = await connection.execute(
            "select prosrc, proconfig from pg_proc where proname = 'find_project_titles'"
        )
        source, configuration = await one_row(rows)
        for setting in configuration:
            name, _, value = setting.partition("=")
            await connection.execute("select set_config(%s, %s, true)", (name, value))
        query = source.partition("return query")[2].partition(";")[0]
        for parameter, value in {
            "p_grams": "array[1, 2]",
            "p_account_id": str(accounts[0]),
            "p_folded": "'x'",
            "p_most": "10",
        }.items():
            query = query.replace(parameter, value)
        (plan,) = await one_row(await connection.execute(f"explain (format json) {query}"))
    (scan,) = [node for node in nodes_of(plan[0]["Plan"]) if "Index Name" in node]
    assert scan["Index Name"] == "projects_grams_idx"


async def one_row(cursor: psycopg.AsyncCursor[Any]) -> tuple[Any, ...]:
    row = await cursor.fetchone()
    assert row is not None
    return tuple(row)
