"""Clients' actions on projects: create, read, list, change, delete (P1–P9).

`intake.uploads` has the actions on files, `quoting` prices, `starting` starts and `finishing` ends projects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from dragoman.access.model import Caller
from dragoman.catalog.model import Template
from dragoman.database.connections import Transaction
from dragoman.errors import FieldProblem, Malformed, RuleBroken, RulesBroken
from dragoman.jobs.queue import enqueue
from dragoman.memories import actions as memories
from dragoman.projects import file_store, store
from dragoman.projects.file_refusals import (
    ProjectCancelled,
    ProjectFinished,
    ProjectStarted,
    no_such_project,
)
from dragoman.projects.intake.analysing import analyse_files_again
from dragoman.projects.intake.uploads import auto_start_seconds, destroy_files
from dragoman.projects.messages import start_message
from dragoman.projects.model import Fields, HoldReason, Project, ProjectFilter, ProjectStatus, Setter
from dragoman.projects.orders import references
from dragoman.projects.orders.checking import CheckedFields, SentFields, check_fields
from dragoman.projects.orders.merging import Sources, find_conflicts, merge
from dragoman.projects.store import ProjectRow

_NOTHING: Final = Fields()


class ExternalIdExists(RuleBroken):
    """The application already has a project of this external id (P6)."""

    code = "EXTERNAL_ID_EXISTS"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectChange:
    """A client's change of an existing project."""

    sent: SentFields
    clearing: bool  # whether null clears a field (PATCH), or is ignored (PUT)


async def create_project(tx: Transaction, *, caller: Caller, sent: SentFields) -> Project:
    """Create a draft. Raises `Malformed` for wrong types and missing fields, `RulesBroken` for all else."""
    checked = check_fields(sent, now=tx.now)
    _require_shape(checked)
    given = replace(_NOTHING, **checked.values)
    fields, problems = await _evaluate(tx, given, account_id=caller.account_id, faulty=checked.faulty)
    problems = [*checked.broken, *problems]
    problems += await _find_namesake(tx, given, application_id=caller.application_id)
    if problems:
        raise RulesBroken(problems)
    row = ProjectRow(
        account_id=caller.account_id, application_id=caller.application_id, given=given, fields=fields
    )
    while (project := await store.insert_project(tx, row)) is None:  # another transaction inserted it first
        if problems := await _find_namesake(tx, given, application_id=caller.application_id):
            raise RulesBroken(problems)
    return project


def _require_shape(checked: CheckedFields) -> None:
    """Raise `Malformed` for wrong types and missing fields of a new project (P8)."""
    problems = [
        FieldProblem(location=("body", one.name), message=f"Send {one.expected}", kind=one.kind)
        for one in checked.wrong
    ]
    if checked.values.get("template_id") is None and "template_id" not in checked.faulty:
        for name, attribute in (("title", "title"), ("serviceId", "service_id")):
            if checked.values.get(attribute) is None and attribute not in checked.faulty:
                message = "Field required without a templateId"
                problems.append(FieldProblem(location=("body", name), message=message, kind="missing"))
    if problems:
        raise Malformed(problems)


async def find_project(tx: Transaction, project_id: int, *, account_id: int, lock: bool = False) -> Project:
    """Find a project of the account; `lock` locks its row. Raises `NotFound`."""
    found = await store.find_project(tx, project_id, account_id=account_id, lock=lock)
    if found is None:
        raise no_such_project()
    return found


async def list_projects(tx: Transaction, criteria: ProjectFilter) -> Sequence[Project]:
    """List projects that meet the criteria, in their order."""
    return await store.list_projects(tx, criteria)


async def change_project(
    tx: Transaction, project_id: int, *, caller: Caller, read: Callable[[], ProjectChange]
) -> Project:
    """Change a draft (P7). `read` parses the change; it is called once the project is found.

    Raises `NotFound`, what `read` raises, and `RulesBroken` with all problems, wrong types included.
    """
    project = await find_project(tx, project_id, account_id=caller.account_id, lock=True)
    change = read()
    checked = check_fields(change.sent, now=tx.now)
    changes = {name: value for name, value in checked.values.items() if change.clearing or value is not None}
    given = replace(project.given, **changes)
    fields, problems = await _evaluate(
        tx, given, account_id=project.account_id, faulty=checked.faulty, current=project
    )
    if given.external_id != project.given.external_id:
        problems += await _find_namesake(tx, given, application_id=project.application_id)
    problems = [*_find_state_problems(project), *checked.wrong, *checked.broken, *problems]
    if problems:
        raise RulesBroken(problems)
    return await _update(tx, project, given, fields, caller=caller) if changes else project


