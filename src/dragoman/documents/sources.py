"""Opening a job's source document; a legacy document is converted first.

The conversion is stored like a checkpoint, so that later runs continue with the same bytes.
"""

from __future__ import annotations

from dragoman.conversion.detection import suffix_of
from dragoman.conversion.legacy.types import LegacyType, find_legacy
from dragoman.conversion.sources import PreparedSource, open_converted
from dragoman.documents import files
from dragoman.documents.model import Job
from dragoman.formats.format import Source
from dragoman.resources import Resources


async def open_source(resources: Resources, job: Job) -> PreparedSource:
    """Open the document. Raises `BlobMissing` or `SealBroken`, and what `LegacyOffice.convert` raises."""
    data = await files.read_source(resources.blobs, job)
    legacy = find_legacy(job.format)
    if legacy is not None:
        return await _open_legacy(resources, job, legacy, data)
    source = Source(data=data, suffix=suffix_of(job.details.file_name), options=job.details.options)
    return PreparedSource(format=job.format, source=source)


async def _open_legacy(resources: Resources, job: Job, legacy: LegacyType, data: bytes) -> PreparedSource:
    converted = await files.read_converted(resources.blobs, job)
    if converted is None:
        converted = await resources.legacy.convert(legacy, data)
        await files.write_converted(resources.blobs, job, converted)
    return await open_converted(legacy, data, converted, options=job.details.options)
