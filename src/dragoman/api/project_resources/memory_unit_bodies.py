"""Models of units and imports of a translation memory."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from dragoman.http.fields import CustomerText, LanguageCode
from dragoman.http.forms import FormFile
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.memories.imports.model import ImportFailure, MemoryImport, State, StoredProblem
from dragoman.memories.model import StoredUnit, UnitOrigin, UnitStatus
from dragoman.memories.units.tagging import map_tags, number_codes, write_tagged
from dragoman.segments import CodeKind
from dragoman.timestamps import write_time

_LONGEST_TEXT: Final = 100_000
_Optional = BeforeValidator(lambda value: None if value == "" else value)  # as forms leave it empty


class NewUnit(RequestModel):
    """A translation to be kept. Texts have `<1>`, `</1>` and `<2/>` for tags, and `&lt;` for `<`."""

    source_language: LanguageCode
    target_language: LanguageCode
    source: CustomerText = Field(max_length=_LONGEST_TEXT, examples=["The <1>red</1> house"])
    target: CustomerText = Field(max_length=_LONGEST_TEXT, examples=["La casa <1>roja</1>"])
    status: UnitStatus = UnitStatus.CONFIRMED
    properties: dict[CustomerText, CustomerText] = Field(default_factory=dict)


class ChangedUnit(RequestModel):
    """The changes; fields that are absent or null stay unchanged."""

    version: int = Field(strict=True, description="Of the unit that was looked at: another one is refused")
    target: CustomerText | None = Field(default=None, max_length=_LONGEST_TEXT)
    status: UnitStatus | None = None
    properties: dict[CustomerText, CustomerText] | None = None


class CodeBody(ResponseModel):
    """The inline code that a tag of a unit represents."""

    number: int
    kind: CodeKind
    type: str
    data: str


class UnitBody(ResponseModel):
    """A source segment and its translation, with where it came from."""

    id: int
    version: int
    source_language: str
    target_language: str
    source: str
    target: str
    tags: list[CodeBody]
    previous_source: str | None = Field(description="The segment before it, where it came from")
    next_source: str | None
    document: str | None
    key: str | None
    origin: UnitOrigin
    status: UnitStatus
    created_at: str
    created_by: str | None
    changed_at: str
    changed_by: str | None
    used: int = Field(description="Times that its translation was taken")
    last_used_at: str | None
    properties: dict[str, str]


class UnitListBody(ResponseModel):
    """Units in the order of their ids."""

    units: list[UnitBody]
    next_after: int | None = Field(description="For `after`, to go on; null at the end")


class DuplicateListBody(ResponseModel):
    """Sources with several targets."""

    duplicates: list[list[UnitBody]]
    next_after: str | None


class MemoryImportForm(RequestModel):
    """A file of TMX and what is to be taken of it."""

    file: FormFile = Field(description="TMX 1.1 to 1.4b, in any encoding it declares")
    source: Annotated[LanguageCode | None, _Optional] = Field(
        default=None, description="Only units from this language"
    )
    targets: list[LanguageCode] = Field(default_factory=list, description="Only units into these; repeatable")
    origin: Annotated[UnitOrigin | None, _Optional] = Field(
        default=None, description="Of all units; replaces the file's own values"
    )
    status: Annotated[UnitStatus | None, _Optional] = Field(default=None, description="Likewise")


class AcceptedMemoryImportBody(ResponseModel):
    """The import that was begun."""

    id: int


class MemoryImportProblemBody(ResponseModel):
    """Something of the file that could not be kept as it was. It quotes nothing of it."""

    number: int = Field(description="Of the translation unit in the file, from 1")
    line: int | None
    code: str
    message: str


class ImportFailureBody(ResponseModel):
    """Why an import failed, as a broken rule (E4)."""

    code: str
    message: str
    hints: str


class MemoryImportBody(ResponseModel):
    """A file on its way into a memory."""

    id: int
    status: State
    progress: float = Field(description="0 to 1")
    file_name: str
    size: int
    read: int = Field(description="Translation units of the file so far; each may have several languages")
    added: int
    updated: int
    unchanged: int = Field(description="The memory has them, or newer ones")
    skipped: int = Field(description="Of languages that were not wanted")
    refused: int = Field(description="Translation units of which nothing could be used")
    problem_count: int
    failure: ImportFailureBody | None
    undone: int | None = Field(description="Units that were taken out again")
    created_at: str
    created_by: str
    finished_at: str | None


class MemoryImportDetailsBody(MemoryImportBody):
    """An import with a page of its problems, of which the first 1,000 are kept."""

    problems: list[MemoryImportProblemBody]


class MemoryImportListBody(ResponseModel):
    """Imports, newest first."""

    imports: list[MemoryImportBody]
    metadata: PageBody


def write_unit(kept: StoredUnit) -> UnitBody:
    """A unit on the wire."""
    unit = kept.unit
    segments = (unit.source, unit.target)
    numbers = number_codes(*segments)
    return UnitBody(
        id=kept.id,
        version=kept.version,
        source_language=unit.source_language,
        target_language=unit.target_language,
        source=write_tagged(unit.source, numbers),
        target=write_tagged(unit.target, numbers),
        tags=[
            CodeBody(number=number, kind=kind, type=code.type, data=code.data)
            for (number, kind), code in map_tags(segments).items()
        ],
        previous_source=unit.context.previous,
        next_source=unit.context.next,
        document=unit.context.document,
        key=unit.context.key,
        origin=unit.origin,
        status=unit.status,
        created_at=write_time(unit.created) or "",
        created_by=unit.created_by,
        changed_at=write_time(unit.changed) or "",
        changed_by=unit.changed_by,
        used=kept.used,
        last_used_at=write_time(kept.last_used),
        properties=dict(unit.properties),
    )


def write_import(one: MemoryImport) -> MemoryImportBody:
    """An import on the wire."""
    counts = one.counts
    return MemoryImportBody(
        id=one.id,
        status=one.state,
        progress=round(one.progress, 3),
        file_name=one.file_name,
        size=one.size,
        read=counts.read,
        added=counts.added,
        updated=counts.updated,
        unchanged=counts.unchanged,
        skipped=counts.skipped,
        refused=counts.refused,
        problem_count=counts.problems,
        failure=None if one.failure is None else _write_failure(one.failure),
        undone=one.undone,
        created_at=write_time(one.created),
        created_by=one.created_by,
        finished_at=write_time(one.finished),
    )


def _write_failure(failure: ImportFailure) -> ImportFailureBody:
    return ImportFailureBody(code=failure.code, message=failure.message, hints=failure.hints)


def write_problem(problem: StoredProblem) -> MemoryImportProblemBody:
    """A problem on the wire."""
    return MemoryImportProblemBody(
        number=problem.number, line=problem.line, code=problem.code, message=problem.message
    )
