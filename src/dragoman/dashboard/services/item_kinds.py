"""The lists beside services: what an entry of each consists of, and how a form gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from dragoman.catalog.editing import UNSTORED
from dragoman.catalog.model import InvoicingAccount, Language, WorkArea
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, LANGUAGE, WORK_AREA, ReferenceType
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import mark
from dragoman.dashboard.page.locale import translate as _


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemKind:
    """A list of reference data that has a page of its own."""

    slug: str  # in the address
    type: ReferenceType[Any]
    read: Callable[[PageForm], Mapping[str, Any]]  # what can be changed, by the names of the fields
    make: Callable[[PageForm, Mapping[str, Any]], Any]  # a new item of these values
    needs_account: bool = False
    title: str
    lead: str
    button: str  # adds one


def _read_name(form: PageForm) -> Mapping[str, Any]:
    form.require("name")
    return {"name": form.text("name")}


def _read_invoicing(form: PageForm) -> Mapping[str, Any]:
    return {**_read_name(form), "valid_until": _read_day(form, "valid_until")}


def _read_day(form: PageForm, name: str) -> date | None:
    text = form.figures(name)
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        form.add(_("Write a day, such as 2027-03-31."), at=name)
        return None


def _make_language(form: PageForm, values: Mapping[str, Any]) -> Language:
    form.require("code")
    return Language(id=UNSTORED, code=form.text("code"), **values)


def _make_work_area(form: PageForm, values: Mapping[str, Any]) -> WorkArea:
    return WorkArea(id=UNSTORED, account_id=form.number("account", least=1), **values)


def _make_invoicing(form: PageForm, values: Mapping[str, Any]) -> InvoicingAccount:
    form.require("account")
    return InvoicingAccount(id=UNSTORED, account_id=form.number("account", least=1) or 0, **values)


ITEM_KINDS: Final = (
    ItemKind(
        slug="languages",
        type=LANGUAGE,
        read=_read_name,
        make=_make_language,
        title=mark("Languages"),
        lead=mark("What projects can be translated from and into."),
        button=mark("Add language"),
    ),
    ItemKind(
        slug="work-areas",
        type=WORK_AREA,
        read=_read_name,
        make=_make_work_area,
        title=mark("Work areas"),
        lead=mark("Fields of specialization that projects can name."),
        button=mark("Add work area"),
    ),
    ItemKind(
        slug="invoicing-accounts",
        type=INVOICING_ACCOUNT,
        read=_read_invoicing,
        make=_make_invoicing,
        needs_account=True,
        title=mark("Invoicing accounts"),
        lead=mark("Who can be invoiced for an account's projects."),
        button=mark("Add invoicing account"),
    ),
)
