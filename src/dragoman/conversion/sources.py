"""The source of a document for its format: the uploaded file, or the conversion of an old document."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.conversion.legacy.types import LegacyType, warnings_of
from dragoman.formats.format import DocumentWarning, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedSource:
    """A document, and the format that reads and writes it."""

    format: str
    source: Source
    warnings: tuple[DocumentWarning, ...] = ()  # of how it was converted


async def open_converted(
    legacy: LegacyType, data: bytes, converted: bytes, *, options: Mapping[str, object]
) -> PreparedSource:
    """An old document, `converted`, as the format of its sibling reads it. Raises what `inspect` raises."""
    flags = await asyncio.to_thread(legacy.inspect, data)
    suffix = legacy.result.suffix  # and the name of the format that takes it
    return PreparedSource(
        format=suffix,
        source=Source(data=converted, suffix=suffix, options=options),
        warnings=warnings_of(flags),
    )
