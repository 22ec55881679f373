"""Put codes into a translation by word alignment: a word belongs to the pairs of the source words it is of.

A pair whose words are apart in the translation is repeated: the ladder of `translation.codes` decides on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from dragoman.engines.ctranslate2.written_segments import AlignedText, LeftOutCode
from dragoman.model_process.alignment import WORD
from dragoman.model_process.protocol import WorkAnswer
from dragoman.segments import Covered, Segment, Text
from dragoman.segments.placing import place_or_repeat_pairs

_LEAST_SHARE: Final = 0.12  # of a word's attention, to be the only word of a pair
_STRAY: Final = 0.6  # a word apart from the others of its pair must have so much of its attention there
_GAP: Final = 2  # words of no pair of their own that may be within another pair


@dataclass(slots=True)
class _Word:
    """A word of the translation."""

    start: int
    end: int
    ids: frozenset[str]
    place: int  # in the source
    shares: Sequence[float]  # of the runs
    is_sure: bool = False  # it is a word of the source


def place_by_alignment(written: AlignedText, answer: WorkAnswer, source: Segment) -> Segment | None:
    """The translation with its codes; None if the word sent for a code is not there exactly once."""
    text = answer["text"]
    words = [
        _Word(start, end, written.runs[_most(shares)].ids, place, shares)
        for start, end, place, shares in answer.get("words", [])
    ]
    codes = _find_stand_ins(written, text)
    if codes is None:
        return None
    words = _split_same_words(written, text, [word for word in words if not _is_within(word, codes)])
    _give_pairs_words(written, words)
    for identity in sorted({identity for run in written.runs for identity in run.ids}):
        _gather(identity, words)
    covered = _cover(written, text, words, codes)
    return place_or_repeat_pairs(covered, source)


def _most(shares: Sequence[float]) -> int:
    return max(range(len(shares)), key=lambda index: shares[index], default=0)


# --- words that stand for codes ---------------------------------------------------------------------------


def _find_stand_ins(written: AlignedText, text: str) -> list[tuple[int, int, int]] | None:
    """Where the codes that were written as words are: (start, end, run), in order."""
    by_words: dict[str, list[int]] = {}
    for index, run in enumerate(written.runs):
        if run.code is not None:
            by_words.setdefault(written.stand_in(index), []).append(index)
    found: list[tuple[int, int, int]] = []
    for words, runs in sorted(by_words.items(), key=lambda item: -len(item[0])):  # a line break is in two
        places = [
            start
            for start in _occurrences(text, words)
            if _is_apart(text, start, start + len(words))
            and not any(start < end and begin < start + len(words) for begin, end, _ in found)
        ]
        if len(places) != len(runs):
            return None
        found += [(start, start + len(words), run) for start, run in zip(places, runs, strict=True)]
    return sorted(found)


def _occurrences(text: str, words: str) -> list[int]:
    found = []
    start = text.find(words)
    while start >= 0:
        found.append(start)
        start = text.find(words, start + len(words))
    return found


def _is_apart(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit touches words."""
    left, right = text[start - 1 : start], text[end : end + 1]
    return not (left.isalnum() and text[start].isalnum()) and not (
        right.isalnum() and text[end - 1].isalnum()
    )


def _is_within(word: _Word, codes: Sequence[tuple[int, int, int]]) -> bool:
    return any(start < word.end and word.start < end for start, end, _ in codes)


# --- which pairs a word belongs to ------------------------------------------------------------------------


def _split_same_words(written: AlignedText, text: str, words: Sequence[_Word]) -> list[_Word]:
    """Words that both texts have once are surely of each other, letter by letter."""
    before = [(match[0], match.start()) for match in WORD.finditer(written.text)]
    once = {word for word, number in Counter(word for word, _ in before).items() if number == 1}
    places = {word: start for word, start in before if word in once}
    after = Counter(text[word.start : word.end] for word in words)
    split: list[_Word] = []
    for word in words:
        content = text[word.start : word.end]
        if after[content] != 1 or content not in places:
            split.append(word)
            continue
        start = places[content]
        for ids, letters in groupby(range(len(content)), key=lambda index: _ids_at(written, start + index)):
            span = list(letters)
            split.append(
                _Word(
                    word.start + span[0], word.start + span[-1] + 1, ids, start + span[0], word.shares, True
                )
            )
    return split


def _ids_at(written: AlignedText, place: int) -> frozenset[str]:
    ids: frozenset[str] = frozenset()
    for run in written.runs:
        if run.start > place:
            break
        ids = run.ids
    return ids


def _give_pairs_words(written: AlignedText, words: Sequence[_Word]) -> None:
    """A pair with words in the source, and none here, gets the word with most of its attention there."""
    for identity in _pairs_with_words(written):
        if any(identity in word.ids for word in words):
            continue
        runs = [index for index, run in enumerate(written.runs) if identity in run.ids]
        free = [word for word in words if not word.is_sure and not _is_only_word(word, words)]
        best = max(free, key=lambda word: _share(word, runs), default=None)
        if best is not None and _share(best, runs) >= _LEAST_SHARE:
            best.ids = written.runs[max(runs, key=lambda index: _share(best, [index]))].ids


