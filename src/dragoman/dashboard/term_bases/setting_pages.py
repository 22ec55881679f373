"""`/ui/term-bases/{id}/settings` and `/versions`: name and use of a term base, its changes, and its end."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.catalog.memory_use import list_templates_with
from dragoman.catalog.removal import delete_term_base
from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.http.fields import Id
from dragoman.termbases import actions
from dragoman.termbases.bases import TermBase
from dragoman.termbases.overview.actions import read_overview

router = APIRouter(prefix="/ui/term-bases/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/versions")
async def show_versions(page: MemoryPage, term_base_id: Id) -> Response:
    """List the changes of a term base's concepts, newest first."""
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        found = await actions.list_versions(
            tx, term_base_id=term_base_id, limit=state.limit + 1, offset=state.offset
        )
        names = await find_names(tx, [one.actor for one in found])
    shown, state = state.cut(found)
    return page.render("term_bases/versions.html", overview=overview, versions=shown, list=state, names=names)


@router.get("/settings")
async def show_settings(page: MemoryKeeperPage, term_base_id: Id) -> Response:
    """Show how a term base is used, and by what."""
    return await _show(page, term_base_id)


@router.post("/settings")
async def change_settings(page: MemoryKeeperPage, term_base_id: Id) -> Response:
    """Change name and use of a term base."""
    form = page.form
    with form.catching():
        if form.require("name"):
            changes = actions.TermBaseChanges(
                name=form.text("name"),
                use_for_translation=form.flag("use_for_translation"),
                disabled=form.flag("disabled"),
            )
            async with page.exclusive_transaction() as tx:
                form.require_version(_version(await actions.get_term_base(tx, term_base_id=term_base_id)))
                await actions.change_term_base(
                    tx, staff=page.staff, term_base_id=term_base_id, changes=changes
                )
            return page.redirect(page.path, done=_("Term base saved."))
    return await _show(page, term_base_id)


@router.post("/delete")
async def remove_term_base(page: MemoryKeeperPage, term_base_id: Id) -> Response:
    """Delete a term base whose name was typed."""
    form = page.form
    with form.catching():
        async with page.transaction() as tx:
            base = await actions.get_term_base(tx, term_base_id=term_base_id)
            if form.text("typed_name") == base.name:
                await delete_term_base(tx, term_base_id, staff=page.staff)
                return page.redirect("/ui/term-bases", done=_("Term base deleted."))
        form.add(_("Type the name of the term base as it is written above."), at="typed_name", code="NAME")
    return await _show(page, term_base_id, is_deleting=True)


async def _show(page: PageRequest, term_base_id: int, *, is_deleting: bool = False) -> Response:
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        templates = await list_templates_with(tx, term_base_id=term_base_id)
    return page.render(
        "term_bases/settings.html",
        overview=overview,
        version=_version(overview.base),
        templates=templates,
        is_deleting=is_deleting,
    )


def _version(base: TermBase) -> str:
    """The version that the form of a term base is shown for: of what the form changes."""
    return version_of(base.name, base.use_for_translation, base.disabled)
