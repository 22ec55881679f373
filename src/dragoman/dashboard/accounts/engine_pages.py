"""`/ui/accounts/{id}/engines`: which engines an account uses, and what left the machines (V3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Response

from dragoman.accounts.actions import get_account, hold_account
from dragoman.dashboard.accounts.engine_choice import KnownEngines, places, read_preference
from dragoman.dashboard.page.formats import alphabetical, write_language
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import AdminPage, ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.sent_texts import sum_by_engine
from dragoman.dashboard.page.versions import version_of
from dragoman.engine_registry import actions
from dragoman.engine_registry.model import EnginePolicy, PairPreference
from dragoman.engine_registry.reports import read_sent_text
from dragoman.errors import LanguagePairUnsupported, NotFound
from dragoman.http.fields import Id
from dragoman.languages import canonical, is_well_formed
from dragoman.translation.requests import find_request_route
from dragoman.translation.routes import Route

router = APIRouter(prefix="/ui/accounts/{id}/engines", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_account_engines(page: ManagerPage, account_id: Id) -> Response:
    """Show which engines an account uses, and what remote ones got this month."""
    return await _show(page, account_id)


@router.post("")
async def allow_engines(page: AdminPage, account_id: Id) -> Response:
    """Choose the remote engines that may get the account's texts."""
    chosen = frozenset(page.form.texts("remote"))
    with page.form.catching():
        await _change(
            page, account_id, lambda one: version_of(one.remote), lambda one: replace(one, remote=chosen)
        )
        return page.redirect(page.path, done=_("Saved. It holds from the next text on."))
    return await _show(page, account_id)


@router.get("/new")
async def show_new_pair(page: AdminPage, account_id: Id) -> Response:
    """Show the form that chooses engines for one more pair of languages."""
    return await _show_pair(page, account_id, "", "")


@router.post("/new")
async def add_pair(page: AdminPage, account_id: Id) -> Response:
    """Choose engines for one more pair of languages."""
    form = page.form
    source, target = _canonical_or_empty(form.text("source")), _canonical_or_empty(form.text("target"))
    for name, code in (("source", source), ("target", target)):
        if not code:
            form.add(_("Choose a language."), at=name, code="MISSING")
    wanted = read_preference(form, source, target)
    with form.catching():
        if form and wanted is not None:
            done = await _add(page, account_id, wanted)
            if done:
                return page.redirect(_address(account_id), done=_("Pair added."))
            form.add(_("This pair has its engines already. Change them in the list."), at="target")
    return await _show_pair(page, account_id, "", "")


@router.get("/{source}/{target}")
async def show_pair(page: AdminPage, account_id: Id, source: str, target: str) -> Response:
    """Show the engines of a pair of languages in a form."""
    return await _show_pair(page, account_id, *_read_pair(source, target))


@router.post("/{source}/{target}")
async def change_pair(page: AdminPage, account_id: Id, source: str, target: str) -> Response:
    """Change the engines of a pair of languages."""
    pair = _read_pair(source, target)
    wanted = read_preference(page.form, *pair)
    with page.form.catching():
        if page.form and wanted is not None:
            await _set_pair(page, account_id, pair, wanted)
            return page.redirect(_address(account_id), done=_("Pair saved."))
    return await _show_pair(page, account_id, *pair)


@router.post("/{source}/{target}/remove")
async def remove_pair(page: AdminPage, account_id: Id, source: str, target: str) -> Response:
    """Leave the engines of a pair of languages to the usual order again."""
    pair = _read_pair(source, target)
    with page.form.catching():
        await _set_pair(page, account_id, pair, None)
        return page.redirect(_address(account_id), done=_("Pair removed. Its engines have the usual order."))
    return await _show_pair(page, account_id, *pair)


async def _show(page: PageRequest, account_id: int) -> Response:
    state = read_list(page.request, filters=("source", "target"))
    known = KnownEngines(page.runtime.engines)
    async with page.transaction() as tx:
        account = await get_account(tx, account_id=account_id)
        policy = await actions.find_account_policy(tx, account_id)
        sent = await read_sent_text(tx, account_id=account_id)
    named = sorted(policy.preferences, key=_by_name)
    shown, state = state.cut(named[state.offset : state.offset + state.limit + 1])
    return page.render(
        "accounts/engines.html",
        account=account,
        policy=policy,
        version=version_of(policy.remote),
        remote=[*known.remote, *sorted(policy.remote.difference(known.remote))],
        known=known,
        preferences=[known.show(one, policy) for one in shown],
        list=state,
        route=await _find_route(page, account_id, state.value("source"), state.value("target")),
        sent=sum_by_engine(sent),
        month=sent.first_day,
    )


