"""A job's files: the document, batches that are finished, the result. All are sealed by the job's key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final
from uuid import UUID

import orjson

from dragoman.blobs import Blobs, delete_prefix, in_pieces, read_all, seal, started, unseal
from dragoman.documents.model import Job
from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    MemoryUse,
    Origin,
    TermUse,
    Translation,
    issue,
)

PREFIX: Final = "documents/"
_CONVERTED: Final = "converted-"


async def write_source(blobs: Blobs, job_id: UUID, key: bytes, data: bytes) -> None:
    """Store the document as it was sent; durable when this returns."""
    await _write(blobs, f"{_folder(job_id)}source", key, data)


async def read_source(blobs: Blobs, job: Job) -> bytes:
    """The document as it was sent. Raises `BlobMissing` or `SealBroken`."""
    return await _read(blobs, f"{_folder(job.id)}source", job.key)


async def write_converted(blobs: Blobs, job: Job, data: bytes) -> None:
    """Keep what an old document was converted to in this run."""
    await _write(blobs, f"{_folder(job.id)}{_CONVERTED}{job.run}", job.key, data)


async def read_converted(blobs: Blobs, job: Job) -> bytes | None:
    """What an earlier run converted the document to; of several the first. None: there is nothing yet."""
    if job.run == 1:
        return None
    folder = _folder(job.id)
    names = [info.key async for info in blobs.list(folder) if info.key.startswith(folder + _CONVERTED)]
    return await _read(blobs, min(names, key=_run_of), job.key) if names else None


async def write_result(blobs: Blobs, job: Job, data: bytes) -> str:
    """Store the translated document of this run; its name."""
    name = f"{_folder(job.id)}result-{job.run}"
    await _write(blobs, name, job.key, data)
    return name


async def open_result(blobs: Blobs, job: Job) -> AsyncIterator[bytes]:
    """The translated document in pieces. Raises `BlobMissing` or `SealBroken` before the first."""
    assert job.result is not None
    return await started(unseal(blobs.get(job.result), key=job.key, context=job.result))


async def write_checkpoint(blobs: Blobs, job: Job, number: int, batch: Mapping[str, Translation]) -> None:
    """Keep a finished batch of this run."""
    data = orjson.dumps({key: _write_translation(one) for key, one in batch.items()})
    await _write(blobs, f"{_folder(job.id)}checkpoint-{job.run}-{number}", job.key, data)


async def read_checkpoints(blobs: Blobs, job: Job) -> dict[str, Translation]:
    """All batches that earlier runs finished."""
    finished: dict[str, Translation] = {}
    if job.run == 1:
        return finished
    folder = f"{_folder(job.id)}checkpoint-"
    names = [info.key async for info in blobs.list(_folder(job.id)) if info.key.startswith(folder)]
    for name in names:
        batch = orjson.loads(await _read(blobs, name, job.key))
        finished |= {key: one for key, written in batch.items() if (one := _read_translation(written))}
    return finished


async def delete_files(blobs: Blobs, job_id: UUID) -> None:
    """Delete all files of a job."""
    await delete_prefix(blobs, _folder(job_id))


def job_of(name: str) -> UUID | None:
    """The job that a blob belongs to; None: it is no document's."""
    if not name.startswith(PREFIX):
        return None
    try:
        return UUID(name.removeprefix(PREFIX).partition("/")[0])
    except ValueError:
        return None


def _folder(job_id: UUID) -> str:
    return f"{PREFIX}{job_id}/"


def _run_of(name: str) -> int:
    return int(name.rpartition("-")[2])


async def _write(blobs: Blobs, name: str, key: bytes, data: bytes) -> None:
    await blobs.put(name, seal(in_pieces(data), key=key, context=name))


async def _read(blobs: Blobs, name: str, key: bytes) -> bytes:
    return await read_all(unseal(blobs.get(name), key=key, context=name))


def _write_translation(translation: Translation) -> list[Any]:
    segment = [
        part.text if isinstance(part, Text) else [part.id, part.kind, part.type, part.data]
        for part in translation.segment
    ]
    issues = [one.code for one in translation.issues]
    units = [[unit.memory_id, unit.unit_id, unit.score] for unit in translation.units]
    terms = [[term.source, term.target, term.applied] for term in translation.terms]
    return [segment, translation.origin, translation.engine, translation.codes, issues, units, terms]


def _read_translation(written: list[Any]) -> Translation | None:
    """None for one with an issue or a placing of codes that this release has no more: it is done again."""
    segment, origin, engine, codes, issues, *more = written
    units, terms = more or ([], [])  # an older release wrote none
    if codes not in set(CodesMethod) or not set(issues) <= set(IssueCode):
        return None
    return Translation(
        segment=_read_segment(segment),
        origin=Origin(origin),
        engine=engine,
        codes=CodesMethod(codes),
        issues=tuple(issue(IssueCode(code)) for code in issues),
        units=tuple(MemoryUse(memory_id=one[0], unit_id=one[1], score=one[2]) for one in units),
        terms=tuple(TermUse(source=one[0], target=one[1], applied=one[2]) for one in terms),
    )


def _read_segment(parts: list[Any]) -> Segment:
    return tuple(_read_part(part) for part in parts)


def _read_part(part: Any) -> Part:
    if isinstance(part, str):
        return Text(text=part)
    identity, kind, type_, data = part
    return Code(id=identity, kind=CodeKind(kind), type=type_, data=data)
