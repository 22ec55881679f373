"""What the page of a person shows, and the words for roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from fastapi import Response

from dragoman.accounts.actions import find_person
from dragoman.accounts.model import ListedPerson, User
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.proof import ask_for_proof
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.database.connections import Transaction
from dragoman.sign_in.invitations import list_open_invitations, roles_to_give
from dragoman.sign_in.model import NewLink
from dragoman.sign_in.openid.actions import find_role_sources
from dragoman.sign_in.passkeys.actions import list_passkeys
from dragoman.sign_in.people import may_manage, may_reset
from dragoman.sign_in.second_factors.actions import has_second_factor
from dragoman.sign_in.sessions import list_sessions

PEOPLE: Final = "/ui/people"


async def show_person(page: PageRequest, user_id: int, **values: Any) -> Response:
    """Make the page of a person. Raises `NotFound`."""
    async with page.transaction() as tx:
        person = await find_person(tx, user_id=user_id)
        is_manageable = may_manage(page.person, person.user)
        shown: dict[str, Any] = {
            "sessions": await list_sessions(tx, page.runtime.settings, user_id=user_id)
            if is_manageable
            else [],
            "has_factor": await has_second_factor(tx, user_id=user_id),
            "invitation": (await find_open_invitations(tx, [person])).get(user_id),
            "passkeys": len(await list_passkeys(tx, user_id=user_id)),
            "role_sources": await find_role_sources(tx, page.runtime.settings, user_id=user_id),
            "now": tx.now,
        }
    return page.render(
        "people/person.html",
        person=person,
        version=version_of_person(person.user),
        is_manageable=is_manageable,
        is_resettable=may_reset(page.person),
        roles=roles_to_give(page.person) | person.user.roles,
        role_names=name_roles(),
        **shown,
        **values,
    )


async def ask_own_proof(page: PageRequest, user_id: int) -> Response | None:
    """Lead to the page that asks who one is, before one changes here what oneself signs in with."""
    return await ask_for_proof(page, next=f"{PEOPLE}/{user_id}") if user_id == page.person.user.id else None


def version_of_person(user: User) -> str:
    """The version that the form of a person is shown for: of what the form changes."""
    return version_of(user.first_name, user.last_name, user.email, user.roles)


def show_link(page: PageRequest, user: User, link: NewLink, *, is_sent: bool) -> Response:
    """Say that a link was sent; where there is no mail, show it in this answer, and only there."""
    url = None if is_sent else link.url(page.base_url)
    return page.render("people/invited.html", person=user, link=link, url=url)


async def find_open_invitations(tx: Transaction, people: Sequence[ListedPerson]) -> Mapping[int, datetime]:
    """When the invitations of these people expire, of those who have one."""
    return await list_open_invitations(tx, user_ids=[one.user.id for one in people])


def name_roles() -> Mapping[str, str]:
    """The words for roles."""
    return {
        "admin": _("Administrator"),
        "manager": _("Project manager"),
        "linguist": _("Linguist"),
        "developer": _("Developer"),
        "orderer": _("Orderer"),
        "customer": _("Customer"),
    }
