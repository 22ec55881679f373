"""Damage to the bytes of any file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

# A way of damaging: from a chance that is seeded and the contents to other contents.
Way: TypeAlias = Callable[[Random, bytes], bytes]

_MOST_COPIED: Final = 4096
_PIECES: Final = (
    b"\0", b"\0\0\0\0", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1a", b"\x1b", b"\x7f", b"\x85", b"\xa0",
    b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xa8", b"\xee\x84\x81",
    b"\xf0\x9f\x8e\x89", b"\r", b"\n", b"\r\n", b"\t", b"\\", b"\\u", b"\\ud800", b'"', b"'", b"`", b"<",
    b">", b"</", b"/>", b"&", b"&#0;", b"&#xD800;", b"&lt;", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"<?",
    b"?>", b"{", b"}", b"{{", b"%", b"%s", b"%1$s", b"${", b"[", b"]", b"(", b")", b"|", b"#", b":", b";",
    b",", b"=", b"*", b"_", b"-1", b"99999999999999999999", b"1e999", b"NaN",
)  # fmt: skip


def change_bits(chance: Random, data: bytes) -> bytes:
    """Some bits, anywhere."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def change_bytes(chance: Random, data: bytes) -> bytes:
    """Some bytes, anywhere, to others."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def insert(chance: Random, data: bytes) -> bytes:
    """Pieces that readers stumble over, or chance bytes."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        place = chance.randrange(len(data) + 1)
        piece = chance.choice(_PIECES) if chance.random() < 0.8 else chance.randbytes(chance.randint(1, 30))
        data = data[:place] + piece * chance.choice((1, 1, 1, 2, 3, 50)) + data[place:]
    return data


def delete(chance: Random, data: bytes) -> bytes:
    """A stretch is gone."""
    start, end = stretch(chance, len(data))
    return data[:start] + data[end:]


def double(chance: Random, data: bytes) -> bytes:
    """Repeat a stretch once, or many times."""
    start, end = stretch(chance, len(data))
    times = chance.choice((1, 1, 1, 2, 10, 200))
    return data[:end] + data[start:end][:_MOST_COPIED] * times + data[end:]


def move(chance: Random, data: bytes) -> bytes:
    """Move a stretch elsewhere."""
    start, end = stretch(chance, len(data))
    rest = data[:start] + data[end:]
    place = chance.randrange(len(rest) + 1)
    return rest[:place] + data[start:end] + rest[place:]


def cut_off(chance: Random, data: bytes) -> bytes:
    """The end, or the beginning, is gone."""
    place = chance.randrange(len(data) + 1)
    return data[place:] if chance.random() < 0.2 else data[:place]


def blank(chance: Random, data: bytes) -> bytes:
    """A stretch holds nothing but one byte."""
    start, end = stretch(chance, len(data))
    return data[:start] + chance.choice((b"\0", b"\xff", b" ", b"x")) * (end - start) + data[end:]


def exchange(chance: Random, data: bytes, other: bytes) -> bytes:
    """A stretch is one of another file."""
    start, end = stretch(chance, len(data))
    first, last = stretch(chance, len(other))
    return data[:start] + other[first:last] + data[end:]


def stretch(chance: Random, length: int) -> tuple[int, int]:
    """Where a piece begins and ends: mostly a short one."""
    start = chance.randrange(length + 1)
    longest = chance.choice((1, 4, 16, 64, 256, max(1, length // 4), max(1, length)))
    return start, min(length, start + chance.randint(1, longest))


WAYS: Final[Sequence[Way]] = (change_bits, change_bytes, insert, delete, double, move, cut_off, blank)
