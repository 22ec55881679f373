"""Files of projects: uploads as forms or raw bodies, lists, downloads, the archive (P13, P14)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from dragoman_client.mock import analysis, document_files, project_work
from dragoman_client.mock.callback_urls import HINT, url_problem
from dragoman_client.mock.handlers.projects import find_project
from dragoman_client.mock.languages import find_pair, match_code
from dragoman_client.mock.messages import NO_STORE, MockAnswer, empty_answer, file_answer, json_answer
from dragoman_client.mock.multipart import Form
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.project_views import write_file
from dragoman_client.mock.refusals import (
    FieldProblem,
    RuleProblem,
    broken_rule,
    broken_rules,
    invalid,
    missing,
)
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record, new_id
from dragoman_client.mock.times import stamp
from dragoman_client.mock.validation import FLAGS

_ENCODED: Final = re.compile(r"https?%3a", re.IGNORECASE)
_FIELDS: Final = ("fileName", "sourceLanguage", "targetLanguages", "reference", "autoStart")


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedFile:
    """What an upload says."""

    name: str
    data: bytes
    source: str | None
    targets: list[str]
    reference: bool
    starts: bool  # whether the project may start by itself because of it
    callback: str | None


@handles("upload_file")
def upload_file(call: MockCall) -> MockAnswer:
    """Add a file to a project; into an active one it joins the work."""
    project = find_project(call)
    upload = _read_upload(call, project)
    project_work.require_open(project)
    problems = _find_problems(call, project, upload)
    if problems:
        raise broken_rules(problems)
    file = _store(call, project, upload)
    if not upload.reference and all(one["event"] != "analysed" for one in project["timeline"]):
        project_work.note_event(project, "analysed")
    if project["status"] == "Active":
        for one in file["translations"]:
            one["status"] = "Active"
        project_work.begin_work(call.state, project)
    elif not upload.reference and (upload.starts or project["uploads"]):
        project_work.plan_auto_start(call.state, project)
    headers = {**NO_STORE, "Location": f"/project/v1/files/{file['id']}"}
    return json_answer(write_file(file, is_new=True), status=201, headers=headers)


@handles("list_project_files")
def list_project_files(call: MockCall) -> MockAnswer:
    """The source files of a project, newest first."""
    project = find_project(call)
    files = [one for one in _own(call) if one["projectId"] == project["id"] and one["sourceFileId"] is None]
    return page_answer(call, "files", reversed(files), write_file)


@handles("list_files")
def list_files(call: MockCall) -> MockAnswer:
    """The source files of all projects, newest first."""
    files = [one for one in _own(call) if one["sourceFileId"] is None]
    return page_answer(call, "files", reversed(files), write_file)


@handles("get_file")
def get_file(call: MockCall) -> MockAnswer:
    """The record of a file: source or result."""
    return json_answer(write_file(_find(call)))


@handles("download_file", "download_project_file")
def download_file(call: MockCall) -> MockAnswer:
    """The bytes of a file."""
    if "id" in call.path:
        project = find_project(call)
        file = _find(call, project)
    else:
        file = _find(call)
    kind = document_files.content_type_of(file["fileName"], call.state.seeds["documentTypes"])
    return file_answer(file["data"], name=file["fileName"], content_type=kind)


@handles("delete_file")
def delete_file(call: MockCall) -> MockAnswer:
    """Delete a file of a draft."""
    project = find_project(call)
    project_work.require_open(project)
    file = _find(call, project)
    if project["status"] == "Active":
        hint = "Contact the project manager."
        raise broken_rule("PROJECT_STARTED", "The project has started, so its files stay.", hint)
    del call.state.files[file["id"]]
    return empty_answer()


@handles("download_project_archive", "download_project_archive_as_staff")
def download_archive(call: MockCall) -> MockAnswer:
    """The finished translations of a project as a ZIP archive, by language."""
    import io  # noqa: PLC0415 - archives are rare
    import zipfile  # noqa: PLC0415

    if call.operation.path.startswith("/provider"):
        project = call.state.table("projects").rows.get(call.number())
        if project is None:
            raise missing("project")
    else:
        project = find_project(call)
    done = [one for one in project_work.translations_of(call.state, project) if one["fileId"]]
    if not done:
        message = f"Nothing of project {project['id']} is finished yet."
        raise broken_rule("NOTHING_FINISHED", message, "Download the archive when a translation is finished.")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in done:
            archive.writestr(
                f"{one['targetLanguage']}/{one['fileName']}", call.state.files[one["fileId"]]["data"]
            )
    title = re.sub(r'[\\/:*?"<>|]', "_", project["order"]["title"])
    return file_answer(made.getvalue(), name=f"{project['id']} {title}.zip", content_type="application/zip")


def _own(call: MockCall) -> list[Record]:
    projects = call.state.table("projects").rows
    return [one for one in call.state.files.values() if projects[one["projectId"]]["account"] == call.account]


def _find(call: MockCall, project: Record | None = None) -> Record:
    found = next((one for one in _own(call) if one["id"] == call.path["fileId"].lower()), None)
    if found is None or (project is not None and found["projectId"] != project["id"]):
        raise missing("file")
    return found


def _read_upload(call: MockCall, project: Record) -> UploadedFile:
    fields = {name: value for name, value in call.query.items() if value not in (None, [])}
    targets = [*(call.query.get("targetLanguages") or [])]
    name, data = str(fields.get("fileName") or ""), call.request.body
    if call.request.content_type == "multipart/form-data":
        form = call.form or Form(())
        by_name = {part.name.lower(): part.text for part in form.parts if part.file_name is None}
        known = {one.lower(): one for one in _FIELDS}
        fields |= {known[key]: value for key, value in by_name.items() if key in known and value}
        targets += [
            part.text
            for part in form.parts
            if part.file_name is None and part.name.lower() == "targetlanguages"
        ]
        file = form.find_file("file") or form.find_file()
        if file is None:
            message = "Send the file in a part named file, with its file name"
            raise invalid([FieldProblem(["body", "file"], message, "missing")])
        name, data = str(fields.get("fileName") or file.file_name or ""), file.data
    wrong = [
        FieldProblem(
            ["query" if call.query.get(name) else "body", name], "Send true or false", "bool_parsing"
        )
        for name in ("reference", "autoStart")
        if str(fields.get(name, "true")).lower() not in FLAGS
    ]
    if wrong:
        raise invalid(wrong)
    template = call.state.table("project-templates").rows.get(project["order"]["templateId"] or 0, {})
    wanted = [one.strip() for text in targets for one in text.split(",") if one.strip()]
    return UploadedFile(
        name=name,
        data=data,
        source=fields.get("sourceLanguage") or template.get("sourceLanguage"),
        targets=list(dict.fromkeys(wanted)) or list(template.get("targetLanguages") or []),
        reference=FLAGS[str(fields.get("reference", "false")).lower()],
        starts=FLAGS[str(fields.get("autoStart", "true")).lower()],
        callback=_read_callback(call),
    )


def _read_callback(call: MockCall) -> str | None:
    """The callback URL of header or query, decoded once where it comes encoded."""
    url = call.request.headers.get("callbackurl") or call.query.get("callbackUrl") or ""
    return (unquote(url) if _ENCODED.match(url) else url) or None


def _find_problems(call: MockCall, project: Record, upload: UploadedFile) -> list[RuleProblem]:
    problems = []
    types = call.state.seeds["documentTypes"]
    bad_name = document_files.name_problem(upload.name)
    if bad_name:
        hint = "Name it in the part's filename, or in the parameter fileName."
        problems.append(RuleProblem("FILE_NAME_INVALID", bad_name, hint))
    bad_url = url_problem(upload.callback) if upload.callback else None
    if bad_url:
        problems.append(RuleProblem("CALLBACK_URL_INVALID", bad_url, HINT))
    if upload.reference:
        return problems
    bad_type = document_files.type_problem(upload.name, upload.data, types) if not bad_name else None
    if not upload.data:
        problems.append(RuleProblem("FILE_EMPTY", "The file has 0 bytes.", "Send the file's contents."))
    if bad_type:
        hint = "Send a file of another type, or this one with ?reference=true if it only explains."
        problems.append(RuleProblem("FILE_TYPE_NOT_SUPPORTED", f"{bad_type}.", hint))
    problems += _find_language_problems(call, project, upload)
    return problems or _find_same_name(call, project, upload)


def _find_language_problems(call: MockCall, project: Record, upload: UploadedFile) -> list[RuleProblem]:
    missing_ones = [
        RuleProblem(code, f"Neither the request nor the project's template says the {what}.", hint)
        for value, code, what, hint in (
            (upload.source, "SOURCE_LANGUAGE_MISSING", "source language", "Send sourceLanguage, such as en."),
            (
                upload.targets,
                "TARGET_LANGUAGES_MISSING",
                "target languages",
                "Send targetLanguages, such as de,fr.",
            ),
        )
        if not value
    ]
    if missing_ones or upload.source is None:
        return missing_ones
    hint = (
        "Choose other languages, or another service. See the languages that people translate and the pairs "
        "of the machine: GET /project/v1/languages, GET /v2/languages/text-translation."
    )
    is_machine = project_work.service_of(call.state, project)["kind"] == "machine"
    codes = call.state.seeds["pairs"] if is_machine else list(call.state.seeds["languages"])
    return [
        RuleProblem(
            "LANGUAGE_PAIR_NOT_SUPPORTED",
            f"The project's service does not translate this pair: {upload.source} -> {target}.",
            hint,
        )
        for target in upload.targets
        if find_pair(upload.source, target, codes) is None
    ]


def _find_same_name(call: MockCall, project: Record, upload: UploadedFile) -> list[RuleProblem]:
    """A file of the same name for one of the languages."""
    message = "The project has a file of this name for the same language."
    hint = "It is file {}. Rename the new one, or delete that one first."
    wanted = {match_code(one, list(call.state.seeds["languages"])) for one in upload.targets}
    return [
        RuleProblem("FILE_NAME_EXISTS", message, hint.format(file["id"]))
        for file in project_work.files_of(call.state, project)
        if file["fileName"] == upload.name
        and wanted
        & {
            match_code(one["targetLanguage"], list(call.state.seeds["languages"]))
            for one in file["translations"]
        }
    ][:1]


def _store(call: MockCall, project: Record, upload: UploadedFile) -> Record:
    translations = call.state.table("translations")
    made = [
        translations.add({"targetLanguage": target, "status": "Draft", "fileId": None, "fileName": None})
        for target in ([] if upload.reference else upload.targets)
    ]
    text = document_files.read_text(upload.name, upload.data, call.state.seeds["documentTypes"])
    file: Record = {
        "id": new_id(),
        "projectId": project["id"],
        "fileName": upload.name,
        "sourceFileId": None,
        "sourceLanguage": None if upload.reference else upload.source,
        "targetLanguage": None,
        "size": len(upload.data),
        "reference": upload.reference,
        "creationDate": stamp(),
        "data": upload.data,
        "callbackUrl": upload.callback,
        "headers": dict(call.request.headers),
        "bands": analysis.count_bands([text]),
        "translations": [{"id": one["id"], **{k: v for k, v in one.items() if k != "id"}} for one in made],
    }
    call.state.files[file["id"]] = file
    return file
