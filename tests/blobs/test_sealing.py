"""Sealed streams open with their key at their place, whole and in order, or not at all."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.blobs import SealBroken, in_pieces, new_key, read_all, seal, unseal

KEY = bytes(range(32))
CHUNK = 256 * 1024
HEAD, TAG = 36, 16


async def cut(data: bytes, sizes: Sequence[int]) -> AsyncIterator[bytes]:
    start = 0
    for size in sizes:
        yield data[start : start + size]
        start += size
    yield data[start:]


async def sealed(data: bytes, *, key: bytes = KEY, context: str = "jobs/1/source") -> bytes:
    return await read_all(seal(in_pieces(data), key=key, context=context))


async def opened(data: bytes, *, key: bytes = KEY, context: str = "jobs/1/source") -> bytes:
    return await read_all(unseal(in_pieces(data), key=key, context=context))


@pytest.mark.parametrize("size", [0, 1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 17], ids=str)
async def test_what_was_sealed_opens(size: int) -> None:
    data = os.urandom(size)
    box = await sealed(data)
    assert await opened(box) == data
    chunks = max(1, -(-size // CHUNK))
    assert len(box) == HEAD + size + TAG * chunks


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, CHUNK), max_size=8), st.lists(st.integers(0, CHUNK), max_size=8))
async def test_it_does_not_matter_how_a_stream_is_cut(write: list[int], read: list[int]) -> None:
    data = bytes(range(251)) * 3000
    box = await read_all(seal(cut(data, write), key=KEY, context="a"))
    assert await read_all(unseal(cut(box, read), key=KEY, context="a")) == data


async def test_equal_texts_look_different_and_nothing_of_them_shows() -> None:
    data = b"A sentence that must not be found. " * 100
    first, second = await sealed(data), await sealed(data)
    assert first[HEAD:] != second[HEAD:]
    assert b"sentence" not in first


def _chunks(box: bytes) -> list[bytes]:
    body = box[HEAD:]
    return [body[start : start + CHUNK + TAG] for start in range(0, len(body), CHUNK + TAG)]


async def test_every_kind_of_damage_is_noticed() -> None:
    data = os.urandom(3 * CHUNK + 1000)
    box = await sealed(data)
    head, (one, two, three, last) = box[:HEAD], _chunks(box)
    other = await sealed(data)
    damaged = {
        "empty": b"",
        "version": b"DRG2" + box[4:],
        "head only": head,
        "half a head": head[:20],
        "salt": box[:10] + bytes([box[10] ^ 1]) + box[11:],
        "cut in a chunk": box[:-1],
        "cut in the first": box[:1000],
        "cut between chunks": head + one + two,
        "last chunk gone": head + one + two + three,
        "last chunk empty": head + one + two + three + bytes(TAG),
        "a chunk missing": head + one + three + last,
        "chunks exchanged": head + two + one + three + last,
        "a chunk twice": head + one + one + two + three + last,
        "more at the end": box + b"x",
        "another stream's chunk": head + one + _chunks(other)[1] + three + last,
        "another stream's head": other[:HEAD] + box[HEAD:],
        "two streams": box + other,
    }
    for name, bad in damaged.items():
        noticed = await asyncio.gather(opened(bad), return_exceptions=True)
        assert [type(error) for error in noticed] == [SealBroken], name


@settings(max_examples=60, deadline=None)
@given(st.data())
async def test_no_bit_can_be_changed(data: st.DataObject) -> None:
    box = bytearray(await sealed(b"some text of a customer"))
    place = data.draw(st.integers(0, len(box) - 1))
    box[place] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(SealBroken):
        await opened(bytes(box))


async def test_a_stream_opens_only_at_its_place_and_with_its_key() -> None:
    box = await sealed(b"text")
    with pytest.raises(SealBroken):
        await opened(box, context="jobs/1/result")
    with pytest.raises(SealBroken):
        await opened(box, key=new_key())
    with pytest.raises(ValueError, match="32 bytes"):
        await opened(box, key=b"short")


async def test_nothing_is_given_of_a_bad_chunk_and_the_source_is_closed() -> None:
    box = bytearray(await sealed(os.urandom(2 * CHUNK)))
    box[-1] ^= 1
    given_out: list[int] = []
    closed: list[bool] = []

    async def source() -> AsyncIterator[bytes]:
        try:
            yield bytes(box)
            yield b""
        finally:
            closed.append(True)

    stream = unseal(source(), key=KEY, context="jobs/1/source")
    given_out.append(len(await anext(stream)))
    with pytest.raises(SealBroken):
        await anext(stream)
    assert given_out == [CHUNK]
    assert closed == [True]


def test_keys_are_random_and_long_enough() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert {len(key) for key in keys} == {32}
