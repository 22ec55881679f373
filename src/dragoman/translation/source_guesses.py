"""Guess the language of each text of a request, for clients of services that always name one.

`source_detection` finds one language for all texts, or refuses. Everything here blocks: call it in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.language_detection import detect_language, rank_languages

# How much likelier a short text is in one of these than in a language with fewer texts on the web.
_COMMON: Final = {
    "en": 10,
    **dict.fromkeys(("de", "es", "fr", "it", "pt", "ru"), 3),
    **dict.fromkeys(("ca", "cs", "da", "fi", "hu", "id", "nb", "nl", "pl", "ro", "sv", "tr", "uk", "vi"), 2),
}
_FAVOURED: Final = 20  # the same, for the language of all texts of a request together

_TELLING: Final = 0.1  # a likelihood, so weighed, below which a text shows no language


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceGuess:
    """The language that a text is probably in."""

    code: str  # canonical
    likelihood: float  # 0 to 1


def guess_language(
    text: str, *, is_usable: Callable[[str], bool], favoured: str | None = None
) -> SourceGuess | None:
    """The likeliest usable language of one text; None when it shows none, as a number does."""
    return next(iter(rank_guesses(text, is_usable=is_usable, favoured=favoured)), None)


def rank_guesses(
    text: str, *, is_usable: Callable[[str], bool], favoured: str | None = None
) -> list[SourceGuess]:
    """The usable languages that one text may be in, the likeliest first; none when it shows no language.

    `favoured` is the language of the texts around. The likelihoods are those among usable languages.
    """
    likelihoods = {code: likelihood for code, likelihood in rank_languages(text) if is_usable(code)}
    if not likelihoods:
        return []
    sure = detect_language(text)
    weights = likelihoods
    if sure not in likelihoods:
        weights = {
            code: likelihood * (_FAVOURED if code == favoured else _COMMON.get(code, 1))
            for code, likelihood in likelihoods.items()
        }
        if max(weights.values()) < _TELLING:
            return []
    total = max(sum(weights.values()), 1.0 if sure in likelihoods else 0.0)
    ranked = sorted(weights, key=lambda code: (code != sure, -weights[code]))
    return [SourceGuess(code=code, likelihood=weights[code] / total) for code in ranked]


def guess_sources(
    texts: Sequence[str], *, is_usable: Callable[[str], bool], usual: str | None
) -> list[SourceGuess] | None:
    """The language of each text. None: there is no usable language.

    `usual` is the language of texts that show none, where the others do not tell.
    """
    common = detect_language("\n".join(texts)) if len(texts) > 1 else None
    if common is not None and not is_usable(common):
        common = None
    fallback = common or (usual if usual is not None and is_usable(usual) else None)
    found = []
    for text in texts:
        guess = guess_language(text, is_usable=is_usable, favoured=common)
        if guess is None and fallback is not None:
            guess = SourceGuess(code=fallback, likelihood=0.0)
        if guess is None:
            return None
        found.append(guess)
    return found
