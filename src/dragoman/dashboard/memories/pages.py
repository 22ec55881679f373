"""`/ui/memories`: the list of memories, and a new one."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import search_accounts
from dragoman.dashboard.memories.uploads import MEMORY_LIMIT, import_file
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.http.route_policy import route_policy
from dragoman.memories.actions import MemoryDraft, create_memory
from dragoman.memories.overview.actions import list_overviews
from dragoman.memories.overview.model import MemoryOrder, MemoryQuery

_MOST_CHOICES: Final = 500  # accounts in a list to choose from; more are found by their number or the search

router = APIRouter(prefix="/ui/memories", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_memories(page: MemoryPage) -> Response:
    """List the memories that the reader may see."""
    state = read_list(
        page.request, filters=("search", "account"), sorts=list(MemoryOrder), sort=MemoryOrder.NAME
    )
    async with page.transaction() as tx:
        found = await list_overviews(tx, _read_query(state), limit=state.limit + 1, offset=state.offset)
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
    shown, state = state.cut(found)
    return page.render("memories/list.html", memories=shown, list=state, accounts=accounts)


def _read_query(state: ListState) -> MemoryQuery:
    return MemoryQuery(
        search=state.value("search"),
        account_id=state.number("account"),
        order=MemoryOrder(state.sort.removeprefix("-")),
        descending=state.sort.startswith("-"),
    )


@router.get("/new")
async def show_new_memory(page: MemoryKeeperPage) -> Response:
    """Show the form of a new memory."""
    return await _show_new(page)


@router.post("/new")
@route_policy(body=MEMORY_LIMIT)
async def create_new_memory(page: MemoryKeeperPage) -> Response:
    """Create a memory, and import a file into it if one was sent."""
    form = page.form
    with form.catching(fields={"NAME_TAKEN": "name", "ACCOUNT_NOT_FOUND": "account"}):
        account_id = form.number("account", least=1) if page.is_staff else page.person.account.id
        if form.require("name", *(["account"] if page.is_staff else [])) and account_id is not None:
            draft = MemoryDraft(
                account_id=account_id,
                name=form.text("name"),
                primary=form.flag("primary"),
                use_for_translation=form.flag("use_for_translation"),
            )
            async with page.transaction() as tx:
                memory = await create_memory(tx, draft=draft, staff=page.staff)
            if form.files("file"):
                return await import_file(page, memory.id)
            return page.redirect(f"/ui/memories/{memory.id}", done=_("Memory created."))
    return await _show_new(page)


async def _show_new(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
    return page.render("memories/new.html", accounts=accounts)
