"""Projects as the provider performs them: list, start, hold, release, deadline, finish, cancel (V1)."""

from __future__ import annotations

from dragoman_client.mock import analysis, project_work
from dragoman_client.mock.handlers.projects import project_answer, sort_projects
from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.project_views import stage_of, translation_stage, write_for_staff, write_progress
from dragoman_client.mock.refusals import conflict, missing
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record
from dragoman_client.mock.times import parse_time, stamp


@handles("list_projects_as_staff")
def list_all_projects(call: MockCall) -> MockAnswer:
    """The projects of all accounts, newest first."""
    rows = sort_projects(call, [one for one in call.state.table("projects") if _matches(call, one)])
    return page_answer(call, "projects", rows, lambda one: write_for_staff(call.state, one))


@handles("count_project_stages_as_staff")
def count_stages(call: MockCall) -> MockAnswer:
    """How many projects are at each stage of work."""
    rows = [one for one in call.state.table("projects") if call.query["accountId"] in (None, one["account"])]
    stages = [stage_of(one) for one in rows]
    counts = {"held": stages.count("held"), "inWork": stages.count("in_work")}
    return json_answer({"toDo": 0, **counts, "toDeliver": 0})


@handles("get_project_as_staff")
def show_any_project(call: MockCall) -> MockAnswer:
    """The record of any account's project."""
    return project_answer(call, _find(call))


@handles("start_project_as_staff")
def start_any_project(call: MockCall) -> MockAnswer:
    """Start a draft for its client, a tight deadline too."""
    project = _find(call)
    if project["status"] == "Draft":
        project_work.require_files(call.state, project)
        project_work.start(call.state, project, by=call.application.actor)
        _note(call, project, "started", confirmed=bool((call.body or {}).get("confirmDeadline")))
    elif project["status"] == "Cancelled":
        raise conflict(f"Project {project['id']} is Cancelled: only a draft can be started.")
    return project_answer(call, project)


@handles("hold_project_as_staff")
def hold_project(call: MockCall) -> MockAnswer:
    """Hold a project; a message tells the client why."""
    project = _find(call)
    _require_unfinished(project, "held")
    message = (call.body or {}).get("message")
    project |= {"hold": "HELD_BY_PROVIDER", "holdMessage": message, "updatedAt": stamp()}
    _note(call, project, "held", **({"message": message} if message else {}))
    return project_answer(call, project)


@handles("release_project_as_staff")
def release_project(call: MockCall) -> MockAnswer:
    """Release a held project: a draft whose deadline was too tight starts."""
    project = _find(call)
    was_held = project["hold"] is not None
    project |= {"hold": None, "holdMessage": None, "updatedAt": stamp()}
    if was_held:
        _note(call, project, "released")
        if project["status"] == "Active":
            project_work.begin_work(call.state, project)
        elif project["status"] == "Draft" and project["isStartRequested"]:
            project_work.start(call.state, project)
    return project_answer(call, project)


@handles("set_project_deadline_as_staff")
def set_project_deadline(call: MockCall) -> MockAnswer:
    """Set the deadline. A draft that waits for a better one starts."""
    project = _find(call)
    _require_unfinished(project, "given a deadline")
    project["order"]["deadline"] = stamp(parse_time(call.body["deadline"]))
    project |= {"deadlineSetBy": "provider", "updatedAt": stamp()}
    _note(call, project, "deadline_set")
    if project["hold"] == "DEADLINE_TOO_TIGHT":
        project_work.start(call.state, project)
    return project_answer(call, project)


@handles("finish_project_as_staff")
def finish_project(call: MockCall) -> MockAnswer:
    """Finish an active project. What is not delivered is a conflict, or cancelled with `cancelRest`."""
    project = _find(call)
    if project["status"] == "Finished":
        return project_answer(call, project)
    if project["status"] != "Active":
        raise conflict(f"Project {project['id']} is {project['status']}: only an active one can be finished.")
    said = call.body or {}
    _settle_rest(call, project, cancels=bool(said.get("cancelRest")))
    project["cancelReason"] = said.get("reason")
    project_work.finish(call.state, project)
    _note(call, project, "finished")
    return project_answer(call, project)


@handles("list_translations_as_staff")
def list_translations(call: MockCall) -> MockAnswer:
    """The translations of a project."""
    project = _find(call)
    rows = [
        _write_translation(call, project, file, one)
        for file in project_work.files_of(call.state, project)
        for one in file["translations"]
    ]
    return json_answer({"translations": rows})


@handles("get_translation_as_staff")
def show_translation(call: MockCall) -> MockAnswer:
    """One translation of a project."""
    project, file, translation = _find_translation(call)
    return json_answer(_write_translation(call, project, file, translation))


