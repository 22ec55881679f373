"""`client.provider.projects`: the projects of all accounts (clause V1)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack

from dragoman_client.downloads import Download, fetch_download
from dragoman_client.exchange import Progress
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.projects.results import Project
from dragoman_client.provider.project_results import (
    HistoryEntry,
    ProviderProgress,
    ProviderProject,
    StageCounts,
)
from dragoman_client.provider.translation_results import ProviderTranslation, read_translations
from dragoman_client.record_calls import get_record, send_record
from dragoman_client.records import to_wire, wire_value
from dragoman_client.sending import Call, at, call_json

PROJECTS = "/provider/v1/projects"
PROJECT = PROJECTS + "/{}"


class ProviderProjectFilter(TypedDict, total=False):
    """Which projects are wanted."""

    account_id: int
    status: str
    stage: str  # "to_do", "held", "in_work", "to_deliver" or "all"
    due: str  # "overdue", "today", "week" or "none"
    time_zone: str  # whose days these are, such as "Europe/Berlin"
    hold: str
    target_language: str
    created_after: datetime
    created_before: datetime
    title: str  # a piece of it
    search: str  # a piece of the title, the whole external id, or the id
    sort: str  # "id", "creationDate", "updatedAt", "deadline" or "title"; "-" before it: the last first


class ProviderProjects(Resource[R]):
    """The projects of all accounts. Actions return the project after them, and are in the audit log."""

    @listing
    def list(self, **wanted: Unpack[ProviderProjectFilter]) -> Callable[[Mark], Flow[Page[ProviderProject]]]:
        """The projects of all accounts, the newest first unless another order is asked for."""
        return offset_pages(self._connection, PROJECTS, "projects", ProviderProject, query=to_wire(wanted))

    @operation
    def stages(self, *, account_id: int | None = None) -> Flow[StageCounts]:
        """How many projects are at each stage."""
        query = {"accountId": account_id}
        return get_record(self._connection, StageCounts, PROJECTS + "/stages", query=query)

    @operation
    def get(self, project: int) -> Flow[Project]:
        """A project with its files, as its client reads it."""
        return get_record(self._connection, Project, at(PROJECT, project))

    @operation
    def start(self, project: int, *, confirm_deadline: bool = False) -> Flow[Project]:
        """Start a draft; with `confirm_deadline` however tight its deadline is."""
        return self._act(project, "start", {"confirmDeadline": confirm_deadline})

    @operation
    def hold(self, project: int, *, message: str | None = None) -> Flow[Project]:
        """Let a project rest until it is released; its client reads the message."""
        return self._act(project, "hold", {"message": message})

    @operation
    def release(self, project: int) -> Flow[Project]:
        """Let a project go on that was held."""
        return self._act(project, "release")

    @operation
    def set_deadline(self, project: int, deadline: datetime) -> Flow[Project]:
        """Set another deadline; a project that waited for it starts."""
        path = at(PROJECT + "/deadline", project)
        return send_record(self._connection, Project, "PUT", path, {"deadline": wire_value(deadline)})

    @operation
    def finish(self, project: int, *, cancel_rest: bool = False, reason: str | None = None) -> Flow[Project]:
        """Finish an active project. `cancel_rest` cancels what is not delivered; its client reads the reason.

        Raises `ConflictError` while something is not delivered.
        """
        return self._act(project, "finish", {"cancelRest": cancel_rest, "reason": reason})

    @operation
    def cancel(self, project: int, *, reason: str) -> Flow[Project]:
        """Cancel a project, started or not; its client reads the reason."""
        return self._act(project, "cancel", {"reason": reason})

    @operation
    def retry(self, project: int, translation: int) -> Flow[Project]:
        """Do again what failed with a translation, whose stage is "failed"."""
        path = at(PROJECT + "/translations/{}/retry", project, translation)
        return send_record(self._connection, Project, "POST", path)

    @operation
    def progress(self, project: int) -> Flow[ProviderProgress]:
        """How far each file is in each language, what can be done about failures, and what happened when."""
        return get_record(self._connection, ProviderProgress, at(PROJECT + "/progress", project))

    @listing
    def history(self, project: int) -> Callable[[Mark], Flow[Page[HistoryEntry]]]:
        """All entries of the audit log about a project and its translations, the oldest first."""
        return offset_pages(self._connection, at(PROJECT + "/history", project), "entries", HistoryEntry)

    @operation
    def download_archive(
        self, project: int, output: str | os.PathLike[str] | None = None, *, progress: Progress | None = None
    ) -> Flow[Download]:
        """Get all finished files of a project in one zip, with a folder for each language."""
        return fetch_download(self._connection, at(PROJECT + "/archive", project), output, progress=progress)

    @operation
    def assign(
        self, project: int, *, user: int | None, translations: Sequence[int]
    ) -> Flow[Sequence[ProviderTranslation]]:
        """Assign translations of a project to a user, all of them or none; None: to no one."""
        body = {"userId": user, "translationIds": list(translations)}
        wanted = Call(method="PUT", path=at(PROJECT + "/assignee", project), json=body)
        return read_translations(ProviderTranslation, (yield from call_json(self._connection, wanted)))

    def _act(self, project: int, action: str, body: dict[str, Any] | None = None) -> Flow[Project]:
        path = at(PROJECT + "/" + action, project)
        return send_record(self._connection, Project, "POST", path, body)
