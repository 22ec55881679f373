"""Usage of applications and accounts, and the list of requests (T9)."""

from __future__ import annotations

from typing import Any

from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.refusals import detail
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record
from dragoman_client.mock.times import today
from dragoman_client.mock.usage_counts import add_up


@handles("get_usage")
def read_usage(call: MockCall) -> MockAnswer:
    """The application's counts by day."""
    first, last = _read_days(call)
    found = {
        day: row
        for (_, application, day), row in sorted(call.state.usage.items())
        if application == call.application.id and first <= day <= last
    }
    days = [{**add_up([row], with_documents=False), "date": day} for day, row in found.items()]
    total = add_up(list(found.values()), with_documents=False)
    return json_answer({"from": first, "to": last, "days": days, "total": total, "sentToEngines": []})


@handles("get_account_usage", "get_usage_as_staff")
def read_account_usage(call: MockCall) -> MockAnswer:
    """Counts of an account, or of all, in groups."""
    first, last = _read_days(call)
    by = call.query["by"] or "day"
    account = call.account if call.operation.id == "get_account_usage" else call.query.get("accountId")
    groups: dict[Any, list[Record]] = {}
    for (owner, application, day), row in sorted(call.state.usage.items()):
        if account in (None, owner) and first <= day <= last:
            group = {"day": day, "month": day[:7], "application": application, "account": owner}[by]
            groups.setdefault(group, []).append(row)
    written = [{**add_up(rows, with_documents=True), **_name(by, group)} for group, rows in groups.items()]
    total = add_up([row for rows in groups.values() for row in rows], with_documents=True)
    return json_answer({"from": first, "to": last, "by": by, "groups": written, "total": total})


@handles("list_requests", "list_requests_as_staff")
def list_requests(call: MockCall) -> MockAnswer:
    """Requests, newest first."""
    account = call.account if call.operation.id == "list_requests" else call.query.get("accountId")
    wanted = {"accountId": account, "applicationId": call.query["applicationId"]}
    rows = [row for row in reversed(call.state.logged) if _matches(call, row, wanted)]
    before, limit = call.query["before"], call.query["limit"] or 50
    if before:
        numbers = [number for number, row in enumerate(rows) if row["id"] == before]
        rows = rows[numbers[0] + 1 :] if numbers else rows
    shown = rows[:limit]
    more = shown[-1]["id"] if len(rows) > limit else None
    return json_answer({"requests": shown, "nextBefore": more})


def _matches(call: MockCall, row: Record, wanted: Record) -> bool:
    status = call.query["status"]
    return (
        all(value is None or row[name] == value for name, value in wanted.items())
        and (status is None or str(row["status"]).startswith(str(status).rstrip("x")))
        and (call.query["path"] or "") in row["path"]
        and call.query["requestId"] in (None, row["requestId"])
    )


def _name(by: str, group: Any) -> Record:
    names = {"day": "day", "month": "month", "application": "applicationId", "account": "accountId"}
    return {**dict.fromkeys(names.values()), names[by]: group}


def _read_days(call: MockCall) -> tuple[str, str]:
    first, last = call.query["from"] or f"{today()[:8]}01", call.query["to"] or today()
    if first > last:
        raise detail(422, f"The range of days ends before it begins: from {first} to {last}.")
    return first, last
