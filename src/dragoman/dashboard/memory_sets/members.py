"""The members of a set in a form: rows that are moved, added and removed before a version is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.dashboard.page.forms import PageForm
from dragoman.memories.model import Member
from dragoman.memories.sets.model import LARGEST_PENALTY

_MOST_ROWS: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberChange:
    """What became of a member between two versions. Ranks are from 1; None: it was not in that version."""

    memory_id: int
    before: Member | None
    after: Member | None
    rank_before: int | None
    rank_after: int | None


def read_members(form: PageForm) -> list[Member]:
    """The rows of the form, in their order. A penalty that is no number is a problem of the form."""
    members = []
    for text in form.texts("member")[:_MOST_ROWS]:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            continue
        penalty = form.number(f"penalty-{text}", most=LARGEST_PENALTY)
        members.append(
            Member(memory_id=int(text), penalty=penalty or 0, writable=form.flag(f"writable-{text}"))
        )
    return members


def apply_step(members: Sequence[Member], step: str, added: int | None) -> list[Member]:
    """The rows after a button: `up-5` and `down-5` move memory 5, `remove-5` removes it, `add` adds one."""
    rows = list(members)
    if step == "add":
        known = {one.memory_id for one in rows}
        return rows if added is None or added in known else [*rows, Member(memory_id=added)]
    verb, _, number = step.partition("-")
    place = next((n for n, one in enumerate(rows) if str(one.memory_id) == number), None)
    if place is None:
        return rows
    row = rows.pop(place)
    if verb == "up":
        rows.insert(max(place - 1, 0), row)
    elif verb == "down":
        rows.insert(place + 1, row)
    return rows


def compare(before: Sequence[Member], after: Sequence[Member]) -> Sequence[MemberChange]:
    """What differs between two versions: members that are new, gone, changed, or at another rank."""
    old = {one.memory_id: (rank, one) for rank, one in enumerate(before, start=1)}
    new = {one.memory_id: (rank, one) for rank, one in enumerate(after, start=1)}
    changes = []
    for memory_id in dict.fromkeys([*new, *old]):
        rank_before, member_before = old.get(memory_id, (None, None))
        rank_after, member_after = new.get(memory_id, (None, None))
        if (rank_before, member_before) != (rank_after, member_after):
            changes.append(
                MemberChange(
                    memory_id=memory_id,
                    before=member_before,
                    after=member_after,
                    rank_before=rank_before,
                    rank_after=rank_after,
                )
            )
    return changes
