"""Projects at work: started, held, finished, cancelled; their files, translations and notifications."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

from dragoman_client.mock import analysis, document_files
from dragoman_client.mock.deliveries import Message, notify
from dragoman_client.mock.pace import JobPace
from dragoman_client.mock.records import as_seen_by
from dragoman_client.mock.refusals import broken_rule
from dragoman_client.mock.state import Record, State, new_id
from dragoman_client.mock.times import parse_time, stamp

HOUR: Final = 3600
DAY: Final = 24 * HOUR
_NEW_PROJECT: Final = "Make a new project."


def service_of(state: State, project: Record) -> Record:
    """The service of a project as its account sees it."""
    row = state.table("services").rows[project["order"]["serviceId"]]
    return as_seen_by(state, "services", project["account"], row)


def files_of(state: State, project: Record, *, reference: bool = False) -> list[Record]:
    """The source files of a project, or those for reference, in the order of their upload."""
    return [
        one
        for one in state.files.values()
        if one["projectId"] == project["id"] and one["reference"] is reference and one["sourceFileId"] is None
    ]


def translations_of(state: State, project: Record) -> list[Record]:
    """Every translation of a project: one for each file and target language."""
    return [one for file in files_of(state, project) for one in file["translations"]]


def bands_of(state: State, project: Record) -> dict[str, Record]:
    """The words of all translations by match band."""
    several = [file["bands"] for file in files_of(state, project) for _ in file["translations"]]
    return analysis.add_bands(several)


def price_of(state: State, project: Record) -> Record | None:
    """The price of a project; None where its service has none or there are no files."""
    service = state.table("services").rows[project["order"]["serviceId"]]
    if not translations_of(state, project) or service["pricePerWord"] is None:
        return None
    weighted = analysis.weigh(bands_of(state, project), service["weights"])
    return {"amount": round(weighted * float(service["pricePerWord"]), 2), "currency": service["currency"]}


def propose_deadline(state: State, project: Record) -> str:
    """The deadline that the provider assigns: an hour for machines and sandboxes, else by the words a day."""
    per_day = state.table("services").rows[project["order"]["serviceId"]]["wordsPerDay"]
    is_sandbox = state.table("accounts").rows[project["account"]]["kind"] == "sandbox"
    if is_sandbox or per_day is None:
        return stamp(time.time() + HOUR)
    return stamp(time.time() + DAY * (1 + analysis.total_words(bands_of(state, project)) / per_day))


def is_too_tight(state: State, project: Record) -> bool:
    """Whether the client's deadline is too early for the words (P5)."""
    wanted = parse_time(project["order"]["deadline"] or "")
    needed = parse_time(propose_deadline(state, project))
    is_sandbox = state.table("accounts").rows[project["account"]]["kind"] == "sandbox"
    per_day = state.table("services").rows[project["order"]["serviceId"]]["wordsPerDay"]
    return bool(wanted and needed and per_day and not is_sandbox and wanted < needed - DAY)


def require_files(state: State, project: Record) -> None:
    """Refuse to start a project without a file."""
    if not files_of(state, project):
        hint = f"Send one: POST /project/v1/projects/{project['id']}/files."
        raise broken_rule("PROJECT_EMPTY", "The project has no file to translate.", hint)


def require_open(project: Record, *, hint: str = _NEW_PROJECT) -> None:
    """Refuse what needs a project that is neither finished nor cancelled."""
    if project["status"] in {"Finished", "Cancelled"}:
        status = project["status"].lower()
        raise broken_rule(f"PROJECT_{status.upper()}", f"The project is {status}.", hint)


def start(state: State, project: Record, *, by: str | None = None) -> None:
    """Start a project: its deadline is set, machines and sandboxes translate it at the mock's pace."""
    now = stamp()
    project |= {"status": "Active", "hold": None, "holdMessage": None, "startedAt": now, "updatedAt": now}
    if project["order"]["deadline"] is None:
        project["order"]["deadline"] = propose_deadline(state, project)
        project["deadlineSetBy"] = "provider"
    for one in translations_of(state, project):
        one["status"] = "Active"
    note_event(project, "started", by=by)
    _tell(state, project, "project.started")
    begin_work(state, project)


def begin_work(state: State, project: Record) -> None:
    """Let an active project finish by itself, unless people translate it."""
    service = state.table("services").rows[project["order"]["serviceId"]]
    is_sandbox = state.table("accounts").rows[project["account"]]["kind"] == "sandbox"
    if service["kind"] != "machine" and not is_sandbox:
        return
    project["workBegan"] = time.monotonic()
    project["reads"] = 0
    if state.settings.pace.seconds is not None:
        state.scheduler.run_later(state.settings.pace.seconds, partial(advance, state, project))


