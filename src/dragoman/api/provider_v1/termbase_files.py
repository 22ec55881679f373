"""Term bases as files: `POST …/imports` and `GET …/export` (V5)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from pydantic import BeforeValidator, Field
from starlette.responses import StreamingResponse

from dragoman.api.project_resources import termbases
from dragoman.api.project_resources.termbase_bodies import TermImportBody
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffFormRoute, StaffRoute
from dragoman.http.fields import CustomerText, Id, LanguageCode
from dragoman.http.forms import MULTIPART, FormFile
from dragoman.http.models import RequestModel
from dragoman.http.responses import NOT_FOUND, download
from dragoman.http.route_policy import route_policy
from dragoman.http.staff_request import ManagerRequest
from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.import_jobs.work import write_report
from dragoman.termbases.imports import TermFileImport, import_terms
from dragoman.termbases.model import TermMatching
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.table import TableOptions

_PREFIX = "/provider/v1/term-bases/{id}"

imports = APIRouter(
    prefix=_PREFIX,
    tags=["Provider term bases"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffFormRoute,
)
exports = APIRouter(
    prefix=_PREFIX,
    tags=["Provider term bases"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)

_Optional = BeforeValidator(lambda value: None if value == "" else value)


class TermImportForm(RequestModel):
    """A file of terms and how it is to be read. What is absent is found out."""

    file: FormFile = Field(description="TBX of any version and dialect, or a table: CSV, TSV")
    mode: ImportMode = Field(
        default=ImportMode.MERGE,
        description="merge: nothing is taken away that the file does not say otherwise; "
        "replace: the term base becomes what the file is",
    )
    dry_run: bool = Field(
        default=False, description="Report what would become of the file, and change nothing"
    )
    match: Annotated[TermMatching | None, _Optional] = Field(
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


@imports.post("/imports")
@route_policy(body=termbases.TERMS_LIMIT)
async def import_term_base(
    term_base_id: Id,
    form: Annotated[TermImportForm, Form(media_type=MULTIPART)],
    ctx: ManagerRequest,
) -> TermImportBody:
    """Import a file into a term base, all of it or nothing. Needs the role manager."""
    report = await import_terms(ctx.tx, staff=ctx.staff, term_base_id=term_base_id, wanted=_read_form(form))
    return TermImportBody(**write_report(report))


def _read_form(form: TermImportForm) -> TermFileImport:
    table = TableOptions(
        encoding=form.encoding,
        delimiter=form.delimiter,
        source=form.source or "",
        target=form.target or "",
        defaults=TermDefaults(match=form.match),
    )
    return TermFileImport(file=form.file.file, mode=form.mode, dry_run=form.dry_run, table=table)


exports.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: download("application/x-tbx", "text/csv")},
)(termbases.export_term_base)
