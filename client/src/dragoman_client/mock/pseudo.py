"""Pseudo-translation, as sandbox accounts get it: other letters, brackets around, tags and placeholders kept.

It is deterministic and the same as that of the service's engine `pseudo`, so that texts may be compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from dragoman_client.mock.text_pieces import cut_text

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻḾÑÓÞɊŔŠŢÚṼŴẊÝŽ"
_FULL_WIDTH: Final = "".join(chr(ord(letter) + 0xFEE0) for letter in _PLAIN)
_HEBREW: Final = "אבקדהפגחיזכלמנוסקרשתוומקיז" * 2
_ARABIC: Final = "ابثدهفغحيجكلمنوصقرستعوشخيز" * 2
_VOWELS: Final = "aeiouAEIOU"
_GROWTH: Final = 1.3

# Tags, entities, placeholders of the usual grammars, addresses.
PROTECTED: Final = re.compile(
    r"""</?[A-Za-z0-9][^<>]*>|<!--.*?-->|&(?:\#\d+|\#x[0-9A-Fa-f]+|[A-Za-z]\w*);|\{\{.*?\}\}|\{[^{}\s]*\}"""
    r"""|%(?:\d+\$)?[-+0\#]*\d*(?:\.\d+)?[sdifuxXcob@]|%\(\w+\)[sdf]|\$\{[^}]*\}"""
    r"""|https?://[^\s<>"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+""",
    re.DOTALL,
)


_SPACE: Final = re.compile(r"[^\S ]|  ")


@dataclass(frozen=True, slots=True)
class UsedTerm:
    """A term of a term base that a source text has."""

    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PseudoTranslation:
    """A translated text and what became of its codes and terms."""

    text: str
    is_changed: bool
    codes: str  # where codes of the text are: `engine` within a piece; `edges` around the pieces; `none`
    terms: Sequence[UsedTerm] = ()


def translate(text: str, target: str, terms: Mapping[str, str] | None = None) -> PseudoTranslation:
    """Translate each of the texts that a text is. `terms`: source term → target term, put in as they are."""
    pieces = cut_text(text)
    made = [_translate_piece(one.text, target, terms or {}) for one in pieces if one.has_words]
    is_changed = any(one.is_changed for one in made)
    if is_changed and any(one.codes == "engine" for one in made):
        codes = "engine"
    else:
        outer = [one.text for one in pieces if not one.has_words] if is_changed else [text]
        codes = "edges" if len(made) > 1 or any(map(_has_codes, outer)) else "none"
    results = iter(made)
    written = [next(results).text if one.has_words else one.text for one in pieces]
    return PseudoTranslation(
        text="".join(written),
        is_changed=is_changed,
        codes=codes,
        terms=[term for one in made for term in one.terms],
    )


def _has_codes(text: str) -> bool:
    """Whether there are tags or placeholders; white space is a code too, unless it is one blank."""
    return _SPACE.search(text) is not None or PROTECTED.search(text) is not None


def _translate_piece(text: str, target: str, terms: Mapping[str, str]) -> PseudoTranslation:
    pieces = _split(text, terms)
    plain = "".join(piece for piece, kind in pieces if kind != "code")
    if not any(map(str.isalpha, plain)):
        return PseudoTranslation(text=text, is_changed=False, codes="none")
    letters, opening, closing = _style(target)
    known = {source.casefold(): other for source, other in terms.items()}
    used = [UsedTerm(piece, known[piece.casefold()]) for piece, kind in pieces if kind == "term"]
    written = [
        {"code": piece, "term": known.get(piece.casefold(), "")}.get(kind) or piece.translate(letters)
        for piece, kind in pieces
    ]
    length = 2 + sum(len(one) for one, (_, kind) in zip(written, pieces, strict=True) if kind != "code")
    padding = "~" * max(0, round(len(plain) * _GROWTH) - length)
    result = opening + "".join(written) + padding + closing
    codes = "engine" if _has_codes(text) else "none"
    return PseudoTranslation(text=result, is_changed=True, codes=codes, terms=tuple(used))


def translate_lines(text: str, target: str) -> str:
    """Translate a document of plain lines: each line by itself, line ends as they are."""
    parts = re.split(r"(\r\n|\r|\n)", text)
    return "".join(part if number % 2 else translate(part, target).text for number, part in enumerate(parts))


def translate_markup(text: str, target: str) -> str:
    """Translate the text between the tags of XML or HTML; scripts and styles stay as they are."""
    pattern = re.compile(
        r"(<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<[^<>]*>)", re.DOTALL | re.IGNORECASE
    )
    parts = pattern.split(text)
    return "".join(part if number % 2 else _keep_space(part, target) for number, part in enumerate(parts))


def count_words(text: str) -> int:
    """The words of a text without its codes."""
    return len(re.findall(r"[^\W_]+(?:['’.-][^\W_]+)*", PROTECTED.sub(" ", text)))


def plain_length(text: str) -> int:
    """The characters of a text without its codes."""
    return len(PROTECTED.sub("", text))


def _keep_space(text: str, target: str) -> str:
    core = text.strip()
    if not core:
        return text
    start = text.index(core)
    return text[:start] + translate(core, target).text + text[start + len(core) :]


def _split(text: str, terms: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pieces with their kinds: `code`, `term`, `text`. Codes outside the words of the text are codes too."""
    words = "|".join(re.escape(one) for one in sorted(terms, key=len, reverse=True))
    pattern = re.compile(rf"\b(?:{words})\b", re.IGNORECASE) if words else None
    pieces: list[tuple[str, str]] = []
    position = 0
    for found in [*PROTECTED.finditer(text), None]:
        end = found.start() if found else len(text)
        pieces += _split_terms(text[position:end], pattern)
        if found:
            pieces.append((found[0], "code"))
            position = found.end()
    return pieces


def _split_terms(text: str, pattern: re.Pattern[str] | None) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    position = 0
    for found in pattern.finditer(text) if pattern else ():
        pieces += [(text[position : found.start()], "text"), (found[0], "term")]
        position = found.end()
    return [*pieces, (text[position:], "text")]


@cache
def _style(target: str) -> tuple[Mapping[int, str], str, str]:
    language = target.partition("-")[0].lower()
    if language in {"ja", "ko", "zh"}:
        return _table(_FULL_WIDTH), "【", "】"
    letters = {"he": _HEBREW, "ar": _ARABIC, "fa": _ARABIC, "ur": _ARABIC}.get(language, _ACCENTED)
    return _table(letters), "[", "]"


def _table(letters: str) -> dict[int, str]:
    pairs = zip(_PLAIN, letters, strict=True)
    return {ord(plain): letter * 2 if plain in _VOWELS else letter for plain, letter in pairs}
