"""Blanks in translations: only where the source has them.

A part of `cleanup`. Engines that leave out a pronoun often leave its blank. A segment is examined as a line:
its texts, a sign for each standalone code, and nothing for the halves of pairs. So `have {count} new` has no
double blank, and `says: <i> will` has one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile
from typing import Final, TypeAlias

from dragoman.segments import Code, CodeKind, Segment, Text, normalise
from dragoman.translation.model import LanguagePair
from dragoman.translation.protection.placeholders import CONTENT_TYPES

_WORD: Final = "\ufffc"  # for a code that means something within the sentence
_GAP: Final = "\n"  # for any other one: white space, `<br>`, a reference
_QUOTE: Final = re.compile('"')
_OPENING_QUOTE: Final = re.compile(r"(?<![^\s(\[{¿¡])\"(?! |$)")
_CLOSING_QUOTE: Final = re.compile(r"(?<! )(?<!^)\"(?=[\s)\]},.;:!?]|$)")

_DOUBLE: Final = re.compile(" {2,}")
_END: Final = rf"(?:[\s{_WORD})\]}}»”\"']|$)"
_BEFORE_MARK: Final = re.compile(rf" +(?=[,.]{_END}|[)\]}}](?!\w))")
_BEFORE_HIGH_MARK: Final = re.compile(rf" +(?=[;:!?]+{_END})")
_AFTER_OPENING: Final = re.compile(r"(?<=[(\[{¿¡]) +")
_SUSPICIOUS: Final = re.compile(r" [ ,.;:!?)\]}\"]|[(\[{¿¡\"] ")  # what one of these may change
_SPACED_MARKS: Final = {"fr", "br", "oc", "frp"}  # write a blank before ; : ! ?

_Half: TypeAlias = tuple[str, CodeKind]  # id and kind of half a pair


def line_of(segment: Segment) -> str:
    """The line of a segment: its texts, and a sign for each standalone code."""
    return "".join(
        part.text if isinstance(part, Text) else _code_sign(part)
        for part in segment
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE
    )


def _code_sign(code: Code) -> str:
    return _WORD if code.type in CONTENT_TYPES else _GAP


def mend_blanks(source: Segment, target: Segment, languages: LanguagePair) -> Segment:
    """Drop double blanks, and blanks before marks and inside pairs, that the source does not have."""
    target = _without_padding(source, target)
    said = line_of(target)
    if _SUSPICIOUS.search(said) is None:
        return target
    before = line_of(source)
    surplus = _inside_quotes(before, said)
    rules = [_BEFORE_MARK, _AFTER_OPENING]
    if languages.target.partition("-")[0] not in _SPACED_MARKS:
        rules.append(_BEFORE_HIGH_MARK)
    for rule in rules:
        if rule.search(before) is None:
            surplus.update(at for match in rule.finditer(said) for at in range(*match.span()))
    if _DOUBLE.search(before) is None:
        surplus.update(_doubles(target, said, surplus))
    return _without(target, surplus) if surplus else target


def _inside_quotes(before: str, said: str) -> set[int]:
    """Offsets of blanks after opening straight quotes and before closing ones, if no quote was lost."""
    mine, theirs = list(_QUOTE.finditer(before)), list(_QUOTE.finditer(said))
    found: set[int] = set()
    if len(mine) == len(theirs):
        for one, other in zip(mine, theirs, strict=True):
            if _OPENING_QUOTE.match(before, one.start()):
                found.update(_blanks(said, range(other.end(), len(said))))
            elif _CLOSING_QUOTE.match(before, one.start()):
                found.update(_blanks(said, range(other.start() - 1, -1, -1)))
    return found


def _blanks(line: str, offsets: Iterable[int]) -> Iterator[int]:
    """The leading offsets at which there are blanks."""
    return takewhile(lambda at: line[at] == " ", offsets)


def _doubles(target: Segment, said: str, gone: Collection[int]) -> Iterator[int]:
    """Offsets of all blanks of each run but one, which is the first of those inside the fewest pairs."""
    depths = _depths(target)
    for match in _DOUBLE.finditer(said):
        run = [at for at in range(*match.span()) if at not in gone]
        if run:
            kept = min(run, key=depths.__getitem__)
            yield from (at for at in run if at != kept)


def _depths(segment: Segment) -> list[int]:
    """How many pairs are around each character of the line."""
    depths: list[int] = []
    depth = 0
    for part in segment:
        if isinstance(part, Text):
            depths += [depth] * len(part.text)
        elif part.kind is CodeKind.STANDALONE:
            depths.append(depth)
        else:
            depth += 1 if part.kind is CodeKind.OPEN else -1
    return depths


def _without(segment: Segment, offsets: Collection[int]) -> Segment:
    """A segment without the characters at these offsets into its line."""
    return normalise(_kept(segment, offsets))


def _kept(segment: Segment, offsets: Collection[int]) -> Iterator[Text | Code]:
    position = 0
    for part in segment:
        if isinstance(part, Text):
            yield Text(text="".join(sign for at, sign in enumerate(part.text, position) if at not in offsets))
            position += len(part.text)
        else:
            yield part
            position += part.kind is CodeKind.STANDALONE


# --- blanks inside of pairs ---------------------------------------------------------------------------------


def _without_padding(source: Segment, target: Segment) -> Segment:
    """Move blanks at a pair's ends out of it, where the source's pair has none inside."""
    padded = _padded(target)
    if not padded:
        return target
    padded -= _padded(source)
    if not padded:
        return target
    backward = _moved(reversed(target), {half for half in padded if half[1] is CodeKind.OPEN}, at_end=False)
    forward = _moved(reversed(backward), {half for half in padded if half[1] is CodeKind.CLOSE}, at_end=True)
    return normalise(forward)


def _padded(segment: Segment) -> set[_Half]:
    """The halves of pairs with a blank inside, next to them or with only other halves between."""
    found: set[_Half] = set()
    for parts, kind in ((segment, CodeKind.OPEN), (segment[::-1], CodeKind.CLOSE)):
        waiting: list[_Half] = []
        for part in parts:
            if isinstance(part, Code):
                if part.kind is kind:
                    waiting.append((part.id, kind))
                else:
                    waiting.clear()
                continue
            if waiting and part.text[0 if kind is CodeKind.OPEN else -1] == " ":
                found.update(waiting)
            waiting.clear()
    return found


def _moved(parts: Iterable[Text | Code], halves: Collection[_Half], *, at_end: bool) -> list[Text | Code]:
    """Move the blanks before each of these halves behind it; the parts are in the order given.

    `at_end`: they are at the end of the text before it, not at its beginning, as the order is the text's.
    """
    moved: list[Text | Code] = []
    for part in parts:
        if isinstance(part, Text):
            moved.append(part)
            continue
        text = moved[-1].text if moved and isinstance(moved[-1], Text) else ""
        rest = text.rstrip(" ") if at_end else text.lstrip(" ")
        if rest != text and (part.id, part.kind) in halves:
            blanks = Text(text=" " * (len(text) - len(rest)))
            moved[-1:] = [Text(text=rest), part, blanks] if rest else [part, blanks]
        else:
            moved.append(part)
    return moved
