"""One Android string: its text, whether it is language, and how its translation is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dragoman.formats.android.escapes import BLANK, AndroidEscaper, unescaped
from dragoman.formats.families.string_resources.content import (
    ElementContent,
    read_content,
    read_pieces,
    write_content,
)
from dragoman.formats.families.string_resources.strings import StringLocation
from dragoman.formats.format import Reason
from dragoman.formats.units.values import ContentKind, judge
from dragoman.segments import Segment, plain_text
from dragoman.text_io.xml.tree import XmlNode

_REFERENCE: Final = re.compile(rb"[@?]\+?(?:[\w.]+:)?(?:[\w.]+/)?[\w.]+")
_SPACE: Final = b" \t\r\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class AndroidString:
    """A string of the file. Positions are byte offsets in the body."""

    content: ElementContent
    start: int  # without white space and the quotes around it
    end: int
    is_reference: bool  # to another resource

    def reason(self, name: str, content_kind: ContentKind) -> Reason | None:
        """Why it is not translated; None when it is."""
        return (
            Reason.KEY if self.is_reference else judge(name, plain_text(self.content.segment), content_kind)
        )

    def spot(self, identity: str, context: str, *, note: str = "") -> StringLocation:
        """The string as a location with a unit."""
        return StringLocation(
            id=identity, content=self.content, context=context, start=self.start, end=self.end, note=note
        )


def read_string(body: bytes, node: XmlNode) -> AndroidString:
    """Read the string that an element holds."""
    inner = body[node.inner_start : node.inner_end]
    start = node.inner_start + len(inner) - len(inner.lstrip(_SPACE))
    inner = inner.strip(_SPACE)
    quoted = len(inner) > 1 and inner[:1] == inner[-1:] == b'"' and b'"' not in inner[1:-1]
    if quoted:
        inner = inner[1:-1]
        start += 1
    pieces, spelling = read_pieces(inner, whole=_is_protected)
    return AndroidString(
        content=read_content(list(unescaped(pieces, quoted=quoted)), spelling, quoted=quoted),
        start=start,
        end=start + len(inner),
        is_reference=not quoted and _REFERENCE.fullmatch(inner) is not None,
    )


def write_string(content: ElementContent, target: Segment) -> bytes:
    """The translation as content of its element, or of its quotes."""
    speller = AndroidEscaper(quoted=content.quoted)
    inner = write_content(content, target, speller.spell, passed=speller.passed)
    if content.quoted:
        return inner
    for ending in (b" ]]>", b" "):
        if inner.endswith(ending):
            return inner[: -len(ending)] + BLANK.encode() + ending[1:]
    return inner


def _is_protected(name: str) -> bool:
    """Whether an element is XLIFF's `g`, whose content is not translated."""
    return name.endswith(":g")
