"""Plural families of JSON files: those of all formats, and i18next's numbered keys up to its version 3.

`items`, `items_plural`, and in languages that do not have exactly two forms `items_0`, `items_1`, …
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from dragoman.formats.families.keyed import plural_families as families
from dragoman.formats.families.keyed.plural_families import AddedMember, PluralFamily
from dragoman.messages import plurals
from dragoman.messages.placeholders import keeps_placeholders
from dragoman.text_io.json.scanner import JsonString, JsonStrings

_SUFFIX: Final = "_plural"
# Languages whose numbered forms have another order in i18next 3 than in gettext.
_FORMS: Final = {
    "cy": (4, "n==1 ? 0 : n==2 ? 1 : (n != 8 && n != 11) ? 2 : 3"),
    "he": (4, "n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3"),
    "sl": (4, "n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0"),
}


def find_families(scanned: JsonStrings, target: str) -> list[PluralFamily]:
    """All families of a document, with the forms that the language `target` needs."""
    branching = {container.parent for container in scanned.containers}
    found = families.find_families(scanned.strings, branching, target)
    last = [scanned.strings[family.before] for family in found]
    newer = {(value.owner, value.key.removesuffix(f"_{plurals.OTHER}")) for value in last}
    return [*found, *_numbered(scanned.strings, target, newer)]


def _numbered(
    strings: Sequence[JsonString], target: str, newer: Collection[tuple[int, str]]
) -> Iterator[PluralFamily]:
    """Families of numbered keys that are not of the `newer` kind."""
    many = {
        (value.owner, value.key.removesuffix(_SUFFIX)): index
        for index, value in enumerate(strings)
        if value.place < 0 and value.key.endswith(_SUFFIX)
    }
    singulars = {
        at: index
        for index, value in enumerate(strings if many else ())
        if value.place < 0 and (at := (value.owner, value.key)) in many
    }
    for at, index in many.items():
        if at in singulars and at not in newer:
            yield _family(strings, singulars[at], index, target)


def _family(strings: Sequence[JsonString], one: int, many: int, target: str) -> PluralFamily:
    forms = plurals.gettext_plurals(target)
    for language, rule in _FORMS.items():
        if plurals.is_variety(target, language):
            forms = plurals.read_plurals(*rule) or forms
    silent = not keeps_placeholders(strings[one].text, strings[many].text)
    additions = [
        AddedMember(
            key=f"{strings[one].key}_{form}",
            fed_by=one if plurals.takes_singular(forms, form, silent=silent) else many,
        )
        for form in range(forms.count if forms.count != 2 else 0)
    ]
    return PluralFamily(
        members={"one": one, plurals.OTHER: many},
        fed_by={},
        before=many,
        additions=tuple(additions),
        named=False,
    )
