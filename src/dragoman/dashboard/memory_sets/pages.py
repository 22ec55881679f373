"""`/ui/memory-sets`: sets of memories, their versions, and what uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.catalog.memory_use import list_templates_with
from dragoman.dashboard.memory_sets.members import apply_step, compare, read_members
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id
from dragoman.memories.actions import MOST_MEMORIES, list_memories
from dragoman.memories.model import Member, Memory
from dragoman.memories.sets import actions
from dragoman.memories.sets.model import SetVersion

_MOST_CHOICES: Final = 500  # accounts in a list to choose from

router = APIRouter(prefix="/ui/memory-sets", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_sets(page: ManagerPage) -> Response:
    """List the sets of all accounts, or of one."""
    state = read_list(page.request, filters=("account",))
    async with page.transaction() as tx:
        found = await actions.list_sets(
            tx, account_id=state.number("account"), limit=state.limit + 1, offset=state.offset
        )
        names = await find_account_names(tx, sorted({one.memory_set.account_id for one in found}))
        accounts = await search_accounts(tx, limit=_MOST_CHOICES)
    shown, state = state.cut(found)
    return page.render("memory_sets/list.html", sets=shown, list=state, names=names, accounts=accounts)


@router.get("/new")
async def show_new_set(page: ManagerPage) -> Response:
    """Show the form of a new set."""
    return await _show_new(page)


@router.post("/new")
async def create_set(page: ManagerPage) -> Response:
    """Create a set without members, and go on to them."""
    form = page.form
    with form.catching(fields={"NAME_TAKEN": "name", "ACCOUNT_NOT_FOUND": "account"}):
        account_id = form.number("account", least=1)
        if form.require("name", "account") and account_id is not None:
            draft = actions.SetDraft(account_id=account_id, name=form.text("name"), members=())
            async with page.transaction() as tx:
                made = await actions.create_set(tx, draft=draft, staff=page.staff)
            address = f"/ui/memory-sets/{made.memory_set.id}/edit"
            return page.redirect(address, done=_("Set created. Add its memories."))
    return await _show_new(page)


async def _show_new(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=_MOST_CHOICES)
    return page.render("memory_sets/new.html", accounts=accounts)


@router.get("/{id}")
async def show_set(page: ManagerPage, set_id: Id) -> Response:
    """Show a set: its members, its versions, the differences between two of them, and what uses it."""
    state = read_list(page.request, filters=("from", "to"))
    async with page.transaction() as tx:
        found = await actions.find_set(tx, set_id)
        account_id = found.memory_set.account_id
        account = await find_account_names(tx, [account_id])
        versions = await actions.list_versions(tx, set_id, limit=state.limit + 1, offset=state.offset)
        newer = state.number("to") or found.current.version
        older = state.number("from") or max(newer - 1, 1)
        pair = await _find_pair(tx, set_id, older, newer)
        memories = await _list_memories(tx, account_id)
        templates = await list_templates_with(tx, memory_set_id=set_id)
    shown, state = state.cut(versions)
    return page.render(
        "memory_sets/set.html",
        found=found,
        account_name=account[account_id],
        versions=shown,
        list=state,
        pair=pair,
        changes=compare(pair[0].members, pair[1].members),
        memories=memories,
        templates=templates,
    )


async def _find_pair(tx: Transaction, set_id: int, older: int, newer: int) -> Sequence[SetVersion]:
    return [await actions.find_version(tx, set_id, version=one) for one in (older, newer)]


async def _list_memories(tx: Transaction, account_id: int) -> dict[int, Memory]:
    found = await list_memories(tx, account_id=account_id, limit=MOST_MEMORIES)
    return {one.id: one for one in found}


@router.get("/{id}/edit")
async def show_members(page: ManagerPage, set_id: Id) -> Response:
    """Show the members of a set in a form."""
    async with page.transaction() as tx:
        found = await actions.find_set(tx, set_id)
    return await _show_members(page, set_id, found.current.members, found.current.version)


@router.post("/{id}/edit")
async def change_members(page: ManagerPage, set_id: Id) -> Response:
    """Move, add or remove a row of the form, or make a version of its rows."""
    form = page.form
    members = read_members(form)
    version = form.number("version") or 0
    if step := form.text("step"):
        form.problems.clear()  # what is not saved yet may be unfinished
        return await _show_members(page, set_id, apply_step(members, step, form.number("added")), version)
    if form:
        with form.catching():
            async with page.transaction() as tx:
                current = (await actions.find_set(tx, set_id)).current
                if current.version == version:
                    await actions.add_version(tx, set_id, members=members, staff=page.staff)
                    return page.redirect(f"/ui/memory-sets/{set_id}", done=_("New version made."))
            return await _show_members(page, set_id, members, version, theirs=current)
    return await _show_members(page, set_id, members, version)


async def _show_members(
    page: PageRequest,
    set_id: int,
    members: Sequence[Member],
    version: int,
    *,
    theirs: SetVersion | None = None,
) -> Response:
    """Show the form; with `theirs`, the version that somebody else has made since it was shown."""
    async with page.transaction() as tx:
        found = await actions.find_set(tx, set_id)
        memories = await _list_memories(tx, found.memory_set.account_id)
    return page.render(
        "memory_sets/edit.html",
        status=409 if theirs is not None else None,
        found=found,
        members=members,
        version=found.current.version if theirs is not None else version,
        theirs=theirs,
        memories=memories,
        others=[one for one in memories.values() if one.id not in {member.memory_id for member in members}],
    )
