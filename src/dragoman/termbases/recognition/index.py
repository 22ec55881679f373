"""The index of the terms of one language: tables from words to terms, by which texts are searched.

At each word, only the lengths of terms that begin with this word are tried.
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
from dragoman.termbases.recognition.stemming import KOREAN_PARTICLES, Stemmer, find_stemmer
from dragoman.termbases.recognition.words import Fold, SplitText, find_folding, split_text

EXACT: Final = 0  # the distances of a text from a term, the nearest first
FORM: Final = 1
PREFIX: Final = 2
STEM: Final = 3

_BEGINNING: Final = 4  # letters
_NOUNS: Final = frozenset({PartOfSpeech.NOUN, PartOfSpeech.PROPER_NOUN})
_BY_STEM: Final = frozenset({TermMatching.STEM, TermMatching.PLURAL})


class TermKey(NamedTuple):
    """An entry of the index: a term or one of its forms."""

    concept: int  # the number that the caller gave it
    term: Term
    folded: str
    cased: list[str]  # its words with their capitals
    nearness: int
    is_syllable: bool  # a single Hangul syllable, which is a word only if no other is beside it


class TermHit(NamedTuple):
    """Words of a text that match a term."""

    first: int
    last: int  # exclusive
    key: TermKey
    nearness: int


@dataclass(slots=True)
class _Table:
    """Terms by their words, and the numbers of words of terms by their first word, the greatest first."""

    keys: dict[str, list[TermKey]] = field(default_factory=dict)
    lengths: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def add(self, words: list[str], key: TermKey) -> None:
        self.keys.setdefault("".join(words), []).append(key)
        _add_number(self.lengths, words[0], len(words))


@dataclass(slots=True)
class _Prefixes:
    """Terms whose last word may be longer in a text, by their words; and the lengths to look up.

    The lengths are the numbers of letters of last words, by their first letters or the words before them.
    """

    keys: dict[str, list[TermKey]] = field(default_factory=dict)
    single: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by the first letters
    short: tuple[int, ...] = ()  # of terms of one word with fewer than `_BEGINNING` letters
    heads: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by the words before the last
    counts: dict[str, tuple[int, ...]] = field(default_factory=dict)  # how many words, by the first

    def add(self, words: list[str], key: TermKey) -> None:
        text = "".join(words)
        self.keys.setdefault(text, []).append(key)
        if len(words) > 1:
            _add_number(self.counts, words[0], len(words))
            _add_number(self.heads, text[: -len(words[-1])], len(words[-1]))
        elif len(text) >= _BEGINNING:
            _add_number(self.single, text[:_BEGINNING], len(text))
        elif len(text) not in self.short:
            self.short = (*self.short, len(text))


def _add_number(numbers: dict[str, tuple[int, ...]], name: str, number: int) -> None:
    known = numbers.get(name, ())
    if number not in known:
        numbers[name] = tuple(sorted((*known, number), reverse=True))


@dataclass(slots=True)
class TermIndex:
    """The index of the terms of one language. Built by `build_index`, and never changed."""

    language: str
    fold: Fold
    stem: Stemmer | None
    whole: _Table = field(default_factory=_Table)
    stemmed: _Table = field(default_factory=_Table)
    prefixes: _Prefixes = field(default_factory=_Prefixes)


def build_index(language: str, terms: Iterable[tuple[int, Term]]) -> TermIndex:
    """Build the index of terms, each given with the number of its concept."""
    index = TermIndex(language=language, fold=find_folding(language), stem=find_stemmer(language))
    for concept, term in terms:
        for nearness, text in _forms(term, language):
            words = split_text(text, index.fold)
            if not words.folded:
                continue
            is_syllable = (
                len(words.folded) == 1 == len(words.joined) and HANGUL.fullmatch(words.joined) is not None
            )
            key = TermKey(concept, term, words.joined, words.cased(0, len(words.raw)), nearness, is_syllable)
            if nearness == EXACT and term.match in _BY_STEM and index.stem is not None:
                index.stemmed.add(list(map(index.stem, words.folded)), key)
                continue
            index.whole.add(words.folded, key)
            if nearness == EXACT and term.match is TermMatching.PREFIX:
                index.prefixes.add(words.folded, key)
    return index


def _forms(term: Term, language: str) -> Iterator[tuple[int, str]]:
    """The texts to search for, with their distance: the term, listed forms, plurals with other stems."""
    yield EXACT, term.text
    yield from ((FORM, form) for form in term.forms)
    if term.match in _BY_STEM and any(_changes_stem(word, language) for word in term.text.lower().split()):
        made = make_plurals(term.text, language)
        yield from ((FORM, form) for form in made if form not in term.forms)


@functools.lru_cache(maxsize=65_536)
def _changes_stem(word: str, language: str) -> bool:
    """Whether a word in lower case has another stem in its plural: luz, luces."""
    stem = find_stemmer(language)
    return stem is not None and any(stem(many) != stem(word) for many in find_plurals(word, language))


def find_hits(index: TermIndex, words: SplitText) -> list[TermHit]:
    """Find all terms in a text, overlapping ones too."""
    hits: list[TermHit] = []
    _find_whole(index.whole, words, hits)
    if index.stemmed.keys:
        _find_stemmed(index, words, hits)
    if index.prefixes.keys:
        _find_prefixes(index.prefixes, words, hits)
    return hits


def _find_whole(table: _Table, words: SplitText, hits: list[TermHit]) -> None:
    if table.lengths.keys().isdisjoint(words.folded):
        return
    for first, last, keys in _candidates(table, words.folded, words.joined, words.offsets):
        hits.extend(TermHit(first, last, key, key.nearness) for key in keys if _fits(key, words, first, last))


def _find_stemmed(index: TermIndex, words: SplitText, hits: list[TermHit]) -> None:
    assert index.stem is not None
    stems = list(map(index.stem, words.folded))
    if index.stemmed.lengths.keys().isdisjoint(stems):
        return
    offsets = list(accumulate(map(len, stems), initial=0))
    for first, last, keys in _candidates(index.stemmed, stems, "".join(stems), offsets):
        text = words.joined[words.offsets[first] : words.offsets[last]]
        hits.extend(
            TermHit(first, last, key, EXACT if key.folded == text else STEM)
            for key in keys
            if _fits(key, words, first, last) and _is_form(index, key, text)
        )


def _candidates(
    table: _Table, words: list[str], joined: str, offsets: list[int]
) -> Iterator[tuple[int, int, list[TermKey]]]:
    """Find the words of a text that are those of terms."""
    lengths, get = table.lengths, table.keys.get
    for first in [at for at, word in enumerate(words) if word in lengths]:
        start = offsets[first]
        for count in lengths[words[first]]:
            last = first + count
            if last < len(offsets) and (keys := get(joined[start : offsets[last]])):
                yield first, last, keys


def _find_prefixes(prefixes: _Prefixes, words: SplitText, hits: list[TermHit]) -> None:
    folded, joined, offsets = words.folded, words.joined, words.offsets
    single, counts = prefixes.single, prefixes.counts
    for first, word in enumerate(folded):
        for length in (*single.get(word[:_BEGINNING], ()), *prefixes.short):
            if length < len(word) and (keys := prefixes.keys.get(word[:length])):
                _add_prefixes(hits, keys, words, (first, first + 1))
        for count in counts.get(word, ()):
            last = first + count
            if last > len(folded):
                continue
            head = joined[offsets[first] : offsets[last - 1]]
            for length in prefixes.heads.get(head, ()):
                if length < len(folded[last - 1]):
                    keys = prefixes.keys.get(head + folded[last - 1][:length], [])
                    _add_prefixes(hits, keys, words, (first, last))


def _add_prefixes(
    hits: list[TermHit], keys: Iterable[TermKey], words: SplitText, span: tuple[int, int]
) -> None:
    first, last = span
    hits.extend(
        TermHit(first, last, key, PREFIX)
        for key in keys
        if len(key.cased) == last - first and _fits(key, words, first, last)
    )


def _fits(key: TermKey, words: SplitText, first: int, last: int) -> bool:
    """Whether words match in what the tables do not check: capitals, and borders of Hangul words."""
    if key.is_syllable and not _stands_alone(words, first):
        return False
    if not key.term.case_sensitive:
        return True
    return all(map(_same_letters, key.cased, words.cased(first, last)))


def _is_form(index: TermIndex, key: TermKey, text: str) -> bool:
    """Whether words with the stem of a term are a form of it, and not another word with the same stem."""
    if key.folded == text:
        return True
    if key.term.match is TermMatching.PLURAL:
        return compare_forms(key.folded, text, index.language) is not FormChange.OTHER
    is_noun = key.term.gender is not None or key.term.part_of_speech in _NOUNS
    return may_be_form(key.folded, text, index.language, is_noun=is_noun)


def _same_letters(one: str, other: str) -> bool:
    """Whether words that differ in capitals and endings only have the same capitals."""
    return all(a == b or a.casefold() != b.casefold() for a, b in zip(one, other, strict=False))


def _stands_alone(words: SplitText, first: int) -> bool:
    """Whether a Hangul syllable is a word, perhaps with a particle."""
    folded = words.folded
    if first and HANGUL.fullmatch(folded[first - 1]):
        return False
    last = first + 1
    while last < len(folded) and HANGUL.fullmatch(folded[last]):
        last += 1
    behind = "".join(folded[first + 1 : last])
    return not behind or behind in KOREAN_PARTICLES
