"""Parse the content stream of a page: operands and operators, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

Operand: TypeAlias = "float | bytes | str | list[Operand] | dict[str, Operand] | None"

_MOST_OPERANDS: Final = 10_000
_DEEPEST: Final = 20
_TOKEN: Final = re.compile(
    rb"[\s\0]*+(?:(?P<number>[+-]*+(?:\d++\.?\d*+|\.\d++))(?=[\s\0()<>\[\]{}/%A-Za-z'\"+.-]|$)"
    rb"|/(?P<name>[^\s\0()<>\[\]{}/%]*+)"
    rb"|\((?P<text>[^()\\]*+(?:\\.[^()\\]*+)*)(?P<closed>\)?)"
    rb"|(?P<dictionary><<|>>)"
    rb"|<(?P<digits>[0-9A-Fa-f\s\0]*+)>?"
    rb"|(?P<array>[\[\]])"
    rb"|(?P<comment>%[^\r\n]*+)"
    rb"|(?P<word>[^\s\0()<>\[\]{}/%]++)"
    rb"|(?P<other>.))",
    re.DOTALL,
)
_BRACKET: Final = re.compile(rb"\\.|[()]", re.DOTALL)
_ESCAPE: Final = re.compile(rb"\\([0-7]{1,3}|\r\n|.)|\r\n?", re.DOTALL)
_ESCAPES: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b""}
_HASH: Final = re.compile(rb"#([0-9A-Fa-f]{2})")
_IMAGE_END: Final = re.compile(rb"[\s\0]EI(?=[\s\0]|$)")
_CONSTANTS: Final = {b"true": 1.0, b"false": 0.0, b"null": None}


def instructions(data: bytes) -> Iterator[tuple[bytes, list[Operand]]]:
    """The operators with their operands. Invalid tokens and inline images are skipped."""
    position, stack = 0, _Stack()
    match = _TOKEN.match(data)
    while match is not None:
        position = match.end()
        kind = match.lastgroup
        if kind == "number":
            stack.add(_number(match["number"]))
        elif kind == "closed":
            raw = match["text"]
            if not match["closed"]:
                position, raw = _nested(data, match.start("text"))
            stack.add(_unescape(raw))
        elif kind == "name":
            stack.add(_name(match["name"]))
        elif kind == "digits":
            stack.add(_from_hex(match["digits"]))
        elif kind == "array":
            stack.open([]) if match["array"] == b"[" else stack.close()
        elif kind == "dictionary":
            stack.open({}) if match["dictionary"] == b"<<" else stack.close()
        elif kind == "word":
            word = match["word"]
            if word in _CONSTANTS:
                stack.add(_CONSTANTS[word])
            else:
                if word == b"ID":
                    end = _IMAGE_END.search(data, position)
                    position = end.end() if end is not None else len(data)
                    word = b"EI"
                yield word, stack.take()
        match = _TOKEN.match(data, position)


class _Stack:
    """Operands that were read before their operator; open arrays and dictionaries."""

    def __init__(self) -> None:
        self._top: list[Operand] = []
        self._open: list[list[Operand] | dict[str, Operand]] = []
        self._lists: list[list[Operand]] = [self._top]

    def add(self, value: Operand) -> None:
        if len(self._lists[-1]) < _MOST_OPERANDS:
            self._lists[-1].append(value)

    def open(self, kind: list[Operand] | dict[str, Operand]) -> None:
        if len(self._lists) < _DEEPEST:
            self._open.append(kind)
            self._lists.append([])

    def close(self) -> None:
        if not self._open:
            return
        kind, items = self._open.pop(), self._lists.pop()
        if isinstance(kind, dict):
            pairs = zip(items[::2], items[1::2], strict=False)
            self.add({name: value for name, value in pairs if isinstance(name, str)})
        else:
            self.add(items)

    def take(self) -> list[Operand]:
        while self._open:
            self.close()
        taken = self._top
        self._top = []
        self._lists = [self._top]
        return taken


def _number(written: bytes) -> float:
    try:
        return float(written)
    except ValueError:  # files contain "--5"
        plain = float(written.lstrip(b"+-"))
        return -plain if written.startswith(b"-") else plain


def _name(written: bytes) -> str:
    if b"#" in written:
        written = _HASH.sub(lambda match: bytes.fromhex(match[1].decode()), written)
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError:
        return written.decode("latin-1")


def _nested(data: bytes, start: int) -> tuple[int, bytes]:
    """The rest of a string with nested parentheses: its end, and its bytes."""
    depth = 1
    for match in _BRACKET.finditer(data, start):
        if match[0] == b"(":
            depth += 1
        elif match[0] == b")":
            depth -= 1
            if not depth:
                return match.end(), data[start : match.start()]
    return len(data), data[start:]


def _unescape(raw: bytes) -> bytes:
    if b"\\" not in raw and b"\r" not in raw:
        return raw
    return _ESCAPE.sub(_unescape_one, raw)


def _unescape_one(match: re.Match[bytes]) -> bytes:
    escaped = match[1]
    if escaped is None:
        return b"\n"
    if escaped[:1] in b"01234567":
        return bytes((int(escaped, 8) & 0xFF,))
    return b"" if escaped == b"\r\n" else _ESCAPES.get(escaped, escaped)


def _from_hex(digits: bytes) -> bytes:
    plain = digits.replace(b"\0", b" ")
    plain = b"".join(plain.split())
    return bytes.fromhex((plain + b"0" * (len(plain) % 2)).decode())
