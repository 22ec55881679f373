"""A job's files: the source, checkpoints and the result. All are encrypted with the job's key."""

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
    TermMethod,
    TermUse,
    Translation,
    issue,
)

PREFIX: Final = "documents/"
_CONVERTED: Final = "converted-"
_TERM_METHODS: Final = {None, *TermMethod}


async def write_source(blobs: Blobs, job_id: UUID, key: bytes, data: bytes) -> None:
    """Store the source document; durable when this returns."""
    await _write(blobs, f"{_folder(job_id)}source", key, data)


async def read_source(blobs: Blobs, job: Job) -> bytes:
    """Read the source document. Raises `BlobMissing` or `SealBroken`."""
    return await _read(blobs, f"{_folder(job.id)}source", job.key)


async def write_converted(blobs: Blobs, job: Job, data: bytes) -> None:
    """Store this run's conversion of a legacy document."""
    await _write(blobs, f"{_folder(job.id)}{_CONVERTED}{job.run}", job.key, data)


async def read_converted(blobs: Blobs, job: Job) -> bytes | None:
    """Read the first conversion by an earlier run; None when there is none."""
    if job.run == 1:
        return None
    folder = _folder(job.id)
    names = [info.key async for info in blobs.list(folder) if info.key.startswith(folder + _CONVERTED)]
    return await _read(blobs, min(names, key=_run_of), job.key) if names else None


async def write_result(blobs: Blobs, job: Job, data: bytes) -> str:
    """Store the translated document of this run; returns the blob's name."""
    name = f"{_folder(job.id)}result-{job.run}"
    await _write(blobs, name, job.key, data)
    return name


async def open_result(blobs: Blobs, job: Job) -> AsyncIterator[bytes]:
    """Stream the translated document. Raises `BlobMissing` or `SealBroken` before the first chunk."""
    assert job.result is not None
    return await started(unseal(blobs.get(job.result), key=job.key, context=job.result))


async def write_checkpoint(blobs: Blobs, job: Job, number: int, batch: Mapping[str, Translation]) -> None:
    """Store a finished batch of this run."""
    data = orjson.dumps({key: _write_translation(one) for key, one in batch.items()})
    await _write(blobs, f"{_folder(job.id)}checkpoint-{job.run}-{number}", job.key, data)


async def read_checkpoints(blobs: Blobs, job: Job) -> dict[str, Translation]:
    """Read all batches that earlier runs finished."""
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
    """Parse the id of the job from a blob's name; None for a blob of anything but a document."""
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
    terms = [[term.source, term.target, term.method] for term in translation.terms]
    return [segment, translation.origin, translation.engine, translation.codes, issues, units, terms]


def _read_translation(written: list[Any]) -> Translation | None:
    """Parse a translation; None if this release lacks its issue or method: it is translated again."""
    segment, origin, engine, codes, issues, *more = written
    units, terms = more or ([], [])  # an older release wrote none
    methods = {one[2] for one in terms}  # an older release wrote whether a term was applied
    if codes not in set(CodesMethod) or not set(issues) <= set(IssueCode) or not methods <= _TERM_METHODS:
        return None
    return Translation(
        segment=_read_segment(segment),
        origin=Origin(origin),
        engine=engine,
        codes=CodesMethod(codes),
        issues=tuple(issue(IssueCode(code)) for code in issues),
        units=tuple(MemoryUse(memory_id=one[0], unit_id=one[1], score=one[2]) for one in units),
        terms=tuple(
            TermUse(source=one[0], target=one[1], method=one[2] and TermMethod(one[2])) for one in terms
        ),
    )


def _read_segment(parts: list[Any]) -> Segment:
    return tuple(_read_part(part) for part in parts)


def _read_part(part: Any) -> Part:
    if isinstance(part, str):
        return Text(text=part)
    identity, kind, type_, data = part
    return Code(id=identity, kind=CodeKind(kind), type=type_, data=data)
