"""A customer's projects: create, read, change, quote, start, cancel (P1 to P12)."""

from __future__ import annotations

from typing import Any, Final

from dragoman_client.mock import project_work
from dragoman_client.mock.inputs import require_object
from dragoman_client.mock.messages import NO_STORE, MockAnswer, empty_answer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.project_orders import FIELDS, find_unknown, merge, read_fields
from dragoman_client.mock.project_views import write_listed, write_progress, write_project, write_quote
from dragoman_client.mock.refusals import (
    FieldProblem,
    RuleProblem,
    broken_rule,
    broken_rules,
    invalid,
    missing,
)
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record
from dragoman_client.mock.times import parse_time, stamp
from dragoman_client.mock.validation import parse_json

_SORTS: Final = ("id", "creationDate", "updatedAt", "finishedAt", "deadline", "title", "status")
_WITHOUT_TEMPLATE: Final = "Field required without a templateId"


@handles("create_project")
def create_project(call: MockCall) -> MockAnswer:
    """A new draft (P1)."""
    read = read_fields(call.body)
    said = {name: value for name, value in read.values.items() if value is not None}
    required = [] if said.get("templateId") is not None else ["title", "serviceId"]
    wrong = [name for name, _, _ in read.wrong]
    absent = [name for name in required if read.values.get(name) is None and name not in wrong]
    problems = [FieldProblem(["body", name], _WITHOUT_TEMPLATE, "missing") for name in absent]
    if problems or read.field_problems:
        raise invalid([*problems, *read.field_problems])
    broken = [*read.broken, *find_unknown(call.state, call.account, said)]
    order, merging = merge(call.state, call.account, said)
    broken += [one for one in merging if not find_unknown(call.state, call.account, said)]
    broken += _external_id_problems(call, said.get("externalId"))
    if broken:
        raise broken_rules(broken)
    project = _add(call, said, order)
    headers = {**NO_STORE, "Location": f"/project/v1/projects/{project['id']}"}
    return json_answer(write_project(call.state, project), status=201, headers=headers)


@handles("list_projects")
def list_projects(call: MockCall) -> MockAnswer:
    """The account's projects, newest first (P9)."""
    own = [one for one in call.state.table("projects") if one["account"] == call.account]
    found = sort_projects(call, [one for one in own if _matches(call, one)])
    return page_answer(call, "projects", found, write_listed)


def sort_projects(call: MockCall, projects: list[Record]) -> list[Record]:
    """Projects in the order that the query asks for; a refusal of an unknown one."""
    sort = call.query["sort"] or "-id"
    names = {one.lower(): one for one in _SORTS}
    key = names.get(sort.removeprefix("-").lower())
    if key is None:
        message = f"Write one of {', '.join(_SORTS)}, with - before it to begin with the last"
        raise invalid([FieldProblem(["query", "sort"], message, "enum")])
    return sorted(
        projects,
        key=lambda one: _sort_key({**one["order"], **one}[key]),
        reverse=sort.startswith("-"),
    )


@handles("get_project")
def get_project(call: MockCall) -> MockAnswer:
    """The record of a project (P10)."""
    project = find_project(call)
    project_work.read_project(call.state, project)
    return project_answer(call, project)


@handles("replace_project", "change_project")
def change_project(call: MockCall) -> MockAnswer:
    """Change a draft: with PUT null is as absent, with PATCH it clears (P7)."""
    project = find_project(call)
    read = read_fields(require_object(parse_json(call.request.body)))
    clears = call.request.method == "PATCH"
    said = {
        name: value
        for name, value in read.values.items()
        if (value is not None or clears) and name not in {one for one, _, _ in read.wrong}
    }
    _require_draft(project)
    broken = [*read.rule_problems, *find_unknown(call.state, call.account, said)]
    if broken:
        raise broken_rules(broken)
    said_before = {**project["said"], **said}
    order, merging = merge(call.state, call.account, {k: v for k, v in said_before.items() if v is not None})
    merging += _external_id_problems(call, said.get("externalId"), but=project["id"])
    if merging:
        raise broken_rules(merging)
    project["said"] = said_before
    project["order"] = order
    if "deadline" in said:
        project["deadlineSetBy"] = "client" if said["deadline"] else None
    project["updatedAt"] = stamp()
    return empty_answer()


@handles("delete_project")
def delete_project(call: MockCall) -> MockAnswer:
    """Delete a draft."""
    project = find_project(call)
    _require_draft(project)
    for identity in [one["id"] for one in call.state.files.values() if one["projectId"] == project["id"]]:
        del call.state.files[identity]
    del call.state.table("projects").rows[project["id"]]
    return empty_answer()


@handles("get_project_progress")
def get_progress(call: MockCall) -> MockAnswer:
    """How far a project is."""
    return json_answer(write_progress(call.state, find_project(call)))


