"""What is done with a project from its page: hold, release, deadline, deliver, finish, cancel, delete."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.locale import translate_plural
from dragoman.dashboard.page.needs import ManagerPage, OrdererPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.callers import find_caller, find_project
from dragoman.dashboard.projects.delivering import deliver_ready
from dragoman.dashboard.projects.showing import show_project
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id
from dragoman.projects.finishing import request_cancel
from dragoman.projects.model import Project, ProjectStatus
from dragoman.projects.orders import managing
from dragoman.projects.orders.actions import delete_project

_REFUSED: Final = {"REASON_INVALID": "cancel_reason"}

router = APIRouter(prefix="/ui/projects/{id}", include_in_schema=False, route_class=PageRoute)


@router.post("/confirm")
async def confirm_deadline(page: ManagerPage, project_id: Id) -> Response:
    """Start a project however tight its deadline is."""
    with page.form.catching():
        async with page.transaction() as tx:
            started = await managing.start(tx, project_id, confirm_deadline=True, staff=page.staff)
        is_started = started.status is ProjectStatus.ACTIVE
        return _back(
            page, project_id, _("The project has started.") if is_started else _("Deadline confirmed.")
        )
    return await show_project(page, project_id)


@router.post("/hold")
async def hold(page: ManagerPage, project_id: Id) -> Response:
    """Hold a project, or change the message that its customer reads."""
    with page.form.catching({"HOLD_MESSAGE_INVALID": "hold_message"}):
        message = page.form.optional("hold_message")
        async with page.transaction() as tx:
            await managing.hold(tx, project_id, staff=page.staff, message=message)
        return _back(page, project_id, _("Project held."))
    return await show_project(page, project_id)


@router.post("/release")
async def release(page: ManagerPage, project_id: Id) -> Response:
    """Release a held project; a draft whose start was requested starts."""
    with page.form.catching():
        async with page.transaction() as tx:
            before = await managing.find_project(tx, project_id)
            released = await managing.release(tx, project_id, staff=page.staff)
        return _back(page, project_id, _said_of_start(before, released, _("Project released.")))
    return await show_project(page, project_id)


@router.post("/deadline")
async def set_deadline(page: ManagerPage, project_id: Id) -> Response:
    """Set another deadline; a project that waited for one starts."""
    with page.form.catching({"DEADLINE_PAST": "deadline"}):
        deadline = page.form.timestamp("deadline")
        if page.form.require("deadline") and deadline is not None:
            async with page.transaction() as tx:
                before = await managing.find_project(tx, project_id)
                changed = await managing.set_deadline(tx, project_id, deadline=deadline, staff=page.staff)
            return _back(page, project_id, _said_of_start(before, changed, _("Deadline set.")))
    return await show_project(page, project_id)


@router.post("/deliver")
async def deliver(page: ManagerPage, project_id: Id) -> Response:
    """Deliver all translations that are ready; those with blocking issues stay, and say which."""
    delivered = await deliver_ready(page, project_id)
    if not page.form.problems:
        done = translate_plural(
            "%(number)s translation is being delivered.",
            "%(number)s translations are being delivered.",
            delivered,
        )
        return _back(page, project_id, done % {"number": delivered})
    return await show_project(page, project_id)


@router.post("/finish")
async def finish(page: ManagerPage, project_id: Id) -> Response:
    """Finish a project; what is not delivered is cancelled, if there is as much as the form said."""
    form = page.form
    expected = form.number("cancel_rest") or 0
    with form.catching({"REASON_INVALID": "finish_reason"}):
        if not expected or form.require("finish_reason"):
            async with page.transaction() as tx:
                await _finish(page, tx, project_id, expected=expected)
            if form:
                return _back(page, project_id, _("Project finished."))
    return await show_project(page, project_id)


async def _finish(page: PageRequest, tx: Transaction, project_id: int, *, expected: int) -> None:
    """Finish a project of which as much is not delivered as expected; else note a problem."""
    left = await managing.count_undelivered(tx, project_id)
    project = await managing.find_project(tx, project_id)
    if project.status is ProjectStatus.ACTIVE and left != expected:
        changed = translate_plural(
            "%(number)s translation is not delivered now. Nothing was changed: look at the project again.",
            "%(number)s translations are not delivered now. Nothing was changed: look at the project again.",
            left,
        )
        page.form.add(changed % {"number": left})
        return
    await managing.finish(
        tx,
        page.runtime.keyring,
        project_id,
        cancel_rest=bool(expected),
        reason=page.form.optional("finish_reason"),
        staff=page.staff,
    )


@router.post("/cancel")
async def cancel(page: OrdererPage, project_id: Id) -> Response:
    """Cancel a project: customers before its start, staff always."""
    with page.form.catching(_REFUSED):
        if not page.is_staff:
            await _cancel_own(page, project_id)
            return _back(page, project_id, _("Project cancelled."))
        if page.form.require("cancel_reason"):
            reason = page.form.text("cancel_reason")
            async with page.transaction() as tx:
                await managing.cancel(tx, page.runtime.keyring, project_id, reason=reason, staff=page.staff)
            return _back(page, project_id, _("Project cancelled."))
    return await show_project(page, project_id)


async def _cancel_own(page: PageRequest, project_id: int) -> None:
    async with page.transaction() as tx:
        await request_cancel(
            tx,
            page.runtime.keyring,
            project_id,
            account_id=page.person.account.id,
            by=page.staff.actor,
        )


@router.post("/delete")
async def delete(page: OrdererPage, project_id: Id) -> Response:
    """Delete a draft with its files."""
    project = await find_project(page, project_id)
    with page.form.catching():
        caller = await find_caller(page, project.account_id)
        async with page.transaction() as tx:
            await delete_project(tx, project_id, caller=caller)
        return page.redirect("/ui/projects?stage=all", done=_("Draft deleted."))
    return await show_project(page, project_id)


def _said_of_start(before: Project, after: Project, otherwise: str) -> str:
    """What to say of an action by which a project may have started."""
    has_started = after.status is ProjectStatus.ACTIVE and before.status is not ProjectStatus.ACTIVE
    return _("The project has started.") if has_started else otherwise


def _back(page: PageRequest, project_id: int, done: str) -> Response:
    return page.redirect(f"/ui/projects/{project_id}", done=done)
