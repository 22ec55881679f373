"""Made-up projects, files and translations by the hundred thousand, written as rows."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import psycopg

from dragoman.projects.titles import fold_title, title_grams

FILES_EACH: Final = 3
_BEGIN: Final = datetime(2024, 1, 1, tzinfo=UTC)
_STATUSES: Final = ("Draft", "Active", "Finished", "Finished", "Finished", "Finished", "Cancelled")
_WORDS: Final = (
    "manual", "contract", "website", "catalogue", "leaflet", "patent", "training", "release", "survey",
    "report", "label", "warranty", "campaign", "tender", "privacy", "annual", "quarterly", "Straße", "出荷",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How many rows are made."""

    accounts: int  # the first one has half of all projects
    projects: int


def make_projects(owner: str, shape: Shape, *, seed: int) -> list[int]:
    """Write accounts with projects into a migrated database; the accounts' ids, the largest one first.

    `owner` is the address of the role that owns the tables; row-level security binds it as well.
    """
    numbers = random.Random(seed)
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("select set_config('dragoman.account', '*', false)")
        accounts = [_make_account(connection, number) for number in range(shape.accounts)]
        service = _make_service(connection)
        first = _write(connection, "projects", _projects(numbers, shape, accounts, service))
        _write(connection, "project_files", _files(connection, first))
        _write(connection, "project_translations", _translations(connection, first))
        connection.execute("vacuum (analyze) projects, project_files, project_translations")
    return accounts


def make_stages(owner: str, *, open_percent: int) -> None:
    """Leave so many of the projects open, the newest, as they stand with a provider: the others are over.

    Of those, half are drafts, one in nine is held, one in ten late; of their translations, one in ten is
    ready and one in fifty has failed.
    """
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("select set_config('dragoman.account', '*', false)")
        for statement in _STAGES:
            connection.execute(statement, {"percent": open_percent})
        connection.execute("vacuum (analyze) projects, project_translations")


_STAGES: Final = (
    """
    update projects set
      status = case when id <= (select max(id) * (100 - %(percent)s) / 100 from projects) then 'Finished'
        when id %% 2 = 0 then 'Draft' else 'Active' end,
      hold = case id %% 18 when 0 then 'HELD_BY_PROVIDER' when 9 then 'DEADLINE_TOO_TIGHT' end,
      deadline = now() + (id %% 100 - 10) * interval '5 hours'
    """,
    """
    update project_translations t set
      status = p.status,
      stage = case when p.status = 'Draft' then 'waiting' when p.status = 'Finished' then 'done'
        when t.id %% 50 = 0 then 'failed' else 'open' end,
      segments = 60, segments_left = case when t.id %% 10 = 0 then 0 else 30 end,
      total_words = 900, suggested_words = 200, translated_words = 100, confirmed_words = 300
    from projects p where p.id = t.project_id
    """,
)


def _make_account(connection: psycopg.Connection[Any], number: int) -> int:
    query = "insert into accounts (name, kind, created) values (%s, 'production', now()) returning id"
    row = connection.execute(query, (f"Made {number}",)).fetchone()
    assert row is not None
    return int(row[0])


def _make_service(connection: psycopg.Connection[Any]) -> int:
    query = (
        "insert into services (name, kind, currency, price_per_word, weights, words_per_day) "
        "values ('Made', 'human', 'EUR', 0.12, '{}', 2000) returning id"
    )
    row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def _write(connection: psycopg.Connection[Any], table: str, rows: Iterator[dict[str, Any]]) -> int:
    """Add rows to a table; the greatest id that a project had before."""
    before = connection.execute("select coalesce(max(id), 0) from projects").fetchone()
    assert before is not None
    write_rows(connection, table, rows)
    return int(before[0])


def write_rows(connection: psycopg.Connection[Any], table: str, rows: Iterator[dict[str, Any]]) -> None:
    """Add rows to a table, all with the same columns.

    By way of a temporary table, because nothing is copied into one with row-level security.
    """
    first = next(rows)
    columns = ", ".join(first)
    connection.execute(f"create temp table made as select {columns} from {table} limit 0")
    with connection.cursor().copy("copy made from stdin") as copy:
        copy.write_row(list(first.values()))
        for row in rows:
            copy.write_row(list(row.values()))
    connection.execute(f"insert into {table} ({columns}) select * from made")
    connection.execute("drop table made")


def _projects(
    numbers: random.Random, shape: Shape, accounts: list[int], service: int
) -> Iterator[dict[str, Any]]:
    step = timedelta(days=700) / shape.projects
    for number in range(shape.projects):
        account = accounts[0] if number % 2 else numbers.choice(accounts[1:])
        title = " ".join([*numbers.sample(_WORDS, 3), f"#{number}"])
        created = _BEGIN + step * number
        status = _STATUSES[number % len(_STATUSES)]
        over = created + timedelta(days=numbers.uniform(0.1, 60))
        folded = fold_title(title)
        yield {
            "account_id": account,
            "status": status,
            "given": "{}",
            "title": title,
            "title_folded": folded,
            "title_grams": title_grams(folded),
            "briefing": "What the project is about. " * 8,
            "external_id": str(uuid.UUID(int=numbers.getrandbits(128))),
            "purchase_order_number": f"PO-{number // 4}",
            "service_id": service,
            "deadline": created + timedelta(days=numbers.uniform(1, 30)),
            "deadline_set_by": "client",
            "created": created,
            "updated": over,
            "finished": over if status == "Finished" else None,
        }


def _files(connection: psycopg.Connection[Any], first: int) -> Iterator[dict[str, Any]]:
    query = "select id, account_id, created from projects where id > %s order by id"
    for project, account, created in connection.execute(query, (first,)).fetchall():
        for number in range(FILES_EACH):
            yield {
                "id": uuid.uuid5(uuid.NAMESPACE_OID, f"{project}/{number}"),
                "account_id": account,
                "project_id": project,
                "name": f"part-{number}.docx",
                "size": 40_000,
                "reference": False,
                "source_language": "en",
                "format": "docx",
                "key": b"\0" * 60,
                "analysis": "done",
                "words": 900,
                "created": created,
            }


def _translations(connection: psycopg.Connection[Any], first: int) -> Iterator[dict[str, Any]]:
    query = (
        "select f.id, f.account_id, f.project_id, f.created, p.status from project_files f "
        "join projects p on p.id = f.project_id where p.id > %s"
    )
    for file, account, project, created, status in connection.execute(query, (first,)).fetchall():
        yield {
            "account_id": account,
            "project_id": project,
            "file_id": file,
            "target_language": "de",
            "status": status,
            "stage": "waiting",
            "bands": '{"none": {"segments": 60, "words": 900}}',
            "words": 900,
            "weighted": 900,
            "created": created,
        }
