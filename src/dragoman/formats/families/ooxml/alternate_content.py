"""Open elements mc:AlternateContent: the same text is in a choice and in the fallback."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dragoman.segments import Segment
from dragoman.text_io.xml.tags import TagKind, XmlTag

ALTERNATE_CONTENT: Final = frozenset({"mc:AlternateContent", "mc:Choice", "mc:Fallback"})


@dataclass(slots=True, eq=False)
class _OpenElement:
    in_fallback: bool = False
    units: dict[Segment | str, str] = field(default_factory=dict)  # content of the choice → unit


class AlternateContent:
    """The elements around a location, the outermost first."""

    def __init__(self) -> None:
        self._open: list[_OpenElement] = []

    def follow(self, tag: XmlTag) -> None:
        """Follow a tag of one of their elements."""
        if tag.kind is TagKind.EMPTY:
            return
        if tag.name != "mc:AlternateContent":
            if self._open:
                self._open[-1].in_fallback = tag.name == "mc:Fallback" and tag.kind is TagKind.START
        elif tag.kind is TagKind.START:
            self._open.append(_OpenElement())
        elif self._open:
            self._open.pop()

    @property
    def repeat(self) -> bool:
        """Whether the text at this point probably repeats that of a choice."""
        return any(outer.in_fallback for outer in self._open)

    def claim(self, content: Segment | str, identity: str) -> str:
        """The unit of the choice that a fallback repeats; "": the location has a unit of its own."""
        for outer in reversed(self._open):
            if outer.in_fallback and content in outer.units:
                return outer.units[content]
        for outer in self._open:
            if not outer.in_fallback:
                outer.units.setdefault(content, identity)
        return ""
