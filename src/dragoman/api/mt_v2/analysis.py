"""`POST /v2/documents/analyze` (D10): how much of a document memories know already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Form, Query, Request, Response

from dragoman.analysis.model import USUAL_WEIGHTS
from dragoman.analysis.reports import write_table
from dragoman.api.mt_v2.analysis_bodies import AnalysisBody, write_analysis
from dragoman.api.mt_v2.document_bodies import SentDocument
from dragoman.documents.actions import Submission
from dragoman.documents.analysing import DocumentAnalysis, analyse_document
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.disconnects import while_connected
from dragoman.http.downloads import download_headers
from dragoman.http.errors import answer
from dragoman.http.forms import MULTIPART, FormRoute
from dragoman.http.responses import PROTECTED
from dragoman.http.route_policy import DOCUMENT_LIMIT, route_policy

_CSV: Final = "text/csv"

router = APIRouter(prefix="/v2/documents", tags=["Documents"], responses=PROTECTED, route_class=FormRoute)


Writer = Callable[[DocumentAnalysis], Response]


async def _wanted_form(
    request: Request,
    wanted: Annotated[
        Literal["json", "csv"] | None,
        Query(alias="format", description="Default: CSV for `Accept: text/csv`, else JSON"),
    ] = None,
) -> Writer:
    accepted = request.headers.get("accept", "").partition(",")[0].partition(";")[0].strip().lower()
    return _as_csv if (wanted or ("csv" if accepted == _CSV else "json")) == "csv" else _as_json


def _as_json(analysis: DocumentAnalysis) -> Response:
    return answer(200, write_analysis(analysis, weights=USUAL_WEIGHTS).model_dump())


def _as_csv(analysis: DocumentAnalysis) -> Response:
    table = b"".join(write_table(analysis.report, weights=USUAL_WEIGHTS))
    return Response(table, media_type=_CSV, headers=download_headers("analysis.csv"))


@router.post(
    "/analyze",
    response_model=AnalysisBody,
    responses={200: {"content": {_CSV: {"schema": {"type": "string"}}}}},
)
@route_policy(body=DOCUMENT_LIMIT)
async def analyze_document(
    request: Request,
    form: Annotated[SentDocument, Form(media_type=MULTIPART)],
    caller: TranslateCaller,
    runtime: OpenRuntime,
    write: Annotated[Writer, Depends(_wanted_form)],
) -> Response:
    """Count a document's words by how well memories of the account know them. It is not translated."""
    submission = Submission(
        file_name=form.file.filename or "",
        data=await form.file.read(),
        source=form.source,
        target=form.target,
        options=form.options,
    )
    return write(await while_connected(request, analyse_document(runtime, submission, caller=caller)))
