"""Languages without a region, where a service offers them with regions only: `en` is its `en-US`."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import replace

import langcodes

from dragoman.engines.http.translation_service import ServicePair


def add_general_tags(pairs: Mapping[tuple[str, str], ServicePair]) -> dict[tuple[str, str], ServicePair]:
    """The pairs, and those of languages without their regions that are not among them."""
    found = dict(pairs)
    for source, tag in _representatives(source for source, _ in pairs).items():
        for one in [one for one in found.values() if one.source == tag and one.target != source]:
            found.setdefault((source, one.target), replace(one, source=source))
    for target, tag in _representatives(target for _, target in pairs).items():
        for one in [one for one in found.values() if one.target == tag and one.source != target]:
            found.setdefault((one.source, target), replace(one, target=target))
    return found


def _representatives(tags: Iterable[str]) -> dict[str, str]:
    """For each language that has regions only, the tag with its likeliest region, else the first tag."""
    offered = set(tags)
    found: dict[str, str] = {}
    for tag in sorted(offered):
        general = _without_region(tag)
        if general != tag and general not in offered and (general not in found or _has_likely_region(tag)):
            found[general] = tag
    return found


@functools.lru_cache(maxsize=1024)
def _without_region(tag: str) -> str:
    language = langcodes.Language.get(tag)
    return language.update_dict({"territory": None}).to_tag() if language.territory else tag


@functools.lru_cache(maxsize=1024)
def _has_likely_region(tag: str) -> bool:
    language = langcodes.Language.get(tag)
    return langcodes.Language.get(_without_region(tag)).maximize().territory == language.territory