def _pairs_with_words(written: AlignedText) -> list[str]:
    found: dict[str, None] = {}
    for index, run in enumerate(written.runs):
        if any(map(str.isalnum, written.stand_in(index))):
            found.update(dict.fromkeys(sorted(run.ids)))
    return list(found)


def _is_only_word(word: _Word, words: Sequence[_Word]) -> bool:
    return any(
        not any(identity in other.ids for other in words if other is not word) for identity in word.ids
    )


def _share(word: _Word, runs: Sequence[int]) -> float:
    return sum(word.shares[index] for index in runs if index < len(word.shares))


def _gather(identity: str, words: Sequence[_Word]) -> None:
    """Make the words of a pair neighbours, where what is between or apart is of no account."""
    groups = [list(group) for is_in, group in groupby(words, key=lambda word: identity in word.ids) if is_in]
    if len(groups) < 2:
        return
    main = max(groups, key=lambda group: sum(max(word.shares, default=0) for word in group))
    for group in groups:
        if group is not main and not any(_is_firm(word) for word in group):
            for word in group:
                word.ids -= {identity}
    inside = [index for index, word in enumerate(words) if identity in word.ids]
    for left, right in pairwise(inside):
        between = words[left + 1 : right]
        outer = words[left].ids & words[right].ids - {identity}
        if 0 < len(between) <= _GAP and all(word.ids <= outer for word in between):
            for word in between:
                word.ids |= {identity}


def _is_firm(word: _Word) -> bool:
    return word.is_sure or max(word.shares, default=0) >= _STRAY


# --- the whole --------------------------------------------------------------------------------------------


def _cover(
    written: AlignedText, text: str, words: Sequence[_Word], codes: Sequence[tuple[int, int, int]]
) -> list[Covered]:
    """The translation's pieces in order: words, what is between them, and codes."""
    pieces: list[tuple[int, int, frozenset[str], Covered | None]] = [
        (word.start, word.end, word.ids, None) for word in words
    ]
    for start, end, index in codes:
        run = written.runs[index]
        assert run.code is not None
        pieces.append((start, end, run.ids, (run.code, run.ids)))
    pieces.sort(key=lambda piece: piece[0])
    inserted: dict[int, list[LeftOutCode]] = {}
    for one in written.left_out:
        inserted.setdefault(_find_border(one, words, pieces), []).append(one)
    covered: list[Covered] = []
    position = 0
    around: frozenset[str] = frozenset()
    for index, (start, end, ids, code) in enumerate([*pieces, (len(text), len(text), frozenset(), None)]):
        between = around & ids
        covered += _fill_gap(
            text[position:start], between, inserted.get(index, []), is_end=index == len(pieces)
        )
        if end > start:
            covered.append(code if code is not None else (Text(text=text[start:end]), ids))
        position, around = end, ids
    return covered


def _find_border(
    one: LeftOutCode,
    words: Sequence[_Word],
    pieces: Sequence[tuple[int, int, frozenset[str], Covered | None]],
) -> int:
    """Before which piece a code goes: where fewest words change sides."""
    if one.is_first:
        return 0
    if one.is_last:
        return len(pieces)
    least, most = min(1, len(pieces)), max(len(pieces) - 1, 1)  # it has text before and after it
    by_start = {word.start: word for word in words}
    sides = [by_start[start].place >= one.place if start in by_start else None for start, *_ in pieces]
    wrong = sum(side is False for side in sides)  # words that belong before it, and would come after
    best, fewest = least, len(sides) + 1
    for index, side in enumerate(sides, 1):
        wrong += 1 if side is True else -1 if side is False else 0
        if wrong < fewest and least <= index <= most:
            best, fewest = index, wrong
    return best


def _fill_gap(gap: str, ids: frozenset[str], codes: Sequence[LeftOutCode], *, is_end: bool) -> list[Covered]:
    """What is between two pieces: blanks, and codes that were left out with the blanks they had."""
    if not codes:
        return [(Text(text=gap), ids)] if gap else []
    covered: list[Covered] = []
    first = codes[0]
    if any(one.is_tight for one in codes) and gap.isspace():
        gap = ""
    if gap and (first.blank_before or not first.blank_after):
        covered.append((Text(text=gap), ids))
        gap = ""
    elif first.blank_before and not first.is_first:
        covered.append((Text(text=" "), ids))
    for index, one in enumerate(codes):
        if index and one.blank_before:
            covered.append((Text(text=" "), ids))
        covered.append((one.code, one.ids))
    if gap:
        covered.append((Text(text=gap), ids))
    elif codes[-1].blank_after and not is_end:
        covered.append((Text(text=" "), ids))
    return covered
