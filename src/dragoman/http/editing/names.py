"""The names of the people and programs that changed segments, by how the audit log names them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dragoman.access.actions import find_application_names
from dragoman.accounts.actions import find_user_names
from dragoman.database.connections import Transaction
from dragoman.projects.review_model import SegmentComment
from dragoman.projects.segment_model import ProjectSegment

_LONGEST_ID = 9  # digits


def actors_of(rows: Sequence[ProjectSegment], comments: Sequence[SegmentComment] = ()) -> list[str | None]:
    """The actors of segments and comments, for their names."""
    return [
        *(actor for row in rows for actor in (row.changed_by, row.reviewed_by)),
        *(actor for one in comments for actor in (one.actor, one.resolved_by)),
    ]


async def find_actor_names(tx: Transaction, actors: Iterable[str | None]) -> dict[str, str]:
    """Find the names of those actors that are people or applications; of others there are none."""
    known = {actor for actor in actors if actor}
    people, programs = _ids(known, "user:"), _ids(known, "application:")
    names = await find_user_names(tx, sorted(people)) if people else {}
    titles = await find_application_names(tx, sorted(programs)) if programs else {}
    return {
        **{f"user:{number}": name for number, name in names.items()},
        **{f"application:{number}": name for number, name in titles.items()},
    }


def _ids(actors: Iterable[str], kind: str) -> set[int]:
    numbers = (actor.removeprefix(kind) for actor in actors if actor.startswith(kind))
    return {
        int(number)
        for number in numbers
        if number.isascii() and number.isdigit() and len(number) <= _LONGEST_ID
    }