@handles("deliver_translation_as_staff")
def deliver_translation(call: MockCall) -> MockAnswer:
    """Deliver an active translation; the last one finishes its project. The mock does it at once."""
    project, file, one = _find_translation(call)
    if one["status"] != "Active":
        raise conflict(f"Translation {one['id']} is {one['status']}: it cannot be delivered.")
    body = _write_translation(call, project, file, one)
    project_work.finish_translation(call.state, project, file, one)
    if all(each["status"] != "Active" for each in project_work.translations_of(call.state, project)):
        project_work.finish(call.state, project)
    return json_answer(body, status=202)


@handles("cancel_project_as_staff")
def cancel_any_project(call: MockCall) -> MockAnswer:
    """Cancel a project with a reason; again: no effect."""
    project = _find(call)
    if project["status"] == "Finished":
        raise conflict(f"Project {project['id']} is Finished: it cannot be cancelled.")
    if project["status"] != "Cancelled":
        project_work.cancel(call.state, project, reason=call.body["reason"], by=call.application.actor)
        _note(call, project, "cancelled")
    return project_answer(call, project)


@handles("get_project_progress_as_staff")
def show_progress(call: MockCall) -> MockAnswer:
    """How far a project is, with what staff see of it."""
    return json_answer(write_progress(call.state, _find(call), staff=True))


@handles("list_project_history_as_staff")
def show_history(call: MockCall) -> MockAnswer:
    """What was done with a project."""
    project = _find(call)
    subject = f"project:{project['id']}"
    rows = [
        row for row in call.state.table("audit-log") if row["subject"] == subject and row["actor"] != "system"
    ]
    members = [one for one in rows[0] if one not in {"id", "accountId", "createdAt"}] if rows else []
    shown = [{"at": row["createdAt"], **{name: row[name] for name in members}} for row in rows]
    return page_answer(call, "entries", shown)


def _settle_rest(call: MockCall, project: Record, *, cancels: bool) -> None:
    """Cancel what is not delivered, or refuse to finish a project that has something left."""
    left = [
        (file, one)
        for file in project_work.files_of(call.state, project)
        for one in file["translations"]
        if one["status"] == "Active"
    ]
    if left and not cancels:
        named = ", ".join(str(one["id"]) for _, one in left[:20])
        raise conflict(
            f"Translations of project {project['id']} that are not delivered: {len(left)} ({named}). Deliver "
            "what is left, or finish with cancelRest: true to cancel it."
        )
    for file, one in left:
        one["status"] = "Cancelled"
        project_work.tell_translation(call.state, project, file, one)


def _find(call: MockCall) -> Record:
    found = call.state.table("projects").rows.get(call.number())
    if found is None:
        raise missing("project")
    return found


def _find_translation(call: MockCall) -> tuple[Record, Record, Record]:
    """The project, file and translation that the address names; a refusal where there is none."""
    project = call.state.table("projects").rows.get(call.number())
    for file in project_work.files_of(call.state, project) if project else ():
        for one in file["translations"]:
            if project is not None and one["id"] == call.number("translation"):
                return project, file, one
    raise missing("translation")


def _write_translation(call: MockCall, project: Record, file: Record, translation: Record) -> Record:
    given = {
        **translation,
        "projectId": project["id"],
        "sourceFileId": file["id"],
        "sourceFileName": file["fileName"],
        "sourceLanguage": file["sourceLanguage"],
        "stage": translation_stage(translation),
        "progress": 1.0 if translation["status"] == "Finished" else 0.0,
        "words": analysis.total_words(file["bands"]),
        "createdAt": file["creationDate"],
        "startedAt": project["startedAt"],
    }
    return call.state.contract.fill("TranslationBody", given)


def _require_unfinished(project: Record, done: str) -> None:
    if project["status"] in {"Finished", "Cancelled"}:
        raise conflict(f"Project {project['id']} is {project['status']}: it cannot be {done}.")


def _note(call: MockCall, project: Record, verb: str, **details: object) -> None:
    if verb in {"held", "released", "deadline_set"}:
        project_work.note_event(project, verb.replace("_", "-"), by=call.application.actor, **details)
    call.state.note_audit(
        actor=call.application.actor,
        action=f"project.{verb}",
        subject=f"project:{project['id']}",
        account=project["account"],
        **details,
    )


def _matches(call: MockCall, project: Record) -> bool:
    query = call.query
    title = project["order"]["title"].lower()
    search = (query["search"] or "").lower()
    languages = {one["targetLanguage"] for one in project_work.translations_of(call.state, project)}
    created = parse_time(project["creationDate"]) or 0
    first, last = parse_time(query["createdAfter"] or ""), parse_time(query["createdBefore"] or "")
    return (
        query["accountId"] in (None, project["account"])
        and query["status"] in (None, project["status"])
        and query["hold"] in (None, project["hold"])
        and query["stage"] in (None, "all", stage_of(project))
        and (query["targetLanguage"] is None or query["targetLanguage"] in languages)
        and (first is None or created > first)
        and (last is None or created < last)
        and (query["title"] or "").lower() in title
        and (search in title or search == str(project["id"]))
    )
