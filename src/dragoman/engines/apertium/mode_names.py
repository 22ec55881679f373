"""Parse the name of an Apertium mode into BCP 47: `spa-cat_valencia` is es → ca-valencia.

The table is in `docs/concepts/apertium.md`. A name that cannot be expressed in registered subtags has no
pairs and is hidden.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman import languages

# Source, target. A second hyphen marks experiments and old versions (`eco-es-fr`, `en-eo-bytecode`,
# `nob-nno_e-syndis`), capitals a conversion of scripts (`Cyrl-Latn`).
_NAME: Final = re.compile(r"([a-z]{2,3})(?:_(\w+))?-([a-z]{2,3})(?:_(\w+))?", re.ASCII)
_REGION: Final = re.compile(r"[A-Z]{2}")

# Apertium's names of variants that have a registered subtag. `pre1990` is the Portuguese spelling of 1945.
# Hidden for want of one: iec2017 and pre2017 (Catalan before and after a spelling reform), uni (Valencian
# universities), e (Nynorsk with the radical endings).
_VARIANTS: Final = {"aran": "aranes", "gascon": "gascon", "valencia": "valencia", "PTpre1990": "colb1945"}

# Apertium treats Serbo-Croatian in Latin script as one language and marks the standard where it writes it.
# All standards are read; what is written without a mark mixes them and is hidden.
_SERBO_CROATIAN: Final = "hbs"
_STANDARDS: Final = {"BS": "bs", "HR": "hr", "SR": "sr-Latn"}

# A member that Apertium names although it means the whole: its Malay (Zsm and Zlm alike) is `ms`.
_WHOLES: Final = {"zlm": "ms"}


def read_mode_name(name: str) -> tuple[tuple[str, str], ...]:
    """The pairs of canonical codes (source, target) of a mode of this name; none: the mode is hidden."""
    match = _NAME.fullmatch(name)
    if match is None:
        return ()
    source, source_variant, target, target_variant = match.groups()
    targets = _tags(target, target_variant, written=True)
    return tuple((s, t) for s in _tags(source, source_variant, written=False) for t in targets if s != t)


def _tags(language: str, variant: str | None, *, written: bool) -> tuple[str, ...]:
    if language == _SERBO_CROATIAN:
        if variant is None:
            return () if written else tuple(_STANDARDS.values())
        return (_STANDARDS[variant],) if variant in _STANDARDS else ()
    code = _WHOLES.get(language, language)
    if variant is None:
        subtag = ""
    elif _REGION.fullmatch(variant):
        subtag = "-" + variant
    elif variant in _VARIANTS:
        subtag = "-" + _VARIANTS[variant]
    else:
        return ()
    return (languages.canonical(code + subtag),)
