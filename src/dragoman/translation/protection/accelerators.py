"""Words with an accelerator (`&File`, `E&xit`): translated without its marker, which is restored afterwards.

Such a word becomes a pair of codes around the word, so that the marker goes wherever an engine puts the word.
The first half's `data` is the marker, the second's is empty. Which letter was marked is in the id: "a1" for
the first one, "a1:2" for the letter at offset 2. `placeholders` finds the words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise

_TYPE: Final = "accelerator"
_MARKER: Final = re.compile("&amp;|[&_~]")


def mark(word: str, number: int) -> tuple[Part, ...]:
    """The pair for a word with a marker in it."""
    marker = _MARKER.search(word)
    assert marker is not None
    at = marker.start()
    letters = word[:at] + word[marker.end() :]
    identity = f"a{number}:{at}{letters[at]}" if at else f"a{number}"
    return (
        Code(id=identity, kind=CodeKind.OPEN, type=_TYPE, data=marker[0]),
        Text(text=letters),
        Code(id=identity, kind=CodeKind.CLOSE, type=_TYPE, data=""),
    )


def restore_accelerators(segment: Segment) -> Segment:
    """Restore every marker as text, before a letter of the word that its pair is around.

    This is the letter that was marked, if the translation has it too, else the word's first one.
    """
    if not any(map(_is_ours, codes(segment))):
        return segment
    parts: list[Part] = list(segment)
    for index, part in enumerate(segment):
        if isinstance(part, Code) and _is_ours(part):
            parts[index] = Text(text="")
            if part.kind is CodeKind.OPEN:
                _set(parts, index, part)
    return normalise(parts)


def _is_ours(code: Code) -> bool:
    return code.type == _TYPE and code.id.startswith("a")


def _set(parts: list[Part], start: int, opening: Code) -> None:
    """Set the marker of a pair that begins at `start`, within the texts up to its end."""
    inside = []
    for index in range(start + 1, len(parts)):
        part = parts[index]
        if isinstance(part, Code) and part.id == opening.id:
            break
        if isinstance(part, Text):
            inside.append(index)
    found = _place(parts, inside, opening)
    if found is None:
        parts[start] = Text(text=opening.data)
        return
    index, offset = found
    text = _text(parts[index])
    parts[index] = Text(text=text[:offset] + opening.data + text[offset:])


def _place(parts: Sequence[Part], inside: Sequence[int], opening: Code) -> tuple[int, int] | None:
    """Part and offset of the letter to mark."""
    _, _, marked = opening.id.partition(":")
    if marked and inside:
        offset, letter = int(marked[:-1]), marked[-1].casefold()
        text = _text(parts[inside[0]])
        if text[offset : offset + 1].casefold() == letter:
            return inside[0], offset
        same = text.casefold().find(letter) if len(text.casefold()) == len(text) else -1
        if same >= 0:
            return inside[0], same
    for index in inside:
        for offset, character in enumerate(_text(parts[index])):
            if character.isalnum():
                return index, offset
    return None


def _text(part: Part) -> str:
    return part.text if isinstance(part, Text) else ""