def read_project(state: State, project: Record) -> None:
    """Count a read of the project's record; it may be finished then."""
    project["reads"] += 1
    advance(state, project)


def advance(state: State, project: Record) -> None:
    """Finish a project when its time has come."""
    with state.lock:
        began: float | None = project["workBegan"]
        if began is None or project["status"] != "Active" or project["hold"] is not None:
            return
        pace: JobPace = state.settings.pace
        if pace.is_over(reads=project["reads"], age=time.monotonic() - began):
            finish(state, project)


def finish(state: State, project: Record) -> None:
    """Finish what is not finished: results appear, and each is told (N1)."""
    for file in files_of(state, project):
        for one in file["translations"]:
            if one["status"] == "Active":
                finish_translation(state, project, file, one)
    now = stamp()
    project |= {"status": "Finished", "finishedAt": now, "updatedAt": now}
    note_event(project, "finished")
    _tell(state, project, "project.finished")


def finish_translation(state: State, project: Record, file: Record, translation: Record) -> None:
    """Finish one translation: its result appears, and is told."""
    types = state.seeds["documentTypes"]
    target = translation["targetLanguage"]
    data = document_files.translate_document(file["fileName"], file["data"], target, types)
    result = {
        **file,
        "id": new_id(),
        "sourceFileId": file["id"],
        "targetLanguage": target,
        "size": len(data),
        "data": data,
        "creationDate": stamp(),
        "translations": [],
        "callbackUrl": None,
    }
    state.files[result["id"]] = result
    translation |= {"status": "Finished", "fileId": result["id"], "fileName": result["fileName"]}
    note_event(project, "delivered")
    tell_translation(state, project, file, translation)


def cancel(state: State, project: Record, *, reason: str | None, by: str | None = None) -> None:
    """Cancel a project and each of its unfinished translations."""
    now = stamp()
    project |= {"status": "Cancelled", "cancelledAt": now, "updatedAt": now, "cancelReason": reason}
    project |= {"hold": None, "holdMessage": None}
    for file in files_of(state, project):
        for one in file["translations"]:
            if one["status"] in {"Draft", "Active"}:
                one["status"] = "Cancelled"
                tell_translation(state, project, file, one)
    note_event(project, "cancelled", by=by, **({"reason": reason} if reason else {}))
    _tell(state, project, "project.cancelled")


def tell_translation(state: State, project: Record, file: Record, translation: Record) -> None:
    """Tell the end of a translation to the callback URL of its file (N1)."""
    body = {
        "ProjectId": project["id"],
        "TranslationId": translation["id"],
        "SourceFileId": file["id"],
        "SourceFileName": file["fileName"],
        "TargetFileId": translation["fileId"],
        "TargetFileName": translation["fileName"],
        "SourceLanguageCode": file["sourceLanguage"],
        "TargetLanguageCode": translation["targetLanguage"],
        "Status": translation["status"],
    }
    message = Message(
        account=project["account"],
        application=project["application"],
        kind="project.translation",
        subject=f"project:{project['id']}",
        url=file["callbackUrl"],
        body=body,
    )
    notify(state, message, headers=file["headers"])


def note_event(project: Record, name: str, *, by: str | None = None, **details: Any) -> None:
    """Add to the project's timeline."""
    project["timeline"].append({"at": stamp(), "event": name, "by": by, "details": details})


def request_start(project: Record) -> None:
    """Note that the project is to start, be it later: a release starts it then."""
    if not project["isStartRequested"]:
        project["isStartRequested"] = True
        note_event(project, "start-requested")


def plan_auto_start(state: State, project: Record) -> None:
    """Start a draft by itself some time after its last upload, where its service says so (P12)."""
    template = state.table("project-templates").rows.get(project["order"]["templateId"] or 0)
    wanted: Any = service_of(state, project)["autoStartAfter"]
    if template is not None and template["autoStartAfter"] is not None:
        wanted = template["autoStartAfter"]
    if wanted is None:
        return
    seconds = state.settings.auto_start_seconds
    project["uploads"] += 1
    request_start(project)
    work = partial(_start_by_itself, state, project, project["uploads"])
    state.scheduler.run_later(float(wanted) if seconds is None else seconds, work)


def _start_by_itself(state: State, project: Record, uploads: int) -> None:
    with state.lock:
        still = project["status"] == "Draft" and project["hold"] is None and project["uploads"] == uploads
        if still and project["id"] in state.table("projects").rows and files_of(state, project):
            start(state, project)


def _tell(state: State, project: Record, action: str) -> None:
    state.note_audit(
        actor="system", action=action, subject=f"project:{project['id']}", account=project["account"]
    )
