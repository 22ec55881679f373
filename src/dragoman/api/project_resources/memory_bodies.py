"""Models of memories and their sets. `memory_unit_bodies` has those of units and imports."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from dragoman.http.fields import LARGEST_ID, CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.memories.model import Member, Memory
from dragoman.memories.sets.actions import CurrentSet
from dragoman.memories.sets.model import SetVersion
from dragoman.timestamps import write_time

_Id = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]


class NewMemory(RequestModel):
    """A translation memory to be made."""

    account_id: _Id
    name: CustomerText = Field(examples=["Manuals"])
    use_for_translation: bool = Field(
        default=False, description="Machine translation looks here before it asks an engine (T5)"
    )
    primary: bool = Field(default=False, description="The account's own one, in place of the one it has")


class ChangedMemory(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    name: CustomerText | None = None
    use_for_translation: bool | None = None
    primary: bool | None = None
    disabled: bool | None = Field(default=None, description="True: nothing in it is found")


class MemoryBody(ResponseModel):
    """A translation memory: units of any languages that belong to an account."""

    id: int
    account_id: int
    name: str
    primary: bool
    use_for_translation: bool
    created_at: str
    disabled: str | None


class MemoryListBody(ResponseModel):
    """Translation memories, oldest first."""

    translation_memories: list[MemoryBody]
    metadata: PageBody


class MemberBody(RequestModel):
    """A translation memory in a set; the first one ranks best."""

    memory_id: _Id
    penalty: int = Field(default=0, ge=0, le=100, strict=True, description="Taken off the score of its units")
    writable: bool = Field(default=False, description="Confirmed translations are kept here")


class NewSet(RequestModel):
    """A set to be made."""

    account_id: _Id
    name: CustomerText = Field(examples=["Manuals first"])
    members: list[MemberBody] = Field(max_length=1000)


class NewSetVersion(RequestModel):
    """What a set is to be from now on."""

    members: list[MemberBody] = Field(max_length=1000)


class SetVersionBody(ResponseModel):
    """What a set was or is. A version never changes."""

    version: int
    members: list[MemberBody] = Field(description="Best first")
    created_at: str
    created_by: str = Field(examples=["application:12"])


class SetBody(ResponseModel):
    """The current version of a set."""

    id: int
    account_id: int
    name: str
    version: int
    members: list[MemberBody] = Field(description="Best first")
    created_at: str


class SetListBody(ResponseModel):
    """Sets, oldest first."""

    translation_memory_sets: list[SetBody]
    metadata: PageBody


class SetVersionListBody(ResponseModel):
    """Versions of a set, newest first."""

    versions: list[SetVersionBody]
    metadata: PageBody


def write_memory(memory: Memory) -> MemoryBody:
    """A memory on the wire."""
    return MemoryBody(
        id=memory.id,
        account_id=memory.account_id,
        name=memory.name,
        primary=memory.primary,
        use_for_translation=memory.use_for_translation,
        created_at=write_time(memory.created),
        disabled=write_time(memory.disabled),
    )


def read_members(bodies: list[MemberBody]) -> list[Member]:
    """The members that a request names."""
    return [Member(memory_id=one.memory_id, penalty=one.penalty, writable=one.writable) for one in bodies]


def write_set(one: CurrentSet) -> SetBody:
    """A set on the wire."""
    return SetBody(
        id=one.memory_set.id,
        account_id=one.memory_set.account_id,
        name=one.memory_set.name,
        version=one.memory_set.version,
        members=_members(one.current),
        created_at=write_time(one.memory_set.created),
    )


def write_set_version(version: SetVersion) -> SetVersionBody:
    """A version of a set on the wire."""
    return SetVersionBody(
        version=version.version,
        members=_members(version),
        created_at=write_time(version.created),
        created_by=version.created_by,
    )


def _members(version: SetVersion) -> list[MemberBody]:
    return [
        MemberBody.model_validate(one, from_attributes=True, by_name=True)  # sent bodies have aliases only
        for one in version.members
    ]
