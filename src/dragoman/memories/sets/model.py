"""Sets of memories as values, and the rules of their members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.memories.model import Member

MOST_MEMBERS: Final = 50
LARGEST_PENALTY: Final = 100  # with it, no unit of the memory is ever a match


class MembersRefused(RuleBroken):
    """The members of a set break a rule."""

    code = "MEMBERS_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySet:
    """A set of an account; `version` is the number of the newest one."""

    id: int
    account_id: int
    name: str
    version: int
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVersion:
    """A version of a set. It never changes, so that work which began with it ends with it."""

    version: int  # from 1
    members: Sequence[Member]  # best first: their order is their rank
    created: datetime
    created_by: str


def check_members(members: Sequence[Member]) -> Sequence[Member]:
    """Validate the members of a set. Raises `MembersRefused`.

    Several members may be writable; translations are then added to each of them.
    """
    if len(members) > MOST_MEMBERS:
        raise MembersRefused(f"A set has at most {MOST_MEMBERS} translation memories.")
    if len({member.memory_id for member in members}) < len(members):
        raise MembersRefused("A translation memory is in a set once.", hints="Leave the second one out.")
    if any(not 0 <= member.penalty <= LARGEST_PENALTY for member in members):
        raise MembersRefused(f"A penalty is a number from 0 to {LARGEST_PENALTY}.")
    return members
