"""What stands in a source or target: a segment, and what its codes look like in the file."""

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


class InlineRole(enum.Enum):
    """How an element stands among the text."""

    PAIR = enum.auto()  # around it: both tags are codes
    WHOLE = enum.auto()  # with all that is in it one standalone code
    BEGIN = enum.auto()  # one half of a pair whose other half is an element too
    END = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineElement:
    """What a vocabulary says of an element."""

    role: InlineRole
    family: str  # elements of one family that have the same key correspond to each other
    key: str = ""
    type: str = "tag"
    translate: bool | None = None  # what it says of the text in it, or from it on


Vocabulary: TypeAlias = Callable[[XmlNode], InlineElement]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubFlow:
    """A text inside of a code (`sub` in XLIFF 1.2): a unit of its own."""

    key: str  # the code's id and a number: the same in source and target
    content: XliffContent
    raw: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalCode:
    """What a code looks like in the file: bytes, and the sub-flows between them."""

    pieces: tuple[bytes | SubFlow, ...]
    self_closed: bool = False  # a pair written as one tag


@dataclass(frozen=True, slots=True, kw_only=True)
class XliffContent:
    """What stands in a source or target."""

    segment: Segment
    originals: Mapping[Code, OriginalCode]
    ordered: tuple[tuple[str, ...], ...] = ()  # ids of standalone codes that must stay in this order
    flows: tuple[SubFlow, ...] = ()


@dataclass(slots=True, kw_only=True)
class TranslateState:
    """Whether the text at this place is to be translated; carried from one segment of a unit to the next."""

    translate: bool = True
    before: dict[str, bool] = field(default_factory=dict)  # key of an open marker → what was before it


def code_type(*words: str) -> str:
    """The type of a code by the words that its element says of itself, such as `x-bold` or `xlf:lb`."""
    for word in words:
        bare = word.lower().removeprefix("x-").rpartition(":")[2]
        if bare in _TYPES:
            return _TYPES[bare]
    return "tag"


def has_text(segment: Segment) -> bool:
    """Whether anything but codes and white space stands in it."""
    return any(isinstance(part, Text) and not part.text.isspace() for part in segment)


def escape(text: str) -> bytes:
    """Text as it stands in an element. Raises `ConversionFailed` for what XML cannot hold."""
    if _IMPOSSIBLE.search(text):
        raise ConversionFailed("A translation holds control characters that XML cannot hold.")
    for character, reference in _REFERENCES:
        text = text.replace(character, reference)
    return text.encode()
