"""Term bases as files: `POST …/imports` and `GET …/export` (V5)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from pydantic import BaseModel, BeforeValidator, Field
from starlette.responses import StreamingResponse

from dragoman.api.http.downloads import disposition
from dragoman.api.http.fields import CustomerText, LanguageCode
from dragoman.api.http.forms import MULTIPART, FormFile
from dragoman.api.http.responses import download
from dragoman.api.provider_v1.desk import ManagerDesk
from dragoman.api.provider_v1.fields import LARGEST_ID, Id
from dragoman.api.provider_v1.responses import NOT_FOUND, STAFF
from dragoman.api.provider_v1.roles import StaffFormRoute, StaffRoute
from dragoman.blobs.blob import started
from dragoman.termbases.drafts import Defaults
from dragoman.termbases.exports import ExportFormat, export_terms, find_export
from dragoman.termbases.import_jobs.work import write_report
from dragoman.termbases.imports import Import, import_terms
from dragoman.termbases.model import Match
from dragoman.termbases.planning import Mode
from dragoman.termbases.table import TableOptions

_PREFIX = "/provider/v1/term-bases/{id}"

imports = APIRouter(
    prefix=_PREFIX,
    tags=["Provider"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffFormRoute,
)
exports = APIRouter(
    prefix=_PREFIX,
    tags=["Provider"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)

_Optional = BeforeValidator(lambda value: None if value == "" else value)


class TermImportForm(BaseModel):
    """A file of terms and how it is to be read. What is absent is found out."""

    file: FormFile = Field(description="TBX of any version and dialect, or a table: CSV, TSV")
    mode: Mode = Field(
        default=Mode.MERGE,
        description="merge: nothing is taken away that the file does not say otherwise; "
        "replace: the term base becomes what the file is",
    )
    dryRun: bool = Field(  # noqa: N815 - the names of the interface
        default=False, description="Report what would become of the file, and change nothing"
    )
    match: Annotated[Match | None, _Optional] = Field(
        default=None,
        description="Of terms of which the file does not say it. Absent: as the term base has it already; of "
        "new terms stem, of forbidden ones plural, but exact where they are case-sensitive or not to be "
        "translated",
    )
    encoding: CustomerText = Field(default="", max_length=40, description="Of a table")
    delimiter: CustomerText = Field(default="", max_length=1, description="Of a table")
    source: Annotated[LanguageCode | None, _Optional] = Field(
        default=None, description="Language of a table's column that is called source or term"
    )
    target: Annotated[LanguageCode | None, _Optional] = Field(
        default=None, description="Language of a table's column that is called target or translation"
    )


class TermImportProblem(BaseModel):
    """Something about the file that somebody may want to mend or look at. It quotes no term."""

    line: int
    effect: str = Field(examples=["noticed", "part-left-out", "entry-left-out", "rest-left-out"])
    message: str


class TermImportBody(BaseModel):
    """What became of the file; of a dry run, what would."""

    kind: str = Field(examples=["tbx", "table"])
    dryRun: bool  # noqa: N815
    version: int = Field(description="Of the term base; as before when nothing changed")
    read: int = Field(description="Entries: added, updated, unchanged and refused together")
    added: int
    updated: int
    unchanged: int
    removed: int = Field(description="Concepts that are not in the file; none in a merge")
    refused: int = Field(description="Entries of which nothing could be used")
    problems: list[TermImportProblem] = Field(description="The first 1,000, by line")
    problemCount: int = Field(description="All of them")  # noqa: N815


@imports.post("/imports")
async def import_file(
    id: Id,  # noqa: A002
    form: Annotated[TermImportForm, Form(media_type=MULTIPART)],
    desk: ManagerDesk,
) -> TermImportBody:
    """Read a file into the term base, all of it or nothing. Needs the role manager."""
    report = await import_terms(desk.tx, staff=desk.staff, term_base_id=id, wanted=_read_form(form))
    return TermImportBody(**write_report(report))


def _read_form(form: TermImportForm) -> Import:
    table = TableOptions(
        encoding=form.encoding,
        delimiter=form.delimiter,
        source=form.source or "",
        target=form.target or "",
        defaults=Defaults(match=form.match),
    )
    return Import(file=form.file.file, mode=form.mode, dry_run=form.dryRun, table=table)


@exports.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: download("application/x-tbx", "text/csv")},
)
async def export_file(
    id: Id,  # noqa: A002
    desk: ManagerDesk,
    format: Annotated[ExportFormat, Query(description="tbx: version 3; tbx2: version 2")] = ExportFormat.TBX,  # noqa: A002
    version: Annotated[int | None, Query(ge=0, le=LARGEST_ID, description="Absent: the current one")] = None,
) -> Response:
    """Download a version of the term base. Needs the role manager."""
    export = await find_export(desk.tx, term_base_id=id, file_format=format, version=version)
    return StreamingResponse(
        await started(export_terms(desk.runtime.database, export)),
        media_type=export.media_type,
        headers={
            "Content-Disposition": disposition(export.name),
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )
