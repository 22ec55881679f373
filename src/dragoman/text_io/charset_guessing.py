"""Guess the encoding of bytes that declare none: by the document's language, else by statistics.

A guess reads a bounded sample. The language of the job decides most cases: a Russian document is in
windows-1251, KOI8-R or a DOS code page, whichever gives the likeliest Russian.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from charset_normalizer import from_bytes

from dragoman.text_io.charset_labels import LETTERS, UNICODE, find_codec

_SAMPLE: Final = 32 * 1024  # bytes

# Languages, and the codecs that their texts are likely stored in, the likeliest first.
_CANDIDATES: Final[Mapping[str, tuple[str, ...]]] = {
    language: codecs
    for languages, codecs in (
        ("ru uk be bg sr mk", ("cp1251", "koi8_r", "koi8_u", "cp866", "iso8859_5", "mac_cyrillic")),
        ("pl cs sk hu sl hr bs ro sq", ("cp1250", "iso8859_2")),
        ("en de fr es pt it nl sv da nb nn no fi is ca gl eu ast oc an sc af id ms", ("cp1252", "mac_roman")),
        ("lv lt et", ("cp1257", "iso8859_13")),
        ("el", ("cp1253", "iso8859_7")),
        ("tr az", ("cp1254",)),
        ("he yi", ("cp1255",)),
        ("ar fa ur", ("cp1256", "iso8859_6")),
        ("th", ("cp874",)),
        ("vi", ("cp1258",)),
        ("ko", ("cp949",)),
        ("ja", ("cp932", "euc_jp", "iso2022_jp")),
        ("zh", ("gb18030", "big5hkscs")),
    )
    for language in languages.split()
}
_COMMON_HAN: Final = (
    "的一是不了在人有我他这这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里"
    "這為來個們說國時會後對裡過還沒學與無從現發經點當樣動開關"
)
_ODD: Final = re.compile("[\x80-\x9f\uff61-\uff9f\u2500-\u25ff\ud800-\udfff\ue000-\uf8ff\ufffd]")
_MOST_ODD: Final = 0.02  # of a sample's characters beyond ASCII


def guess_codec(data: bytes, *languages: str) -> str:
    """The likeliest codec of bytes that are not UTF-8; `languages` are the BCP 47 tags of the text."""
    sample = _sample(data)
    subtags = [language.partition("-")[0] for language in languages]
    codecs = dict.fromkeys(codec for subtag in subtags for codec in _CANDIDATES.get(subtag, ()))
    ranked = [
        (sum(_score(text, subtag) for subtag in subtags), -place, codec)
        for place, codec in enumerate(codecs)
        if (text := _decode(sample, codec)) is not None
    ]
    if ranked and max(ranked)[0] >= 0:
        return max(ranked)[2]
    for match in from_bytes(sample):
        codec = find_codec(match.encoding)
        if codec is not None and codec not in UNICODE - {"gb18030"}:
            return codec
    return max(ranked)[2] if ranked else "cp1252"


def _sample(data: bytes) -> bytes:
    """Whole lines from the first byte on that is not ASCII."""
    first = match.start() if (match := re.search(rb"[\x80-\xff\x1b]", data)) else 0
    start = max(data.rfind(b"\n", 0, first) + 1, first - 1024)
    sample = data[start : start + _SAMPLE]
    return sample[: sample.rfind(b"\n")] if len(sample) == _SAMPLE and b"\n" in sample else sample


def _decode(sample: bytes, codec: str) -> str | None:
    """The sample's text, or None when too much of it is undecodable; its end may be cut."""
    text = sample.decode(codec, "surrogateescape")
    beyond = sum(1 for character in text if character > "\x7f")
    if codec == "iso2022_jp" and b"\x1b$" not in sample:
        return None
    return text if len(_ODD.findall(text)) <= max(1, _MOST_ODD * beyond) else None


def _score(text: str, language: str) -> int:
    """How likely a text is in a language."""
    wanted = _letters(language)
    score = 0
    before = " "
    for character in text:
        if character > "\x7f":
            if wanted.match(character):
                score += 2
            elif character in "’‘“”„–—…«»€ \u00a0":
                score += 1
            elif unicodedata.category(character) in {"So", "Sm", "Cc", "Cn", "Co"}:
                score -= 2
            if character.isupper() and before.islower():
                score -= 3
        before = character
    return score - 3 * len(_ODD.findall(text))


def _letters(language: str) -> re.Pattern[str]:
    """The letters typical of a language."""
    classes = {
        "ja": "\u3041-\u30ff",
        "zh": _COMMON_HAN,
        "ko": "\uac00-\ud7a3",
        "th": "\u0e00-\u0e7f",
        "he": "\u05d0-\u05ea",
        "el": "ά-ώ",
        "en": "éèïöüñç£©®",
    }
    if language in {"ar", "fa", "ur"}:
        return re.compile("[\u0621-\u064a\u067e\u0686\u06a9\u06af\u06cc]")
    if language in {"ru", "uk", "be", "bg", "sr", "mk"}:
        return re.compile(f"[а-я{LETTERS[language]}]")
    letters = LETTERS.get(language, "")
    return re.compile(f"[{classes.get(language, letters + letters.upper()) or 'é'}]")
