"""XML files of strings: each string has offsets in the file; some of them are forms of a plural.

A format reads its elements into plural families; extraction and rebuilding are common to all formats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from dragoman.formats.families.string_resources.content import ElementContent
from dragoman.formats.format import Reason, Unit
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.values import has_letters, is_prose
from dragoman.segments import Segment, plain_text
from dragoman.text_io.charset_labels import UNICODE
from dragoman.text_io.xml.encoding import DecodedXml, encode_xml
from dragoman.text_io.xml.splice import XmlEdit, XmlSplicer

MOST_STRINGS: Final = 250_000
LONGEST_CONTEXT: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class StringLocation:
    """A string to translate, in the file or to be added."""

    id: str
    content: ElementContent  # the text that is translated
    context: str
    start: int  # bytes of the body that a translation replaces
    end: int
    around: tuple[bytes, bytes] | None = None  # of an addition: the markup before and after it
    note: str = ""

    def unit(self) -> Unit:
        """The unit of this string."""
        text = plain_text(self.content.segment)
        return Unit(
            id=self.id,
            segment=self.content.segment,
            reason=None if has_letters(text) else Reason.NO_TEXT,
            prose=is_prose(text),
            context=self.context[:LONGEST_CONTEXT],
            note=self.note,
        )


StringForms: TypeAlias = list[
    StringLocation
]  # the forms of one string; additions are written when another form changes
Write: TypeAlias = Callable[[ElementContent, Segment], bytes]


@dataclass(slots=True)
class Collector:
    """Collects the units of plural families as they are read."""

    units: list[Unit] = field(default_factory=list)

    def take(self, family: StringForms) -> None:
        """Add a family. Raises ConversionFailed."""
        self.units += [spot.unit() for spot in family]
        if len(self.units) > MOST_STRINGS:
            raise too_many("strings", MOST_STRINGS, self.units)


@dataclass(slots=True)
class Rewriter:
    """Writes translations into the file as its families are read."""

    decoded: DecodedXml
    targets: Mapping[str, Segment]
    write: Write
    splicer: XmlSplicer = field(init=False)

    def __post_init__(self) -> None:
        self.splicer = XmlSplicer(self.decoded.body)

    def take(self, family: StringForms) -> None:
        """Write the translations of a family."""
        self.splicer.put(self._edits(family))

    def _edits(self, family: StringForms) -> list[XmlEdit]:
        changed = [
            spot.around is None and self.targets.get(spot.id, spot.content.segment) != spot.content.segment
            for spot in family
        ]
        if not any(changed):
            return []
        edits = []
        for spot, is_changed in zip(family, changed, strict=True):
            if is_changed or spot.around is not None:
                before, after = spot.around or (b"", b"")
                target = self.targets.get(spot.id, spot.content.segment)
                new = before + self.write(self._fitting(spot.content), target) + after
                edits.append(XmlEdit(start=spot.start, end=spot.end, new=new))
        return edits

    def finish(self, data: bytes, *, first: XmlEdit | None = None) -> bytes:
        """The file with the translations, or `data`, as sent, when nothing was written.

        `first` changes the file's beginning if anything else changes.
        """
        if self.splicer.is_unchanged:
            return data
        body = self.splicer.finish()
        if first is not None:
            body = body[: first.start] + first.new + body[first.end :]
        return encode_xml(body, self.decoded)

    def _fitting(self, content: ElementContent) -> ElementContent:
        """Content without CDATA in encodings that may lack a letter: CDATA has no references."""
        if not content.spelling.cdata or self.decoded.encoding in UNICODE:
            return content
        return replace(content, spelling=replace(content.spelling, cdata=False))
