"""A deterministic engine that behaves like a real one: it moves, grows, joins, drops and inserts words.

It finds sentences itself. In each it reverses or rotates the words, and codes go with their words: a pair is
around the words that it was around, opened and closed again where they were torn apart. Blanks beside codes
get lost or doubled, as they do in real engines. What becomes of a sentence depends on nothing but its text.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

from dragoman.engines.engine import LOCAL, NO_GUIDANCE, EnginePair, Guidance, Quality
from dragoman.segments import Code, CodeKind, Segment, Text
from scripts.structure.items import Item, common_pairs, read_items, sentences, write_items
from scripts.structure.words import (
    END,
    FILLER,
    FUNCTION_WORDS,
    JOINT,
    Style,
    is_ideographic,
    spell,
    style_of,
)

LANGUAGES: Final = ("ar", "ca", "de", "en", "es", "fr", "he", "ja", "zh")


@dataclass(slots=True)
class _Sentence:
    """Chunks, which move, and what stays between them."""

    frame: list[Item | None] = field(default_factory=list)  # None: a chunk's place
    chunks: list[list[Item]] = field(default_factory=list)


class MovingEngine:
    """Moves words, with their codes, within each sentence."""

    name: Final = "moving"
    version: Final = "1"
    traits: Final = LOCAL

    def pairs(self) -> Sequence[EnginePair]:
        """Every direction between a few languages, other scripts among them."""
        return tuple(
            EnginePair(source=source, target=target, quality=Quality.TEST)
            for source, target in permutations(LANGUAGES, 2)
        )

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, _guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Move the words of a batch; never fails."""
        return [move(segment, style_of(pair.target)) for segment in batch]


def move(segment: Segment, style: Style) -> Segment:
    """The translation of one segment."""
    closings = {part.id: part for part in segment if isinstance(part, Code) and part.kind is CodeKind.CLOSE}
    items: list[Item] = []
    for sentence in sentences(list(read_items(segment))):
        items += _arrange(sentence, style)
    return write_items(_spoil_blanks(items), closings)


def _arrange(items: list[Item], style: Style) -> list[Item]:
    """One sentence with its words in another order, grown, joined, dropped and inserted."""
    sentence = _chunked(items)
    count = len(sentence.chunks)
    words = " ".join(item.text for chunk in sentence.chunks for item in chunk)
    chance = zlib.crc32(words.encode())
    order = list(range(count))
    if count > 1:
        turn = 1 + chance // 8 % (count - 1)
        order = order[::-1] if chance % 3 else order[turn:] + order[:turn]
    moved = iter(sentence.chunks[at] for at in order)
    arranged: list[Item] = []
    for item in sentence.frame:
        if item is not None:
            arranged.append(item)
            continue
        chunk = next(moved)
        if style.spaced and _would_touch(arranged, chunk):
            arranged.append(Item((Text(text=" "),), (), "blank"))
        arranged += chunk
    return _inflect(arranged, style, alone=count < 2)


def _would_touch(arranged: Sequence[Item], chunk: Sequence[Item]) -> bool:
    """Whether two words that were no neighbours would have nothing between them."""
    return (
        bool(arranged)
        and arranged[-1].kind == "word"
        and chunk[0].kind == "word"
        and not (is_ideographic(arranged[-1].text) or is_ideographic(chunk[0].text))
    )


