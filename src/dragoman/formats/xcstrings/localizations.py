"""The localization of one string: its texts by path, plural forms completed, translations inserted.

A localization is JSON: `stringUnit` holds a text; `variations` by plural, device or width and `substitutions`
lead to more of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from dragoman.formats.units.plural_forms import find_forms
from dragoman.messages import plurals

Path: TypeAlias = tuple[str, ...]
Json: TypeAlias = "dict[str, Any]"

_DEEPEST: Final = 20
_UNIT: Final = "stringUnit"
_PLURAL: Final = "plural"
_ZERO: Final = "zero"  # used by Apple's systems in every language
_DONE: Final = frozenset({"", "translated", "needs_review"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalizedText:
    """One text of a localization."""

    path: Path
    source: str
    existing: str | None  # the text in the target language so far
    finished: bool  # and is a translation


@dataclass(frozen=True, slots=True, kw_only=True)
class Localization:
    """The texts that a string has, or needs, in the target language."""

    complete: Json  # with the source's text where there is none
    leaves: tuple[LocalizedText, ...]

    def with_texts(self, texts: Mapping[Path, str], state: str) -> Json:
        """The localization with `texts` in it; missing texts are the source's."""
        return _fill(
            self.complete, (), texts, {leaf.path for leaf in self.leaves if leaf.existing is None}, state
        )


def source_of(key: str, value: object) -> Json | None:
    """A string's localization in the source language; without one its key is the text.

    None: it has other content than text, as the phrases of App Shortcuts (`stringSet`).
    """
    if isinstance(value, dict) and value:
        return value if any(True for _ in _leaves(value)) else None
    return {_UNIT: {"state": "translated", "value": key}}


def localize(source: Json, existing: object, language: str) -> Localization:
    """The texts that a string has and needs in a language, given its source and its localization so far."""
    wanted = _expand(source, language, 0)
    texts = dict(_leaves(wanted))
    old = existing if isinstance(existing, dict) else None
    there = dict(_leaves(old)) if old is not None else {}
    if old is not None and there and not set(there) <= set(texts):  # it has other variations than the source
        texts = {path: _nearest(path, source) for path in there}
        wanted = old
    leaves = tuple(
        LocalizedText(
            path=path,
            source=text,
            existing=there.get(path),
            finished=bool(there.get(path)) and _state(old, path) in _DONE,
        )
        for path, text in texts.items()
    )
    complete = wanted if old is None else _merge(old, wanted)
    return Localization(complete=complete, leaves=leaves)


def _leaves(value: Json, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text of a localization by its path."""
    unit = value.get(_UNIT)
    if isinstance(unit, dict) and isinstance(unit.get("value"), str):
        yield path, unit["value"]
    if len(path) < _DEEPEST:
        for key, child in value.items():
            if key != _UNIT and isinstance(child, dict):
                yield from _leaves(child, (*path, key))


def _state(value: Json | None, path: Path) -> str:
    for key in path:
        value = value[key] if value is not None else None
    state = value[_UNIT].get("state", "") if value is not None else ""
    return state if isinstance(state, str) else ""


def _expand(value: Json, language: str, depth: int) -> Json:
    """A source's localization with the plural forms of another language.

    Keys are sorted as Xcode sorts them.
    """
    if depth > _DEEPEST:
        return value
    result: Json = {}
    for key in sorted(value):
        child = value[key]
        if key == _UNIT or not isinstance(child, dict):
            result[key] = child
        else:
            forms = _forms(child, language) if key == _PLURAL else None
            result[key] = _expand(child if forms is None else forms, language, depth + 1)
    return result


def _forms(value: Json, language: str) -> Json | None:
    """The plural forms that a language needs; None when these are not plural forms."""
    texts = {
        name: next((text for _, text in _leaves(child)), "")
        for name, child in value.items()
        if name in plurals.CATEGORIES and isinstance(child, dict)
    }
    if not texts or len(texts) != len(value):
        return None
    wanted = {*plurals.categories(language), _ZERO}
    return {form.name: value[form.fed_by] for form in find_forms(texts, language) if form.name in wanted}


def _nearest(path: Path, source: Json) -> str:
    """The source's text for a path that the source does not have."""
    texts = dict(_leaves(source))
    other = tuple(plurals.OTHER if key in plurals.CATEGORIES else key for key in path)
    general = [known for known in texts if known and known[-1] == plurals.OTHER]
    return next((texts[known] for known in (path, other, (), *general, *texts) if known in texts), "")


def _merge(old: Json, wanted: Json) -> Json:
    """The old localization, with the missing parts of the wanted one."""
    result = dict(old)
    for key, child in wanted.items():
        existing = old.get(key)
        if key not in old:
            result[key] = child
        elif key != _UNIT and isinstance(existing, dict) and isinstance(child, dict):
            result[key] = _merge(existing, child)
    return {key: result[key] for key in sorted(result)} if list(old) == sorted(old) else result


def _fill(value: Json, path: Path, texts: Mapping[Path, str], new: set[Path], state: str) -> Json:
    result: Json = {}
    for key, child in value.items():
        if key == _UNIT and (path in texts or path in new):
            text = texts[path] if path in texts else child["value"]
            result[key] = {**child, "state": state, "value": text}
        elif key != _UNIT and isinstance(child, dict) and len(path) < _DEEPEST:
            result[key] = _fill(child, (*path, key), texts, new, state)
        else:
            result[key] = child
    return result


def name_of(path: Sequence[str]) -> str:
    """A path as a name, for ids and for people: `plural.one`."""
    return ".".join(key for key in path if key != "variations")
