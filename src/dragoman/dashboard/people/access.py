"""`/ui/people/{id}/…`: a person's access: disabling, invitations, sessions, second factor, new password."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_user
from dragoman.accounts.model import UserChanges
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.mailing import send_link
from dragoman.dashboard.page.needs import AdminPage, CustomerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.people.reading import PEOPLE, ask_own_proof, show_link, show_person
from dragoman.http.fields import Id
from dragoman.sign_in.invitations import invite_again
from dragoman.sign_in.people import (
    change_person,
    end_persons_sessions,
    make_persons_reset_link,
    remove_persons_factor,
    remove_persons_passkeys,
)

router = APIRouter(prefix=PEOPLE, include_in_schema=False, route_class=PageRoute)


@router.post("/{id}/disabled")
async def disable(page: CustomerPage, user_id: Id) -> Response:
    """Let somebody sign in no more, or again."""
    changes = UserChanges(disabled=page.form.flag("disabled"))
    with page.form.catching():
        async with page.transaction() as tx:
            await change_person(tx, by=page.person, user_id=user_id, changes=changes)
        done = _("Person disabled. They are signed out.") if changes.disabled else _("Person enabled.")
        return page.redirect(f"{PEOPLE}/{user_id}", done=done)
    return await show_person(page, user_id)


@router.post("/{id}/invitation")
async def invite_anew(page: CustomerPage, user_id: Id) -> Response:
    """Make a new invitation; the one before stops."""
    with page.form.catching():
        async with page.transaction() as tx:
            user, link = await invite_again(tx, by=page.person, user_id=user_id)
            is_sent = await send_link(page, tx, user=user, link=link)
        return show_link(page, user, link, is_sent=is_sent)
    return await show_person(page, user_id)


@router.post("/{id}/sessions/end")
async def end_sessions(page: CustomerPage, user_id: Id) -> Response:
    """Sign somebody out everywhere."""
    async with page.transaction() as tx:
        await end_persons_sessions(tx, by=page.person, user_id=user_id)
    return page.redirect(f"{PEOPLE}/{user_id}", done=_("Signed out everywhere."))


@router.post("/{id}/second-factor/remove")
async def remove_factor(page: AdminPage, user_id: Id) -> Response:
    """Remove the second factor of somebody who lost it."""
    asked = await ask_own_proof(page, user_id)
    if asked is not None:
        return asked
    async with page.transaction() as tx:
        await remove_persons_factor(tx, by=page.person, user_id=user_id)
    return page.redirect(f"{PEOPLE}/{user_id}", done=_("Second factor removed."))


@router.post("/{id}/passkeys/remove")
async def remove_passkeys(page: AdminPage, user_id: Id) -> Response:
    """Remove all passkeys of somebody who lost their devices."""
    asked = await ask_own_proof(page, user_id)
    if asked is not None:
        return asked
    async with page.transaction() as tx:
        await remove_persons_passkeys(tx, by=page.person, user_id=user_id)
    return page.redirect(f"{PEOPLE}/{user_id}", done=_("Passkeys removed."))


@router.post("/{id}/reset")
async def make_reset_link(page: AdminPage, user_id: Id) -> Response:
    """Make a link with which somebody chooses a new password."""
    asked = await ask_own_proof(page, user_id)
    if asked is not None:
        return asked
    with page.form.catching():
        async with page.transaction() as tx:
            user = await find_user(tx, user_id=user_id)
            link = await make_persons_reset_link(tx, by=page.person, user_id=user_id)
            is_sent = await send_link(page, tx, user=user, link=link)
        return show_link(page, user, link, is_sent=is_sent)
    return await show_person(page, user_id)
