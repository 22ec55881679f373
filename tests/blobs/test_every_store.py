"""What every store promises, in a directory and in an object store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from dragoman.blobs import (
    BlobExists,
    BlobMissing,
    Blobs,
    delete_prefix,
    in_pieces,
    read_all,
    started,
)

LARGE = bytes(range(256)) * 5000  # more than one piece, none of them alike in length


async def put(blobs: Blobs, key: str, data: bytes = b"data") -> None:
    await blobs.put(key, in_pieces(data))


async def keys(blobs: Blobs, prefix: str = "") -> set[str]:
    return {info.key async for info in blobs.list(prefix)}


@pytest.mark.parametrize("data", [b"", b"x", LARGE], ids=["empty", "small", "large"])
async def test_what_was_stored_is_read(blobs: Blobs, data: bytes) -> None:
    await put(blobs, "jobs/1/source", data)
    assert await read_all(blobs.get("jobs/1/source")) == data
    (info,) = [info async for info in blobs.list("")]
    assert (info.key, info.size) == ("jobs/1/source", len(data))


async def test_a_key_is_never_written_twice(blobs: Blobs) -> None:
    await put(blobs, "a", b"first")
    with pytest.raises(BlobExists):
        await put(blobs, "a", b"other")
    assert await read_all(blobs.get("a")) == b"first"


async def test_of_many_writers_one_wins(blobs: Blobs) -> None:
    texts = [str(number).encode() * 1000 for number in range(20)]
    done = await asyncio.gather(*(put(blobs, "deep/a/b", text) for text in texts), return_exceptions=True)
    winners = [text for text, outcome in zip(texts, done, strict=True) if outcome is None]
    assert all(isinstance(outcome, BlobExists) for outcome in done if outcome is not None)
    assert [await read_all(blobs.get("deep/a/b"))] == winners


async def test_what_is_missing_is_reported_at_the_first_step(blobs: Blobs) -> None:
    with pytest.raises(BlobMissing):
        await started(blobs.get("jobs/1"))
    await put(blobs, "jobs/1/source")
    for key in ("jobs/1", "jobs/1/source/more"):
        with pytest.raises(BlobMissing):
            await started(blobs.get(key))
        await blobs.delete(key)
    assert await keys(blobs, "jobs/1/source/") == set()
    assert await read_all(await started(blobs.get("jobs/1/source"))) == b"data"


async def test_deleting_again_is_not_an_error(blobs: Blobs) -> None:
    await put(blobs, "jobs/1/source")
    await blobs.delete("jobs/1/source")
    await blobs.delete("jobs/1/source")
    await blobs.delete("never/there")
    assert await keys(blobs) == set()
    await put(blobs, "jobs/1/source", b"again")
    assert await read_all(blobs.get("jobs/1/source")) == b"again"


async def test_listing_and_deleting_by_prefix(blobs: Blobs) -> None:
    for key in ("jobs/1/source", "jobs/1/parts/2", "jobs/12/source", "other"):
        await put(blobs, key)
    assert await keys(blobs, "jobs/1/") == {"jobs/1/source", "jobs/1/parts/2"}
    assert await keys(blobs, "none/") == set()
    assert await delete_prefix(blobs, "jobs/1/") == 2
    assert await delete_prefix(blobs, "jobs/1/") == 0
    assert await keys(blobs) == {"jobs/12/source", "other"}


@pytest.mark.parametrize(
    "key",
    [
        "", "/", "/etc/passwd", "a/", "a//b", "../a", "a/../b", "a/./b", ".staging/a", "A", "ä", "a b",
        "a\\b", "a\0b", "a\n", "c:a", "a" * 129, "/".join("a" * 9),
    ],
)  # fmt: skip
async def test_what_is_not_a_key_is_refused(blobs: Blobs, key: str) -> None:
    with pytest.raises(ValueError, match="not a key"):
        await put(blobs, key)
    with pytest.raises(ValueError, match="not a key"):
        await started(blobs.get(key))
    with pytest.raises(ValueError, match="not a key"):
        await blobs.delete(key)


@pytest.mark.parametrize("prefix", ["jobs", "/", "../", ".staging/", "jobs/1"])
async def test_what_is_not_a_prefix_is_refused(blobs: Blobs, prefix: str) -> None:
    with pytest.raises(ValueError, match="not a prefix"):
        await keys(blobs, prefix)
    with pytest.raises(ValueError, match="not to be removed at once"):
        await delete_prefix(blobs, "")


async def test_nothing_stays_of_a_stream_that_breaks(blobs: Blobs) -> None:
    async def breaking() -> AsyncIterator[bytes]:
        yield LARGE
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await blobs.put("a", breaking())
    assert await keys(blobs) == set()
    await put(blobs, "a", b"whole")
    assert await read_all(blobs.get("a")) == b"whole"


async def test_nothing_stays_of_a_writer_that_is_cancelled(blobs: Blobs) -> None:
    arrived = asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        yield LARGE
        arrived.set()
        await asyncio.Event().wait()

    writing = asyncio.create_task(blobs.put("a", endless()))
    await arrived.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await keys(blobs) == set()


async def test_readers_may_stop_early(blobs: Blobs) -> None:
    await put(blobs, "a", LARGE)
    stream = await started(blobs.get("a"))
    assert LARGE.startswith(await anext(stream))
    await stream.aclose()  # type: ignore[attr-defined]
    await blobs.delete("a")
    assert await keys(blobs) == set()
