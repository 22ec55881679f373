"""The context of each XML element: from its tag, its ancestors, and overrides from rules and options."""

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
    """Overrides for one element, from rules in the document or from the job's options."""

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
    region: int = -1  # number of the outermost element that is not translated
    certain: bool = False  # the document marks it as translated
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
    """Creates the contexts of elements, in the order of the document."""

    text: str
    start: int
    languages: DocumentLanguages
    marks: Mapping[int, ElementOverride] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()  # elements whose children are texts of their own
    _number: int = -1  # of the element that began last
    _shape: ElementStatistics | None = None

    def open(self, start: int, settings: TagSettings, parent: ElementContext, written: str) -> ElementContext:
        """The context of the next element, which begins at `start`; `written` is its written name."""
        self._number += 1
        number = self._number
        override = self.marks.get(number, NOTHING) if self.marks else NOTHING
        kind = settings.kind
        if kind is None or settings.within or override.within:
            kind = self._kind(settings, override, parent, written)
        if kind.role is ElementRole.INLINE and parent.name in self.apart:
            kind = KINDS["block"]
        context = ElementContext(
            settings.name,
            kind,
            parent.line,
            parent.translate,
            number,
            parent.reason,
            parent.region,
            parent.certain,
            parent.keep,
            settings.key or parent.key,
            start,
        )
        context.note = settings.note or override.note or parent.note
        if override.key is not None:
            context.key = override.key
        preserve = settings.preserve if settings.preserve is not None else override.preserve
        if preserve is not None:
            context.keep = preserve
        self._set_translate(context, settings, override)
        role = kind.role
        if role is ElementRole.INLINE and context.translate is not parent.translate:
            context.kind = KINDS["code"]._replace(
                role=ElementRole.SUB if context.translate else ElementRole.CODE
            )
        elif role is ElementRole.CODE and context.translate and context.certain and kind.left:
            context.kind = KINDS["inline"]
        if context.kind.role is not ElementRole.INLINE:
            context.line = []
        if not context.translate and parent.translate:
            context.region = number
        return context

    def _kind(
        self, settings: TagSettings, override: ElementOverride, parent: ElementContext, written: str
    ) -> ElementKind:
        """The kind of an element, considering more than the rules of its vocabulary."""
        kind = settings.kind
        within = settings.within or override.within
        if within is not None:
            if kind is None or kind.role is not within:
                kind = _kind_within(within, settings.name)
        elif kind is None:
            if self._shape is None:
                self._shape = inspect_elements(self.text, self.start)
            in_text = parent.kind.role is ElementRole.INLINE
            kind = self._shape.kind(self._number, written, parent.number, in_text=in_text)
        return kind

    def _set_translate(
        self, context: ElementContext, settings: TagSettings, override: ElementOverride
    ) -> None:
        """Set whether the content of an element is translated, and the reason if not."""
        if context.kind.left is not None and context.translate:
            context.translate, context.reason = False, context.kind.left
        if settings.language is not None:
            self._set_language(context, settings)
        explicit = settings.translate if settings.translate is not None else override.translate
        if explicit is not None and (
            explicit is False or context.reason is not Reason.TRANSLATED or context.translate
        ):
            context.translate, context.reason, context.certain = explicit, Reason.LOCKED, explicit
        reason = settings.reason or (Reason.LOCKED if override.excluded else None)
        if reason is not None and context.translate:
            context.translate, context.reason = False, reason
        if settings.language is not None and context.translate:
            self.languages.note(settings.language, context.start, settings.language_offsets)

    def _set_language(self, context: ElementContext, settings: TagSettings) -> None:
        assert settings.language is not None
        if not self.languages.is_source(settings.language) or context.number in self.languages.translated:
            if context.translate:
                context.translate, context.reason = False, Reason.TRANSLATED
            return
        if not context.translate and context.reason is Reason.TRANSLATED:
            context.translate = True


def _kind_within(role: ElementRole, local: str) -> ElementKind:
    """The kind of an element of which only the role is given."""
    if role is ElementRole.INLINE:
        return inline_kind(local.lower())
    return KINDS["sub" if role is ElementRole.SUB else "block"]
