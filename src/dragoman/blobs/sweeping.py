"""Remove unused files: blobs of rows that were never committed, and files that a crash left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from dragoman.blobs.blob import Blobs
from dragoman.blobs.directory import DirectoryBlobs
from dragoman.telemetry import log

_AT_ONCE: Final = 500

# Of these keys, those that some row refers to.
KnownKeys: TypeAlias = Callable[[Sequence[str]], Awaitable[Collection[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What was removed."""

    blobs: int
    staging_files: int


async def sweep(
    blobs: Blobs, *, is_known: KnownKeys, older_than: timedelta = timedelta(days=1), prefix: str = ""
) -> Swept:
    """Remove blobs below `prefix` that no row knows, and staging files, both older than `older_than`.

    A blob is stored before its row is committed, so `older_than` must be longer than that ever takes. Raises
    `Unavailable`; what is left is for the next time.
    """
    before = datetime.now(UTC) - older_than
    old = [info.key async for info in blobs.list(prefix) if info.modified < before]
    removed = 0
    for start in range(0, len(old), _AT_ONCE):
        keys = old[start : start + _AT_ONCE]
        known = set(await is_known(keys))
        for key in keys:
            if key not in known:
                await blobs.delete(key)
                removed += 1
    staged = await blobs.remove_staged(before=before) if isinstance(blobs, DirectoryBlobs) else 0
    if removed or staged:
        log().info("blobs.swept", blobs=removed, staging_files=staged)
    return Swept(blobs=removed, staging_files=staged)
