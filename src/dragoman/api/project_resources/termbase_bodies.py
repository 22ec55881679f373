"""Models of term bases and their versions. `concept_bodies` has those of concepts."""

from __future__ import annotations

from pydantic import Field

from dragoman.http.fields import LARGEST_ID, CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.termbases.bases import BaseVersion, TermBase
from dragoman.timestamps import write_time


class NewTermBase(RequestModel):
    """A term base to be made."""

    account_id: int = Field(ge=1, le=LARGEST_ID, strict=True)
    name: CustomerText = Field(examples=["Product names"])
    use_for_translation: bool = Field(default=True, description="Enforced in machine translation")


class ChangedTermBase(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    name: CustomerText | None = None
    use_for_translation: bool | None = None
    disabled: bool | None = Field(default=None, description="True: not enforced, and not for new projects")


class TermBaseBody(ResponseModel):
    """A collection of concepts that belongs to an account."""

    id: int
    account_id: int
    name: str
    use_for_translation: bool
    version: int = Field(description="Goes up with every change of its concepts; 0 before the first")
    concepts: int = Field(description="How many there are in the current version")
    created_at: str
    disabled: str | None


class TermBaseListBody(ResponseModel):
    """Term bases, oldest first."""

    term_bases: list[TermBaseBody]
    metadata: PageBody


class VersionBody(ResponseModel):
    """One change of a term base's concepts. A version never changes."""

    version: int
    created_at: str
    actor: str = Field(examples=["application:12"])
    added: int
    changed: int
    removed: int


class VersionListBody(ResponseModel):
    """Versions, newest first."""

    versions: list[VersionBody]
    metadata: PageBody


def write_base(base: TermBase) -> TermBaseBody:
    """A term base on the wire."""
    return TermBaseBody(
        id=base.id,
        account_id=base.account_id,
        name=base.name,
        use_for_translation=base.use_for_translation,
        version=base.version,
        concepts=base.concepts,
        created_at=write_time(base.created),
        disabled=write_time(base.disabled),
    )


def write_version(made: BaseVersion) -> VersionBody:
    """A version on the wire."""
    return VersionBody(
        version=made.version,
        created_at=write_time(made.at),
        actor=made.actor,
        added=made.added,
        changed=made.changed,
        removed=made.removed,
    )


class TermImportProblem(ResponseModel):
    """A remark on the file for its sender. It quotes no term."""

    line: int
    effect: str = Field(examples=["noticed", "part-left-out", "entry-left-out", "rest-left-out"])
    message: str


class TermImportBody(ResponseModel):
    """What became of the file; of a dry run, what would."""

    kind: str = Field(examples=["tbx", "table"])
    dry_run: bool
    version: int = Field(description="Of the term base; as before when nothing changed")
    read: int = Field(description="Entries: added, updated, unchanged and refused together")
    added: int
    updated: int
    unchanged: int
    removed: int = Field(description="Concepts that are not in the file; none in a merge")
    refused: int = Field(description="Entries of which nothing could be used")
    problems: list[TermImportProblem] = Field(description="The first 1,000, by line")
    problem_count: int = Field(description="All of them")
