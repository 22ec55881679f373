"""The structure of marked-up text, and whether a translation keeps it (T10).

A segment's pairs are a tree. `find_faults` compares the trees of a source and its translation. `word_borders`
inserts blanks between words, `placing` puts pairs around words; `translation.codes.restoring` handles faults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

import regex

from dragoman.segments.letters import UNSPACED
from dragoman.segments.model import CodeKind, Segment, Text

_WORD: Final = regex.compile(r"[\p{L}\p{N}]")
# What may come or go with the grammar of a language: an article, a preposition, a pronoun.
_LONGEST_FUNCTION_WORD: Final = 4
_LONG_WORD: Final = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]{2}"
    r"|[\p{Hebrew}\p{Arabic}][\p{Hebrew}\p{Arabic}\p{M}]{2}"  # scripts that write few vowels
    rf"|\p{{L}}[\p{{L}}\p{{M}}]{{{_LONGEST_FUNCTION_WORD}}}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The meaning of code types for the structure of a segment."""

    words: Collection[str]  # types of codes that represent words: placeholders, addresses
    marks: Collection[str]  # types of pairs that are no elements of the text: notes on single words


@dataclass(slots=True)
class _Element:
    """A pair, or the whole segment, with its contents."""

    start: int  # number of words before it; a word is a text with letters or digits here
    end: int = 0  # number of words up to its end
    has_letters: bool = False  # in its texts or those of elements inside it
    own: list[str] = field(default_factory=list)  # its own texts, without halves of words across its borders
    has_own_letters: bool = False  # in its own texts, halves of words included

    @property
    def has_words(self) -> bool:
        return self.end > self.start


@dataclass(slots=True)
class _Tree:
    """One segment's elements and the places of its codes; `None` is the segment itself."""

    elements: dict[str | None, _Element] = field(default_factory=lambda: {None: _Element(start=0)})
    parents: dict[str, str | None] = field(default_factory=dict)  # of pairs and standalone codes
    places: dict[str, int] = field(default_factory=dict)  # standalone code → number of words before it
    ordered: list[str] = field(default_factory=list)  # standalone codes but words and white space

    def sides(self, code: str) -> tuple[bool, bool]:
        """Whether there are words before and after a standalone code in its element."""
        element, place = self.elements[self.parents[code]], self.places[code]
        return place > element.start, place < element.end


def find_faults(source: Segment, target: Segment, vocabulary: Vocabulary) -> frozenset[str]:
    """Find the ids of codes whose place in the structure differs in the target; empty: the structure is kept.

    Both must have the same codes, properly nested. A code is at fault when its parent is another, when a pair
    that held words is empty, when letters came into one with numbers and placeholders only, or left one, when
    all words of an element went into elements inside it or out of them, and when a standalone code without
    words left the end or the middle of its element, or its place among the others. Time is linear in the
    number of parts.
    """
    before, after = _read_tree(source, vocabulary), _read_tree(target, vocabulary)
    faults = {code for code, parent in before.parents.items() if after.parents.get(code, code) != parent}
    robbed: set[str | None] = set()
    worded = Counter(
        before.parents[pair]
        for pair, element in before.elements.items()
        if pair is not None and element.has_words
    )
    for pair, element in before.elements.items():
        other = after.elements.get(pair, _EMPTY)
        if pair is not None and (
            element.has_words != other.has_words or element.has_letters != other.has_letters
        ):
            faults.add(pair)
        is_frame = worded[pair] == 1 and not element.has_own_letters  # of one element that has all the words
        if _has_lost_own_words(element, other) or (is_frame and other.has_own_letters):
            robbed.add(pair)
    if robbed:
        faults |= {child for child, parent in before.parents.items() if parent in robbed}
    for code in before.places:
        if code not in faults and before.sides(code) != after.sides(code):
            faults.add(code)
    return frozenset(faults | _out_of_order(before.ordered, after.ordered))


