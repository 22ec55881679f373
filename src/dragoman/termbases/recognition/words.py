"""Split texts into comparable words, by UAX #29; in scripts without spaces, into letters with their marks.

Words are folded: NFKC and case-folded (by the language's rule for i), digits as 0 to 9, without vowel points,
soft hyphens and other invisible characters, with one kind of apostrophe and hyphen. White space becomes one
blank. Words are split at apostrophes and colons: l'eau contains "eau", USA:s contains "USA".
"""

from __future__ import annotations

import functools
import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import regex
from unicode_segmentation_rs import split_word_bounds

from dragoman.counting.scripts import ANY
from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.unicode_normalization import normalize

# Replaces a code that separates words. No term contains it.
BARRIER: Final = "\ufffc"
_INVISIBLE_CODES: Final = frozenset({"fmt", "comment"})

_BLOCK: Final = re.compile(  # elements whose borders end words and terms
    r"</?(?:address|article|aside|blockquote|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer"
    r"|form|h[1-6]|header|hr|legend|li|main|menu|nav|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot"
    r"|th|thead|title|tr|ul)\b",
    re.IGNORECASE,
)
_JOINERS: Final = re.compile(r"(['’‘ʼ′＇:])")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def _deleted() -> dict[int, int | None]:
    """Map invisible characters, vowel points of Hebrew and Arabic, and the Arabic tatweel to nothing."""
    ranges = (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5),
        (0x5C7, 0x5C7), (0x610, 0x61A), (0x61C, 0x61C), (0x640, 0x640), (0x64B, 0x65F), (0x670, 0x670),
        (0x6D6, 0x6DC), (0x6DF, 0x6E8), (0x6EA, 0x6ED), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E),
        (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xE0100, 0xE01EF),
    )  # fmt: skip
    return {code: None for first, last in ranges for code in range(first, last + 1)}


_SPELLING: Final[dict[int, int | None]] = {
    **_deleted(),
    **dict.fromkeys(map(ord, "’‘ʼ′＇´`׳"), ord("'")),
    **dict.fromkeys(map(ord, "‐‑‒–−－﹣־"), ord("-")),
    **dict.fromkeys(map(ord, "“”„‟″＂״«»"), ord('"')),
}

# Letters of scripts without spaces, each with the marks, vowels and small letters that belong to it.
_THAI: Final = (
    r"[\u0e40-\u0e44]?[\u0e01-\u0e2f\u0e46][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*[\u0e30\u0e32\u0e33\u0e45]*"
)
_LAO: Final = (
    r"[\u0ec0-\u0ec4]?[\u0e81-\u0eaf\u0edc-\u0edf][\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece]*"
    r"[\u0eb0\u0eb2\u0eb3\u0ebd]*"
)
_KHMER: Final = r"[\u1780-\u17b3](?:\u17d2[\u1780-\u17b3]|[\u17b4-\u17d1\u17d3\u17dd])*"
_BURMESE: Final = (
    r"[\u1000-\u102a\u103f\u1050-\u1055](?:\u1039[\u1000-\u1021]|[\u102b-\u1038\u103b-\u103e\u1056-\u1059])*"
    r"(?:[\u1000-\u1021]?\u103a[\u1037\u1038]*)*"
)
_KANA: Final = (
    r"[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d][\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e"
    r"\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30fc\uff67-\uff70\uff9e\uff9f\u3099\u309a]*"
)
_DENSE: Final = (
    r"\p{Han}\p{Hangul}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u1aad\u3000-\u30ff\ua9e0-\ua9ff"
    r"\uaa60-\uaadf\uff66-\uff9f"
)
_CLUSTER: Final = regex.compile(
    "|".join((_THAI, _LAO, _KHMER, _BURMESE, _KANA, rf"[{_DENSE}]\p{{M}}*", rf"[^{_DENSE}]+"))
)
_TURKIC: Final = frozenset({"tr", "az", "crh", "tt", "kk-Latn", "gag"})
_TURKIC_LETTERS: Final = {ord("I"): "ı", ord("İ"): "i"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitText:
    """A text split into comparable words. All lists have the same length, except `offsets`."""

    folded: list[str]
    raw: list[str]  # as in the text
    starts: list[int]  # indices in the text
    ends: list[int]
    offsets: list[int]  # of the words in `joined`, and its length
    joined: str  # the folded words

    def cased(self, first: int, last: int) -> list[str]:
        """Normalise the spelling of some words, but keep their capitals."""
        return [respell(word) for word in self.raw[first:last]]


Fold = Callable[[str], str]


def find_folding(language: str) -> Fold:
    """Find the function that folds words of a language."""
    subtag = language.partition("-")[0]
    if subtag in _TURKIC:
        return _fold_turkic
    return _fold_greek if subtag == "el" else _fold


def split_text(text: str, fold: Fold) -> SplitText:
    """Split a text into words, blanks and punctuation."""
    return _split(text, fold, None)


def split_segment(segment: Segment, fold: Fold) -> SplitText:
    """Split a segment into words; `starts` and `ends` are indices in its plain text.

    Codes of pairs separate words only at borders of blocks and of elements that touch. Of standalone codes, a
    line break becomes a blank and an entity its character; all others separate words.
    """
    if len(segment) == 1 and isinstance(only := segment[0], Text):
        return _split(only.text, fold, None)
    shown: list[str] = []
    is_text: list[bool] = []
    before: Part = Text(text="")
    for part in segment:
        if isinstance(part, Text):
            shown.append(part.text)
            is_text.append(True)
        elif character := _replace_standalone(part) or _replace_paired(before, part):
            shown.append(character)
            is_text.append(False)
        before = part
    if all(is_text):
        return _split("".join(shown), fold, None)
    begins = list(accumulate(map(len, shown), initial=0))
    plain = list(
        accumulate((len(one) if text else 0 for one, text in zip(shown, is_text, strict=True)), initial=0)
    )
    return _split("".join(shown), fold, _IndexMap(begins=begins, plain=plain, is_text=is_text))


@functools.lru_cache(maxsize=65_536)
def respell(word: str) -> str:
    """Normalise the spelling of a word, but keep its capitals."""
    if word.isascii():
        return " " if word.isspace() else word
    word = normalize("NFKC", normalize("NFC", word).translate(_SPELLING))
    if any(map(str.isdecimal, word)):
        word = "".join(str(unicodedata.decimal(one)) if one.isdecimal() else one for one in word)
    return " " if word.isspace() else word


@functools.lru_cache(maxsize=65_536)
def _fold(word: str) -> str:
    word = respell(word)
    return word.lower() if word.isascii() else normalize("NFC", word.casefold())


@functools.lru_cache(maxsize=65_536)
def _fold_turkic(word: str) -> str:
    return _fold(respell(word).translate(_TURKIC_LETTERS))


@functools.lru_cache(maxsize=65_536)
def _fold_greek(word: str) -> str:
    """Fold a Greek word without its accents, since words in capitals have none."""
    return normalize("NFC", normalize("NFD", _fold(word)).replace("\u0301", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class _IndexMap:
    """Maps indices in the text with replaced codes to indices in the plain text."""

    begins: list[int]
    plain: list[int]
    is_text: list[bool]

    def find(self, offset: int, *, end: bool) -> int:
        part = max(0, bisect_right(self.begins, offset - end) - 1)
        if part >= len(self.is_text):
            return self.plain[-1]
        return self.plain[part] + (offset - self.begins[part] if self.is_text[part] else 0)


def _split(text: str, fold: Fold, map_: _IndexMap | None) -> SplitText:
    raw = _split_words(text)
    folded = list(map(fold, raw))
    ends = list(accumulate(map(len, raw)))
    starts = [0, *ends[:-1]]
    joined = "".join(folded)
    if "" in folded or "  " in joined:  # drop invisible words and repeated blanks
        kept = [at for at, word in enumerate(folded) if word and not (word == " " == _before(folded, at))]
        raw, folded = [raw[at] for at in kept], [folded[at] for at in kept]
        starts, ends = [starts[at] for at in kept], [ends[at] for at in kept]
        joined = "".join(folded)
    if map_ is not None:
        starts = [map_.find(start, end=False) for start in starts]
        ends = [map_.find(end, end=True) for end in ends]
    offsets = list(accumulate(map(len, folded), initial=0))
    return SplitText(folded=folded, raw=raw, starts=starts, ends=ends, offsets=offsets, joined=joined)


def _before(folded: list[str], at: int) -> str:
    """The last visible word before an index."""
    while at and not folded[at - 1]:
        at -= 1
    return folded[at - 1] if at else ""


def _split_words(text: str) -> list[str]:
    ascii_only = text.isascii()
    if not ascii_only:
        text = _SURROGATES.sub("\ufffd", text)
    words: list[str] = split_word_bounds(text)
    if _JOINERS.search(text):
        words = [
            piece for word in words for piece in (_JOINERS.split(word) if len(word) > 1 else (word,)) if piece
        ]
    if not ascii_only and ANY.search(text):
        # UAX #29 separates vowels from the letters behind them, so runs of words are joined and split again.
        words = _split_dense(words)
    return words


def _split_dense(words: list[str]) -> list[str]:
    pieces: list[str] = []
    run: list[str] = []
    for word in words:
        if ANY.search(word):
            run.append(word)
            continue
        if run:
            pieces += _CLUSTER.findall("".join(run))
            run = []
        pieces.append(word)
    if run:
        pieces += _CLUSTER.findall("".join(run))
    return pieces


def _replace_paired(before: Part, code: Code) -> str:
    """Replace a code of a pair: by nothing, unless it is of a block or begins where another pair ends."""
    touches = isinstance(before, Code) and before.kind is CodeKind.CLOSE and code.kind is CodeKind.OPEN
    return BARRIER if touches or _BLOCK.match(code.data) else ""


def _replace_standalone(code: Code) -> str:
    """Replace a standalone code: by a blank, its character, or `BARRIER`; a code of a pair by nothing."""
    if code.kind is not CodeKind.STANDALONE or code.type in _INVISIBLE_CODES:
        return ""
    if code.type in {"block", "break", "tab"} or code.data[:3].lower() == "<br":
        return "\n"
    if code.type == "entity" and len(character := html.unescape(code.data)) == 1:
        return character
    return BARRIER
