"""Every field of an account that has a name or the like, with all texts in it: forms let in a part of them.

Columns have no limits of their own. So one row of each kind gets all texts, and whatever page shows the field
shows all of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import psycopg

from dragoman.settings.model import Settings
from tests.conftest import superuser_url
from tests.dashboard.filled_account import FilledAccount

_OF_ACCOUNT = "account_id = %(account)s"
_OF_PROJECT = f"project_id in (select id from projects where {_OF_ACCOUNT})"
# Table and column → whose row, and which comes first: that is the one whose page is looked at.
_COLUMNS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("accounts", "name"): ("id = %(account)s", "id"),
    ("applications", "name"): (_OF_ACCOUNT, "id"),
    ("invoicing_accounts", "name"): (_OF_ACCOUNT, "id"),
    ("languages", "name"): ("name like %(sign)s", "code"),
    ("memories", "name"): (_OF_ACCOUNT, "id"),
    ("memory_imports", "file_name"): (_OF_ACCOUNT, "id"),
    ("memory_sets", "name"): (_OF_ACCOUNT, "id"),
    ("memory_units", "created_by"): (_OF_ACCOUNT, "id"),
    ("passkeys", "name"): ("user_id = (select id from users where email = %(email)s)", "id"),
    ("project_files", "name"): (f"{_OF_PROJECT} and format is not null", "project_id"),
    ("project_templates", "name"): (f"{_OF_ACCOUNT} and title is not null", "id"),
    ("project_templates", "title"): (f"{_OF_ACCOUNT} and title is not null", "id"),
    ("project_translations", "override_reason"): (f"{_OF_PROJECT} and override_reason is not null", "id"),
    ("projects", "title"): (_OF_ACCOUNT, "id"),
    ("projects", "purchase_order_number"): (_OF_ACCOUNT, "id"),
    ("projects", "external_id"): (_OF_ACCOUNT, "id"),
    ("projects", "hold_message"): (f"{_OF_ACCOUNT} and hold_message is not null", "id"),
    ("projects", "cancel_reason"): (f"{_OF_ACCOUNT} and cancel_reason is not null", "id"),
    ("services", "name"): (_OF_ACCOUNT, "id"),
    ("style_guides", "name"): (_OF_ACCOUNT, "id"),
    ("term_bases", "name"): (_OF_ACCOUNT, "id"),
    ("term_imports", "file_name"): (_OF_ACCOUNT, "id"),
    ("work_areas", "name"): (_OF_ACCOUNT, "id"),
}
# Who is found by name has one that fits into an index: each person gets a part, the developer the first one.
_PEOPLE = """
    update users set first_name = %(first)s, last_name = %(last)s where id = (
        select id from users where account_id = %(account)s order by email <> %(email)s, id
        offset %(at)s limit 1)
"""
_PARTS = 6
_FAILED_JOB = """
    with job as (
        insert into procrastinate_jobs (queue_name, task_name, status, args)
        values ('documents', 'zq', 'failed', %s) returning id
    )
    insert into job_failures (job_id, at, error, reason) select id, now(), %s, %s from job
"""
_AUDIT = """
    update audit_entries set details = %s where id = (
        select max(id) from audit_entries where account_id = %s and details <> '{}')
"""


def fill_whole(filled: FilledAccount, text: str, *, sign: str) -> dict[str, str]:
    """Put the text into every field, with the field's name around it; what each field then has.

    All that the account was filled with has the sign in it.
    """
    whole: dict[str, str] = {}
    keys: dict[str, Any] = {"account": filled.account, "email": filled.email, "sign": f"%{sign}%"}

    def mark(field: str) -> str:
        return whole.setdefault(field, f"[{field}]{text}[/{field}]")

    with _connect(filled) as connection:
        for (table, column), (where, order) in _COLUMNS.items():
            statement = f"""
                update {table} set {column} = %(text)s where ctid = (
                    select ctid from {table} where {where} order by {order} limit 1)"""
            done = connection.execute(statement, {**keys, "text": mark(f"{table}.{column}")})  # type: ignore[arg-type]
            assert done.rowcount == 1, (table, column)
        for at in range(_PARTS):
            part = text[at * len(text) // _PARTS : (at + 1) * len(text) // _PARTS]
            whole[f"first {at}"], whole[f"last {at}"] = f"[first {at}]{part}", f"[last {at}]{part}"
            person = {"first": whole[f"first {at}"], "last": whole[f"last {at}"], "at": at}
            connection.execute(_PEOPLE, {**keys, **person})
        details = {"name": mark("audit.details"), mark("audit.key"): [mark("audit.list")]}
        assert connection.execute(_AUDIT, [json.dumps(details), filled.account]).rowcount == 1
        share = json.dumps({"share": {"account": filled.account}})
        connection.execute(_FAILED_JOB, [share, mark("failure.error"), mark("failure.reason")])
    return whole


def take_out_failures(filled: FilledAccount) -> None:
    """Delete the failed job, which other tests would find."""
    with _connect(filled) as connection:
        connection.execute(
            """with job as (delete from procrastinate_jobs where task_name = 'zq' returning id)
            delete from job_failures where job_id in (select id from job)"""
        )


def _connect(filled: FilledAccount) -> psycopg.Connection[Any]:
    return psycopg.connect(superuser_url(Settings(data=filled.dashboard.live.data)), autocommit=True)
