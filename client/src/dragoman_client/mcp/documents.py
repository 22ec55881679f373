"""Tools for documents: translate, look how far it is, get the result.

Where the host has files of the machine, a document is a path and its translation a new file; else both are in
the messages. The tools are the same beside that.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Annotated, Any, Final

import anyio
from pydantic import BaseModel, Field

from dragoman_client import AsyncClient, errors
from dragoman_client.documents.results import Document, DocumentProgress, DocumentStage, TranslatedDocument
from dragoman_client.exchange import FileSource
from dragoman_client.mcp.arguments import (
    JobIdArgument,
    MemoryIdArgument,
    OutputArgument,
    SourceLanguageArgument,
    StyleGuideIdArgument,
    TargetLanguageArgument,
    TermBaseIdsArgument,
    WaitSecondsArgument,
)
from dragoman_client.mcp.contents import ReceivedFile, SentFile, inline_file
from dragoman_client.mcp.host import AgentContext, Host, host_of
from dragoman_client.mcp.local_files import LocalFiles
from dragoman_client.mcp.progress import reported_progress, unless_stopping

USUAL_WAIT: Final = 50.0  # seconds: programs give up a tool after a minute
_CANCEL_SECONDS: Final = 5.0
_LANGUAGE: Final = re.compile("[A-Za-z0-9_-]{1,35}")
_ELSEWHERE: Final = "Get it with GET /v2/documents/{}/download, with the access token of this connection."


class DocumentState(BaseModel):
    """A document that is being translated, or was."""

    job_id: str
    status: Annotated[str, Field(description="CREATED, IN_PROGRESS, SUCCESS or FAILED")]
    progress: Annotated[float, Field(description="0 to 1")]
    source_language: str
    target_language: str
    file_name: str
    error: Annotated[str | None, Field(description="Why it failed, with its code")] = None
    expires_at: Annotated[str | None, Field(description="When the service deletes it")] = None
    file: Annotated[ReceivedFile | None, Field(description="The translated document")] = None
    next_step: Annotated[str | None, Field(description="What to do now")] = None


async def translate_local_document(
    context: AgentContext,
    *,
    path: Annotated[str, Field(description="The document, such as docs/guide.docx")],
    target_language: TargetLanguageArgument,
    source_language: SourceLanguageArgument = "auto",
    output: OutputArgument = None,
    term_base_ids: TermBaseIdsArgument = None,
    memory_id: MemoryIdArgument = None,
    style_guide_id: StyleGuideIdArgument = None,
    wait_seconds: WaitSecondsArgument = USUAL_WAIT,
) -> DocumentState:
    """Translate a document (Word, Excel, PowerPoint, PDF, HTML, Markdown, JSON, XLIFF, subtitles and more).

    Its layout is kept. The translation is a new file; no file is replaced. When it takes longer than
    wait_seconds, the answer has the job_id: call document_status, then download_document.
    """
    host = host_of(context)
    files = _files_of(host)
    source = files.find(path)
    place = files.free(output or _beside(source, target_language))
    options = _options(term_base_ids, memory_id, style_guide_id)
    async with host.client(context) as client:
        job = await client.documents.submit(source, target=target_language, source=source_language, **options)
        document = await _wait_or_cancel(context, client, job, wait_seconds)
        file = await _download(host, client, document, place) if document.status == "SUCCESS" else None
    return _state(document, file)


async def translate_sent_document(
    context: AgentContext,
    *,
    document: SentFile,
    target_language: TargetLanguageArgument,
    source_language: SourceLanguageArgument = "auto",
    term_base_ids: TermBaseIdsArgument = None,
    memory_id: MemoryIdArgument = None,
    style_guide_id: StyleGuideIdArgument = None,
    wait_seconds: WaitSecondsArgument = USUAL_WAIT,
) -> DocumentState:
    """Translate a document (Word, Excel, PowerPoint, PDF, HTML, Markdown, JSON, XLIFF, subtitles and more).

    Its layout is kept. The answer has the translated file. When it takes longer than wait_seconds, the answer
    has the job_id: call document_status, then download_document.
    """
    host = host_of(context)
    content: FileSource = document.content()
    options = _options(term_base_ids, memory_id, style_guide_id)
    async with host.client(context) as client:
        job = await client.documents.submit(
            content, name=document.name, target=target_language, source=source_language, **options
        )
        found = await _wait_or_cancel(context, client, job, wait_seconds)
        file = await _download(host, client, found, None) if found.status == "SUCCESS" else None
    return _state(found, file)


async def document_status(
    context: AgentContext, job_id: JobIdArgument, wait_seconds: WaitSecondsArgument = 0
) -> DocumentState:
    """Say how far the translation of a document is, and why it failed where it did."""
    async with host_of(context).client(context) as client:
        try:
            document = await _wait(context, client, job_id, wait_seconds)
        except errors.DocumentFailedError:
            document = await client.documents.get(job_id)
    return _state(document, None)


async def download_local_document(
    context: AgentContext,
    *,
    job_id: JobIdArgument,
    output: Annotated[str, Field(description="File to write, a new one")],
) -> DocumentState:
    """Write a translated document into a new file, as often as wanted until it expires."""
    host = host_of(context)
    place = _files_of(host).free(output)
    return await _download_finished(context, job_id, place)


async def download_sent_document(context: AgentContext, job_id: JobIdArgument) -> DocumentState:
    """Get a translated document, as often as wanted until it expires."""
    return await _download_finished(context, job_id, None)


def _beside(source: Path, target: str) -> Path:
    if not _LANGUAGE.fullmatch(target):
        raise errors.InvalidInputError(
            f"{target!r} is not the code of a language. Write it like es or pt-BR."
        )
    return source.with_stem(f"{source.stem}.{target}")


async def _download_finished(context: AgentContext, job: str, place: Path | None) -> DocumentState:
    host = host_of(context)
    async with host.client(context) as client:
        document = await client.documents.get(job)
        return _state(document, await _download(host, client, document, place))


def _options(terms: list[int] | None, memory: int | None, style: int | None) -> dict[str, Any]:
    given = {"term_bases": terms, "memory": memory, "style": style}
    return {name: value for name, value in given.items() if value is not None}


def _files_of(host: Host) -> LocalFiles:
    assert host.files is not None  # only such hosts have these tools
    return host.files


async def _wait_or_cancel(context: AgentContext, client: AsyncClient, job: str, seconds: float) -> Document:
    """Wait for a document that this call has sent; when the call is cancelled, its translation is too."""
    try:
        return await _wait(context, client, job, seconds)
    except asyncio.CancelledError:
        with anyio.CancelScope(shield=True):
            await _cancel(client, job)
        raise
    except errors.DragomanError as error:
        error.job = job
        raise


async def _cancel(client: AsyncClient, job: str) -> None:
    try:
        async with asyncio.timeout(_CANCEL_SECONDS):
            await client.documents.delete(job)
    except (errors.DragomanError, TimeoutError):
        pass  # the service deletes it in time


async def _wait(context: AgentContext, client: AsyncClient, job: str, seconds: float) -> Document:
    """The document once it is translated, or as it is after so many seconds."""
    host = host_of(context)
    allowed = min(seconds, host.longest_wait)
    async with reported_progress(context, "translated") as report:

        def watch(progress: DocumentProgress) -> None:
            if progress.stage == DocumentStage.TRANSLATION and progress.fraction is not None:
                report(progress.fraction)

        try:
            waiting = client.documents.wait(job, timeout=allowed, progress=watch)
            document = await unless_stopping(host, waiting)
        except errors.DocumentNotReadyError:
            document = None
    return document if document is not None else await client.documents.get(job)


async def _download(host: Host, client: AsyncClient, document: Document, place: Path | None) -> ReceivedFile:
    got: TranslatedDocument = await client.documents.download(document.job_id)
    content = got.content or b""
    name = got.name or document.file_name
    if place is None:
        return inline_file(host, name, content, elsewhere=_ELSEWHERE.format(document.job_id))
    files = _files_of(host)
    suffix = Path(name).suffix
    if suffix and suffix.lower() != place.suffix.lower():  # the result is of another type than the document
        place = files.free(place.with_suffix(suffix))
    files.write(place, content)
    return ReceivedFile(name=place.name, size=len(content), path=files.shown(place))


def _state(document: Document, file: ReceivedFile | None) -> DocumentState:
    steps = {
        "SUCCESS": None if file else "Call download_document.",
        "FAILED": "Read the error; the document has to be changed before it is sent again.",
    }
    reason = f"{document.reason or 'It could not be translated.'} ({document.error_code})"
    return DocumentState(
        job_id=document.job_id,
        status=str(document.status),
        progress=1.0 if document.is_finished else document.progress,
        source_language=document.source,
        target_language=document.target,
        file_name=document.file_name,
        error=reason if document.status == "FAILED" else None,
        expires_at=document.expires_at.isoformat() if document.expires_at else None,
        file=file,
        next_step=steps.get(str(document.status), "Call document_status with wait_seconds."),
    )
