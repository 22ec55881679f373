"""`/ui/services`: services and their prices, shared ones and those of accounts."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final, cast

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.analysis.model import USUAL_WEIGHTS, Band, Weights
from dragoman.catalog import editing
from dragoman.catalog.model import Service, ServiceKind
from dragoman.catalog.reference_types import SERVICE
from dragoman.catalog.validation import LONGEST_WAIT, MOST_WORDS_PER_DAY
from dragoman.dashboard.page.bands import BAND_NAMES
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import AdminPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.http.fields import Id

_MOST_CHOICES: Final = 500  # accounts in a list to choose from
_LONGEST_NUMBER: Final = 30  # characters of a price
_PRICE: Final = re.compile(r"[0-9]+([.,\u066b][0-9]*)?|[.,\u066b][0-9]+")
_DECIMAL_POINT: Final = str.maketrans(",\u066b", "..")

router = APIRouter(prefix="/ui/services", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_services(page: AdminPage) -> Response:
    """List services with their prices, disabled ones too."""
    state = read_list(page.request, filters=("account",))
    async with page.transaction() as tx:
        found = await editing.list_items(
            tx, SERVICE, account_id=state.number("account"), limit=state.limit + 1, offset=state.offset
        )
        owners = sorted({one.account_id for one in found if one.account_id is not None})
        names = await find_account_names(tx, owners)
        accounts = await search_accounts(tx, limit=_MOST_CHOICES)
    shown, state = state.cut(found)
    return page.render("services/list.html", services=shown, list=state, names=names, accounts=accounts)


@router.get("/new")
async def show_new_service(page: AdminPage) -> Response:
    """Show the form of a new service."""
    return await _show_form(page, None)


@router.post("/new")
async def create_service(page: AdminPage) -> Response:
    """Create a service, for one account or for all."""
    form = page.form
    values, account_id = _read(form), form.number("account", least=1)
    kind = _read_kind(form)
    with form.catching(fields={"ACCOUNT_NOT_FOUND": "account"}):
        if form and kind is not None:
            draft = Service(id=editing.UNSTORED, account_id=account_id, kind=kind, **values)
            async with page.transaction() as tx:
                made = await editing.create(tx, SERVICE, draft, staff=page.staff)
            return page.redirect(f"/ui/services/{made.id}", done=_("Service created."))
    return await _show_form(page, None)


@router.get("/{id}")
async def show_service(page: AdminPage, service_id: Id) -> Response:
    """Show a service in a form."""
    return await _show(page, service_id)


@router.post("/{id}")
async def change_service(page: AdminPage, service_id: Id) -> Response:
    """Change name, price and speed of a service."""
    form = page.form
    values = _read(form)
    with form.catching():
        if form:
            async with page.exclusive_transaction() as tx:
                form.require_version(version_of(await editing.get(tx, SERVICE, service_id)))
                await editing.change(tx, SERVICE, service_id, changes=values, staff=page.staff)
            return page.redirect(page.path, done=_("Service saved."))
    return await _show(page, service_id)


@router.post("/{id}/disabled")
async def disable_service(page: AdminPage, service_id: Id) -> Response:
    """Keep new projects from a service, or allow them again."""
    disabled = page.form.flag("disabled")
    async with page.transaction() as tx:
        await editing.change(tx, SERVICE, service_id, changes={"disabled": disabled}, staff=page.staff)
    done = _("Service disabled. New projects cannot choose it.") if disabled else _("Service enabled.")
    return page.redirect(f"/ui/services/{service_id}", done=done)


def _read(form: PageForm) -> dict[str, Any]:
    """The values of a service's form, by the names of its fields; problems are noted."""
    form.require("name", "currency", "price_per_word")
    weights = {band: form.number(f"weight-{band}", most=100) for band in Band}
    usual = USUAL_WEIGHTS.percent
    return {
        "name": form.text("name"),
        "currency": form.text("currency").upper(),
        "price_per_word": _read_price(form),
        "weights": Weights(
            percent={band: usual.get(band, 0) if one is None else one for band, one in weights.items()}
        ),
        "words_per_day": form.number("words_per_day", least=1, most=MOST_WORDS_PER_DAY),
        "auto_start_after": form.number("auto_start_after", most=LONGEST_WAIT),
    }


def _read_price(form: PageForm) -> Decimal:
    """The price of a word, with a decimal point or comma, also the Arabic one; NaN if it is none.

    Separators of thousands are none: which of two signs they are differs between languages.
    """
    text = form.figures("price_per_word")
    if _PRICE.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
        return Decimal(text.translate(_DECIMAL_POINT))
    if text:
        form.add(_("Write a price, such as 0.12."), at="price_per_word")
    return Decimal("NaN")


def _read_kind(form: PageForm) -> ServiceKind | None:
    kind = form.text("kind")
    if kind not in set(ServiceKind):
        form.add(_("Choose who translates."), at="kind", code="MISSING")
        return None
    return ServiceKind(kind)


async def _show(page: PageRequest, service_id: int) -> Response:
    async with page.transaction() as tx:
        service = await editing.get(tx, SERVICE, service_id)
    return await _show_form(page, service)


async def _show_form(page: PageRequest, service: Service | None) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if service is None else {}
        owner = service.account_id if service is not None else None
        names = await find_account_names(tx, [owner]) if owner is not None else {}
    weights = service.weights if service is not None else USUAL_WEIGHTS
    bands = [(band, _(name), weights.percent.get(band, 0)) for band, name in BAND_NAMES.items()]
    return page.render(
        "services/service.html",
        one=service,
        version=version_of(service),
        account_name=names.get(cast("int", owner), ""),
        accounts=accounts,
        bands=bands,
        price=f"{service.price_per_word.normalize():f}" if service is not None else "",
    )
