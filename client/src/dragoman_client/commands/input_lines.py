"""Standard input as lines of text, in batches: as many as are there, so that none waits for others."""

from __future__ import annotations

import codecs
import os
import queue
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from dragoman_client.errors import InvalidInputError

_PART: Final = 1 << 16  # bytes
_LINES: Final = 800  # of a batch
_CHARACTERS: Final = 400_000  # of a batch, after which no further line is added


@dataclass(frozen=True, slots=True)
class InputLine:
    """A line with what ends it."""

    text: str
    end: str


def read_batches(source: BinaryIO) -> Iterator[list[InputLine]]:
    """The lines of a file that may be a pipe or a terminal.

    Raises `InvalidInputError` where one is not UTF-8; lines before it are given first.
    """
    waiting: queue.Queue[bytes | None] = queue.Queue(maxsize=2 * _LINES)
    threading.Thread(target=_read, args=(source, waiting), daemon=True).start()
    number = 0
    has_more = True
    while has_more:
        batch: list[InputLine] = []
        room = _CHARACTERS
        failure: InvalidInputError | None = None
        raw = waiting.get()
        while raw is not None:
            number += 1
            try:
                batch.append(_decode(raw, number))
            except InvalidInputError as error:
                failure = error
                break
            room -= len(batch[-1].text)
            if len(batch) >= _LINES or room <= 0:
                break
            try:
                raw = waiting.get_nowait()
            except queue.Empty:
                break
        has_more = raw is not None
        if batch:
            yield batch
        if failure is not None:
            raise failure


def decode_input(raw: bytes, place: str = "") -> str:
    """Text of UTF-8. Raises `InvalidInputError` that names the place."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInputError(
            f"Standard input is not UTF-8 ({place or f'byte {error.start + 1}'}). Convert it first, "
            "such as by: iconv -f LATIN1 -t UTF-8"
        ) from None


def find_wrong_byte(argument: str) -> int | None:
    """The character, from 1, of an argument that is a byte which is not UTF-8; None where there is none."""
    return next((place for place, one in enumerate(argument, 1) if "\udc80" <= one <= "\udcff"), None)


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises `InvalidInputError` where it is closed."""
    if sys.stdin is None:
        raise InvalidInputError("Standard input is closed. Give the text as an argument.")
    return sys.stdin.buffer


def _decode(raw: bytes, number: int) -> InputLine:
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)  # of a file of Windows; elsewhere it is a character
    content = raw.rstrip(b"\r\n")
    text = decode_input(content, f"line {number}")
    if "\0" in text:
        raise InvalidInputError(f"Line {number} of the input has a NUL (U+0000). Remove it: tr -d '\\000'")
    return InputLine(text, raw[len(content) :].decode())


def _read(source: BinaryIO, waiting: queue.Queue[bytes | None]) -> None:
    """Put lines into a queue. It reads without the buffer of `source`, whose lock the end of Python needs."""
    begun: list[bytes] = []  # of a line whose end has not come yet
    try:
        while part := os.read(source.fileno(), _PART):
            *ends, rest = part.split(b"\n")
            for end in ends:
                waiting.put(b"".join((*begun, end, b"\n")))
                begun = []
            begun.append(rest)
    except OSError:
        pass  # closed by the other side: what came is all
    if last := b"".join(begun):
        waiting.put(last)
    waiting.put(None)
