"""Words that an element begins or ends inside of, as in `un<b>like</b>ly`, and words that are cut into runs.

A translation has no such place: the word may come back in any of the elements that a part of it was in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scripts.structure.reading import Piece, Stretch
from scripts.structure.words import is_unspaced, skeletons


def parts_of_words(stretch: Stretch) -> frozenset[str]:
    """The parts of such words, and all that they make when they are put together."""
    found: set[str] = set()
    for word in _words(stretch):
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                found.add("".join(word[start:end]))
    return frozenset(found)


def touch(left: str, right: str, signs: str = "") -> bool:
    """Whether a text ends, and the next one begins, in a word of a script that has blanks."""
    one, other = left.rstrip(signs), right.lstrip(signs)
    if not one or not other:
        return False
    return one[-1].isalnum() and other[0].isalnum() and not any(map(is_unspaced, (one[-1], other[0])))


def _words(stretch: Stretch) -> Iterator[Sequence[str]]:
    word: list[str] = []
    for left, right in pairwise(stretch.pieces):
        if (
            left.text
            and right.text
            and touch(left.text, right.text)
            and _is_inside_word(stretch, left, right)
        ):
            ends, starts = skeletons(left.text), skeletons(right.text)
            word = [*(word or ends[-1:]), *starts[:1]]
            if len(starts) == 1:
                continue
        if word:
            yield word
        word = []
    if word:
        yield word


def _is_inside_word(stretch: Stretch, left: Piece, right: Piece) -> bool:
    """Whether one word goes on across a border, and no new one begins there."""
    before, behind = _elements(stretch, left.element), _elements(stretch, right.element)
    if before[: len(behind)] == behind:  # it ends here: inside a word only if it began inside one
        first = next(
            piece
            for piece in stretch.pieces
            if piece.element is not None and before[len(behind)] in _elements(stretch, piece.element)
        )
        at = stretch.pieces.index(first)
        return at > 0 and touch(stretch.pieces[at - 1].text or " ", first.text or " ")
    if behind[: len(before)] == before:
        return True
    looks = all(stretch.elements[one].merges for one in (*before, *behind))
    return looks and not (left.text[-1].islower() and right.text[0].isupper())


def _elements(stretch: Stretch, element: int | None) -> tuple[int, ...]:
    around: list[int] = []
    while element is not None:
        around.append(element)
        element = stretch.elements[element].outer
    return tuple(reversed(around))
