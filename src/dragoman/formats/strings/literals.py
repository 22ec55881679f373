r"""Read and write strings of Apple's tables: `\n`, `\"`, `\U00e9`, octal escapes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dragoman.text_io.charsets import DecodedText

_ESCAPE: Final = re.compile(r"\\(?:([0-7]{1,3})|[Uu]([0-9a-fA-F]{1,4})|(.))", re.DOTALL)
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HABIT: Final = re.compile(r"\\[Uu](?!00[0-7])[0-9a-fA-F]{4}")
_NAMED: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_NAMES: Final = {character: "\\" + name for name, character in _NAMED.items()}
_MUST_ESCAPE: Final = re.compile('[\\\\"\x00-\x1f\x7f\ud800-\udfff]')
_UNDECODABLE: Final = re.compile("[\udc80-\udcff]")
# Octal escapes are characters of this set, from 128 on.
_NEXTSTEP: Final = (
    "\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿"
    "¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\ufffd\ufffd"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StringsTableStyle:
    """How a file writes its strings."""

    ascii_only: bool  # other letters are written as escapes
    encoding: str  # letters that it lacks become escapes
    raw_halves: bool  # the file has undecodable bytes: they are lone surrogates in strings


def read_table_style(decoded: DecodedText) -> StringsTableStyle:
    """Detect how a file writes its strings."""
    text = decoded.text
    return StringsTableStyle(
        ascii_only=text.isascii() and _HABIT.search(text) is not None,
        encoding=decoded.encoding,
        raw_halves=decoded.undecodable > 0,
    )


def read_literal(written: str) -> str:
    """The text of a literal with quotes."""
    inner = written[1:-1] if written[0] in "\"'" else written
    if "\\" not in inner:
        return inner
    return _PAIR.sub(
        lambda found: found[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"),
        _ESCAPE.sub(_read, inner),
    )


def _read(found: re.Match[str]) -> str:
    if found[1]:
        number = int(found[1], 8) & 0xFF
        return chr(number) if number < 0x80 else _NEXTSTEP[number - 0x80]
    if found[2]:
        return chr(int(found[2], 16))
    return _NAMED.get(found[3], found[3])


def write_literal(text: str, style: StringsTableStyle, *, like: str) -> str:
    """Write a string with its quotes.

    Line ends and tabs are written as in `like`, the literal that it replaces.
    """
    raw = "".join(character for character in "\n\r\t" if character in like)

    def escape(found: re.Match[str]) -> str:
        character = found[0]
        if character in raw or (style.raw_halves and _UNDECODABLE.match(character)):
            return character
        return _NAMES.get(character) or ("\\" + character if character in '\\"' else _unicode(character))

    body = _MUST_ESCAPE.sub(escape, text)
    if style.ascii_only:
        body = re.sub("[^\x00-\x7f]", lambda found: _unicode(found[0]), body)
    elif not body.isascii():
        lacking = {ord(letter): _unicode(letter) for letter in set(body) if not _fits(letter, style)}
        body = body.translate(lacking)
    return f'"{body}"'


def _fits(character: str, style: StringsTableStyle) -> bool:
    try:
        character.encode(style.encoding, "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _unicode(character: str) -> str:
    number = ord(character)
    if number < 0x10000:
        return f"\\U{number:04x}"
    high, low = divmod(number - 0x10000, 0x400)
    return f"\\U{0xD800 + high:04x}\\U{0xDC00 + low:04x}"
