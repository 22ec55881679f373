"""What an element of XML is at its place: by its tag, what is around it, and what is said of it elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dragoman.formats.families.xml_rules.languages import DocumentLanguages
from dragoman.formats.families.xml_rules.rules import KINDS, ElementKind, ElementRole
from dragoman.formats.families.xml_rules.segment import XmlPiece
from dragoman.formats.families.xml_rules.start_tags import TagSettings
from dragoman.formats.families.xml_rules.unknown_elements import (
    ElementStatistics,
    inline_kind,
    inspect_elements,
)
from dragoman.formats.format import Reason


class ElementOverride(NamedTuple):
    """What is said of one element from elsewhere: by rules in the document, or by the job."""

    translate: bool | None = None
    within: ElementRole | None = None
    preserve: bool | None = None
    key: str | None = None
    excluded: bool = False  # not for the target language
    attributes: Mapping[tuple[str, str], bool] = {}  # namespace and local name → whether for people
    note: str = ""


@dataclass(slots=True, eq=False)
class ElementContext:
    """An element that is open."""

    name: str
    kind: ElementKind
    line: list[XmlPiece]  # of the text that it belongs to
    translate: bool
    number: int = -1
    reason: Reason = Reason.LOCKED  # why it is not translated
    region: int = -1  # number of the outermost element that is left
    certain: bool = False  # the document says that it is translated
    keep: bool = False
    key: str = ""
    start: int = 0
    pair: int = 0
    declared: tuple[tuple[str, str], ...] = ()
    note: str = ""  # for translators
    inner_notes: tuple[str, ...] = ()  # of elements within its line


NOTHING: Final = ElementOverride()


@dataclass(slots=True)
class ElementContexts:
    """Makes the frames of elements, in the order of the document."""

    text: str
    start: int
    spoken: DocumentLanguages
    marks: Mapping[int, ElementOverride] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()  # elements whose children are texts of their own
    _number: int = -1  # of the element that began last
    _shape: ElementStatistics | None = None

    def open(self, start: int, said: TagSettings, parent: ElementContext, written: str) -> ElementContext:
        """The next element begins at `start`; `written` is its name as it stands there."""
        self._number += 1
        number = self._number
        mark = self.marks.get(number, NOTHING) if self.marks else NOTHING
        kind = said.kind
        if kind is None or said.within or mark.within:
            kind = self._kind(said, mark, parent, written)
        if kind.role is ElementRole.INLINE and parent.name in self.apart:
            kind = KINDS["block"]
        frame = ElementContext(
            said.name,
            kind,
            parent.line,
            parent.translate,
            number,
            parent.reason,
            parent.region,
            parent.certain,
            parent.keep,
            said.key or parent.key,
            start,
        )
        frame.note = said.note or mark.note or parent.note
        if mark.key is not None:
            frame.key = mark.key
        preserve = said.preserve if said.preserve is not None else mark.preserve
        if preserve is not None:
            frame.keep = preserve
        self._set_translate(frame, said, mark)
        role = kind.role
        if role is ElementRole.INLINE and frame.translate is not parent.translate:
            frame.kind = KINDS["code"]._replace(role=ElementRole.SUB if frame.translate else ElementRole.CODE)
        elif role is ElementRole.CODE and frame.translate and frame.certain and kind.left:
            frame.kind = KINDS["inline"]
        if frame.kind.role is not ElementRole.INLINE:
            frame.line = []
        if not frame.translate and parent.translate:
            frame.region = number
        return frame

    def _kind(
        self, said: TagSettings, mark: ElementOverride, parent: ElementContext, written: str
    ) -> ElementKind:
        """What an element is by more than the rules of its vocabulary."""
        kind = said.kind
        within = said.within or mark.within
        if within is not None:
            if kind is None or kind.role is not within:
                kind = _kind_within(within, said.name)
        elif kind is None:
            if self._shape is None:
                self._shape = inspect_elements(self.text, self.start)
            in_text = parent.kind.role is ElementRole.INLINE
            kind = self._shape.kind(self._number, written, parent.number, in_text=in_text)
        return kind

    def _set_translate(self, frame: ElementContext, said: TagSettings, mark: ElementOverride) -> None:
        """Whether what is in an element is translated, and why not."""
        if frame.kind.left is not None and frame.translate:
            frame.translate, frame.reason = False, frame.kind.left
        if said.language is not None:
            self._set_language(frame, said)
        explicit = said.translate if said.translate is not None else mark.translate
        if explicit is not None and (
            explicit is False or frame.reason is not Reason.TRANSLATED or frame.translate
        ):
            frame.translate, frame.reason, frame.certain = explicit, Reason.LOCKED, explicit
        reason = said.reason or (Reason.LOCKED if mark.excluded else None)
        if reason is not None and frame.translate:
            frame.translate, frame.reason = False, reason
        if said.language is not None and frame.translate:
            self.spoken.note(said.language, frame.start, said.language_places)

    def _set_language(self, frame: ElementContext, said: TagSettings) -> None:
        assert said.language is not None
        if not self.spoken.is_source(said.language) or frame.number in self.spoken.translated:
            if frame.translate:
                frame.translate, frame.reason = False, Reason.TRANSLATED
            return
        if not frame.translate and frame.reason is Reason.TRANSLATED:
            frame.translate = True


def _kind_within(role: ElementRole, local: str) -> ElementKind:
    """What an element is of which only its role is said."""
    if role is ElementRole.INLINE:
        return inline_kind(local.lower())
    return KINDS["sub" if role is ElementRole.SUB else "block"]