async def _find_route(page: PageRequest, account_id: int, source: str, target: str) -> Route | None:
    """The engines for a pair as the account uses them now; None if there are none, or none was asked for."""
    if not (is_well_formed(source) and is_well_formed(target)):
        return None
    try:
        return await find_request_route(
            page.runtime.text_resources(), source, target, account_id=account_id, sandbox=False
        )
    except LanguagePairUnsupported:
        return None


async def _show_pair(page: PageRequest, account_id: int, source: str, target: str) -> Response:
    known = KnownEngines(page.runtime.engines)
    async with page.transaction() as tx:
        account = await get_account(tx, account_id=account_id)
        policy = await actions.find_account_policy(tx, account_id)
    preference = _find(policy, (source, target))
    usual = PairPreference(source=source, target=target, engines=())
    return page.render(
        "accounts/engine_pair.html",
        account=account,
        source=source,
        target=target,
        preference=preference,
        version=version_of(preference),
        known=known,
        options=known.options(policy, (preference or usual) if source else None),
        places=places(page.form, preference.engines if preference else ()),
    )


async def _add(page: PageRequest, account_id: int, wanted: PairPreference) -> bool:
    """Add a preference; whether there was none for its pair."""
    async with page.transaction() as tx:
        await hold_account(tx, account_id=account_id)
        policy = await actions.find_account_policy(tx, account_id)
        if _find(policy, (wanted.source, wanted.target)) is not None:
            return False
        changed = replace(policy, preferences=(*policy.preferences, wanted))
        await actions.set_account_policy(tx, account_id, changed, **_by(page))
    return True


async def _set_pair(
    page: PageRequest, account_id: int, pair: tuple[str, str], wanted: PairPreference | None
) -> None:
    """Replace the preference of a pair in its place, or remove it."""

    def change(policy: EnginePolicy) -> EnginePolicy:
        before = _find(policy, pair)
        kept = [wanted if one is before else one for one in policy.preferences]
        if before is None:
            kept.append(wanted)
        return replace(policy, preferences=tuple(one for one in kept if one is not None))

    await _change(page, account_id, lambda one: version_of(_find(one, pair)), change)


async def _change(
    page: PageRequest,
    account_id: int,
    version: Callable[[EnginePolicy], str],
    change: Callable[[EnginePolicy], EnginePolicy],
) -> None:
    """Change a part of the choice. `version` is that of the part: the forms of others do not disturb it.

    The account is locked first, so that two forms for different parts do not undo each other.
    """
    async with page.transaction() as tx:
        await hold_account(tx, account_id=account_id)
        policy = await actions.find_account_policy(tx, account_id)
        page.form.require_version(version(policy))
        await actions.set_account_policy(tx, account_id, change(policy), **_by(page))


def _by(page: PageRequest) -> dict[str, Any]:
    return {"known": KnownEngines(page.runtime.engines).names, "actor": page.staff.actor}


def _find(policy: EnginePolicy, pair: tuple[str, str]) -> PairPreference | None:
    return next((one for one in policy.preferences if (one.source, one.target) == pair), None)


def _by_name(one: PairPreference) -> Any:
    return alphabetical(write_language(one.source)), alphabetical(write_language(one.target))


def _read_pair(source: str, target: str) -> tuple[str, str]:
    """The pair of an address. Raises `NotFound` where it is none."""
    pair = _canonical_or_empty(source), _canonical_or_empty(target)
    if not all(pair):
        raise NotFound("There is nothing at this address.")
    return pair


def _canonical_or_empty(code: str) -> str:
    """A language code in its canonical spelling; empty if it is none."""
    return canonical(code) if is_well_formed(code) else ""


def _address(account_id: int) -> str:
    return f"/ui/accounts/{account_id}/engines"
