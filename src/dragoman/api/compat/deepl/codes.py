"""DeepL's language codes: a source is a language in capitals, a target may be a variety (`EN-GB`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.languages import is_well_formed, primary, read_code

# Targets that DeepL only has as varieties: ours → DeepL's.
_VARIETIES: Final = {"en": ("EN-GB", "EN-US"), "pt": ("PT-PT",)}


def read_language(code: str, *, parameter: str) -> str:
    """A code that a client sent. Raises `RuleBroken` in DeepL's words."""
    if not is_well_formed(read_code(code)):
        raise unsupported(parameter)
    return read_code(code)


def unsupported(parameter: str) -> RuleBroken:
    """The error for a language that there is not."""
    return RuleBroken(f"Value for '{parameter}' not supported.")


def write_source(code: str) -> str:
    """A language as DeepL writes a source: `zh-Hans` is `ZH`."""
    return primary(code).upper()


def write_targets(codes: Iterable[str]) -> list[str]:
    """Languages as DeepL writes targets, sorted: `en` is `EN-GB` and `EN-US`, `zh-Hans` is that and `ZH`."""
    written: set[str] = set()
    for code in codes:
        written.update(_VARIETIES.get(code, (code.upper(),)))
        if code == "zh-Hans":
            written.add("ZH")
    return sorted(written)
