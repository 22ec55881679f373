"""The target language's writing: words in another script than the language has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import regex

from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import PairView

SCRIPT_WRONG: Final = Check(
    code="SCRIPT_WRONG",
    severity=Severity.ERROR,
    fixable=False,
    description="Most of the translation is not in the script of the target language, and is not taken "
    "over from "
    "the source; a Japanese text has no kana, a Chinese one has.",
    message="The translation is not in the script of the target language; see whether it is in that "
    "language.",
)
SCRIPT_MIXED: Final = Check(
    code="SCRIPT_MIXED",
    severity=Severity.WARNING,
    fixable=False,
    description="Letters of two scripts that look alike (Latin, Cyrillic, Greek) are in one word.",
    message="This word mixes letters of two scripts that look alike; type it anew.",
)

_LEAST: Final = 4  # letters from which the script of a text is certain
_LONG_HAN: Final = 20  # a Japanese text of so many characters has kana
_KANA: Final = regex.compile(r"[\p{Script=Hiragana}\p{Script=Katakana}]")
_HAN: Final = regex.compile(r"\p{Script=Han}")
_LETTER: Final = regex.compile(r"\p{L}")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]++")
_ALIKE: Final = {
    "Cyrl": regex.compile(r"\b(?<![\\%&_])(?=\p{L}*[A-Za-z])(?=\p{L}*\p{Script=Cyrillic})[\p{L}\p{M}]++"),
    "Grek": regex.compile(r"\b(?<![\\%&_])(?=\p{L}*[A-Za-z])(?=\p{L}*\p{Script=Greek})[\p{L}\p{M}]++"),
}
# Small letters of one script that are taken for letters of the other.
_LATIN_LOOK: Final = frozenset("aceopxyiABCEHIKMOPTXYjsSJ")


def check_scripts(pair_view: PairView) -> Iterator[Finding]:
    """`SCRIPT_WRONG` and `SCRIPT_MIXED`."""
    language, text = pair_view.target_language, pair_view.target.bare
    if pair_view.same or not language.scripts:
        return
    foreign = _foreign_words(language.scripts).findall(text)
    if foreign or language.script == "Jpan":
        if _is_elsewhere(pair_view, foreign):
            yield SCRIPT_WRONG.found(target=pair_view.target.span(0, len(pair_view.target.text)))
        elif foreign and (pattern := _ALIKE.get(language.script)) is not None:
            for match in pattern.finditer(text):
                if match[0] not in pair_view.source.text and _looks_alike(match[0]):
                    yield SCRIPT_MIXED.found(target=pair_view.target.span(*match.span()))


def _is_elsewhere(pair_view: PairView, foreign: list[str]) -> bool:
    """Whether most letters are of another script, without those of words that the source has too."""
    text = pair_view.target.bare
    known = {word.casefold() for word in _WORD.findall(pair_view.source.text)} if foreign else set()
    strange = [word for word in foreign if word.casefold() not in known]
    letters = sum(map(len, strange))
    is_japanese = pair_view.target_language.script == "Jpan"
    if is_japanese and _KANA.search(text) is None and len(_HAN.findall(text)) >= _LONG_HAN:
        return True
    if pair_view.target_language.script in ("Hans", "Hant", "Hanb"):
        kana = _KANA.findall(text)
        if len(kana) >= _LEAST and not _KANA.search(pair_view.source.text):
            return True
    if letters < _LEAST or all(word.isupper() for word in strange):
        return False
    # Names in their own writing are common, sentences are not.
    return 2 * letters > len(_LETTER.findall(text)) and any(
        word.islower() or not _has_case(word) for word in strange
    )


def _has_case(word: str) -> bool:
    return word.lower() != word.upper()


def _looks_alike(word: str) -> bool:
    """Whether the Latin letters of a word may have been typed instead of similar ones of another script.

    Capitals with an ending are none: SMSка.
    """
    if len(word) > 2 and word[:2].isascii() and word[:2].isupper() and not word[2:].isupper():
        return False
    return all(letter in _LATIN_LOOK for letter in word if letter.isascii())


@lru_cache(maxsize=64)
def _foreign_words(scripts: tuple[str, ...]) -> Any:
    """A pattern for letters of other scripts than these."""
    own = "".join(rf"\p{{Script={script}}}" for script in scripts)
    return regex.compile(rf"[\p{{L}}--[{own}\p{{Script=Common}}\p{{Script=Inherited}}]]++", regex.V1)
