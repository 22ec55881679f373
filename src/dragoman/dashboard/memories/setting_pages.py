"""`/ui/memories/{id}/settings`: name and use of a memory, and its end."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.catalog.memory_use import find_memory_use
from dragoman.catalog.reading import find_memory_threshold
from dragoman.catalog.removal import delete_memory
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.http.fields import Id
from dragoman.memories.actions import MemoryChanges, change_memory, find_memory
from dragoman.memories.model import Memory
from dragoman.memories.overview.actions import read_overview

router = APIRouter(prefix="/ui/memories/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/settings")
async def show_settings(page: MemoryPage, memory_id: Id) -> Response:
    """Show how a memory is used, and by what."""
    return await _show(page, memory_id)


@router.post("/settings")
async def change_settings(page: MemoryKeeperPage, memory_id: Id) -> Response:
    """Change name and use of a memory."""
    form = page.form
    with form.catching(fields={"NAME_TAKEN": "name", "MEMORY_DISABLED": "primary"}):
        if form.require("name"):
            changes = MemoryChanges(
                name=form.text("name"),
                primary=form.flag("primary"),
                use_for_translation=form.flag("use_for_translation"),
                disabled=form.flag("disabled"),
            )
            async with page.exclusive_transaction() as tx:
                form.require_version(_version(await find_memory(tx, memory_id)))
                await change_memory(tx, memory_id, changes=changes, staff=page.staff)
            return page.redirect(page.path, done=_("Memory saved."))
    return await _show(page, memory_id)


@router.post("/delete")
async def remove_memory(page: MemoryKeeperPage, memory_id: Id) -> Response:
    """Delete a memory whose name was typed."""
    form = page.form
    with form.catching():
        async with page.transaction() as tx:
            memory = await find_memory(tx, memory_id)
            if form.text("typed_name") == memory.name:
                await delete_memory(tx, memory_id, staff=page.staff)
                done = _("Memory deleted. Its units are being removed.")
                return page.redirect("/ui/memories", done=done)
        form.add(_("Type the name of the memory as it is written above."), at="typed_name", code="NAME")
    return await _show(page, memory_id, is_deleting=True)


async def _show(page: PageRequest, memory_id: int, *, is_deleting: bool = False) -> Response:
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        account_id = overview.memory.account_id
        use = await find_memory_use(tx, memory_id, account_id=account_id)
        threshold = await find_memory_threshold(tx, account_id=account_id)
    return page.render(
        "memories/settings.html",
        overview=overview,
        version=_version(overview.memory),
        use=use,
        threshold=threshold,
        is_deleting=is_deleting,
    )


def _version(memory: Memory) -> str:
    """The version that the form of a memory is shown for: of what the form changes."""
    return version_of(memory.name, memory.primary, memory.use_for_translation, memory.disabled)
