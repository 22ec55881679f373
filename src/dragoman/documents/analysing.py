"""Analysing a document within the request (D10). Nothing is stored or translated."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from dragoman import languages
from dragoman.access.model import Caller
from dragoman.analysis.actions import analyse
from dragoman.analysis.model import Report
from dragoman.conversion.detection import detect_type, suffix_of
from dragoman.conversion.legacy.types import LegacyType, find_legacy, load_info
from dragoman.conversion.names import check_file_name
from dragoman.conversion.sources import PreparedSource, open_converted
from dragoman.documents.actions import Submission, check_submission
from dragoman.documents.language_detection import UNKNOWN, detect_in_document, sample_texts
from dragoman.documents.model import JobDetails
from dragoman.errors import RuleBroken, TimedOut
from dragoman.fair_semaphore import requests_of, working_for
from dragoman.formats.format import DocumentWarning, FormatInfo, Languages, Source
from dragoman.memories.lookup import LookupScope
from dragoman.memories.usage import members_for_translation
from dragoman.resources import Resources
from dragoman.telemetry import log
from dragoman.text_io.errors import DocumentError
from dragoman.translation.documents.analysis_segments import measure_document
from dragoman.translation.mixed_texts import MixedRequest, find_sources
from dragoman.translation.requests import load_routes

_TIMEOUT_FACTOR: Final = 2  # times the time limit of reading
_SAMPLE: Final = 5_000  # characters: more do not improve the result
_BEYOND: Final = 10  # times the word limit of translation, as the analysis helps to split large documents


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentAnalysis:
    """The analysis of one document, and the figures for the word limit of translation."""

    report: Report
    words: int  # that count for the limit
    most_words: int
    warnings: tuple[DocumentWarning, ...]
    source_detected: bool = False


async def analyse_document(
    resources: Resources, submission: Submission, *, caller: Caller
) -> DocumentAnalysis:
    """Count the words of a document by match band, with the account's current memories for translation.

    The source language may be detected.

    Raises `RuleBroken` for submissions that D2 refuses and for unreadable documents, `Unavailable` or
    `TooManyRequests` when too many documents are being analysed, `TimedOut` when it takes too long.
    """
    began = time.monotonic()
    info, details = await check_submission(resources, submission, caller=caller)
    seconds = _TIMEOUT_FACTOR * resources.settings.document_timeout_seconds
    late = TimedOut(
        f"The document could not be analysed within {seconds} seconds. Split it, or try again when "
        "the service is less busy."
    )
    async with _within_limits(resources, caller, seconds=seconds, late=late):
        analysis = await _analyse(resources, submission, info=info, details=details, caller=caller)
    log().info(
        "document.analysed",
        format=info.name,
        words=analysis.words,
        memories=len(analysis.report.memories),
        milliseconds=round(1000 * (time.monotonic() - began)),
    )
    return analysis


async def guess_source(
    resources: Resources, *, file_name: str, data: bytes, target: str, caller: Caller
) -> str:
    """The likeliest language of a document, as a canonical code, for clients that are never asked back.

    The target is well formed. Raises what `analyse_document` raises but for `SourceUnsure`.
    """
    name = check_file_name(file_name)
    found = await asyncio.to_thread(detect_type, data, name)
    if isinstance(found, LegacyType):
        await resources.legacy.require(found)
    info = await load_info(found)
    pair = Languages(source=UNKNOWN, target=languages.canonical(target))
    seconds = _TIMEOUT_FACTOR * resources.settings.document_timeout_seconds
    late = TimedOut(f"The document could not be read within {seconds} seconds. Name its language.")
    async with _within_limits(resources, caller, seconds=seconds, late=late):
        readable = await _read(resources, data, info, JobDetails(file_name=name))
        extracted = await resources.confined.extract(
            readable.format, readable.source, pair, max_words=resources.settings.max_document_words
        )
    text = "\n".join(sample_texts(extracted.document))[:_SAMPLE]
    routes = await load_routes(
        resources.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    request = MixedRequest(source=None, targets=(target,), texts=(text,))
    (guess,) = await find_sources(request, routes)
    return guess.code


@asynccontextmanager
async def _within_limits(
    resources: Resources, caller: Caller, *, seconds: int, late: TimedOut
) -> AsyncIterator[None]:
    """Read a document while its client waits: a few at once, and for a limited time.

    Raises `RuleBroken` for unreadable documents, `Unavailable` or `TooManyRequests` when too many are being
    read, and `late` after the time.
    """
    with working_for(requests_of(caller.account_id)), resources.analyses.take(caller.account_id):
        try:
            async with asyncio.timeout(seconds):
                yield
        except DocumentError as error:
            raise RuleBroken(f"{error.code}: {error.message}") from None
        except TimeoutError:
            raise late from None


async def _analyse(
    resources: Resources,
    submission: Submission,
    *,
    info: FormatInfo,
    details: JobDetails,
    caller: Caller,
) -> DocumentAnalysis:
    settings = resources.settings
    readable = await _read(resources, submission.data, info, details)
    code = submission.source
    if submission.has_unknown_source:
        code = await _detect_source(resources, readable, submission.target, caller=caller)
    pair = Languages(source=languages.canonical(code), target=languages.canonical(submission.target))
    extracted = await resources.confined.extract(
        readable.format, readable.source, pair, max_words=_BEYOND * settings.max_document_words
    )
    file = await measure_document(
        resources.translator,
        extracted.document,
        name=details.file_name,
        format_name=info.name,
        language=pair.source,
    )
    scope = LookupScope(
        account_id=caller.account_id,
        members=await members_for_translation(resources.database, account_id=caller.account_id),
        source_language=pair.source,
        target_language=pair.target,
    )
    report = await analyse(resources.database, [file], scope=scope)
    return DocumentAnalysis(
        report=report,
        words=extracted.words,
        most_words=settings.max_document_words,
        warnings=(*readable.warnings, *extracted.document.warnings),
        source_detected=submission.has_unknown_source,
    )


async def _detect_source(
    resources: Resources, readable: PreparedSource, target: str, *, caller: Caller
) -> str:
    """The language of the document. Raises `SourceUnsure`, or `LanguagePairUnsupported`."""
    pair = Languages(source=UNKNOWN, target=languages.canonical(target))
    most = _BEYOND * resources.settings.max_document_words
    extracted = await resources.confined.extract(readable.format, readable.source, pair, max_words=most)
    routes = await load_routes(
        resources.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    return await detect_in_document(routes, extracted.document, target=target)


async def _read(resources: Resources, data: bytes, info: FormatInfo, details: JobDetails) -> PreparedSource:
    legacy = find_legacy(info.name)
    if legacy is not None:
        converted = await resources.legacy.convert(legacy, data)
        return await open_converted(legacy, data, converted, options=details.options)
    source = Source(data=data, suffix=suffix_of(details.file_name), options=details.options)
    return PreparedSource(format=info.name, source=source)