def _out_of_order(before: list[str], after: list[str]) -> set[str]:
    """The codes between the first and the last that are elsewhere in a row: halves of ranges among them."""
    if before == after or len(before) != len(after):
        return set()
    differing = [at for at, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    return set(before[differing[0] : differing[-1] + 1])


_EMPTY: Final = _Element(start=0)


_UNSPACED_LETTER: Final = regex.compile(rf"[{UNSPACED}]")
_SPACED_WORD: Final = regex.compile(rf"[\p{{L}}\p{{N}}--[{UNSPACED}]]+", regex.VERSION1)
_LETTERS_OF_WORD: Final = 2  # of scripts without blanks
_MOST: Final = 2  # times as many words as expected, and some more
_MORE: Final = 3


def _own_words(tree: _Tree) -> dict[str | None, float]:
    """How many words each element has of its own; an estimate for scripts without blanks."""
    found: dict[str | None, float] = {}
    for pair, element in tree.elements.items():
        text = "\n".join(element.own)
        letters = len(_UNSPACED_LETTER.findall(text))
        found[pair] = len(_SPACED_WORD.findall(text)) + letters / _LETTERS_OF_WORD
    return found


def find_disproportions(source: Segment, target: Segment, vocabulary: Vocabulary) -> frozenset[str]:
    """Find the ids of codes next to texts that became too long or too short: words moved into or out of them.

    For a text that was translated as a whole, in which all parts grow in proportion.
    """
    before, after = _read_tree(source, vocabulary), _read_tree(target, vocabulary)
    if len(before.elements) == 1:
        return frozenset()
    had, has = _own_words(before), _own_words(after)
    growth = sum(has.values()) / max(1.0, sum(had.values()))
    found: set[str] = set()
    for pair, number in had.items():
        expected, there = number * growth, has.get(pair, 0.0)
        if there > _MOST * expected + _MORE or expected > _MOST * there + _MORE:
            found |= {child for child, parent in before.parents.items() if pair in {parent, child}}
    return frozenset(found)


def _has_lost_own_words(element: _Element, other: _Element) -> bool:
    """Whether a content word moved from an element into one inside it, or out of one."""
    had = "\n".join(element.own)
    if _WORD.search(had) is None:
        return not element.has_own_letters and _LONG_WORD.search("\n".join(other.own)) is not None
    return _LONG_WORD.search(had) is not None and not other.has_own_letters


_STAND_IN: Final = "0"  # for a code that is a word


def _read_tree(segment: Segment, vocabulary: Vocabulary) -> _Tree:
    tree = _Tree()
    around: list[str | None] = [None]
    words = 0
    touching: list[str] | None = None  # the offset of the text that ends at this position
    for part in segment:
        element = tree.elements[around[-1]]
        if isinstance(part, Text):
            text = part.text
            if touching is not None and touching is not element.own:
                text = _without_half_word(touching, text)
            element.own.append(text)
            touching = element.own
            if _WORD.search(part.text) is not None:
                words += 1
                element.has_own_letters = True
                element.has_letters |= any(map(str.isalpha, part.text))
        elif part.type in vocabulary.marks and part.kind is not CodeKind.STANDALONE:
            continue
        elif part.kind is CodeKind.OPEN:
            tree.parents[part.id] = around[-1]
            tree.elements[part.id] = _Element(start=words)
            around.append(part.id)
        elif part.kind is CodeKind.CLOSE:
            closed = tree.elements[around.pop()]
            closed.end = words
            tree.elements[around[-1]].has_letters |= closed.has_letters
        else:
            tree.parents[part.id] = around[-1]
            touching = None
            if part.type in vocabulary.words:
                element.own.append(_STAND_IN)
                element.has_own_letters = True
                words += 1
            else:
                tree.places[part.id] = words
                if part.type != "space":
                    tree.ordered.append(part.id)
    tree.elements[None].end = words
    return tree


# Scripts without blanks have no halves of words at a tag: what is there are whole words.
_LETTERS_OF_HALF: Final = rf"[[\p{{L}}\p{{M}}]--[{UNSPACED}]]"
_LETTERS_AT_END: Final = regex.compile(rf"(?<!{_LETTERS_OF_HALF}){_LETTERS_OF_HALF}+\Z", regex.VERSION1)
_LETTERS_AT_START: Final = regex.compile(rf"{_LETTERS_OF_HALF}+", regex.VERSION1)


def _without_half_word(own: list[str], text: str) -> str:
    """The text after a text in another element; halves of a word across a tag belong to no element."""
    left, right = _LETTERS_AT_END.search(own[-1]), _LETTERS_AT_START.match(text)
    if left is None or right is None:
        return text
    own[-1] = own[-1][: left.start()]
    return text[right.end() :]
