"""The languages of models: their tokens and codes, as BCP 47 tags."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import langcodes

from dragoman.languages import canonical, is_well_formed, script

_NLLB: Final = re.compile(r"[a-z]{3}_[A-Z][a-z]{3}")
_M2M: Final = re.compile(r"__([a-z]{2,3}(?:_[A-Za-z]+)?)__")
_MADLAD: Final = re.compile(r"<2([A-Za-z_]+)>")
_OPUS: Final = re.compile(r">>([a-z]{2,3}(?:_[A-Za-z0-9]+)*)<<")

# What models call languages that have another code, or none of their own, in BCP 47.
_OWN_NAMES: Final = {"ns": "nso", "iw": "he", "jw": "jv", "tw": "ak", "zhs": "zh-Hans", "zht": "zh-Hant"}


def to_bcp47(code: str) -> str | None:
    """The canonical tag of a model's code, without its usual script; None for an unknown language.

    `eng_Latn` is `en`, `zho_Hant` is `zh-Hant`, `por_BR` is `pt-BR`, `srp_Latn` is `sr-Latn`.
    """
    language, _, rest = code.replace("-", "_").partition("_")
    tag = _OWN_NAMES.get(language.lower(), language)
    tag = f"{tag}-{rest.replace('_', '-')}" if rest else tag
    if not is_well_formed(tag) or not langcodes.tag_is_valid(tag):
        return None
    tag = canonical(tag)
    without = _without_script(tag)
    return without if without != tag and script(without) == script(tag) else tag


def _without_script(tag: str) -> str:
    subtags = tag.split("-")
    has_script = len(subtags) > 1 and len(subtags[1]) == 4 and subtags[1].isalpha()
    return "-".join([subtags[0], *subtags[2:]]) if has_script else tag


def nllb_languages(tokens: Iterable[str]) -> dict[str, str]:
    """The tokens of NLLB's languages by tag, such as `eng_Latn` of `en`."""
    return _by_tag((token, token) for token in tokens if _NLLB.fullmatch(token))


def m2m_languages(tokens: Iterable[str]) -> dict[str, str]:
    """The tokens of M2M-100's languages by tag, such as `__en__` of `en`."""
    return _by_tag((match[1], token) for token in tokens if (match := _M2M.fullmatch(token)))


def madlad_languages(tokens: Iterable[str]) -> dict[str, str]:
    """The tokens of MADLAD-400's languages by tag, such as `<2de>` of `de`."""
    return _by_tag((match[1], token) for token in tokens if (match := _MADLAD.fullmatch(token)))


def opus_languages(tokens: Iterable[str]) -> dict[str, str]:
    """The tokens of a multilingual OPUS-MT model's target languages by tag, such as `>>fra<<` of `fr`."""
    return _by_tag((match[1], token) for token in tokens if (match := _OPUS.fullmatch(token)))


def _by_tag(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Where several codes are one tag, the plainest code is it: `fra` before `fra_Latn`."""
    tokens: dict[str, str] = {}
    for code, token in sorted(found, key=lambda item: (len(item[0]), item[0])):
        tag = to_bcp47(code)
        if tag is not None:
            tokens.setdefault(tag, token)
    return dict(sorted(tokens.items()))
