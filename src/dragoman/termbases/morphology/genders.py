"""Whether a word may be another form of a listed one, or is another word with the same stem: casa, caso.

In Romance languages the last vowel of a noun is no ending: a noun in another gender is another word (bolso,
bolsa; puerto, puerta), while an adjective is the same one. What may be an adjective is told by its look.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.termbases.morphology.phrases import RULES, FormChange, compare_forms

# Ends of adjectives without the vowel of their gender, and adjectives that end otherwise.
_ADJECTIVE: Final = re.compile(
    r"(?:ad|at|id|it|ic|iv|iu|os|ari|ori|an|in|und|ct|ern|bl|if|eux|eus|ell|é|er|ier|è[rt]|ut|uch"
    r"|roj|nuev|viej|negr|blanc|limpi|llen|alt|baj|larg|anch|buen|mal|segur|clar|oscur|complet|secret|distint"
    r"|just|mism|propi|medi|seri|suci|vací|frí|previ|ampli|extrañ|pequeñ|derech|izquierd|lent|content|violent"
    r"|ciert|abiert|muert|cubiert|expert|roto|rot|óptim|mínim|máxim|últim|próxim|mejor|oportun|únic"
    r"|vermell|vell|nou|nov|gross|gris|llest|brut|net|ple|plen|buit|fred|petit|dret|moll|bon|car|obert|mort"
    r"|vermelh|velh|pret|branc|pequen|chei|vazi|suj|pront|frac|fals|cert|escur|abert|morto|vermell|baleir"
    r"|bell|nuov|vecchi|ross|piccol|pien|vuot|pulit|apert|mort|corret|corrett|noir|vert|lourd|grand|froid"
    r"|chaud|plein|neuf|neuv|prêt|sec|sèch|propre|nouv|vieil|court|seul|roux)"
    r"(?:o|a|e|os|as|es|i|s|)\Z"
)


def may_be_form(listed: str, said: str, language: str, *, is_noun: bool) -> bool:
    """Whether words with the stem of a listed term may be the term. `is_noun`: the term base says so.

    True of languages without rules, and wherever the look of a word does not tell.
    """
    if (
        language.partition("-")[0] not in RULES
        or compare_forms(listed, said, language) is not FormChange.OTHER
    ):
        return True
    one, other = listed.split(), said.split()
    if len(one) != len(other):
        return True
    different = (
        (a, b) for a, b in zip(one, other, strict=True) if compare_forms(a, b, language) is FormChange.OTHER
    )
    return all(
        not (is_noun and len(one) == 1) and _is_adjective(a) and _is_adjective(b) for a, b in different
    )


def may_be_adjective(listed: str, said: str, language: str) -> bool:
    """Whether one word is an adjective in another gender, by the look of both."""
    return (
        language.partition("-")[0] in RULES and _is_adjective(listed.lower()) and _is_adjective(said.lower())
    )


def _is_adjective(word: str) -> bool:
    return _ADJECTIVE.search(word) is not None
