"""Quotes: what a project would cost and its deadline, without starting it (P12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from dragoman.catalog.actions import find_service
from dragoman.catalog.model import Service
from dragoman.database.connections import Transaction, transaction
from dragoman.errors import Call, Operation, RuleBroken, RulesBroken
from dragoman.projects import file_store
from dragoman.projects.deadlines import assign
from dragoman.projects.file_refusals import FileNotReadable, ProjectEmpty
from dragoman.projects.model import Analysis, FileTranslation, Project, ProjectFile
from dragoman.projects.orders.actions import find_project
from dragoman.projects.pricing import Quote, quote, weigh_translation
from dragoman.projects.starting import wait_for_analysis
from dragoman.resources import Resources


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectQuote:
    """A price, and a deadline: the project's own, or the one that a start now would assign."""

    quote: Quote
    deadline: datetime


async def quote_project(resources: Resources, project_id: int, *, account_id: int) -> ProjectQuote | None:
    """Quote a project, waiting a few seconds for its analysis; None when that is still running.

    Raises `NotFound`, or `RulesBroken` for a project without files, or with files that cannot be read.
    """
    for is_last in (False, True):
        async with transaction(resources.database, account=account_id) as tx:
            project = await find_project(tx, project_id, account_id=account_id)
            files = [one for one in await file_store.list_files(tx, [project_id]) if not one.reference]
            if not any(file.analysis is Analysis.WAITING for file in files):
                return await _quote(tx, project, files)
        if is_last or not await wait_for_analysis(resources, project_id):
            break
    return None


async def _quote(tx: Transaction, project: Project, files: Sequence[ProjectFile]) -> ProjectQuote:
    if not files:
        hint = "Upload what is to be translated first."
        raise ProjectEmpty("The project has no files to translate.", hints=hint)
    if problems := [_unreadable(file) for file in files if file.analysis is Analysis.FAILED]:
        raise RulesBroken(problems)
    service = await _find_service(tx, project)
    translations = await file_store.list_translations(tx, [project.id])
    made = quote(service, [one.bands or {} for one in translations])
    if project.price is not None and project.currency is not None:  # agreed at the start
        made = replace(made, amount=project.price, currency=project.currency)
    deadline = project.deadline or _assign(service, translations, now=tx.now)
    return ProjectQuote(quote=made, deadline=deadline)


def _unreadable(file: ProjectFile) -> RuleBroken:
    reason = "" if file.failure is None else f" {file.failure.code}: {file.failure.reason}"
    return FileNotReadable(
        f"File {file.id} cannot be translated.{reason}",
        hints="Mend the file, or take it out.",
        calls=[Call(Operation.DELETE_FILE, {"id": file.project_id, "fileId": file.id})],
    )


async def _find_service(tx: Transaction, project: Project) -> Service:
    assert project.fields.service_id is not None  # no project is without
    service = await find_service(tx, project.fields.service_id, account_id=project.account_id)
    assert service is not None  # services are disabled, never deleted
    return service


def _assign(service: Service, translations: Sequence[FileTranslation], *, now: datetime) -> datetime:
    weights = (weigh_translation(service, one.bands or {}) for one in translations)
    slowest = max(weights, default=Decimal(0))
    return assign(now=now, words_per_day=service.words_per_day, weighted_words=slowest)
