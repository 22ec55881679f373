"""`dragoman admin memory-set`: create, list and change sets of memories (V4, O7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final

import typer

from dragoman.access.staff import OPERATOR
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
from dragoman.memories.model import Member
from dragoman.memories.sets import actions
from dragoman.memories.sets.actions import CurrentSet, SetDraft
from dragoman.timestamps import write_time

_MEMBER: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,3}))?(\+w)?")

MemberOption = Annotated[
    list[str],
    typer.Option(
        "--member",
        metavar="ID[-PENALTY][+w]",
        help="A memory, best first; its penalty; +w when translations are kept there. Repeatable.",
    ),
]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Translation memories that are used together.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("change")(change)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: AccountOption,
    member: MemberOption,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Make a set; its first version has these members."""
    draft = SetDraft(account_id=account, name=name, members=_read_members(member))

    async def work(session: Session) -> CurrentSet:
        return await actions.create_set(session.tx, draft=draft, staff=OPERATOR)

    _show(perform(ctx, data, work), json=json)


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List the sets of all accounts, or of one, as they are now."""

    async def work(session: Session) -> Sequence[CurrentSet]:
        return await actions.list_sets(session.tx, account_id=account, limit=MAX_ID)

    rows = [_row(one) for one in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no sets of translation memories.")


def change(
    ctx: typer.Context,
    memory_set: Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the set.")],
    *,
    member: MemberOption,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Give a set a new version with these members; what uses an older version goes on with that."""
    members = _read_members(member)

    async def work(session: Session) -> CurrentSet:
        return await actions.add_version(session.tx, memory_set, members=members, staff=OPERATOR)

    _show(perform(ctx, data, work), json=json)


def _read_members(written: Sequence[str]) -> list[Member]:
    members = []
    for one in written:
        found = _MEMBER.fullmatch(one)
        if found is None:
            raise typer.BadParameter("Write --member 3, --member 3-5 or --member 3-5+w.")
        members.append(
            Member(memory_id=int(found[1]), penalty=int(found[2] or 0), writable=found[3] is not None)
        )
    return members


def _show(one: CurrentSet, *, json: bool) -> None:
    memory_set = one.memory_set
    show(_row(one), json=json, text=f"Set {memory_set.id}, version {memory_set.version}: {memory_set.name}")


def _row(one: CurrentSet) -> dict[str, Any]:
    return {
        "id": one.memory_set.id,
        "accountId": one.memory_set.account_id,
        "name": one.memory_set.name,
        "version": one.memory_set.version,
        "members": [
            f"{member.memory_id}-{member.penalty}{'+w' if member.writable else ''}"
            for member in one.current.members
        ],
        "createdAt": write_time(one.memory_set.created),
    }
