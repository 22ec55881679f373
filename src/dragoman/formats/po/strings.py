"""PO's string literals: unescape and escape them, and break lines as the file does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width

USUAL_WIDTH: Final = 79  # columns of gettext's own tools

_QUOTE_OR_ESCAPE: Final = re.compile(r'["\\]')
_BYTES: Final = r"\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2})"
_ESCAPE: Final = re.compile(rf"((?:{_BYTES}){{1,200}})|\\(.)", re.DOTALL)
_BYTE: Final = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2}))")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_MUST_ESCAPE: Final = re.compile(r'["\\\x00-\x1f\x7f]')
_WRITTEN: Final = {character: "\\" + letter for letter, character in _LETTERS.items()} | {
    '"': '\\"',
    "\\": "\\\\",
}
_WIDE: Final = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
_CLOSING: Final = "、。〉》」』】〕！），．：；？］｝…—ー"
_TOKEN: Final = re.compile(rf"[{_WIDE}][{_CLOSING}]*+ *+|[^ {_WIDE}]++[{_CLOSING}]*+ *+| ++")


def find_bodies(line: str) -> list[str] | None:
    """The contents of the literals on a line, still escaped; None: the line has anything else."""
    text = line.strip()
    body = text[1:-1]
    if len(text) >= 2 and text[0] == text[-1] == '"' and '"' not in body and not body.endswith("\\"):
        return [body]
    if len(text) >= 2 and text[0] == text[-1] == '"' and "\\" in body:
        rest = body.replace("\\\\", "")  # the rest of each run of backslashes: none or one
        if not rest.endswith("\\") and rest.count('"') == rest.count('\\"'):
            return [body]
    bodies: list[str] = []
    at = 0
    while at < len(text):
        if text[at] != '"':
            return None
        end = _closing_quote(text, at + 1)
        if end < 0:
            return None
        bodies.append(text[at + 1 : end])
        at = end + 1
        while at < len(text) and text[at].isspace():
            at += 1
    return bodies or None


def _closing_quote(text: str, at: int) -> int:
    while (found := _QUOTE_OR_ESCAPE.search(text, at)) is not None:
        if found[0] == '"':
            return found.start()
        at = found.end() + 1
    return -1


def unescape(body: str, encoding: str) -> str:
    """Unescape a literal. Octal and hexadecimal escapes are bytes in the file's encoding."""
    if "\\" not in body:
        return body

    def replace(found: re.Match[str]) -> str:
        if found[1] is None:
            return _LETTERS.get(found[2], found[2] if found[2] in '"\\' else found[0])
        numbers = [int(octal, 8) if octal else int(hexa, 16) for octal, hexa in _BYTE.findall(found[1])]
        data = bytes(number & 0xFF for number in numbers)
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            return data.decode("latin-1")

    return _ESCAPE.sub(replace, body)


def escape(text: str) -> str:
    """Escape a text as the contents of a literal."""
    return _MUST_ESCAPE.sub(lambda found: _WRITTEN.get(found[0]) or f"\\{ord(found[0]):03o}", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoLineBreaks:
    """How a file breaks its strings into lines."""

    width: int | None = USUAL_WIDTH  # columns; None: only at line ends of the text
    breaks: bool = True  # after each line end of the text


def write_field(keyword: str, text: str, layout: PoLineBreaks, end: str) -> str:
    """Write a field, `msgstr "…"`, in one line or several; `keyword` has its blank, `end` is the line end."""
    body = escape(text)
    chunks = [escape(line) for line in re.findall(r"[^\n]*\n|[^\n]+", text)] if layout.breaks else [body]
    width = layout.width
    if len(chunks) < 2 and (width is None or _columns(keyword) + _columns(body) + 2 <= width):
        return f'{keyword}"{body}"{end}'
    lines = [""]
    for chunk in chunks:
        lines += [chunk] if width is None else _wrap(chunk, width - 2)
    if len(lines) == 2:  # there is nothing to break
        return f'{keyword}"{body}"{end}' if width is None else f'{keyword}""{end}"{lines[1]}"{end}'
    return keyword + "".join(f'"{line}"{end}' for line in lines)


def _wrap(chunk: str, width: int) -> list[str]:
    """Break an escaped text after blanks, and between wide letters, into lines of `width` columns."""
    lines: list[str] = []
    start = used = 0
    for token in _TOKEN.finditer(chunk):
        columns = _columns(token[0])
        if used and used + columns > width:
            lines.append(chunk[start : token.start()])
            start, used = token.start(), 0
        used += columns
    return [*lines, chunk[start:]]


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
