"""`POST /v2/translate` (T1, T2, T6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from dragoman.api.auth import TranslateCaller
from dragoman.api.dependencies import OpenRuntime
from dragoman.api.fields import THRESHOLD, CustomerText, LanguageCode, MemoryThreshold
from dragoman.api.intake import JsonRoute
from dragoman.api.responses import PROTECTED
from dragoman.quality import Finding
from dragoman.translation.requests import TextRequest, check_results, count_request, translate_request
from dragoman.translation.text import TextTranslation
from dragoman.usage.actions import record_usage
from dragoman.usage.model import Usage

router = APIRouter(prefix="/v2", tags=["Text"], responses=PROTECTED, route_class=JsonRoute)


class SegmentBody(BaseModel):
    """One segment, ideally one sentence."""

    model_config = ConfigDict(strict=True)

    text: CustomerText = Field(description="Text, also with inline XML or HTML tags and placeholders")


class TranslateBody(BaseModel):
    """A batch of segments and the pair to translate them by."""

    model_config = ConfigDict(
        strict=True,
        json_schema_extra={
            "examples": [
                {"source": "en", "target": "es", "segments": [{"text": "The <b>house</b> is {color}."}]}
            ]
        },
    )

    source: LanguageCode
    target: LanguageCode
    segments: list[SegmentBody] = Field(description="1 to 100 segments of up to 10,000 characters")
    placeholders: list[str] = Field(
        default=[],
        description="Names of the placeholder grammars that the texts are written in, such as `printf` or "
        "`laravel`; `default`, or none given: the safe union of them",
    )
    memoryThreshold: MemoryThreshold | None = Field(  # noqa: N815 - the name of the interface
        default=None, description=f"{THRESHOLD}. Default: the account's, else 85 for texts of the same words"
    )


class IssueBody(BaseModel):
    """Something about a translation that deserves a look."""

    code: str
    message: str
    severity: str = Field(description="`error`, `warning` or `notice`")


class MemoryBody(BaseModel):
    """The unit of a translation memory that a translation is from."""

    id: int = Field(description="The memory")
    unit: int
    score: int = Field(description="101 in context, 100 the same; less for what was adapted")


class TermBody(BaseModel):
    """A term of a term base in the source."""

    source: str = Field(description="As it stands in the source")
    target: str = Field(description="As it stands in the translation; else what the term base requires")
    applied: bool


class TranslationBody(BaseModel):
    """One segment's translation; all but `translation` only with `explain=true`."""

    translation: str
    origin: str = Field(default="", description="`memory`, `engine` or `unchanged`")
    engine: str | None = Field(default=None, description="Name and version of each engine on the path")
    memory: MemoryBody | None = Field(default=None, description="The unit that it is from")
    terms: list[TermBody] = Field(default=[], description="Terms met, and whether they were applied")
    codes: str = Field(default="", description="How tags and placeholders were put into the translation")
    issues: list[IssueBody] = Field(default=[], description="Also what the quality checks find")


class TranslateReply(BaseModel):
    """One translation for each segment, in order."""

    translations: list[TranslationBody]


@router.post("/translate", response_model_exclude_unset=True)
async def translate(
    body: TranslateBody,
    caller: TranslateCaller,
    runtime: OpenRuntime,
    explain: Annotated[bool, Query(description="Tell where each translation came from")] = False,
) -> TranslateReply:
    """Translate up to 100 segments. Tags and placeholders come back exactly as they were sent."""
    request = TextRequest(
        source=body.source,
        target=body.target,
        texts=tuple(segment.text for segment in body.segments),
        account_id=caller.account_id,
        sandbox=caller.is_sandbox,
        placeholders=tuple(body.placeholders),
        memory_threshold=body.memoryThreshold,
    )
    results = await translate_request(request, runtime.text_resources())
    await _record(request, results, caller, runtime)
    return TranslateReply(translations=await (_explain if explain else _bare)(request, results))


async def _record(
    request: TextRequest,
    results: Sequence[TextTranslation],
    caller: TranslateCaller,
    runtime: OpenRuntime,
) -> None:
    count, known = await count_request(request, results)
    await record_usage(
        runtime.database,
        Usage(
            account_id=caller.account_id,
            application_id=caller.application_id,
            characters=count.characters,
            words=count.words,
            segments=count.segments,
            memory_characters=known.characters,
            memory_words=known.words,
            memory_segments=known.segments,
        ),
    )


async def _bare(_request: TextRequest, results: Sequence[TextTranslation]) -> list[TranslationBody]:
    return [TranslationBody(translation=result.text) for result in results]


async def _explain(request: TextRequest, results: Sequence[TextTranslation]) -> list[TranslationBody]:
    findings = await check_results(request, results)
    return [_explained(*pair) for pair in zip(results, findings, strict=True)]


def _explained(result: TextTranslation, findings: Sequence[Finding]) -> TranslationBody:
    translation = result.translation
    unit = translation.memory
    issues = [IssueBody(code=one.code, message=one.message, severity=one.severity) for one in findings]
    return TranslationBody(
        translation=result.text,
        origin=translation.origin,
        engine=translation.engine,
        memory=MemoryBody(id=unit.memory_id, unit=unit.unit_id, score=unit.score) if unit else None,
        terms=[
            TermBody(source=term.source, target=term.target, applied=term.applied)
            for term in translation.terms
        ],
        codes=translation.codes,
        issues=[
            *(
                IssueBody(code=issue.code, message=issue.message, severity=issue.severity)
                for issue in translation.issues
            ),
            *issues,
        ],
    )
