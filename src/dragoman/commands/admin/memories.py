"""`dragoman admin memory`: create, list, change, delete, import and export (V4, O7).

`memory_sets` has `dragoman admin memory-set`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman.access.staff import OPERATOR
from dragoman.blobs import open_blobs
from dragoman.blobs.blob import PIECE
from dragoman.catalog import removal
from dragoman.commands.admin.session import (
    MAX_ID,
    AccountOption,
    AnyAccountOption,
    Session,
    perform,
    show,
    show_list,
)
from dragoman.commands.options import DataOption, JsonOption
from dragoman.memories import actions
from dragoman.memories.exports import export_within
from dragoman.memories.imports import actions as imports
from dragoman.memories.imports.model import ImportOptions, MemoryImport
from dragoman.memories.model import Memory
from dragoman.timestamps import write_time

_MOST_SHOWN = 500
IdArgument = Annotated[
    int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the translation memory.")
]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="TMX.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Translations that are used again.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("change")(change)
    group.command("delete")(delete)
    group.command("import")(import_file)
    group.command("imports")(list_imports)
    group.command("export")(export)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: AccountOption,
    primary: Annotated[bool, typer.Option("--primary", help="The account's own one.")] = False,
    translation: Annotated[
        bool, typer.Option("--use-for-translation/--no-use-for-translation", help="Look here first.")
    ] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Make an empty translation memory."""
    draft = actions.MemoryDraft(
        account_id=account, name=name, primary=primary, use_for_translation=translation
    )

    async def work(session: Session) -> Memory:
        return await actions.create_memory(session.tx, draft=draft, staff=OPERATOR)

    memory = perform(ctx, data, work)
    show(_row(memory), json=json, text=f"Memory {memory.id} of account {memory.account_id}: {memory.name}")


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List the translation memories of all accounts, or of one."""

    async def work(session: Session) -> Sequence[Memory]:
        return await actions.list_memories(session.tx, account_id=account, limit=MAX_ID)

    rows = [_row(memory) for memory in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no translation memories.")


def change(
    ctx: typer.Context,
    memory: IdArgument,
    *,
    name: Annotated[str | None, typer.Option(help="A new name.")] = None,
    primary: Annotated[bool | None, typer.Option("--primary", help="Make it the account's own one.")] = None,
    translation: Annotated[
        bool | None, typer.Option("--use-for-translation/--no-use-for-translation", help="Look here first.")
    ] = None,
    disabled: Annotated[
        bool | None, typer.Option("--disable/--enable", help="Find nothing in it, or find it again.")
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename a translation memory, make it primary, switch it on or off."""
    changes = actions.MemoryChanges(
        name=name, primary=primary, use_for_translation=translation, disabled=disabled
    )

    async def work(session: Session) -> Memory:
        return await actions.change_memory(session.tx, memory, changes=changes, staff=OPERATOR)

    changed = perform(ctx, data, work)
    show(_row(changed), json=json, text=f"Memory {changed.id}: {changed.name}")


def delete(ctx: typer.Context, memory: IdArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Delete a translation memory with all its units, for good."""

    async def work(session: Session) -> None:
        await removal.delete_memory(session.tx, memory, staff=OPERATOR)

    perform(ctx, data, work)
    show({"id": memory, "deleted": True}, json=json, text=f"Memory {memory} is deleted.")


def import_file(
    ctx: typer.Context,
    memory: IdArgument,
    file: FileArgument,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Hand a file of TMX in. The running service, or a worker, brings its units into the memory."""
    upload = imports.MemoryUpload(
        file_name=file.name, size=file.stat().st_size, pieces=_pieces(file), options=ImportOptions()
    )

    async def work(session: Session) -> MemoryImport:
        async with open_blobs(session.settings) as blobs:
            keyring = await session.keyring()
            draft = await imports.store_upload(session.settings, keyring, blobs, upload=upload)
        return await imports.accept_import(session.tx, memory, draft=draft, staff=OPERATOR)

    made = perform(ctx, data, work)
    show(_import_row(made), json=json, text=f"Import {made.id} into memory {memory} waits for a worker.")


def list_imports(
    ctx: typer.Context, memory: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """List a memory's imports, newest first, and how far they are."""

    async def work(session: Session) -> Sequence[MemoryImport]:
        return await imports.list_imports(session.tx, memory, limit=_MOST_SHOWN)

    rows = [_import_row(one) for one in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There were no imports.")


def export(
    ctx: typer.Context,
    memory: IdArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="Where to write TMX.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Write a translation memory into a file of TMX 1.4b."""

    async def work(session: Session) -> int:
        found = await actions.find_memory(session.tx, memory)
        written = 0
        with file.open("wb") as opened:
            async for piece in export_within(session.tx, found):
                written += opened.write(piece)
        return written

    written = perform(ctx, data, work)
    show({"id": memory, "bytes": written}, json=json, text=f"{written} bytes are in {file}.")


async def _pieces(file: Path) -> AsyncIterator[bytes]:
    with file.open("rb") as opened:
        while piece := opened.read(PIECE):
            yield piece


def _row(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "accountId": memory.account_id,
        "name": memory.name,
        "primary": memory.primary,
        "useForTranslation": memory.use_for_translation,
        "createdAt": write_time(memory.created),
        "disabled": write_time(memory.disabled),
    }


def _import_row(one: MemoryImport) -> dict[str, Any]:
    return {
        "id": one.id,
        "status": one.state,
        "progress": round(one.progress, 3),
        "read": one.counts.read,
        "added": one.counts.added,
        "updated": one.counts.updated,
        "unchanged": one.counts.unchanged,
        "refused": one.counts.refused,
        "problems": one.counts.problems,
        "createdAt": write_time(one.created),
        "failure": one.failure and one.failure.message,
    }
