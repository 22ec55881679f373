"""`POST /v2/documents/analyze` (D10): how much of a document memories know already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Form, Query, Request, Response
from pydantic import Field

from dragoman.analysis.model import USUAL_WEIGHTS
from dragoman.analysis.reports import write_report, write_table
from dragoman.api.http.auth import TranslateCaller
from dragoman.api.http.dependencies import OpenRuntime
from dragoman.api.http.disconnects import while_connected
from dragoman.api.http.errors import answer
from dragoman.api.http.forms import MULTIPART, FormRoute
from dragoman.api.http.models import ResponseModel
from dragoman.api.http.responses import PROTECTED
from dragoman.api.http.route_policy import DOCUMENT_LIMIT, route_policy
from dragoman.api.mt_v2.document_bodies import SentDocument
from dragoman.documents.actions import Submission
from dragoman.documents.analysing import DocumentAnalysis, analyse_document

_CSV: Final = "text/csv"

router = APIRouter(prefix="/v2/documents", tags=["Documents"], responses=PROTECTED, route_class=FormRoute)


class TextAmountBody(ResponseModel):
    """So much text."""

    segments: int = Field(description="Sentences, and strings that are not divided into sentences")
    words: int = Field(description="By the counting rule")
    characters: int = Field(description="Code points, codes left out")
    characters_without_spaces: int
    codes: int = Field(description="Tags and placeholders within the segments")


class BandBody(TextAmountBody):
    """What is known about as well as that."""

    band: str = Field(examples=["fuzzy-85-94"])
    weight: int = Field(description="What a word costs, in percent of a new one")


class LeftAloneBody(ResponseModel):
    """What stays as it is for one reason."""

    places: int
    words: int = Field(description="Where there is text that could be counted")


class FiguresBody(TextAmountBody):
    """The figures of one file, or of all."""

    words_to_translate: int = Field(description="Without numbers and protected text")
    weighted_words: float = Field(description="Words by the weights of their bands")
    bands: list[BandBody] = Field(description="Every band, the best known first")
    left_alone: dict[str, LeftAloneBody] = Field(description="By reason")


class AnalyzedFileBody(FiguresBody):
    """The figures of one file."""

    file_name: str
    format: str


class AskedMemoryBody(ResponseModel):
    """A memory that was asked."""

    id: int
    penalty: int = Field(description="Taken off the scores of its units")


class LimitBody(ResponseModel):
    """Whether the document may be sent for translation as it is."""

    word_count: int = Field(description="The words that count for the limit")
    max_allowed_words: int
    exceeds_limit: bool


class WarningBody(ResponseModel):
    """Something about the document that its owner should know."""

    code: str
    message: str


class AnalysisBody(ResponseModel):
    """Words by match band, and what the figures depend on."""

    source: str
    target: str
    counting_rule: str = Field(examples=["gmx-v-2.0/uax29-17.0.0/1"])
    unicode_version: str
    as_of: str = Field(description="Memories were asked for what they held then")
    memories: list[AskedMemoryBody] = Field(description="Best first; none: nothing is known from before")
    total: FiguresBody
    files: list[AnalyzedFileBody]
    limit: LimitBody
    warnings: list[WarningBody]


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
    body: dict[str, Any] = write_report(analysis.report, weights=USUAL_WEIGHTS)
    body["limit"] = {
        "wordCount": analysis.words,
        "maxAllowedWords": analysis.most_words,
        "exceedsLimit": analysis.words > analysis.most_words,
    }
    body["warnings"] = [{"code": one.code.value, "message": one.message} for one in analysis.warnings]
    return answer(200, body)


def _as_csv(analysis: DocumentAnalysis) -> Response:
    table = b"".join(write_table(analysis.report, weights=USUAL_WEIGHTS))
    headers = {
        "Content-Disposition": 'attachment; filename="analysis.csv"',
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }
    return Response(table, media_type=_CSV, headers=headers)


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
