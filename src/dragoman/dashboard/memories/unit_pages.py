"""`/ui/memories/{id}`: units of a memory: search, add, change, delete, duplicates."""

from __future__ import annotations

from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Response

from dragoman.dashboard.memories.showing import FILTERS, read_selection, show_units
from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.formats import write_number
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.locale import translate_plural
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id
from dragoman.languages import canonical, is_well_formed, read_code
from dragoman.memories.model import UnitStatus
from dragoman.memories.overview.actions import read_overview
from dragoman.memories.refusals import UnitChanged
from dragoman.memories.units import actions
from dragoman.memories.units.model import UnitChanges, UnitDraft, UnitPage
from dragoman.memories.words import SearchEmpty

_LARGEST_UNIT: Final = 2**63 - 1
_HASH_LENGTH: Final = 32
UnitId = Annotated[int, Path(alias="unit", ge=1, le=_LARGEST_UNIT)]

router = APIRouter(prefix="/ui/memories/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_memory(page: MemoryPage, memory_id: Id) -> Response:
    """List or search the units of a memory, the next ones after those that are shown."""
    state = read_list(page.request, filters=FILTERS)
    after, selection = _read_after(page), read_selection(state)
    problem = ""
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        try:
            found = await actions.find_units(
                tx,
                memory_id,
                search=selection.search,
                side=selection.side,
                wanted=selection.wanted,
                page=(after, state.limit),
            )
        except SearchEmpty:
            found, problem = UnitPage(units=(), next_after=None), _("Write at least one letter or digit.")
        units = await show_units(tx, found.units, selection=selection)
    more = _address_after(state, found.next_after)
    return page.render(
        "memories/units.html",
        overview=overview,
        list=state,
        units=units,
        more=more,
        after=after,
        problem=problem,
    )


@router.get("/duplicates")
async def show_duplicates(page: MemoryPage, memory_id: Id) -> Response:
    """List sources with several translations."""
    text = page.request.query_params.get("after", "")
    after = bytes.fromhex(text) if len(text) == _HASH_LENGTH and _is_hex(text) else b""
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        groups, following = await actions.list_duplicates(tx, memory_id, after=after, limit=50)
        shown = [await show_units(tx, units) for units in groups]
    more = f"{page.path}?after={following.hex()}" if following else ""
    return page.render("memories/duplicates.html", overview=overview, groups=shown, more=more)


@router.get("/units/new")
async def show_new_unit(page: MemoryPage, memory_id: Id) -> Response:
    """Show the form of a new unit."""
    return await _show_new(page, memory_id)


@router.post("/units/new")
async def add_unit(page: MemoryPage, memory_id: Id) -> Response:
    """Add a unit, or replace the translation of the same source."""
    form = page.form
    source_language, target_language = _language(form, "source_language"), _language(form, "target_language")
    with form.catching():
        if form.require("source", "target") and form:
            draft = UnitDraft(
                source_language=source_language,
                target_language=target_language,
                source=form.text("source"),
                target=form.text("target"),
                status=_status(form),
            )
            async with page.transaction() as tx:
                kept, added = await actions.add_unit(tx, memory_id, draft=draft, staff=page.staff)
            done = (
                _("Unit added.") if added else _("The memory had this source: its translation was replaced.")
            )
            return page.redirect(f"/ui/memories/{memory_id}/units/{kept.id}", done=done)
    return await _show_new(page, memory_id)


async def _show_new(page: PageRequest, memory_id: int) -> Response:
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
    return page.render("memories/new_unit.html", overview=overview)


@router.get("/units/{unit}")
async def show_unit(page: MemoryPage, memory_id: Id, unit_id: UnitId) -> Response:
    """Show a unit with its context and history."""
    return await _show_unit(page, memory_id, unit_id)


@router.get("/units/{unit}/edit")
async def show_unit_form(page: MemoryPage, memory_id: Id, unit_id: UnitId) -> Response:
    """Show the form of a unit in place of it."""
    return await _show_unit(page, memory_id, unit_id, is_editing=True)


@router.post("/units/{unit}/edit")
async def change_unit(page: MemoryPage, memory_id: Id, unit_id: UnitId) -> Response:
    """Change the translation of a unit; both versions are shown if it was changed meanwhile."""
    form = page.form
    version = form.number("version", least=1)
    name = f"target-{unit_id}"
    try:
        with form.catching(fields={"target": name}):
            if form.require(name) and version is not None:
                changes = UnitChanges(version=version, target=form.text(name), status=_status(form))
                async with page.transaction() as tx:
                    await _change(tx, page, memory_id, unit_id, changes)
                return page.redirect(f"/ui/memories/{memory_id}/units/{unit_id}", done=_("Unit saved."))
    except _ChangedMeanwhile:
        return await _show_unit(page, memory_id, unit_id, is_editing=True, is_changed=True, status=409)
    return await _show_unit(page, memory_id, unit_id, is_editing=True)


class _ChangedMeanwhile(Exception):
    """The unit has another version than the form was based on."""


async def _change(
    tx: Transaction, page: PageRequest, memory_id: int, unit_id: int, changes: UnitChanges
) -> None:
    try:
        await actions.change_unit(tx, memory_id, unit_id, changes=changes, staff=page.staff)
    except UnitChanged:
        raise _ChangedMeanwhile from None


async def _show_unit(
    page: PageRequest,
    memory_id: int,
    unit_id: int,
    *,
    is_editing: bool = False,
    is_changed: bool = False,
    status: int | None = None,
) -> Response:
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        stored = await actions.find_unit(tx, memory_id, unit_id)
        shown = (await show_units(tx, [stored]))[0]
        names = await find_names(tx, [stored.unit.created_by, stored.unit.changed_by])
    values: dict[str, Any] = {"is_editing": is_editing, "is_changed": is_changed, "names": names}
    return page.render("memories/unit.html", status=status, overview=overview, one=shown, **values)


@router.post("/units/{unit}/delete")
async def delete_unit(page: MemoryPage, memory_id: Id, unit_id: UnitId) -> Response:
    """Delete a unit; what is not confirmed is asked again, as it is where there is no script."""
    if not page.form.flag("confirmed"):
        async with page.transaction() as tx:
            overview = await read_overview(tx, memory_id)
            shown = await show_units(tx, [await actions.find_unit(tx, memory_id, unit_id)])
        return page.render("memories/delete_unit.html", overview=overview, one=shown[0])
    version = page.form.number("version", least=1)
    async with page.transaction() as tx:
        await actions.delete_unit(tx, memory_id, unit_id, version=version, staff=page.staff)
    return page.redirect(f"/ui/memories/{memory_id}", done=_("Unit deleted."))


@router.get("/delete-units")
async def show_delete_units(page: MemoryKeeperPage, memory_id: Id) -> Response:
    """Show how many units the filters in the address select, and ask before they are deleted."""
    return await _show_delete_units(page, memory_id)


@router.post("/delete-units")
async def delete_units(page: MemoryKeeperPage, memory_id: Id) -> Response:
    """Delete the selected units, if their number was typed and is still the same."""
    form = page.form
    selection = read_selection(read_list(page.request, filters=FILTERS))
    with form.catching(fields={"UNITS_CHANGED": "number", "TOO_MANY": "number"}):
        expected = form.number("number")
        if form.require("number") and expected is not None:
            async with page.transaction() as tx:
                deleted = await actions.delete_units(
                    tx, memory_id, selection=selection, expected=expected, staff=page.staff
                )
            done = translate_plural("%(number)s unit deleted.", "%(number)s units deleted.", deleted)
            return page.redirect(f"/ui/memories/{memory_id}", done=done % {"number": write_number(deleted)})
    return await _show_delete_units(page, memory_id)


async def _show_delete_units(page: PageRequest, memory_id: int) -> Response:
    state = read_list(page.request, filters=FILTERS)
    selection = read_selection(state)
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        with page.form.catching():
            count = await actions.count_units(tx, memory_id, selection=selection)
            return page.render(
                "memories/delete_units.html",
                overview=overview,
                list=state,
                count=count,
                most=actions.MOST_DELETED,
            )
    return page.render("memories/delete_units.html", overview=overview, list=state, count=0, most=0)


def _read_after(page: PageRequest) -> int:
    text = page.request.query_params.get("after", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _address_after(state: ListState, after: int | None) -> str:
    """The address of the list from the next unit on; empty at its end."""
    if after is None:
        return ""
    return f"{state.path}?{urlencode({**state.filters, 'after': after})}"


def _is_hex(text: str) -> bool:
    return set(text) <= set("0123456789abcdef")


def _status(form: PageForm) -> UnitStatus:
    return UnitStatus.CONFIRMED if form.flag("confirmed") else UnitStatus.UNCONFIRMED


def _language(form: PageForm, name: str) -> str:
    """The language of a field in canonical spelling; what is none is a problem."""
    text = read_code(form.text(name))
    if not is_well_formed(text):
        form.add(_("Write a language code, such as en, pt-BR or zh-Hans."), at=name, code="LANGUAGE")
        return ""
    return canonical(text)