def _chunked(items: list[Item]) -> _Sentence:
    """Marks inside pairs and codes go with the word beside them; what is left is the sentence's frame."""
    sentence = _Sentence()
    waiting: list[Item] = []  # what belongs to the word that comes
    touching = False  # whether the chunk before may still take something
    for number, item in enumerate(items):
        if item.kind == "word" and not waiting and _is_inside_word(items, number):
            sentence.chunks[-1].append(item)
        elif item.kind == "word":
            sentence.frame.append(None)
            sentence.chunks.append([*waiting, item])
            waiting, touching = [], True
        elif item.kind == "blank":
            if waiting:
                waiting.append(item)
            else:
                sentence.frame.append(item)
                touching = False
        elif item.kind == "mark" and not item.around and not waiting and item.text != "&":
            sentence.frame.append(item)
            touching = False
        elif touching and not _meets_word(items, number):
            sentence.chunks[-1].append(item)
        else:
            waiting.append(item)
    if waiting and sentence.chunks:  # nothing follows: with the last word, behind what lies between
        last = max(at for at, item in enumerate(sentence.frame) if item is None)
        sentence.chunks[-1] += [item for item in sentence.frame[last + 1 :] if item is not None] + waiting
        del sentence.frame[last + 1 :]
    elif waiting:
        sentence.frame += waiting
    return sentence


def _is_inside_word(items: Sequence[Item], number: int) -> bool:
    """Whether a pair only begins or ends inside a word here, as in `un<b>like</b>ly`.

    It ends inside one where it began inside one: `<b>Stop</b>Go` are two words.
    """
    if not number or items[number - 1].kind != "word" or is_ideographic(items[number].text):
        return False
    before, here = items[number - 1].around, items[number].around
    if len(here) > len(before):
        return common_pairs(before, here) == before
    start = next(
        (
            at
            for at in range(number, 0, -1)
            if items[at - 1].around[: len(here) + 1] != before[: len(here) + 1]
        ),
        0,
    )
    return (
        common_pairs(before, here) == here
        and start > 0
        and items[start - 1].kind == "word"
        and before != here
    )


def _meets_word(items: Sequence[Item], number: int) -> bool:
    """Whether a word follows without anything but codes between, so that a code belongs to that one."""
    for item in items[number + 1 :]:
        if item.kind != "code":
            return item.kind == "word" and items[number].kind == "code"
    return False


def _inflect(items: list[Item], style: Style, *, alone: bool) -> list[Item]:
    """Spell the words; some grow, some are dropped, some become two, some two become one."""
    result: list[Item] = []
    for number, item in enumerate(items):
        if item.kind != "word":
            if item.text == " " and not style.spaced and _is_between_words(items, number):
                continue
            result.append(item)
            continue
        chance = zlib.crc32(item.text.casefold().encode())
        if item.text.casefold() in FUNCTION_WORDS and chance % 4 == 0 and not alone:
            if result and result[-1].text == " " and result[-1].around == item.around:
                result.pop()
            continue
        word = spell(item.text, style)
        if word.endswith(END):
            word = FILLER * (chance % 5 == 1) + word
            if chance % 11 == 2 and _can_join(result, item):
                result.pop()
                word = result.pop().text.removesuffix(END) + JOINT + word
        result.append(Item((Text(text=word),), item.around, "word"))
        if chance % 7 == 3 and style.spaced and word.endswith(END) and not is_ideographic(item.text):
            result.append(Item((Text(text=" "),), item.around, "blank"))
            result.append(Item((Text(text=FILLER + END),), item.around, "word"))
    return result


def _is_between_words(items: Sequence[Item], number: int) -> bool:
    """Whether a blank is between two words that a script without blanks spells."""
    return 0 < number < len(items) - 1 and all(
        item.kind == "word" and item.text.isascii() for item in (items[number - 1], items[number + 1])
    )


def _can_join(result: Sequence[Item], item: Item) -> bool:
    return (
        len(result) > 1
        and (result[-2].kind, result[-1].text) == ("word", " ")
        and result[-2].around == item.around
        and result[-2].text.endswith(END)
    )


def _spoil_blanks(items: list[Item]) -> list[Item]:
    """Lose or double some blanks at the borders of pairs."""
    result: list[Item] = []
    for number, item in enumerate(items):
        if item.kind == "blank" and item.text == " " and 0 < number < len(items) - 1:
            before, behind = items[number - 1], items[number + 1]
            chance = zlib.crc32((before.text + behind.text).encode()) % 9
            if before.around != behind.around and chance == 0:
                continue
            if before.around != behind.around and chance == 1:
                result.append(item)
        result.append(item)
    return result
