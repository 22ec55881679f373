"""Write YAML scalars in the style of the one they replace, or the nearest that can hold the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from dragoman.formats.units.wrapping import wrap
from dragoman.formats.yaml.reading import YamlStrings, is_string

_INDICATORS: Final = frozenset("-?:,[]{}#&*!|>'\"%@`")
_UNFIT: Final = re.compile(r":(?:\s|\Z)|\s#|\A\s|\s\Z|[\n\t]|\A(?:\.\.\.|<<)")
_FLOW_UNFIT: Final = re.compile(r"[,\[\]{}]|:[,\[\]{}\"']")
_ESCAPED: Final = re.compile(  # escaped in double quotes: unprintable characters and line ends
    '["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]'
)
_NOT_ASCII: Final = re.compile("[^\x00-\x7f]")
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\x85": "\\N"}
_HABITUAL: Final = 3  # escapes of letters in a file that has nothing else
_HABIT: Final = re.compile(r"\\(?:x[89A-Fa-f]|u(?!00[0-7])[0-9A-Fa-f]|U[0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlStyle:
    """How a file writes its strings."""

    quote: str  # the usual one
    ascii_only: bool  # other letters are escapes in double quotes


def read_style(text: str, found: YamlStrings) -> YamlStyle:
    """Detect how a file writes its strings."""
    single = found.quotes.get("'", 0) > found.quotes.get('"', 0)
    escapes = len(list(islice(_HABIT.finditer(text), _HABITUAL))) if text.isascii() else 0
    return YamlStyle(quote="'" if single else '"', ascii_only=escapes == _HABITUAL)


def write_scalar(text: str, file_style: YamlStyle, *, style: str, flow: bool) -> str:
    """Write a text on one line: plain ("p") or quoted as `style`, where that is possible."""
    if style == "p" and _fits_plain(text, file_style, flow=flow):
        return text
    quote = style if style in ("'", '"') else file_style.quote
    if quote == '"' and style != '"' and ('"' in text or "\\" in text):
        quote = "'"  # easier to read
    if quote == "'" and not _needs_escapes(text, file_style):
        return "'" + text.replace("'", "''") + "'"
    return double_quoted(text, file_style)


def double_quoted(text: str, file_style: YamlStyle) -> str:
    """Write a text in double quotes, which can hold any text."""
    body = _ESCAPED.sub(_escape, text)
    return f'"{_NOT_ASCII.sub(_escape, body) if file_style.ascii_only else body}"'


def write_like(old: str, text: str, file_style: YamlStyle, *, style: str, flow: bool) -> str:
    """Write a text in place of the scalar `old`, which may take several lines."""
    ending = "\r\n" if "\r\n" in old else "\n"
    if style in ("|", ">"):
        return _block(old, text, style=style, ending=ending)
    written = write_scalar(text, file_style, style=style, flow=flow)
    if "\n" not in old or "\n" in text:
        return written
    lines = old.split("\n")
    if len(lines) > 2 and any(not line.strip() for line in lines):
        return written
    indent = lines[1][: len(lines[1]) - len(lines[1].lstrip())]
    width = max(len(line.strip()) for line in lines)
    return f"{ending}{indent}".join(wrap(written, width))


def _block(old: str, text: str, *, style: str, ending: str) -> str:
    """A block scalar: the header is kept, each line gets the indentation of the old ones."""
    header, *lines = old.replace("\r\n", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" "))]
    if style == ">":
        folded = [len(line) - len(indent) for line, following in pairwise(lines) if following.strip()]
        width = max(folded) if folded else 0
        text = re.sub(r"\n+", lambda found: found[0] + "\n", text)
        paragraphs = (wrap(line, width) if width else [line] for line in text.split("\n"))
        written = [line for paragraph in paragraphs for line in paragraph]
    else:
        written = text.split("\n")
    return ending.join([header, *(f"{indent}{line}" if line else "" for line in written)])


def _fits_plain(text: str, file_style: YamlStyle, *, flow: bool) -> bool:
    if not text or text[0] in _INDICATORS or _UNFIT.search(text) or _needs_escapes(text, file_style):
        return False
    return is_string(text) and not (flow and _FLOW_UNFIT.search(text))


def _needs_escapes(text: str, file_style: YamlStyle) -> bool:
    if file_style.ascii_only and not text.isascii():
        return True
    return any(found not in '"\\' for found in _ESCAPED.findall(text))


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    if character in _SHORT:
        return _SHORT[character]
    number = ord(character)
    return (
        f"\\x{number:02X}"
        if number < 0x100
        else f"\\u{number:04X}"
        if number < 0x10000
        else f"\\U{number:08X}"
    )
