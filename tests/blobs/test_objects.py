"""Object stores over a network: a real one when the environment names it, and addresses that cannot be one.

TEST_OBJECT_STORE=s3://bucket
TEST_OBJECT_STORE_OPTIONS='{"endpoint": "http://127.0.0.1:5000", "allow_http": true, …}'
"""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from dragoman.blobs import BlobExists, BlobMissing, Blobs, delete_prefix, in_pieces, open_blobs, read_all
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import Settings
from tests.live import free_port

DATA = os.urandom(12_000_000)


@pytest_asyncio.fixture
async def remote(make_settings: Callable[..., Settings]) -> AsyncIterator[Blobs]:
    address = os.environ.get("TEST_OBJECT_STORE")
    if address is None:
        pytest.skip("TEST_OBJECT_STORE names no object store")
    options = os.environ.get("TEST_OBJECT_STORE_OPTIONS")
    prefixed = f"{address}/{uuid.uuid4().hex}"
    async with open_blobs(make_settings(blobs=prefixed, blobs_options=options)) as blobs:
        yield blobs


async def test_a_remote_store_keeps_its_promises(remote: Blobs) -> None:
    with pytest.raises(BlobMissing):
        await read_all(remote.get("jobs/1/source"))
    await remote.put("jobs/1/source", in_pieces(DATA))
    assert await read_all(remote.get("jobs/1/source")) == DATA
    with pytest.raises(BlobExists):
        await remote.put("jobs/1/source", in_pieces(b"other"))
    await remote.put("jobs/1/source", in_pieces(DATA))  # as after an answer that was lost
    await asyncio.gather(*(remote.put(f"jobs/12/{number}", in_pieces(b"x")) for number in range(30)))
    assert {info.key async for info in remote.list("jobs/1/")} == {"jobs/1/source"}
    assert await delete_prefix(remote, "jobs/") == 31
    await remote.delete("jobs/1/source")
    assert [info async for info in remote.list("")] == []


@pytest.mark.parametrize(
    ("address", "options", "reason"),
    [
        ("ftp://host/files", None, "begins with one of s3://, gs://, az://"),
        ("/var/files", None, "begins with one of"),
        ("file:///var/files", None, "begins with one of"),
        ("az://container", None, "an option is missing or unknown"),
        ("s3://bucket", '{"no_such_option": "x"}', "an option is missing or unknown"),
        ("s3://bucket", "not JSON", "is not a JSON object"),
        ("s3://bucket", "[]", "is not a JSON object"),
    ],
)
async def test_what_cannot_be_a_store_is_refused_at_the_start(
    make_settings: Callable[..., Settings], address: str, options: str | None, reason: str
) -> None:
    with pytest.raises(Misconfigured, match=reason):
        async with open_blobs(make_settings(blobs=address, blobs_options=options)):
            pass


async def test_a_store_that_is_away_does_not_prevent_a_start(make_settings: Callable[..., Settings]) -> None:
    options = {
        "endpoint": f"http://127.0.0.1:{free_port()}",
        "allow_http": True,
        "access_key_id": "a",
        "secret_access_key": "b",
        "region": "r",
    }
    settings = make_settings(blobs="s3://bucket", blobs_options=json.dumps(options))
    async with open_blobs(settings) as blobs:
        with pytest.raises(Unavailable, match="cannot reach its files"):
            await read_all(blobs.get("a"))
