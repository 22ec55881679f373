"""`/ui/term-bases`: the list of term bases, and a new one."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import search_accounts
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.termbases.actions import create_term_base
from dragoman.termbases.bases import TermBaseOrder, TermBaseQuery
from dragoman.termbases.overview.actions import list_overviews

_MOST_CHOICES: Final = 500  # accounts in a list to choose from; more are found by their number or the search

router = APIRouter(prefix="/ui/term-bases", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_term_bases(page: MemoryPage) -> Response:
    """List the term bases that the reader may see."""
    state = read_list(
        page.request, filters=("search", "account"), sorts=list(TermBaseOrder), sort=TermBaseOrder.NAME
    )
    async with page.transaction() as tx:
        found = await list_overviews(tx, _read_query(state), limit=state.limit + 1, offset=state.offset)
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
    shown, state = state.cut(found)
    return page.render("term_bases/list.html", bases=shown, list=state, accounts=accounts)


def _read_query(state: ListState) -> TermBaseQuery:
    return TermBaseQuery(
        search=state.value("search"),
        account_id=state.number("account"),
        order=TermBaseOrder(state.sort.removeprefix("-")),
        descending=state.sort.startswith("-"),
    )


@router.get("/new")
async def show_new_term_base(page: MemoryKeeperPage) -> Response:
    """Show the form of a new term base."""
    return await _show_new(page)


@router.post("/new")
async def create_new_term_base(page: MemoryKeeperPage) -> Response:
    """Create an empty term base."""
    form = page.form
    with form.catching(fields={"ACCOUNT_NOT_FOUND": "account", "TOO_MANY": "name"}):
        account_id = form.number("account", least=1) if page.is_staff else page.person.account.id
        if form.require("name", *(["account"] if page.is_staff else [])) and account_id is not None:
            async with page.transaction() as tx:
                base = await create_term_base(
                    tx,
                    staff=page.staff,
                    account_id=account_id,
                    name=form.text("name"),
                    use_for_translation=form.flag("use_for_translation"),
                )
            return page.redirect(f"/ui/term-bases/{base.id}", done=_("Term base created."))
    return await _show_new(page)


async def _show_new(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
    return page.render("term_bases/new.html", accounts=accounts)
