"""`/ui/accounts`: customers' accounts, for the provider's staff (V3)."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.access.actions import list_applications
from dragoman.accounts.actions import list_accounts, search_people
from dragoman.accounts.model import AccountKind, PeopleFilter
from dragoman.catalog import customers
from dragoman.catalog.new_accounts import open_account
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import AdminPage, ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.reference_choices import read_choices, read_chosen, write_problems_plainly
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.database.connections import Transaction
from dragoman.engine_registry.actions import find_account_policy
from dragoman.http.fields import Id
from dragoman.memories.actions import list_memories
from dragoman.memories.scoring import HIGHEST_THRESHOLD, LOWEST_THRESHOLD
from dragoman.style_guides.actions import list_style_guides
from dragoman.termbases.actions import list_term_bases

_SHOWN: Final = 10  # people and applications on the account's page; lists have the others

router = APIRouter(prefix="/ui/accounts", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_accounts(page: ManagerPage) -> Response:
    """List all accounts, or those that a search finds."""
    state = read_list(page.request, filters=("search",))
    async with page.transaction() as tx:
        found = await list_accounts(
            tx, search=state.value("search"), limit=state.limit + 1, offset=state.offset
        )
    shown, state = state.cut(found)
    return page.render("accounts/list.html", accounts=shown, list=state)


@router.get("/new")
async def show_new_account(page: AdminPage) -> Response:
    """Show the form of a new account."""
    return page.render("accounts/new.html")


@router.post("/new")
async def create_account(page: AdminPage) -> Response:
    """Open an account with all that a first project needs."""
    form = page.form
    kind = _read_kind(form)
    with form.catching():
        if form.require("name") and kind is not None:
            async with page.transaction() as tx:
                account = await open_account(
                    tx, page.runtime.keyring, name=form.text("name"), kind=kind, staff=page.staff
                )
            return page.redirect(f"/ui/accounts/{account.id}", done=_("Account created."))
    return page.render("accounts/new.html")


@router.get("/{id}")
async def show_account(page: ManagerPage, account_id: Id) -> Response:
    """Show an account."""
    return await _show(page, account_id)


@router.post("/{id}")
async def change_account(page: AdminPage, account_id: Id) -> Response:
    """Rename an account."""
    with page.form.catching():
        if page.form.require("name"):
            changes = customers.AccountChanges(name=page.form.text("name"))
            async with page.exclusive_transaction() as tx:
                customer = await customers.find_customer(tx, account_id)
                page.form.require_version(version_of(customer.account))
                await customers.change_account(tx, account_id, changes=changes, staff=page.staff)
            return page.redirect(page.path, done=_("Account saved."))
    return await _show(page, account_id)


@router.post("/{id}/defaults")
async def change_defaults(page: AdminPage, account_id: Id) -> Response:
    """Choose what the account's projects have when neither they nor their template say it."""
    form = page.form
    threshold = form.number("memory_threshold", least=LOWEST_THRESHOLD, most=HIGHEST_THRESHOLD)
    chosen = read_chosen(form, ("invoicing_account_id", "user_id", "work_area_id"))
    with form.catching():
        if form:
            changes = customers.AccountChanges(defaults={**chosen, "memory_threshold": threshold})
            async with page.exclusive_transaction() as tx:
                customer = await customers.find_customer(tx, account_id)
                form.require_version(version_of(customer.defaults))
                await customers.change_account(tx, account_id, changes=changes, staff=page.staff)
            return page.redirect(f"/ui/accounts/{account_id}", done=_("Defaults saved."))
    return await _show(page, account_id)


@router.post("/{id}/disabled")
async def disable_account(page: AdminPage, account_id: Id) -> Response:
    """Refuse the credentials of an account, or accept them again."""
    changes = customers.AccountChanges(disabled=page.form.flag("disabled"))
    async with page.transaction() as tx:
        await customers.change_account(tx, account_id, changes=changes, staff=page.staff)
    done = (
        _("Account disabled. Its programs and people are refused.")
        if changes.disabled
        else _("Account enabled.")
    )
    return page.redirect(f"/ui/accounts/{account_id}", done=done)


async def _show(page: PageRequest, account_id: int) -> Response:
    write_problems_plainly(page.form)
    async with page.transaction() as tx:
        customer = await customers.find_customer(tx, account_id)
        choices = await read_choices(tx, account_id=account_id, had=customer.defaults.references())
        belongings = await _read_belongings(tx, account_id)
        policy = await find_account_policy(tx, account_id)
    return page.render(
        "accounts/account.html",
        customer=customer,
        policy=policy,
        versions=(version_of(customer.account), version_of(customer.defaults)),
        choices=choices,
        chosen_names={
            name: dict(choices[name]) for name in ("invoicing_account_id", "user_id", "work_area_id")
        },
        thresholds=(LOWEST_THRESHOLD, HIGHEST_THRESHOLD),
        trial_ends=customer.account.trial_ends(days=page.runtime.settings.trial_days),
        most_shown=_SHOWN,
        **belongings,
    )


async def _read_belongings(tx: Transaction, account_id: int) -> dict[str, Any]:
    """What the account has: one more than is shown of what there may be many of."""
    return {
        "people": await search_people(tx, wanted=PeopleFilter(account_id=account_id), limit=_SHOWN + 1),
        "applications": await list_applications(tx, account_id=account_id, limit=_SHOWN + 1),
        "memories": await list_memories(tx, account_id=account_id, limit=_SHOWN + 1),
        "bases": await list_term_bases(tx, account_id=account_id, limit=_SHOWN + 1),
        "guides": await list_style_guides(tx, account_id=account_id, limit=_SHOWN + 1),
    }


def _read_kind(form: PageForm) -> AccountKind | None:
    try:
        return AccountKind(form.text("kind"))
    except ValueError:
        form.add(_("Choose a kind."), at="kind", code="MISSING")
        return None
