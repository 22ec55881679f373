"""Stages of projects: the rule, the same as SQL, and lists by stage, due date and search."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import psycopg
import pytest
import pytest_asyncio
import sqlalchemy as sa

from benchmarks.made_projects import Shape, make_projects
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, open_database, transaction
from dragoman.projects import file_store, stage_store, store
from dragoman.projects.model import (
    Due,
    Fields,
    FileTranslation,
    HoldReason,
    Project,
    ProjectFilter,
    ProjectStage,
    ProjectStatus,
)
from dragoman.projects.orders.listing import count_stages, count_statuses, list_projects
from dragoman.projects.stages import (
    Attention,
    StageFacts,
    facts_of,
    find_attention,
    find_main_stage,
    find_stages,
    is_due,
)
from tests.conftest import Postgres
from tests.projects.test_listing import find_plans, watched

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday
PROJECTS = 600
STAGES = (ProjectStage.TO_DO, ProjectStage.HELD, ProjectStage.IN_WORK, ProjectStage.TO_DELIVER)


def facts(status: ProjectStatus = ProjectStatus.ACTIVE, **values: Any) -> StageFacts:
    given = {"hold": None, "deadline": None, "has_failed": False, "is_ready": False, **values}
    return StageFacts(status=status, **given)


@pytest.mark.parametrize(
    ("given", "stages", "main", "attention"),
    [
        (facts(ProjectStatus.DRAFT), set(), None, None),
        (facts(ProjectStatus.DRAFT, hold=HoldReason.ANALYSIS), set(), None, None),
        (
            facts(ProjectStatus.DRAFT, hold=HoldReason.DEADLINE),
            {ProjectStage.TO_DO, ProjectStage.HELD},
            ProjectStage.HELD,
            Attention.DEADLINE,
        ),
        (facts(), {ProjectStage.IN_WORK}, ProjectStage.IN_WORK, None),
        (
            facts(deadline=NOW - timedelta(seconds=1)),
            {ProjectStage.IN_WORK, ProjectStage.TO_DO},
            ProjectStage.IN_WORK,
            Attention.OVERDUE,
        ),
        (facts(deadline=NOW), {ProjectStage.IN_WORK}, ProjectStage.IN_WORK, None),
        (
            facts(is_ready=True, has_failed=True),
            {ProjectStage.IN_WORK, ProjectStage.TO_DO, ProjectStage.TO_DELIVER},
            ProjectStage.TO_DELIVER,
            Attention.FAILED,
        ),
        (
            facts(is_ready=True, hold=HoldReason.STAFF),
            {ProjectStage.HELD, ProjectStage.TO_DO, ProjectStage.TO_DELIVER},
            ProjectStage.HELD,
            Attention.READY,
        ),
        (facts(ProjectStatus.FINISHED, is_ready=True, deadline=NOW - timedelta(1)), set(), None, None),
        (facts(ProjectStatus.CANCELLED, hold=HoldReason.STAFF), set(), None, None),
    ],
)
def test_the_rule(
    given: StageFacts,
    stages: set[ProjectStage],
    main: ProjectStage | None,
    attention: Attention | None,
) -> None:
    assert find_stages(given, now=NOW) == stages | {ProjectStage.ALL}
    assert find_main_stage(given, now=NOW) == main
    assert find_attention(given, now=NOW) == attention


def test_staff_have_something_to_do_exactly_where_there_is_a_reason() -> None:
    for status, hold, deadline, has_failed, is_ready in itertools.product(
        ProjectStatus,
        [None, *HoldReason],
        [None, NOW - timedelta(1), NOW + timedelta(1)],
        [True, False],
        [True, False],
    ):
        given = facts(status, hold=hold, deadline=deadline, has_failed=has_failed, is_ready=is_ready)
        is_to_do = ProjectStage.TO_DO in find_stages(given, now=NOW)
        assert is_to_do == (find_attention(given, now=NOW) is not None), given


@pytest_asyncio.fixture(scope="module")
async def staged(postgres: Postgres) -> AsyncIterator[tuple[Database, list[int]]]:
    """Projects in every combination of status, hold, deadline and state of a translation."""
    await postgres.run('create database "stages" template "template_of_tests" owner dragoman_owner')
    urls = postgres.named("stages")
    accounts = make_projects(urls.owner, Shape(accounts=3, projects=PROJECTS), seed=2)
    async with open_database(urls.application, connections=4) as database:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            for statement in _MIXED:
                await tx.connection.execute(sa.text(statement))
        async with await psycopg.AsyncConnection.connect(urls.owner, autocommit=True) as connection:
            await connection.execute("vacuum analyze")  # plans are those of a table that is looked after
        yield database, accounts
    await postgres.run('drop database "stages" with (force)')


_MIXED = (
    """
    update projects set
      status = (array['Draft', 'Active', 'Finished', 'Cancelled'])[1 + id % 4],
      hold = (array[
        null, 'ANALYSIS_RUNNING', 'FILE_FAILED', null, 'DEADLINE_TOO_TIGHT', 'HELD_BY_PROVIDER', null
      ])[1 + id % 7],
      deadline = case when id % 5 = 0 then null else now() + (id % 23 - 11) * interval '9 hours' end
    """,
    """
    update project_translations t set
      status = p.status,
      stage = (array['waiting', 'open', 'failed', 'open', 'open', 'preparing'])[1 + t.id % 6],
      segments = 4, segments_left = (t.id % 11) % 4,
      handed_back = case when t.id % 13 = 0 then now() end
    from projects p where p.id = t.project_id
    """,
)
Staged = tuple[Database, list[int]]


async def read_everything(tx: Transaction) -> dict[int, tuple[Project, Sequence[FileTranslation]]]:
    projects = await store.list_projects(tx, ProjectFilter(limit=2 * PROJECTS))
    found = await file_store.list_translations(tx, [one.id for one in projects])
    return {one.id: (one, [each for each in found if each.project_id == one.id]) for one in projects}


@pytest.mark.parametrize("of_one_account", [True, False])
async def test_sql_has_the_same_stages_as_the_rule(staged: Staged, of_one_account: bool) -> None:
    database, accounts = staged
    account = accounts[0] if of_one_account else None
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        everything = await read_everything(tx)
        counted = await count_stages(tx, account)
        for stage in STAGES:
            expected = {
                id_
                for id_, (project, translations) in everything.items()
                if stage in find_stages(facts_of(project, translations), now=tx.now)
                and account in (None, project.account_id)
            }
            wanted = ProjectFilter(account_id=account, stage=stage, limit=PROJECTS)
            listed = await list_projects(tx, wanted=wanted)
            assert {one.project.id for one in listed} == expected, stage
            assert counted[stage] == len(expected) > 0
            assert all(
                (one.stage, one.attention)
                == (
                    find_main_stage(facts_of(*everything[one.project.id]), now=tx.now),
                    find_attention(facts_of(*everything[one.project.id]), now=tx.now),
                )
                for one in listed
            )
    assert set(counted) == set(STAGES)


@pytest.mark.parametrize("hours", [-11, 0, 13])
@pytest.mark.parametrize("due", Due)
async def test_sql_has_the_same_due_dates_as_the_rule(staged: Staged, due: Due, hours: int) -> None:
    database, _ = staged
    wanted = ProjectFilter(due=due, zone=timezone(timedelta(hours=hours)), limit=PROJECTS)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        everything = await read_everything(tx)
        expected = {id_ for id_, (one, _) in everything.items() if is_due(one, wanted, now=tx.now)}
        assert {one.project.id for one in await list_projects(tx, wanted=wanted)} == expected
    assert expected


def test_days_are_those_of_the_readers_zone() -> None:
    late = ProjectFilter(due=Due.TODAY, zone=timezone(timedelta(hours=-5)))
    deadline = datetime(2026, 3, 5, 4, 59, tzinfo=UTC)  # 23:59 there
    assert is_due(_project(deadline), late, now=NOW)
    assert not is_due(_project(deadline + timedelta(minutes=1)), late, now=NOW)
    assert not is_due(_project(deadline), ProjectFilter(due=Due.TODAY), now=NOW)
    week = ProjectFilter(due=Due.WEEK)
    days = [
        day for day in range(1, 12) if is_due(_project(datetime(2026, 3, day, tzinfo=UTC)), week, now=NOW)
    ]
    assert days == [2, 3, 4, 5, 6, 7, 8]


def _project(deadline: datetime) -> Project:
    given = Fields(title="T")
    return Project(
        id=1,
        account_id=1,
        application_id=None,
        status=ProjectStatus.ACTIVE,
        given=given,
        fields=given,
        created=NOW,
        updated=NOW,
        deadline=deadline,
    )


async def test_pages_of_a_stage_are_in_order_and_whole(staged: Staged) -> None:
    database, _ = staged
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        for sort, descending in itertools.product(("id", "created", "deadline", "title"), (True, False)):
            whole = ProjectFilter(stage=ProjectStage.TO_DO, sort=sort, descending=descending, limit=PROJECTS)
            ids = [one.id for one in await store.list_projects(tx, whole)]
            pages = []
            for offset in range(0, len(ids), 40):
                part = ProjectFilter(
                    stage=ProjectStage.TO_DO, sort=sort, descending=descending, limit=40, offset=offset
                )
                pages += [one.id for one in await store.list_projects(tx, part)]
            assert pages == ids


async def test_a_search_finds_titles_external_ids_and_ids_within_a_stage(staged: Staged) -> None:
    database, accounts = staged
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        everything = await store.list_projects(tx, ProjectFilter(limit=PROJECTS))
        one = everything[17]

        async def find(text: str, **more: Any) -> set[int]:
            found = await list_projects(tx, wanted=ProjectFilter(search=text, limit=PROJECTS, **more))
            return {each.project.id for each in found}

        assert await find(one.fields.external_id or "") == {one.id}
        assert one.id in await find(str(one.id))
        number = (one.fields.title or "").rpartition("#")[2]
        assert one.id in await find(f"#{number}")
        assert await find("nothing has this") == set()
        other = next(id_ for id_ in accounts if id_ != one.account_id)
        assert one.id not in await find(str(one.id), account_id=other)
        late = {each.id for each in everything if "contract" in (each.fields.title or "")}
        assert await find("CONTRACT") == late
        assert await find("contract", stage=ProjectStage.HELD) == late & {
            each.project.id
            for each in await list_projects(tx, wanted=ProjectFilter(stage=ProjectStage.HELD, limit=PROJECTS))
        }


async def test_an_account_counts_its_own_projects_only(staged: Staged) -> None:
    database, (ours, theirs, _) = staged
    async with transaction(database, account=ours) as tx:
        assert await count_stages(tx, theirs) == dict.fromkeys(STAGES, 0)
        assert await count_stages(tx, None) == await count_stages(tx, ours)
        statuses = await count_statuses(tx, ours)
        capped = await stage_store.count_statuses(tx, ours, most=1)
        assert sum(statuses.values()) == len(await store.list_projects(tx, ProjectFilter(limit=PROJECTS)))
        assert sum((await count_statuses(tx, theirs)).values()) == 0
    assert capped == {status: min(count, 1) for status, count in statuses.items()}


async def test_stages_are_counted_and_chosen_in_the_index_of_open_projects(staged: Staged) -> None:
    """Of a small table the planner rather reads the whole: here it may not."""
    database, accounts = staged
    with watched(database) as seen:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await count_stages(tx, None)
            await count_stages(tx, accounts[0])
            await store.list_projects(tx, ProjectFilter(stage=ProjectStage.TO_DO, sort="deadline"))
    chosen = 0
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(sa.text("set local enable_seqscan = off"))
        await tx.connection.execute(sa.text("set local enable_bitmapscan = off"))
        for statement, parameters in seen:
            if "set_config" not in statement:
                plan = await tx.connection.exec_driver_sql(f"explain {statement}", parameters)
                lines = "\n".join(plan.scalars())
                if lines.startswith("Index Scan using projects_pkey"):  # the rows of the page, by their ids
                    continue
                assert "Index Only Scan using projects_open_idx" in lines, lines
                assert "project_translations_ready_idx" in lines
                chosen += 1
    assert chosen == 3
    assert "Seq Scan" not in await find_plans(database, ALL_ACCOUNTS, seen, unwanted=("enable_seqscan",))
