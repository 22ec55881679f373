"""Write JSON string literals in the style of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dragoman.text_io.charsets import DecodedText

_MUST_ESCAPE: Final = re.compile(r'["\\\x00-\x1f]')
_ESCAPED_LETTER: Final = re.compile(r"\\u(?!00[0-7])[0-9A-Fa-f]{4}")
_UPPER_HEX: Final = re.compile(r"\\u[0-9A-F]{0,3}[A-F]")
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_UNDECODABLE: Final = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonStringStyle:
    """How a file writes its strings."""

    ascii_only: bool  # other letters are written as escapes
    upper: bool  # \\u00E9
    encoding: str  # of the file: letters that it lacks become escapes
    raw_halves: bool  # the file has undecodable bytes: they are lone surrogates in strings


def read_string_style(decoded: DecodedText) -> JsonStringStyle:
    """Detect how a file writes its strings.

    In an ASCII file escapes are its style, plain English shows none.
    """
    text = decoded.text
    return JsonStringStyle(
        ascii_only=text.isascii() and _ESCAPED_LETTER.search(text) is not None,
        upper=_UPPER_HEX.search(text) is not None,
        encoding=decoded.encoding,
        raw_halves=decoded.undecodable > 0,
    )


def write_json_string(text: str, style: JsonStringStyle, *, like: str) -> str:
    r"""Write a string with its quotes.

    `like` is the literal it replaces: slashes are escaped as there (`\/`).
    """
    body = _MUST_ESCAPE.sub(lambda found: _SHORT.get(found[0]) or f"\\u{ord(found[0]):04x}", text)
    escapes = like.replace("\\\\", "") if "/" in like else ""  # an escaped backslash escapes no slash
    if "\\/" in escapes and "/" not in escapes.replace("\\/", ""):
        body = body.replace("/", "\\/")
    if style.ascii_only:
        body = _escape(body, "[^\x00-\x7f]", style)
    elif not body.isascii():
        body = _escape(body, "[\ud800-\udfff]", style)
        lacking = "".join(character for character in set(body) if not _fits(character, style.encoding))
        if lacking:
            body = _escape(body, f"[{re.escape(lacking)}]", style)
    return f'"{body}"'


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _escape(body: str, pattern: str, style: JsonStringStyle) -> str:
    """Write the characters of a class as escapes, those beyond 16 bits as pairs."""
    form = "\\u{:04X}" if style.upper else "\\u{:04x}"

    def escape(found: re.Match[str]) -> str:
        if style.raw_halves and _UNDECODABLE.match(found[0]):
            return found[0]
        number = ord(found[0])
        if number < 0x10000:
            return form.format(number)
        high, low = divmod(number - 0x10000, 0x400)
        return form.format(0xD800 + high) + form.format(0xDC00 + low)

    return re.sub(pattern, escape, body)
