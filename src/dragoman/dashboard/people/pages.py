"""`/ui/people`: lists, invitations, and what may be done with a person (V3, W2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_person, search_accounts, search_people
from dragoman.accounts.model import (
    PeopleFilter,
    PersonState,
    Role,
    UserChanges,
    UserDraft,
    check_email,
    check_part_of_name,
)
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.mailing import send_link
from dragoman.dashboard.page.needs import CustomerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.people.reading import (
    PEOPLE,
    ask_own_proof,
    find_open_invitations,
    name_roles,
    show_link,
    show_person,
    version_of_person,
)
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id
from dragoman.sign_in.invitations import invite_person, roles_to_give
from dragoman.sign_in.people import change_person

_MOST_CHOICES: Final = 500  # accounts in a list to choose from

router = APIRouter(prefix=PEOPLE, include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_people(page: CustomerPage) -> Response:
    """List people: of all accounts for staff, else of the reader's."""
    state = read_list(page.request, filters=("search", "role", "state", "account"))
    async with page.transaction() as tx:
        found = await search_people(
            tx, wanted=_read_filter(state), limit=state.limit + 1, offset=state.offset
        )
        shown, state = state.cut(found)
        invitations = await find_open_invitations(tx, shown)
        accounts = await _choosable(page, tx)
    return page.render(
        "people/list.html",
        people=shown,
        list=state,
        invitations=invitations,
        accounts=accounts,
        role_names=name_roles(),
    )


@router.get("/new")
async def show_invitation(page: CustomerPage) -> Response:
    """Show the form of an invitation."""
    return await _show_invitation(page)


@router.post("/new")
async def invite(page: CustomerPage) -> Response:
    """Invite somebody. Without mail the link is shown in this answer, and only there."""
    form = page.form
    account_id = form.number("account_id", least=1) if page.is_staff else page.person.account.id
    form.require("email", *(["account_id"] if page.is_staff else []))
    _check_person(form)
    with form.catching({"ACCOUNT_NOT_FOUND": "account_id"}):
        if form and account_id is not None:
            draft = UserDraft(
                account_id=account_id,
                roles=read_roles(page),
                first_name=form.text("first_name"),
                last_name=form.text("last_name"),
                email=form.text("email"),
            )
            async with page.transaction() as tx:
                user, link = await invite_person(tx, by=page.person, draft=draft)
                is_sent = await send_link(page, tx, user=user, link=link)
            return show_link(page, user, link, is_sent=is_sent)
    return await _show_invitation(page)


@router.get("/{id}")
async def show(page: CustomerPage, user_id: Id) -> Response:
    """Show a person."""
    return await show_person(page, user_id)


@router.post("/{id}")
async def change(page: CustomerPage, user_id: Id) -> Response:
    """Change somebody's names, address and roles."""
    form = page.form
    if form.text("email").casefold() != (page.person.user.email or ""):
        asked = await ask_own_proof(page, user_id)
        if asked is not None:
            return asked
    changes = UserChanges(
        first_name=form.text("first_name"),
        last_name=form.text("last_name"),
        email=form.optional("email"),
        roles=read_roles(page),
    )
    with form.catching(fields={"LAST_ADMIN": "roles"}):
        async with page.exclusive_transaction() as tx:
            person = await find_person(tx, user_id=user_id)
            form.require_version(version_of_person(person.user))
            await change_person(tx, by=page.person, user_id=user_id, changes=changes)
        return page.redirect(page.path, done=_("Person saved."))
    return await show_person(page, user_id)


def read_roles(page: PageRequest) -> frozenset[Role]:
    """The roles that are ticked; what is no role is left out."""
    known = {role.value for role in Role}
    return frozenset(Role(one) for one in page.form.texts("roles") if one in known)


def _check_person(form: PageForm) -> None:
    """Note what is wrong with name and address, together with what else the form lacks."""
    checks = {"email": check_email, "first_name": check_part_of_name, "last_name": check_part_of_name}
    for name, check in checks.items():
        with form.catching({"": name, "name": name}):
            if form.text(name):
                check(form.text(name))


async def _show_invitation(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await _choosable(page, tx)
    given = roles_to_give(page.person)
    return page.render("people/new.html", accounts=accounts, roles=given, own_account=page.person.account.id)


async def _choosable(page: PageRequest, tx: Transaction) -> Mapping[int, str]:
    """The accounts that a list is filtered by, or somebody is invited to: for staff only."""
    return await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}


def _read_filter(state: ListState) -> PeopleFilter:
    role, wanted = state.value("role"), state.value("state")
    return PeopleFilter(
        account_id=state.number("account"),
        search=state.value("search"),
        role=Role(role) if role in {one.value for one in Role} else None,
        state=PersonState(wanted) if wanted in {one.value for one in PersonState} else None,
    )
