"""Which directions of a model become engine pairs: those that were asked for, or those of its metadata."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Final

from dragoman.engines.ctranslate2.language_tokens import to_bcp47
from dragoman.engines.ctranslate2.recognition import ModelRefused, RecognisedModel

_CLEAR: Final = re.compile(r"[:>]|->")


def choose_pairs(
    model: RecognisedModel, wanted: Sequence[str]
) -> tuple[Mapping[str, str], tuple[tuple[str, str], ...]]:
    """The languages with their tokens, and the pairs; no pairs: any two of the languages.

    Raises `ModelRefused`: a pair that the model does not have, or none where its metadata names none.
    """
    if not wanted:
        if model.pairs is None:
            raise ModelRefused(
                "Nothing says which languages the model translates.", hints="Name them: --pair en-es."
            )
        return model.languages, model.pairs
    is_open = model.pairs is None  # the model's own languages are not known
    known = None if is_open else set(model.languages)
    pairs = tuple(dict.fromkeys(_read_pair(text, known) for text in wanted))
    for source, target in pairs:
        if model.pairs and (source, target) not in model.pairs:
            own = ", ".join(f"{a}-{b}" for a, b in model.pairs[:20])
            raise ModelRefused(f"The model does not translate {source} to {target}. It has: {own}.")
    used = {tag for pair in pairs for tag in pair}
    languages = {tag: model.languages.get(tag, "") for tag in sorted(used)}
    return languages, pairs


def _read_pair(text: str, known: Container[str] | None) -> tuple[str, str]:
    """Read `en-es`, `pt-BR:zh-Hant` or `en>es`."""
    if match := _CLEAR.search(text):
        splits = [(text[: match.start()], text[match.end() :])]
    else:
        splits = [(text[:at], text[at + 1 :]) for at, letter in enumerate(text) if letter == "-"]
    found = [
        (source, target)
        for one, other in splits
        if (source := to_bcp47(one.strip())) is not None
        and (target := to_bcp47(other.strip())) is not None
        and source != target
        and (known is None or (source in known and target in known))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise ModelRefused(f"{text!r} can be read as several pairs. Write it with a colon: pt-BR:en.")
    raise ModelRefused(f"{text!r} is no pair of languages of this model. Write it as en-es or pt-BR:en.")
