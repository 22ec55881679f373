"""Tags in the texts of units: codes, also for tags that have codes of the format in them (`<a href="{0}">`).

`preparing` calls it before placeholders are protected; `markup` parses the tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import CONTENT_TYPES

_TAG: Final = "m"
# The id of a tag with codes in it goes on with each one's place in the tag and its number in the segment.
_TAG_AROUND: Final = "t"
_INSIDE: Final = re.compile(r"\.(\d+)-(\d+)")
# Private-use letters that represent codes while tags are searched for.
_FIRST: Final = 0xF0000
_MOST: Final = 0xFFF0
_MARK: Final = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + _MOST)}]")


def add_tags(segment: Segment) -> Iterator[Part]:
    """Turn the tags in a unit's segment into codes; `split_tag` undoes it."""
    position = 0
    while position < len(segment):
        end = _end_of_run(segment, position)
        run = segment[position:end]
        if any("<" in text.text or "{" in text.text for text in run if isinstance(text, Text)):
            yield from _with_tags(segment, position, end)
        else:
            yield from run
        position = end


def split_tag(code: Code, source: Segment) -> Iterator[Part]:
    """Split a tag's code into the parts of the unit's own segment: text, and the codes inside."""
    position = 0
    inside = (
        _INSIDE.findall(code.id) if code.id[:1] == _TAG_AROUND and code.kind is not CodeKind.CLOSE else ()
    )
    for place, number in inside:
        inner = source[int(number)]
        assert isinstance(inner, Code)
        yield Text(text=code.data[position : int(place)])
        yield inner
        position = int(place) + len(inner.data)
    yield Text(text=code.data[position:])


def _end_of_run(segment: Segment, start: int) -> int:
    """The end of the run of texts from here on, with only codes that represent words between them."""
    for number in range(start, len(segment)):
        part = segment[number]
        is_word = isinstance(part, Text) or (
            part.kind is CodeKind.STANDALONE and part.type in CONTENT_TYPES and number < _MOST
        )
        if not is_word or (isinstance(part, Text) and _MARK.search(part.text)):
            return max(number, start + 1)
    return len(segment)


def _with_tags(segment: Segment, start: int, end: int) -> Iterator[Part]:
    if end == start + 1:  # a single text, with any letters
        pieces = parse("".join(part.text for part in segment[start:end] if isinstance(part, Text)))
        for piece in pieces:
            yield replace(piece, id=f"{_TAG}{start}.{piece.id}") if isinstance(piece, Code) else piece
        return
    numbered = enumerate(segment[start:end], start=start)
    flat = "".join(part.text if isinstance(part, Text) else chr(_FIRST + at) for at, part in numbered)
    names: dict[str, str] = {}
    for piece in parse(flat):
        if isinstance(piece, Text):
            yield from _unmarked(piece.text, segment)
        elif piece.id in names or _MARK.search(piece.data) is None:
            yield replace(piece, id=names.get(piece.id) or f"{_TAG}{start}.{piece.id}")
        else:
            yield _around(piece, segment, names, start)


def _unmarked(text: str, segment: Segment) -> Iterator[Part]:
    position = 0
    for mark in _MARK.finditer(text):
        yield Text(text=text[position : mark.start()])
        yield segment[ord(mark[0]) - _FIRST]
        position = mark.end()
    yield Text(text=text[position:])


def _around(tag: Code, segment: Segment, names: dict[str, str], start: int) -> Code:
    """The code of a tag with codes in it, whose end tag gets the same id."""
    data, name, position = "", f"{_TAG_AROUND}{start}.{tag.id}", 0
    for mark in _MARK.finditer(tag.data):
        number = ord(mark[0]) - _FIRST
        inner = segment[number]
        assert isinstance(inner, Code)
        data += tag.data[position : mark.start()]
        name += f".{len(data)}-{number}"
        data += inner.data
        position = mark.end()
    names[tag.id] = name
    return replace(tag, id=name, data=data + tag.data[position:])
