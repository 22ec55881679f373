"""The text units of HTML: a block's text or an attribute's value, and the pieces of the source in it."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class HtmlPieceKind(enum.Enum):
    """The kind of a piece of a text unit."""

    TEXT = enum.auto()
    OPEN = enum.auto()
    CLOSE = enum.auto()
    ALONE = enum.auto()


class HtmlPiece(NamedTuple):
    """source[start:end] within a text unit."""

    kind: HtmlPieceKind
    start: int
    end: int
    name: str = ""  # of the element, lower case; "" of a comment
    type: str = ""  # of the code it becomes


@dataclass(slots=True, eq=False)
class HtmlTextUnit:
    """A text to translate. Its pieces are contiguous; an attribute's value is one text."""

    pieces: Sequence[HtmlPiece]
    context: str
    quote: str | None = None  # of attributes: the quotation mark around the value, "" when there is none
    bare: bool = False  # text without tags
    plain: bool = False  # its white space is significant
    note: str = ""
