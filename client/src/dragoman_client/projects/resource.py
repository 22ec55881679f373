"""`client.projects`: projects and their files (clauses P1 to P14)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypedDict, Unpack

from dragoman_client import errors
from dragoman_client.downloads import Download, fetch_download
from dragoman_client.exchange import FileSource, Progress
from dragoman_client.flows import Flow, pause
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.projects import files
from dragoman_client.projects.results import (
    Project,
    ProjectFile,
    ProjectProgress,
    ProjectStatus,
    ProjectSummary,
    Quote,
)
from dragoman_client.record_calls import get_record
from dragoman_client.records import read, to_wire
from dragoman_client.retry_after import parse_retry_after
from dragoman_client.sending import Call, Repeats, at, call, call_json

PROJECTS = "/project/v1/projects"
PROJECT = PROJECTS + "/{}"
_PAUSE = 1.0  # seconds, where the server names none


class ProjectFields(TypedDict, total=False):
    """What a project is made of. None gives a value back to the template, where it is changed."""

    title: str
    service_id: int | None
    template_id: int | None
    deadline: datetime | None
    briefing: str | None
    briefing_for_experts: str | None
    purchase_order_number: str | None
    external_id: str | None  # your own, once for each application
    metadata: Mapping[str, Any] | None
    use_translation_memory: bool | None
    translation_memory_id: int | None
    translation_memory_set_id: int | None
    memory_threshold: int | None
    term_base_id: int | None
    style_id: int | None
    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None


class ProjectFilter(TypedDict, total=False):
    """Which projects are wanted."""

    title: str  # a piece of it
    status: str
    target_language: str
    external_id: str
    purchase_order_number: str
    created_after: datetime
    created_before: datetime
    updated_after: datetime
    finished_after: datetime
    sort: str  # such as "-creationDate"


class Projects(Resource[R]):
    """Projects and their files. `client.order` creates, uploads and starts in one call."""

    @operation
    def create(self, **fields: Unpack[ProjectFields]) -> Flow[Project]:
        """Create a project. A title and a service are needed, or a template that brings them.

        Raises `RulesError` with all that is wrong.
        """
        wanted = Call(method="POST", path=PROJECTS, json=to_wire(fields), repeats=Repeats.WITH_KEY)
        return read(Project, (yield from call_json(self._connection, wanted)))

    @operation
    def get(self, project: int) -> Flow[Project]:
        """A project with its files."""
        return read(Project, (yield from call_json(self._connection, _get(project))))

    @operation
    def change(self, project: int, **fields: Unpack[ProjectFields]) -> Flow[Project]:
        """Change fields of a draft; those that are left out stay. Returns the project after it."""
        wanted = Call(method="PATCH", path=at(PROJECT, project), json=to_wire(fields))
        yield from call(self._connection, wanted)
        return read(Project, (yield from call_json(self._connection, _get(project))))

    @operation
    def delete(self, project: int) -> Flow[None]:
        """Delete a draft."""
        yield from call(self._connection, Call(method="DELETE", path=at(PROJECT, project)))

    @operation
    def quote(self, project: int, *, timeout: float = 300.0) -> Flow[Quote]:
        """Words, price and deadline of a draft; starts nothing. Waits until its files are counted.

        Raises `RulesError` (`PROJECT_EMPTY`) without files, `DeadlineExceededError` after `timeout` seconds.
        """
        end = time.monotonic() + timeout
        while True:
            wanted = Call(method="POST", path=at(PROJECT + "/do-quote", project))
            answer = yield from call(self._connection, wanted)
            if answer.status != 202:
                return read(Quote, answer.json())
            seconds = parse_retry_after(answer.headers.get("retry-after")) or _PAUSE
            if time.monotonic() + seconds > end:
                raise errors.DeadlineExceededError(
                    f"The files of project {project} are not counted after {timeout:g} seconds. Ask again."
                )
            yield from pause(seconds)

    @operation
    def start(self, project: int) -> Flow[Project]:
        """Start a project. Where it cannot start yet it is a draft still, and `hold` says why."""
        wanted = Call(method="POST", path=at(PROJECT + "/do-start", project))
        return read(Project, (yield from call_json(self._connection, wanted)))

    @operation
    def cancel(self, project: int) -> Flow[Project]:
        """Cancel a project that has not started."""
        wanted = Call(method="POST", path=at(PROJECT + "/do-cancel", project))
        return read(Project, (yield from call_json(self._connection, wanted)))

    @operation
    def wait(
        self,
        project: int,
        *,
        timeout: float | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> Flow[Project]:
        """Wait until a project is finished. `progress` is called with 0 to 1.

        Raises `ProjectCancelledError` when it was cancelled, `DeadlineExceededError` after `timeout` seconds;
        to wait again goes on.
        """
        return wait(self, project, timeout=timeout, progress=progress)

    @operation
    def progress(self, project: int) -> Flow[ProjectProgress]:
        """How far a project is, file by file and language by language."""
        wanted = Call(method="GET", path=at(PROJECT + "/progress", project))
        return read(ProjectProgress, (yield from call_json(self._connection, wanted)))

    @operation
    def upload(
        self,
        project: int,
        file: FileSource,
        *,
        source: str | None = None,
        targets: tuple[str, ...] | list[str] = (),
        **arguments: Unpack[files.UploadArguments],
    ) -> Flow[ProjectFile]:
        """Send a file of a project. Languages that are left out are the template's.

        `reference=True` sends a file that is not translated; `callback_url` is called when a translation of
        the file is finished or cancelled; `name` is needed for bytes and open files.
        """
        return files.upload(
            self._connection, project, file, languages=(source, tuple(targets)), arguments=arguments
        )

    @listing
    def files(self, project: int | None = None) -> Callable[[Mark], Flow[Page[ProjectFile]]]:
        """The files of a project, the newest first; without one those of all projects of the account."""
        path = "/project/v1/files" if project is None else at(PROJECT + "/files", project)
        return offset_pages(self._connection, path, "files", ProjectFile)

    @operation
    def get_file(self, file: str) -> Flow[ProjectFile]:
        """A file that was sent, or a finished translation, without its content."""
        return get_record(self._connection, ProjectFile, at("/project/v1/files/{}", file))

    @operation
    def delete_file(self, project: int, file: str) -> Flow[None]:
        """Take a file out of a draft."""
        yield from call(
            self._connection, Call(method="DELETE", path=at(PROJECT + "/files/{}", project, file))
        )

    @operation
    def download_file(
        self, file: str, output: str | os.PathLike[str] | None = None, *, progress: Progress | None = None
    ) -> Flow[Download]:
        """Get a file that was sent, or a finished translation, into a file or a folder, else into memory."""
        path = at("/project/v1/files/{}/content", file)
        return fetch_download(self._connection, path, output, progress=progress)

    @operation
    def download_archive(
        self, project: int, output: str | os.PathLike[str] | None = None, *, progress: Progress | None = None
    ) -> Flow[Download]:
        """Get all finished files of a project in one zip, with a folder for each language."""
        path = at(PROJECT + "/archive", project)
        return fetch_download(self._connection, path, output, progress=progress)

    @operation
    def download(self, project: int, folder: str | os.PathLike[str]) -> Flow[list[Path]]:
        """Get all finished translations of a project into `folder`, in a folder for each language."""
        record = read(Project, (yield from call_json(self._connection, _get(project))))
        return (yield from files.download_all(self._connection, record, Path(folder)))

    @listing
    def list(self, **wanted: Unpack[ProjectFilter]) -> Callable[[Mark], Flow[Page[ProjectSummary]]]:
        """The projects of the account."""
        return offset_pages(self._connection, PROJECTS, "projects", ProjectSummary, query=to_wire(wanted))


def wait(
    projects: Resource[Any],
    project: int,
    *,
    timeout: float | None,
    progress: Callable[[float], None] | None,
) -> Flow[Project]:
    """The flow of `Projects.wait`."""
    end = None if timeout is None else time.monotonic() + timeout
    seconds = _PAUSE
    while True:
        record = read(Project, (yield from call_json(projects._connection, _get(project))))  # noqa: SLF001
        if progress is not None:
            progress(1.0 if record.status == ProjectStatus.FINISHED else record.progress)
        if record.status == ProjectStatus.FINISHED:
            return record
        if record.status == ProjectStatus.CANCELLED:
            raise errors.ProjectCancelledError(f"Project {project} was cancelled.")
        if end is not None and time.monotonic() + seconds > end:
            raise errors.DeadlineExceededError(
                f"Project {project} is {record.status} after {timeout:g} seconds. "
                "It goes on; wait for it again."
            )
        yield from pause(seconds)
        seconds = min(30.0, seconds * 1.3)


def _get(project: int) -> Call:
    return Call(method="GET", path=at(PROJECT, project))
