"""The draft that an order is: a project from its first file on, kept between the steps."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

import orjson

from dragoman.access.model import Caller
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.callers import find_caller
from dragoman.database.connections import Transaction, transaction
from dragoman.idempotency.actions import answer_once
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.projects.file_refusals import PairUnsupported, ProjectStarted
from dragoman.projects.model import ProjectFile, ProjectStatus
from dragoman.projects.orders import managing
from dragoman.projects.orders.actions import create_project
from dragoman.projects.orders.checking import LONGEST_TITLE, SentFields
from dragoman.projects.orders.record import ProjectRecord, read_record
from dragoman.projects.orders.service_choice import list_fitting_services

FIRST: Final = "/ui/projects/new/1"
_CREATED: Final = 201


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A project that is being ordered, and as whom."""

    record: ProjectRecord
    caller: Caller

    @property
    def id(self) -> int:
        """The id of the project."""
        return self.record.project.id

    @property
    def pairs(self) -> Collection[tuple[str, str]]:
        """The language pairs of its files: source and target."""
        sources = {file.id: file.source_language or "" for file in self.record.files}
        return {(sources[one.file_id], one.target_language) for one in self.record.translations}

    @property
    def last_file(self) -> ProjectFile | None:
        """The file to translate that was sent last: its languages are likely those of the next."""
        return max(self.record.files_to_translate, key=lambda one: one.created, default=None)

    def languages_into(self, file: ProjectFile) -> Sequence[str]:
        """The languages that a file goes into."""
        return [one.target_language for one in self.record.translations if one.file_id == file.id]


def read_project_id(page: PageRequest) -> int | None:
    """The number of the project that the address of a step names; None: it names none."""
    return read_list(page.request, filters=("project",)).number("project")


def address_without_draft(page: PageRequest) -> str:
    """Where a step leads that finds no draft: to the project that has started, else to the first step."""
    project_id = read_project_id(page)
    return FIRST if project_id is None else f"/ui/projects/{project_id}"


async def require_draft(page: PageRequest) -> Draft | None:
    """The draft that a form changes; None for the first form. Raises `NotFound`, `ProjectStarted`."""
    draft = await find_draft(page)
    if draft is None and read_project_id(page) is not None:  # it was started in another window
        raise ProjectStarted(
            "The project has started and cannot be changed any more.", hints="Contact the project manager."
        )
    return draft


async def find_draft(page: PageRequest, project_id: int | None = None) -> Draft | None:
    """The draft that the address names, or a given one. Raises `NotFound`.

    None: the address names none, or the project has started.
    """
    project_id = project_id or read_project_id(page)
    if project_id is None:
        return None
    async with page.transaction() as tx:
        project = await managing.find_project(tx, project_id)
        record = await read_record(tx, project)
    if project.status is not ProjectStatus.DRAFT:
        return None
    return Draft(record=record, caller=await find_caller(page, project.account_id))


async def open_draft(
    page: PageRequest, caller: Caller, *, key: str, file_name: str, pairs: Collection[tuple[str, str]]
) -> int:
    """Create a draft for a first file; with the same key it is the same draft. Raises what creating raises.

    It gets the first service that translates the pairs; the next step offers the others.
    """
    async with transaction(page.runtime.database, account=caller.account_id) as tx:

        async def create() -> StoredAnswer:
            sent = await _first_fields(tx, page, caller, file_name=file_name, pairs=pairs)
            project = await create_project(tx, caller=caller, sent=sent)
            return StoredAnswer(status=_CREATED, body=orjson.dumps({"id": project.id}))

        answered = await answer_once(tx, _repeatable(caller, key), create)
    made: int = orjson.loads(answered.answer.body)["id"]
    return made


async def _first_fields(
    tx: Transaction,
    page: PageRequest,
    caller: Caller,
    *,
    file_name: str,
    pairs: Collection[tuple[str, str]],
) -> SentFields:
    services = await list_fitting_services(tx, page.runtime, pairs, caller=caller)
    if not services:
        hint = "Choose other languages, or send the files in several projects."
        raise PairUnsupported("No service translates all of these pairs.", hints=hint)
    title = (PurePosixPath(file_name).stem.strip() or _("New project"))[:LONGEST_TITLE]
    return SentFields(fields={"title": title, "serviceId": services[0].id})


def _repeatable(caller: Caller, key: str) -> RepeatableRequest | None:
    if not key or not key.isascii() or not key.isprintable():
        return None
    return RepeatableRequest(
        application_id=caller.application_id,
        method="POST",
        path="/ui/projects/new",
        key=key[:200],
        body_hash=hashlib.sha256(key.encode()).digest(),
    )
