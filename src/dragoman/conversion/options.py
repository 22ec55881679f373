"""The options of one job (D1), checked against what its format offers."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.errors import RuleBroken
from dragoman.formats.format import PLACEHOLDERS, FormatInfo, Option

_MAX_ITEMS = 200
_MAX_CHARACTERS = 500


def check_options(info: FormatInfo, values: Mapping[str, object]) -> dict[str, object]:
    """All options of a format: those of `values`, and the defaults of the others.

    Raises `RuleBroken` naming the option and what it may be.
    """
    offered = {option.name: option for option in (*info.options, PLACEHOLDERS)}
    for name in values:
        if name not in offered:
            known = ", ".join(offered) or "none"
            raise RuleBroken(f"{info.title} files have no option {_shown(name)}. Their options are: {known}.")
    return {
        name: _check(option, values[name]) if name in values else option.default
        for name, option in offered.items()
    }


def _check(option: Option, value: object) -> object:
    if isinstance(option.default, bool):
        if isinstance(value, bool):
            return value
        raise RuleBroken(f"The option {option.name} must be true or false.")
    if isinstance(option.default, str):
        if _is_text(value) and (not option.choices or value in option.choices):
            return value
        allowed = f"one of {', '.join(option.choices)}" if option.choices else "a string"
        raise RuleBroken(f"The option {option.name} must be {allowed}.")
    if isinstance(value, list | tuple) and len(value) <= _MAX_ITEMS and all(map(_is_text, value)):
        if not option.choices or set(value) <= set(option.choices):
            return tuple(value)
        raise RuleBroken(f"The option {option.name} must be a list of {', '.join(option.choices)}.")
    raise RuleBroken(
        f"The option {option.name} must be a list of at most {_MAX_ITEMS} strings of at most "
        f"{_MAX_CHARACTERS} characters."
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_CHARACTERS


def _shown(name: str) -> str:
    clean = "".join(letter for letter in name[:40] if letter.isprintable())
    return f'"{clean}"'
