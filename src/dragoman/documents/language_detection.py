"""Detecting the language of a document (`source: "auto"`): when it is sent, or by the job.

A small document is read when it is sent, so that its client hears at once that it has to name the
language. What is large, old, broken, or sent while others are read, is left to its job, which fails with
`SOURCE_UNSURE`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from dragoman import languages
from dragoman.access.model import Caller
from dragoman.conversion.detection import suffix_of
from dragoman.conversion.legacy.types import find_legacy
from dragoman.cpu_work import DOCUMENT_THREAD, run, weigh
from dragoman.documents.model import JobDetails
from dragoman.errors import TooManyRequests, Unavailable
from dragoman.fair_semaphore import requests_of, working_for
from dragoman.formats.format import Document, FormatInfo, Languages, Source
from dragoman.resources import Resources
from dragoman.segments import plain_text
from dragoman.text_io.errors import DocumentError
from dragoman.translation.documents.preparing import require_text
from dragoman.translation.request_sources import detect_request_source
from dragoman.translation.requests import load_routes
from dragoman.translation.routes import Routes

UNKNOWN: Final = "und"  # the source language for reading a document whose language is not known
_LARGEST: Final = 2 * 1024 * 1024  # bytes of a document that is read while its client waits
_SECONDS: Final = 10  # until the job is left to detect the language
_MOST_TEXTS: Final = 200  # that are examined, from all of the document
_LEAST_LETTERS: Final = 20  # of a text that says enough by itself
_ADVICE: Final = "Name it in `source`."


async def detect_at_submission(
    resources: Resources, data: bytes, info: FormatInfo, details: JobDetails, *, target: str, caller: Caller
) -> str | None:
    """The language of a document that can be read quickly, as a canonical code; None: the job detects it.

    Raises `SourceUnsure` or `LanguagePairUnsupported`. What else is wrong with the document, its job says.
    """
    if len(data) > _LARGEST or find_legacy(info.name) is not None:
        return None
    source = Source(data=data, suffix=suffix_of(details.file_name), options=details.options)
    pair = Languages(source=UNKNOWN, target=languages.canonical(target))
    try:
        with working_for(requests_of(caller.account_id)), resources.analyses.take(caller.account_id):
            async with asyncio.timeout(_SECONDS):
                extracted = await resources.confined.extract(
                    info.name, source, pair, max_words=resources.settings.max_document_words
                )
                require_text(extracted.document)
                routes = await load_routes(
                    resources.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
                )
                return await detect_in_document(routes, extracted.document, target=target)
    except (DocumentError, TimeoutError, TooManyRequests, Unavailable):
        return None


async def detect_in_document(routes: Routes, document: Document, *, target: str) -> str:
    """The canonical code of the language of a document with text.

    Raises `DocumentEmpty`, `SourceUnsure` or `LanguagePairUnsupported`.
    """
    weight = weigh(unit.segment for unit in document.units)
    await run(weight, lambda: require_text(document), thread=DOCUMENT_THREAD)
    texts = await run(weight, lambda: sample_texts(document), thread=DOCUMENT_THREAD)
    return await detect_request_source(routes, texts, targets=[target], advice=_ADVICE)


def sample_texts(document: Document) -> Sequence[str]:
    """Texts from all of a document: those with enough letters, or all texts where none has."""
    texts = [plain_text(unit.segment).strip() for unit in document.units if unit.reason is None]
    telling = [text for text in texts if sum(map(str.isalpha, text)) >= _LEAST_LETTERS]
    chosen = telling or [text for text in texts if any(map(str.isalpha, text))]
    step = max(1, -(-len(chosen) // _MOST_TEXTS))
    return chosen[::step]
