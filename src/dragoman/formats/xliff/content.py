"""The content of a source or target: a segment, and the original markup of its codes."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dragoman.segments import Code, Segment, Text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.tree import XmlNode

_TYPES: Final = {  # words of `ctype` (1.2), `type` and `subType` (2.x) → types of codes
    "fmt": "fmt",
    "bold": "fmt",
    "b": "fmt",
    "italic": "fmt",
    "i": "fmt",
    "underlined": "fmt",
    "underline": "fmt",
    "u": "fmt",
    "font": "fmt",
    "link": "link",
    "url": "link",
    "lb": "break",
    "pb": "block",
    "br": "break",
    "tab": "tab",
    "ht": "tab",
    "image": "object",
    "img": "object",
    "var": "variable",
}

_REFERENCES: Final = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;"))
_IMPOSSIBLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class XliffInlineRole(enum.Enum):
    """How an inline element maps to codes."""

    PAIR = enum.auto()  # around it: both tags are codes
    WHOLE = enum.auto()  # one standalone code with its whole content
    BEGIN = enum.auto()  # one half of a pair whose other half is an element too
    END = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class XliffInlineElement:
    """The meaning of an inline element."""

    role: XliffInlineRole
    family: str  # elements of one family that have the same key correspond to each other
    key: str = ""
    type: str = "tag"
    translate: bool | None = None  # whether the text in it, or after it, is translated


Vocabulary: TypeAlias = Callable[[XmlNode], XliffInlineElement]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubFlow:
    """A text inside of a code (`sub` in XLIFF 1.2): a unit of its own."""

    key: str  # the code's id and a number: the same in source and target
    content: XliffContent
    raw: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalCode:
    """The original markup of a code: bytes, and the sub-flows between them."""

    pieces: tuple[bytes | SubFlow, ...]
    self_closed: bool = False  # a pair written as one tag


@dataclass(frozen=True, slots=True, kw_only=True)
class XliffContent:
    """The content of a source or target."""

    segment: Segment
    originals: Mapping[Code, OriginalCode]
    ordered: tuple[tuple[str, ...], ...] = ()  # ids of standalone codes whose order is fixed
    flows: tuple[SubFlow, ...] = ()


@dataclass(slots=True, kw_only=True)
class TranslateState:
    """Whether the text at this position is translated; carried from one segment of a unit to the next."""

    translate: bool = True
    before: dict[str, bool] = field(default_factory=dict)  # key of an open marker → what was before it


def code_type(*words: str) -> str:
    """The type of a code by the type words of its element, such as `x-bold` or `xlf:lb`."""
    for word in words:
        bare = word.lower().removeprefix("x-").rpartition(":")[2]
        if bare in _TYPES:
            return _TYPES[bare]
    return "tag"


def has_text(segment: Segment) -> bool:
    """Whether a segment has anything but codes and white space."""
    return any(isinstance(part, Text) and not part.text.isspace() for part in segment)


def escape(text: str) -> bytes:
    """Escape text for an element. Raises `ConversionFailed` for characters that XML does not allow."""
    if _IMPOSSIBLE.search(text):
        raise ConversionFailed("A translation holds control characters that XML cannot hold.")
    for character, reference in _REFERENCES:
        text = text.replace(character, reference)
    return text.encode()