async def delete_project(tx: Transaction, project_id: int, *, caller: Caller) -> None:
    """Delete a draft with its files. Raises `NotFound`, or `RuleBroken` once it has started."""
    project = await find_project(tx, project_id, account_id=caller.account_id, lock=True)
    if problems := _find_state_problems(project):
        raise RulesBroken(problems)
    await destroy_files(tx, project.id)
    await store.delete_project(tx, project.id)


def _find_state_problems(project: Project) -> list[RuleBroken]:
    """Find why a client cannot change the project any more."""
    hint = "Contact the project manager."
    if project.status is ProjectStatus.ACTIVE:
        return [ProjectStarted("The project has started and cannot be changed any more.", hints=hint)]
    if project.status is ProjectStatus.FINISHED:
        return [ProjectFinished("The project is finished and cannot be changed any more.", hints=hint)]
    if project.status is ProjectStatus.CANCELLED:
        message = "The project is cancelled and cannot be changed any more."
        return [ProjectCancelled(message, hints="Create another one.")]
    return []


async def _evaluate(
    tx: Transaction,
    given: Fields,
    *,
    account_id: int,
    faulty: frozenset[str],
    current: Project | None = None,
) -> tuple[Fields, list[RuleBroken]]:
    """Merge the fields, and find what is wrong with them apart from the `faulty` ones."""
    problems: list[RuleBroken] = []
    template: Template | None = None
    if given.template_id is not None:
        known = current is not None and given.template_id == current.given.template_id
        found = await references.find_template(tx, given.template_id, account_id=account_id, known=known)
        if isinstance(found, Template):
            template = found
        else:
            problems.append(found)
    primary = await memories.find_primary(tx, account_id=account_id)
    sources = Sources(
        template=template,
        defaults=await references.find_defaults(tx, account_id=account_id),
        primary_memory_id=None if primary is None else primary.id,
    )
    fields = merge(given, sources)
    if not problems:  # a template that cannot be used might have brought what is missing
        problems += [one for one in find_conflicts(fields, template) if one.about not in faulty]
    problems += await references.find_problems(
        tx, fields, given=given, account_id=account_id, current=current
    )
    return fields, problems


async def _find_namesake(tx: Transaction, given: Fields, *, application_id: int | None) -> list[RuleBroken]:
    if given.external_id is None:
        return []
    other = await store.find_by_external_id(tx, given.external_id, application_id=application_id)
    if other is None:
        return []
    message = "A project of this application has this externalId already."
    hint = f"It is project {other}. Use another externalId, or go on with that project."
    return [ExternalIdExists(message, hints=hint)]


async def _update(
    tx: Transaction, project: Project, given: Fields, fields: Fields, *, caller: Caller
) -> Project:
    values: dict[str, Any] = store.field_values(given=given, fields=fields)
    if given.deadline != project.given.deadline:
        setter = None if given.deadline is None else Setter.CLIENT
        values |= {"deadline": given.deadline, "deadline_set_by": setter, "deadline_confirmed": False}
    values |= await _plan_start(tx, project, given, fields, caller=caller)
    try:
        async with tx.connection.begin_nested():
            changed = await store.update_project(tx, project.id, values)
    except IntegrityError:  # another transaction has taken the external id since
        problems = await _find_namesake(tx, given, application_id=project.application_id)
        if not problems:
            raise
        raise RulesBroken(problems) from None
    await analyse_files_again(tx, project, changed)
    return changed


async def _plan_start(
    tx: Transaction, project: Project, given: Fields, fields: Fields, *, caller: Caller
) -> dict[str, Any]:
    """Plan the automatic start anew; a start that was held because of the deadline is retried at once.

    None is planned for people, who start their projects themselves.
    """
    same_work = (fields.service_id, fields.template_id) == (
        project.fields.service_id,
        project.fields.template_id,
    )
    values: dict[str, Any] = {}
    if project.hold is HoldReason.DEADLINE and not (same_work and given.deadline == project.given.deadline):
        values = {"hold": None, "starts_at": tx.now}
    elif not same_work and (caller.user_id is None or project.starts_at is not None):
        planned = replace(project, fields=fields)
        values = {"starts_at": await _next_start(tx, planned, sandbox=caller.is_sandbox)}
    if (starts_at := values.get("starts_at")) is not None:
        await enqueue(tx, start_message(project, start=starts_at))
    return values


async def _next_start(tx: Transaction, project: Project, *, sandbox: bool) -> Any:
    """Calculate the time of the automatic start, counted from the last upload; None: never."""
    seconds = await auto_start_seconds(tx, project, sandbox=sandbox)
    uploads = [file.created for file in await file_store.list_files(tx, [project.id]) if not file.reference]
    if seconds is None or not uploads:
        return None
    return max(tx.now, max(uploads) + timedelta(seconds=seconds))
