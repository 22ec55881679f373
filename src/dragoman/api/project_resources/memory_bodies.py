"""Models of memories and their sets. `memory_unit_bodies` has those of units and imports."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from dragoman.api.http.fields import LARGEST_ID, CustomerText
from dragoman.api.http.paging import PageBody
from dragoman.memories.model import Member, Memory
from dragoman.memories.sets.actions import CurrentSet
from dragoman.memories.sets.model import SetVersion
from dragoman.timestamps import write_time

_Id = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]


class NewMemory(BaseModel):
    """A translation memory to be made."""

    accountId: _Id  # noqa: N815 - the names of the interface
    name: CustomerText = Field(examples=["Manuals"])
    useForTranslation: bool = Field(  # noqa: N815
        default=False, description="Machine translation looks here before it asks an engine (T5)"
    )
    primary: bool = Field(default=False, description="The account's own one, in place of the one it has")


class ChangedMemory(BaseModel):
    """What to change; what is absent or null stays as it is."""

    name: CustomerText | None = None
    useForTranslation: bool | None = None  # noqa: N815
    primary: bool | None = None
    disabled: bool | None = Field(default=None, description="True: nothing in it is found")


class MemoryBody(BaseModel):
    """A translation memory: units of any languages that belong to an account."""

    id: int
    accountId: int  # noqa: N815
    name: str
    primary: bool
    useForTranslation: bool  # noqa: N815
    createdAt: str  # noqa: N815
    disabled: str | None


class MemoryListBody(BaseModel):
    """Translation memories, oldest first."""

    translationMemories: list[MemoryBody]  # noqa: N815
    metadata: PageBody


class MemberBody(BaseModel):
    """A translation memory in a set; the first one ranks best."""

    memoryId: _Id  # noqa: N815
    penalty: int = Field(default=0, ge=0, le=100, strict=True, description="Taken off the score of its units")
    writable: bool = Field(default=False, description="Confirmed translations are kept here")


class NewSet(BaseModel):
    """A set to be made."""

    accountId: _Id  # noqa: N815
    name: CustomerText = Field(examples=["Manuals first"])
    members: list[MemberBody] = Field(max_length=1000)


class NewSetVersion(BaseModel):
    """What a set is to be from now on."""

    members: list[MemberBody] = Field(max_length=1000)


class SetVersionBody(BaseModel):
    """What a set was or is. A version never changes."""

    version: int
    members: list[MemberBody] = Field(description="Best first")
    createdAt: str  # noqa: N815
    createdBy: str = Field(examples=["application:12"])  # noqa: N815


class SetBody(BaseModel):
    """A set as it is now."""

    id: int
    accountId: int  # noqa: N815
    name: str
    version: int
    members: list[MemberBody] = Field(description="Best first")
    createdAt: str  # noqa: N815


class SetListBody(BaseModel):
    """Sets, oldest first."""

    translationMemorySets: list[SetBody]  # noqa: N815
    metadata: PageBody


class SetVersionListBody(BaseModel):
    """Versions of a set, newest first."""

    versions: list[SetVersionBody]
    metadata: PageBody


def write_memory(memory: Memory) -> MemoryBody:
    """A memory on the wire."""
    return MemoryBody(
        id=memory.id,
        accountId=memory.account_id,
        name=memory.name,
        primary=memory.primary,
        useForTranslation=memory.use_for_translation,
        createdAt=write_time(memory.created),
        disabled=write_time(memory.disabled),
    )


def read_members(bodies: list[MemberBody]) -> list[Member]:
    """The members that a request names."""
    return [Member(memory_id=one.memoryId, penalty=one.penalty, writable=one.writable) for one in bodies]


def write_set(one: CurrentSet) -> SetBody:
    """A set on the wire."""
    return SetBody(
        id=one.memory_set.id,
        accountId=one.memory_set.account_id,
        name=one.memory_set.name,
        version=one.memory_set.version,
        members=_members(one.current),
        createdAt=write_time(one.memory_set.created),
    )


def write_set_version(version: SetVersion) -> SetVersionBody:
    """A version of a set on the wire."""
    return SetVersionBody(
        version=version.version,
        members=_members(version),
        createdAt=write_time(version.created),
        createdBy=version.created_by,
    )


def _members(version: SetVersion) -> list[MemberBody]:
    return [
        MemberBody(memoryId=one.memory_id, penalty=one.penalty, writable=one.writable)
        for one in version.members
    ]
