"""The syntax of Java properties (`java.util.Properties.load`): logical lines, separators and escapes.

A value is read from and written to the natural lines that it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.keyed.plural_families import KeyedEntry
from dragoman.formats.units.wrapping import wrap

_LINE_BREAK: Final = r"\\(?:\r\n|\r|\n)[ \t\f]*+"
_CONTINUED: Final = re.compile(_LINE_BREAK)
_BEGINNING: Final = re.compile(  # of a logical line: a comment, or all before a value
    rf"""
      [ \t\f\r\n]*+(?: [\#!][^\r\n]*+ |
        (?P<key> (?>(?:[^\\\ \t\f=:\r\n]++|\\(?:\r\n|[\s\S])|\\\Z)*) )
        (?P<separator> (?>(?:[ \t\f]++|{_LINE_BREAK})*)(?:[=:](?>(?:[ \t\f]++|{_LINE_BREAK})*))? )
      )
    """,
    re.VERBOSE,
)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_ESCAPE: Final = re.compile(rf"{_LINE_BREAK}|\\u+([0-9A-Fa-f]{{4}})|\\([\s\S])")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_SHORT: Final = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f"}
_MUST_ESCAPE: Final = re.compile(r"[\\\n\t\r\f]")
_UNICODE: Final = re.compile(r"\\u+([0-9A-Fa-f]{4})")
_CONTROL: Final = "[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]"
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def read_entries(text: str) -> Iterator[KeyedEntry]:
    """Every property of a file, in order."""
    at = 0
    while (found := _BEGINNING.match(text, at)) is not None and found.end() > at:
        at = found.end()
        if found["key"] is None or found.start("key") == len(text):
            continue
        start, at = at, _find_end(text, at)
        separator = found["separator"]
        yield KeyedEntry(
            text=unescape(text[start:at]),
            start=start,
            end=at,
            key=unescape(found["key"]),
            style="=" if "=" in separator or ":" in separator else " " if separator else "",
            key_start=found.start("key"),
            key_end=found.end("key"),
        )


def _find_end(text: str, start: int) -> int:
    """The end of a logical line: the first line end that no backslash escapes.

    It is not one pattern: the regular expression engine would remember every escape of a long line.
    """
    at = start
    while found := _LINE_END.search(text, at):
        first = found.start()
        while first > at and text[first - 1] == "\\":
            first -= 1
        if (found.start() - first) % 2 == 0:
            return found.start()
        at = found.end()
    return len(text)


def unescape(raw: str) -> str:
    """Unescape a key or value."""
    if "\\" not in raw:
        return raw
    text = _ESCAPE.sub(_meant, raw.removesuffix("\\") if _ends_open(raw) else raw)
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


def _ends_open(raw: str) -> bool:
    return (len(raw) - len(raw.rstrip("\\"))) % 2 == 1


def _meant(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return _LETTERS.get(found[2], found[2]) if found[2] else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertiesEscapes:
    """How a file writes letters beyond ASCII."""

    raw: bool  # unescaped; else only those that the old value has unescaped
    raw_halves: bool  # the file has undecodable bytes: they are lone surrogates in strings
    upper: bool  # \\u00E9


def write_value(text: str, old: str, escapes: PropertiesEscapes, *, separator: str, careful: bool) -> str:
    """Write a value with the escapes of `old`, which it replaces; over several lines if that has several."""
    parts = [text]
    broken = list(_CONTINUED.finditer(old))
    if broken and not careful:
        parts = _wrapped(text, old, broken)
    plain = text.isascii() and text.isprintable()
    unwritable = None if plain else re.compile(_unwritable(old, escapes, careful=careful))
    signs = [sign for sign in "=:#!" if f"\\{sign}" in old]
    upper = _writes_upper(old, escapes)
    written = [_escaped(part, signs, unwritable, escapes, upper=upper) for part in parts]
    if written[0][:1] in (" ", "\f") or (separator != "=" and written[0][:1] in ("=", ":")):
        written[0] = "\\" + written[0]
    return (broken[0][0] if broken else "").join(
        [written[0], *(f"\\{part}" if part[:1] in (" ", "\f") else part for part in written[1:])]
    )


def _wrapped(text: str, old: str, broken: list[re.Match[str]]) -> list[str]:
    """The natural lines of a value, broken after its own line ends if the old one is broken only there."""
    if all(old.endswith("\\n", 0, found.start()) for found in broken):
        return re.findall(r"[^\n]*\n|[^\n]+", text) or [text]
    width = max(len(line) for line in _CONTINUED.split(old))
    lines = wrap(text, width)
    return [line + " " for line in lines[:-1]] + lines[-1:]


def _unwritable(old: str, escapes: PropertiesEscapes, *, careful: bool) -> str:
    """A pattern of the letters that are written as numbers, as in the old value."""
    if careful:
        return "[^\x00-\x7f]"
    if escapes.raw:
        escaped = {chr(int(code, 16)) for code in _UNICODE.findall(old)} - set(old)
        kept = "".join(character for character in escaped if not character.isascii())
        return f"[{re.escape(kept)}]|{_CONTROL}" if kept else _CONTROL
    raw = "".join({character for character in old if not character.isascii()})
    return f"[^\x00-\x7f{re.escape(raw)}]|{_CONTROL}"


def _writes_upper(old: str, escapes: PropertiesEscapes) -> bool:
    """Whether escapes are written in capitals: as in the old value, else as in the rest of the file."""
    used = {code for code in _UNICODE.findall(old) if code.lower() != code.upper()}
    return any(code != code.lower() for code in used) if used else escapes.upper


def _escaped(
    text: str,
    signs: Iterable[str],
    unwritable: re.Pattern[str] | None,
    escapes: PropertiesEscapes,
    *,
    upper: bool,
) -> str:
    body = _MUST_ESCAPE.sub(lambda found: _SHORT[found[0]], text)
    for sign in signs:
        body = body.replace(sign, f"\\{sign}")
    if unwritable is None:
        return body

    def escape(found: re.Match[str]) -> str:
        character = found[0]
        if character in "\\\n\t\r\f" or (escapes.raw_halves and "\udc80" <= character <= "\udcff"):
            return character
        units = character.encode("utf-16-be", "surrogatepass").hex()
        codes = [units[at : at + 4] for at in range(0, len(units), 4)]
        return "".join("\\u" + (code.upper() if upper else code) for code in codes)

    return unwritable.sub(escape, body)
