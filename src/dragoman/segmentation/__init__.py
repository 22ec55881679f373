"""Splitting text into sentences by SRX 2.0 rules: an installation's own file, or the rules in `data`."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import resources
from typing import Final

import regex

from dragoman.segmentation.abbreviations import find_list, list_rules
from dragoman.segmentation.splitter import Splitter, make_splitter, splitter_for
from dragoman.segmentation.srx import RuleSet, SrxRule, load_rules, read_srx

__all__ = ["RuleSet", "load_rules", "sentences"]

# Languages without marks between sentences: long ones are cut at the spaces they have between phrases.
_UNMARKED: Final = frozenset({"th", "lo", "km"})
_LONG: Final = 300  # characters
_GAP: Final = regex.compile(r"\s+")
_LISTS: Final = "Abbreviations"


def sentences(text: str, *, language: str, rules: RuleSet | None = None) -> list[str]:
    """Split a text into sentences; joined they are the text again, including white space.

    `language` is a BCP 47 code; an unknown one gets the rules every language has. `rules` are an
    installation's own, from `load_rules`; a language they do not map is split by ours. White space between
    two sentences belongs to the first. An empty text has none. Time is linear in the length of the text.
    """
    own = rules.names_for(language) if rules is not None else ()
    if rules is not None and own:
        return splitter_for(rules, own).split(text)
    names = _default_rules().names_for(language)
    pieces = _default_splitter(names, find_list(language)).split(text)
    if language.partition("-")[0].lower() in _UNMARKED:
        return [part for piece in pieces for part in _at_spaces(piece)]
    return pieces


@functools.lru_cache(maxsize=1)
def _default_rules() -> RuleSet:
    file = resources.files("dragoman.segmentation") / "data" / "default.srx"
    return read_srx(file.read_bytes(), origin="default.srx")


@functools.lru_cache(maxsize=128)
def _default_splitter(names: tuple[str, ...], word_list: str) -> Splitter:
    """Compiled at the first text of a language; languages without a list of their own share one."""
    return make_splitter(_ordered(names, word_list))


def _ordered(names: tuple[str, ...], word_list: str) -> Iterator[SrxRule]:
    for name in names:
        yield from list_rules(word_list) if name == _LISTS else _default_rules().rules[name]


def _at_spaces(sentence: str) -> Iterator[str]:
    """Cut a text at spaces into pieces of at most `_LONG` characters, if possible."""
    start = last = 0
    for gap in _GAP.finditer(sentence):
        if gap.end() - start > _LONG and last > start:
            yield sentence[start:last]
            start = last
        last = gap.end()
    if len(sentence) - start > _LONG and start < last < len(sentence):
        yield sentence[start:last]
        start = last
    if start < len(sentence):
        yield sentence[start:]
