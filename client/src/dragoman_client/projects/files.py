"""Files of projects: sent as forms, got whole."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

from dragoman_client.downloads import Download, fetch_download
from dragoman_client.errors import InvalidInputError
from dragoman_client.exchange import FileSource, Progress, make_upload
from dragoman_client.flows import Flow, together
from dragoman_client.projects.results import Project, ProjectFile
from dragoman_client.records import read
from dragoman_client.sending import Call, Connection, Repeats, at, call_json


class UploadArguments(TypedDict, total=False):
    """What can be said of a file besides its languages (clause P13)."""

    name: str
    reference: bool  # it is not translated
    callback_url: str
    auto_start: bool  # False: the project does not start by itself because of it, whatever its service says
    progress: Progress


def upload(
    connection: Connection,
    project: int,
    file: FileSource,
    *,
    languages: tuple[str | None, tuple[str, ...]],
    arguments: Mapping[str, Any],
) -> Flow[ProjectFile]:
    """Send a file; `languages` are its source (None: the template's) and its targets."""
    source, targets = languages
    form = {"sourceLanguage": source, "targetLanguages": ",".join(targets) or None}
    if arguments.get("reference"):
        form = {"reference": "true"}
    if not arguments.get("auto_start", True):
        form["autoStart"] = "false"
    headers = {"callbackUrl": arguments["callback_url"]} if arguments.get("callback_url") else {}
    wanted = Call(
        method="POST",
        path=at("/project/v1/projects/{}/files", project),
        form={name: value for name, value in form.items() if value is not None},
        upload=make_upload(file, name=arguments.get("name"), progress=arguments.get("progress")),
        headers=headers,
        repeats=Repeats.WITH_KEY,
    )
    return read(ProjectFile, (yield from call_json(connection, wanted)))


def download_all(connection: Connection, project: Project, folder: Path) -> Flow[list[Path]]:
    """Get all finished translations into `folder`, in a folder for each language."""
    if not folder.absolute().parent.is_dir():
        raise InvalidInputError(f"There is no folder {folder.absolute().parent}. Make it first.")
    wanted: dict[Path, str] = {}
    for file in project.files:
        for one in file.translations:
            if one.file_id is not None:
                name = Path(one.translation_file_name or file.source_file_name).name
                wanted[_free(folder / one.target_language / name, wanted)] = one.file_id

    def fetch(path: Path, file_id: str) -> Flow[Download]:
        path.parent.mkdir(parents=True, exist_ok=True)
        return fetch_download(connection, at("/project/v1/files/{}/content", file_id), path)

    flows = [partial(fetch, path, file_id) for path, file_id in wanted.items()]
    yield from together(flows, at_once=connection.options.concurrency)
    return list(wanted)


def _free(path: Path, taken: Mapping[Path, str]) -> Path:
    """A path that no other file of the project has: `manual.docx`, `manual-2.docx`."""
    number, free = 1, path
    while free in taken:
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
