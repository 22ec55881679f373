"""`/ui/services/languages`, `/work-areas` and `/invoicing-accounts`: a list, a form and a switch for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.catalog import editing
from dragoman.dashboard.page.formats import alphabetical
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import AdminPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.dashboard.services.item_kinds import ITEM_KINDS, ItemKind
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id

_MOST_CHOICES: Final = 500  # accounts in a list to choose from

router = APIRouter(prefix="/ui/services", include_in_schema=False, route_class=PageRoute)


def _add_pages(kind: ItemKind) -> None:
    """Add the pages of a kind to the router."""
    path = f"/{kind.slug}"

    @router.get(path)
    async def show_items(page: AdminPage) -> Response:
        return await _show_list(page, kind)

    @router.post(path)
    async def create_item(page: AdminPage) -> Response:
        return await _create(page, kind)

    @router.get(f"{path}/{{id}}")
    async def show_item(page: AdminPage, item_id: Id) -> Response:
        return await _show_item(page, kind, item_id)

    @router.post(f"{path}/{{id}}")
    async def change_item(page: AdminPage, item_id: Id) -> Response:
        return await _change(page, kind, item_id)


async def _create(page: PageRequest, kind: ItemKind) -> Response:
    form = page.form
    draft = kind.make(form, kind.read(form))
    with form.catching(fields={"ACCOUNT_NOT_FOUND": "account"}):
        if form:
            async with page.transaction() as tx:
                await editing.create(tx, kind.type, draft, staff=page.staff)
            return page.redirect(page.path, done=_("Added."))
    return await _show_list(page, kind)


async def _change(page: PageRequest, kind: ItemKind, item_id: int) -> Response:
    form = page.form
    changes = {**kind.read(form), "disabled": form.flag("disabled")}
    with form.catching():
        if form:
            async with page.exclusive_transaction() as tx:
                form.require_version(version_of(await editing.get(tx, kind.type, item_id)))
                await editing.change(tx, kind.type, item_id, changes=changes, staff=page.staff)
            return page.redirect(f"/ui/services/{kind.slug}", done=_("Saved."))
    return await _show_item(page, kind, item_id)


async def _show_list(page: PageRequest, kind: ItemKind) -> Response:
    state = read_list(page.request, filters=("account",))
    account_id = state.number("account") if kind.type.owned else None
    async with page.transaction() as tx:
        found = await _list(tx, kind, account_id, state)
        owners = {kind.type.account_of(one) for one in found} - {None}
        names = await find_account_names(tx, sorted(one for one in owners if one is not None))
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if kind.type.owned else {}
        now = tx.now
    shown, state = state.cut(found) if kind.type.owned else (found, state)
    return page.render(
        "services/items.html", kind=kind, items=shown, list=state, names=names, accounts=accounts, now=now
    )


async def _list(tx: Transaction, kind: ItemKind, account_id: int | None, state: ListState) -> Sequence[Any]:
    """A part of what accounts have; of what is everybody's, such as languages, all by name."""
    if kind.type.owned:
        return await editing.list_items(
            tx, kind.type, account_id=account_id, limit=state.limit + 1, offset=state.offset
        )
    found = await editing.list_items(tx, kind.type, limit=None)
    return sorted(found, key=lambda one: alphabetical(one.name))


async def _show_item(page: PageRequest, kind: ItemKind, item_id: int) -> Response:
    async with page.transaction() as tx:
        one = await editing.get(tx, kind.type, item_id)
        owner = kind.type.account_of(one)
        names = await find_account_names(tx, [owner]) if owner is not None else {}
    return page.render(
        "services/item.html",
        kind=kind,
        one=one,
        version=version_of(one),
        account_name=next(iter(names.values()), ""),
    )


for _kind in ITEM_KINDS:
    _add_pages(_kind)
