"""Tagged text: segments as people read and write them, with `<1>`, `</1>` and `<2/>` for codes.

Codes are numbered by their ids, in the order of the source, then of the target. In the text,
`<` and `&` are written `&lt;` and `&amp;`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.memories.refusals import UnitRefused
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise

# By number and kind.
Known = Mapping[tuple[int, CodeKind], Code]

_TAG: Final = re.compile(r"<(/?)([0-9]{1,4})(/?)>")
_ESCAPED: Final = {"&lt;": "<", "&amp;": "&", "&gt;": ">"}
_ESCAPE: Final = re.compile("|".join(_ESCAPED))


def write_tagged(segment: Segment, numbers: Mapping[str, int]) -> str:
    """Write a segment as tagged text; `numbers` are those of its codes."""
    return "".join(
        part.text.replace("&", "&amp;").replace("<", "&lt;")
        if isinstance(part, Text)
        else _write_tag(part.kind, numbers[part.id])
        for part in segment
    )


def number_codes(*segments: Segment) -> dict[str, int]:
    """Number the codes of segments, by their ids."""
    ids = dict.fromkeys(code.id for segment in segments for code in codes(segment))
    return {identity: number for number, identity in enumerate(ids, start=1)}


def map_tags(segments: Sequence[Segment]) -> dict[tuple[int, CodeKind], Code]:
    """Map tags to codes; where segments differ, the later one overrides."""
    numbers = number_codes(*segments)
    return {(numbers[code.id], code.kind): code for segment in segments for code in codes(segment)}


def read_tagged(text: str, *, known: Known | None = None, field: str | None = None) -> Segment:
    """Parse a tagged text to a segment. Without `known` codes, each tag becomes a new code.

    Raises `UnitRefused` about `field` for an unknown tag, and for `<` that does not begin a tag.
    """
    parts: list[Part] = []
    end = 0
    try:
        for tag in _TAG.finditer(text):
            parts += [Text(text=_read_text(text[end : tag.start()])), _read_tag(tag, known)]
            end = tag.end()
        parts.append(Text(text=_read_text(text[end:])))
    except UnitRefused as error:
        error.field = field
        raise
    return normalise(parts)


def _write_tag(kind: CodeKind, number: int) -> str:
    return {
        CodeKind.OPEN: f"<{number}>",
        CodeKind.CLOSE: f"</{number}>",
        CodeKind.STANDALONE: f"<{number}/>",
    }[kind]


def _read_tag(tag: re.Match[str], known: Known | None) -> Code:
    closes, number, is_standalone = tag[1], int(tag[2]), tag[3]
    if closes and is_standalone:
        raise UnitRefused("A tag is written <1>, </1> or <1/>.")
    kind = CodeKind.CLOSE if closes else CodeKind.STANDALONE if is_standalone else CodeKind.OPEN
    if known is None:
        return Code(id=str(number), kind=kind, type="tag", data=tag[0])
    if (number, kind) not in known:
        raise UnitRefused(
            f"The unit has no tag {_write_tag(kind, number)}.",
            hints="Use the tags of its source. Write &lt; for the character.",
        )
    return known[number, kind]


def _read_text(text: str) -> str:
    if "<" in text:
        raise UnitRefused("A `<` in the text does not begin a tag.", hints="Write &lt; for the character.")
    return _ESCAPE.sub(lambda found: _ESCAPED[found[0]], text)
