"""The terms of one language, ready to be found in texts by tables from words to terms.

From each word on, only as many words are compared as some term that begins so has.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, NamedTuple

from dragoman.counting.scripts import HANGUL
from dragoman.termbases.model import PartOfSpeech, Term, TermMatching
from dragoman.termbases.morphology import (
    FormChange,
    compare_forms,
    find_plurals,
    make_plurals,
    may_be_form,
)
from dragoman.termbases.recognition.stemming import KOREAN_PARTICLES, Stem, stemming
from dragoman.termbases.recognition.words import Fold, Words, cut, folding

EXACT: Final = 0  # how near a text is to a term, the nearest first
FORM: Final = 1
PREFIX: Final = 2
STEM: Final = 3

_BEGINNING: Final = 4  # letters
_NOUNS: Final = frozenset({PartOfSpeech.NOUN, PartOfSpeech.PROPER_NOUN})
_BY_STEM: Final = frozenset({TermMatching.STEM, TermMatching.PLURAL})


class Key(NamedTuple):
    """A term as it is looked up: itself or one of its forms."""

    concept: int  # by the number that the caller gave
    term: Term
    folded: str
    cased: list[str]  # its words with their capitals
    nearness: int
    lone: bool  # one syllable of Hangul, which is a word only where no other stands beside it


class Hit(NamedTuple):
    """Words that are a term."""

    first: int
    last: int  # one behind
    key: Key
    nearness: int


@dataclass(slots=True)
class _Table:
    """Terms by all their words; by the first of them, how many words there are, the most first."""

    keys: dict[str, list[Key]] = field(default_factory=dict)
    lengths: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def add(self, words: list[str], key: Key) -> None:
        self.keys.setdefault("".join(words), []).append(key)
        _note(self.lengths, words[0], len(words))


@dataclass(slots=True)
class _Prefixes:
    """Terms whose last word may go on, by all their words; and what there is to look up.

    For each beginning of a word, or words before the last one: how many letters last words of terms have.
    """

    keys: dict[str, list[Key]] = field(default_factory=dict)
    single: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by the first letters
    short: tuple[int, ...] = ()  # of terms of one word with fewer letters than that
    heads: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by the words before the last
    counts: dict[str, tuple[int, ...]] = field(default_factory=dict)  # how many words, by the first

    def add(self, words: list[str], key: Key) -> None:
        text = "".join(words)
        self.keys.setdefault(text, []).append(key)
        if len(words) > 1:
            _note(self.counts, words[0], len(words))
            _note(self.heads, text[: -len(words[-1])], len(words[-1]))
        elif len(text) >= _BEGINNING:
            _note(self.single, text[:_BEGINNING], len(text))
        elif len(text) not in self.short:
            self.short = (*self.short, len(text))


def _note(numbers: dict[str, tuple[int, ...]], name: str, number: int) -> None:
    known = numbers.get(name, ())
    if number not in known:
        numbers[name] = tuple(sorted((*known, number), reverse=True))


@dataclass(slots=True)
class TermIndex:
    """The terms of one language. Made by `build_index`, and not changed after."""

    language: str
    fold: Fold
    stem: Stem | None
    whole: _Table = field(default_factory=_Table)
    stemmed: _Table = field(default_factory=_Table)
    prefixes: _Prefixes = field(default_factory=_Prefixes)


def build_index(language: str, terms: Iterable[tuple[int, Term]]) -> TermIndex:
    """Make terms ready to be found, each with the number of its concept."""
    index = TermIndex(language=language, fold=folding(language), stem=stemming(language))
    for concept, term in terms:
        for nearness, text in _forms(term, language):
            words = cut(text, index.fold)
            if not words.folded:
                continue
            lone = len(words.folded) == 1 == len(words.joined) and HANGUL.fullmatch(words.joined) is not None
            key = Key(concept, term, words.joined, words.cased(0, len(words.raw)), nearness, lone)
            if nearness == EXACT and term.match in _BY_STEM and index.stem is not None:
                index.stemmed.add(list(map(index.stem, words.folded)), key)
                continue
            index.whole.add(words.folded, key)
            if nearness == EXACT and term.match is TermMatching.PREFIX:
                index.prefixes.add(words.folded, key)
    return index


def _forms(term: Term, language: str) -> Iterator[tuple[int, str]]:
    """What is looked for, and how near to the term it is: itself, listed forms, plurals with other stems."""
    yield EXACT, term.text
    yield from ((FORM, form) for form in term.forms)
    if term.match in _BY_STEM and any(_changes_stem(word, language) for word in term.text.lower().split()):
        made = make_plurals(term.text, language)
        yield from ((FORM, form) for form in made if form not in term.forms)


@functools.lru_cache(maxsize=65_536)
def _changes_stem(word: str, language: str) -> bool:
    """Whether a word in small letters has another stem in its plural: luz, luces."""
    stem = stemming(language)
    return stem is not None and any(stem(many) != stem(word) for many in find_plurals(word, language))


def find_hits(index: TermIndex, words: Words) -> list[Hit]:
    """Every place where words are a term, overlapping ones too."""
    hits: list[Hit] = []
    _find_whole(index.whole, words, hits)
    if index.stemmed.keys:
        _find_stemmed(index, words, hits)
    if index.prefixes.keys:
        _find_prefixes(index.prefixes, words, hits)
    return hits


def _find_whole(table: _Table, words: Words, hits: list[Hit]) -> None:
    if table.lengths.keys().isdisjoint(words.folded):
        return
    for first, last, keys in _candidates(table, words.folded, words.joined, words.places):
        hits.extend(Hit(first, last, key, key.nearness) for key in keys if _fits(key, words, first, last))


def _find_stemmed(index: TermIndex, words: Words, hits: list[Hit]) -> None:
    assert index.stem is not None
    stems = list(map(index.stem, words.folded))
    if index.stemmed.lengths.keys().isdisjoint(stems):
        return
    places = list(accumulate(map(len, stems), initial=0))
    for first, last, keys in _candidates(index.stemmed, stems, "".join(stems), places):
        text = words.joined[words.places[first] : words.places[last]]
        hits.extend(
            Hit(first, last, key, EXACT if key.folded == text else STEM)
            for key in keys
            if _fits(key, words, first, last) and _is_form(index, key, text)
        )


def _candidates(
    table: _Table, words: list[str], joined: str, places: list[int]
) -> Iterator[tuple[int, int, list[Key]]]:
    """Where in a text the words of some terms stand."""
    lengths, get = table.lengths, table.keys.get
    for first in [at for at, word in enumerate(words) if word in lengths]:
        start = places[first]
        for count in lengths[words[first]]:
            last = first + count
            if last < len(places) and (keys := get(joined[start : places[last]])):
                yield first, last, keys


def _find_prefixes(prefixes: _Prefixes, words: Words, hits: list[Hit]) -> None:
    folded, joined, places = words.folded, words.joined, words.places
    single, counts = prefixes.single, prefixes.counts
    for first, word in enumerate(folded):
        for length in (*single.get(word[:_BEGINNING], ()), *prefixes.short):
            if length < len(word) and (keys := prefixes.keys.get(word[:length])):
                _add_prefixes(hits, keys, words, (first, first + 1))
        for count in counts.get(word, ()):
            last = first + count
            if last > len(folded):
                continue
            head = joined[places[first] : places[last - 1]]
            for length in prefixes.heads.get(head, ()):
                if length < len(folded[last - 1]):
                    keys = prefixes.keys.get(head + folded[last - 1][:length], [])
                    _add_prefixes(hits, keys, words, (first, last))


def _add_prefixes(hits: list[Hit], keys: Iterable[Key], words: Words, span: tuple[int, int]) -> None:
    first, last = span
    hits.extend(
        Hit(first, last, key, PREFIX)
        for key in keys
        if len(key.cased) == last - first and _fits(key, words, first, last)
    )


def _fits(key: Key, words: Words, first: int, last: int) -> bool:
    """What the tables do not see: capitals, and words that end here."""
    if key.lone and not _stands_alone(words, first):
        return False
    if not key.term.case_sensitive:
        return True
    return all(map(_same_letters, key.cased, words.cased(first, last)))


def _is_form(index: TermIndex, key: Key, text: str) -> bool:
    """Whether words with the stem of a term are the term, and not another word with the same stem."""
    if key.folded == text:
        return True
    if key.term.match is TermMatching.PLURAL:
        return compare_forms(key.folded, text, index.language) is not FormChange.OTHER
    is_noun = key.term.gender is not None or key.term.part_of_speech in _NOUNS
    return may_be_form(key.folded, text, index.language, is_noun=is_noun)


def _same_letters(one: str, other: str) -> bool:
    """Whether words that are alike but for capitals and endings have the same capitals."""
    return all(a == b or a.casefold() != b.casefold() for a, b in zip(one, other, strict=False))


def _stands_alone(words: Words, first: int) -> bool:
    """Whether a syllable is a word of Korean, perhaps with a particle."""
    folded = words.folded
    if first and HANGUL.fullmatch(folded[first - 1]):
        return False
    last = first + 1
    while last < len(folded) and HANGUL.fullmatch(folded[last]):
        last += 1
    behind = "".join(folded[first + 1 : last])
    return not behind or behind in KOREAN_PARTICLES
