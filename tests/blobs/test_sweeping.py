"""The sweeper removes what is old and unknown, and nothing else."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from dragoman.blobs import Blobs, Swept, in_pieces, open_blobs, read_all, sweep
from dragoman.errors import Unavailable
from dragoman.settings import Settings

HOUR = 3600


def make_old(path: Path, hours: float = 25) -> None:
    modified_at = time.time() - hours * HOUR
    os.utime(path, (modified_at, modified_at))


async def store(blobs: Blobs, *keys: str) -> None:
    for key in keys:
        await blobs.put(key, in_pieces(b"data"))


async def keys_of(blobs: Blobs) -> set[str]:
    return {info.key async for info in blobs.list("")}


async def test_only_what_is_old_and_unknown_goes(
    make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    files = tmp_path / "data/files"
    asked: list[str] = []

    async def is_known(keys: Sequence[str]) -> Collection[str]:
        asked.extend(keys)
        return {key for key in keys if "wanted" in key}

    async with open_blobs(make_settings()) as blobs:
        await store(blobs, "jobs/1/wanted", "jobs/1/lost", "jobs/2/lost", "jobs/3/young", "other/lost")
        for name in ("jobs/1/wanted", "jobs/1/lost", "jobs/2/lost", "other/lost"):
            make_old(files / name)
        make_old(files / "jobs/3/young", hours=23)
        (files / ".staging/crashed").write_bytes(b"half")
        (files / ".staging/writing").write_bytes(b"half")
        make_old(files / ".staging/crashed")

        assert await sweep(blobs, is_known=is_known, prefix="jobs/") == Swept(blobs=2, staging_files=1)
        assert await keys_of(blobs) == {"jobs/1/wanted", "jobs/3/young", "other/lost"}
        assert set(asked) == {"jobs/1/wanted", "jobs/1/lost", "jobs/2/lost"}
        assert [path.name for path in (files / ".staging").iterdir()] == ["writing"]
        assert await sweep(blobs, is_known=is_known) == Swept(blobs=1, staging_files=0)
        assert await read_all(blobs.get("jobs/1/wanted")) == b"data"


async def test_many_are_asked_for_in_parts(blobs: Blobs) -> None:
    sizes: list[int] = []

    async def is_known(keys: Sequence[str]) -> Collection[str]:
        sizes.append(len(keys))
        return keys[:1]

    await store(blobs, *(f"jobs/{number}" for number in range(1001)))
    swept = await sweep(blobs, is_known=is_known, older_than=timedelta(seconds=-60))
    assert (swept.blobs, sorted(sizes)) == (998, [1, 500, 500])
    assert len(await keys_of(blobs)) == 3


async def test_nothing_goes_when_the_known_ones_cannot_be_read(blobs: Blobs) -> None:
    async def is_known(keys: Sequence[str]) -> Collection[str]:
        raise Unavailable("The database cannot be reached.")

    await store(blobs, "jobs/1")
    with pytest.raises(Unavailable):
        await sweep(blobs, is_known=is_known, older_than=timedelta(seconds=-60))
    assert await keys_of(blobs) == {"jobs/1"}