@handles("quote_project")
def quote(call: MockCall) -> MockAnswer:
    """Words, price and deadline; nothing starts."""
    project = find_project(call)
    if not project_work.files_of(call.state, project):
        message, hint = "The project has no files to translate.", "Upload what is to be translated first."
        raise broken_rule("PROJECT_EMPTY", message, hint)
    return json_answer(write_quote(call.state, project), headers=NO_STORE)


@handles("start_project")
def start_project(call: MockCall) -> MockAnswer:
    """Start a draft; again: no effect. Too tight a deadline holds it (P5)."""
    project = find_project(call)
    if project["status"] in {"Active", "Finished"}:
        return project_answer(call, project)
    project_work.require_open(project)
    project_work.require_files(call.state, project)
    project_work.request_start(project)
    if project["hold"] is None and project_work.is_too_tight(call.state, project):
        project["hold"] = "DEADLINE_TOO_TIGHT"
    if project["hold"] is not None:
        return project_answer(call, project, status=202)
    project_work.start(call.state, project, by=call.application.actor)
    return project_answer(call, project)


@handles("cancel_project")
def cancel_project(call: MockCall) -> MockAnswer:
    """Cancel a draft; again: no effect."""
    project = find_project(call)
    if project["status"] == "Cancelled":
        return project_answer(call, project)
    if project["status"] == "Active":
        hint = "Contact the project manager."
        raise broken_rule(
            "PROJECT_STARTED", "The project has started, so only the provider can cancel it.", hint
        )
    project_work.require_open(project, hint="There is nothing left to cancel.")
    project_work.cancel(call.state, project, reason=None, by=call.application.actor)
    return project_answer(call, project)


def find_project(call: MockCall) -> Record:
    """The account's project that the address names; a refusal where there is none."""
    found = call.state.table("projects").rows.get(call.number())
    if found is None or found["account"] != call.account:
        raise missing("project")
    return found


def project_answer(call: MockCall, project: Record, *, status: int = 200) -> MockAnswer:
    """An answer with the record of a project."""
    return json_answer(write_project(call.state, project), status=status, headers=NO_STORE)


def _add(call: MockCall, said: dict[str, Any], order: Record) -> Record:
    now = stamp()
    return call.state.table("projects").add(
        {
            "account": call.account,
            "application": call.application.id,
            "said": said,
            "order": {name: order.get(name) for name in FIELDS},
            "status": "Draft",
            "hold": None,
            "holdMessage": None,
            "deadlineSetBy": "client" if said.get("deadline") else None,
            "creationDate": now,
            "updatedAt": now,
            "startedAt": None,
            "finishedAt": None,
            "cancelledAt": None,
            "cancelReason": None,
            "timeline": [{"at": now, "event": "ordered", "by": call.application.actor, "details": {}}],
            "isStartRequested": False,
            "workBegan": None,
            "reads": 0,
            "uploads": 0,
        }
    )


def _external_id_problems(call: MockCall, wanted: str | None, *, but: int = 0) -> list[RuleProblem]:
    if wanted is None:
        return []
    taken = [
        one["id"]
        for one in call.state.table("projects")
        if one["application"] == call.application.id
        and one["order"]["externalId"] == wanted
        and one["id"] != but
    ]
    message = "A project of this application has this externalId already."
    return [
        RuleProblem(
            "EXTERNAL_ID_EXISTS",
            message,
            f"It is project {one}. Use another externalId, or go on with that project.",
        )
        for one in taken[:1]
    ]


def _require_draft(project: Record) -> None:
    """Refuse a change of a project that is no draft any more."""
    status = project["status"]
    if status == "Draft":
        return
    code = {"Active": "STARTED"}.get(status, status.upper())
    state = {"Active": "has started"}.get(status, f"is {status.lower()}")
    hint = "Create another one." if status == "Cancelled" else "Contact the project manager."
    raise broken_rule(f"PROJECT_{code}", f"The project {state} and cannot be changed any more.", hint)


def _matches(call: MockCall, project: Record) -> bool:
    query, shown = call.query, {**project["order"], **project}
    after = {"createdAfter": "creationDate", "updatedAfter": "updatedAt", "finishedAfter": "finishedAt"}
    languages = {one["targetLanguage"] for one in project_work.translations_of(call.state, project)}
    return (
        (query["title"] or "").lower() in shown["title"].lower()
        and all(
            query[name] in (None, shown[name]) for name in ("status", "externalId", "purchaseOrderNumber")
        )
        and all(_is_after(shown[member], query[name]) for name, member in after.items())
        and (query["createdBefore"] is None or not _is_after(shown["creationDate"], query["createdBefore"]))
        and (query["targetLanguage"] is None or query["targetLanguage"] in languages)
    )


def _is_after(value: str | None, limit: str | None) -> bool:
    if limit is None:
        return True
    return value is not None and (parse_time(value) or 0) > (parse_time(limit) or 0)


def _sort_key(value: Any) -> tuple[bool, Any]:
    return value is not None, value
