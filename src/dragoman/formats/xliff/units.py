"""What both versions share: units with their locations, existing translations, and languages."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from dragoman.formats.format import Languages, Reason, Unit
from dragoman.formats.units.locales import is_same_language
from dragoman.formats.units.notes import join_notes
from dragoman.formats.xliff.content import SubFlow, XliffContent, has_text
from dragoman.formats.xliff.writing import check_codes, render
from dragoman.segments import Segment
from dragoman.text_io.xml.splice import XmlEdit
from dragoman.text_io.xml.start_tags import change_attributes
from dragoman.text_io.xml.tree import XmlNode, tag_end

XML_LANG: Final = "http://www.w3.org/XML/1998/namespace}lang"
LONGEST_ID: Final = 120
LONGEST_CONTEXT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class XliffUnit:
    """One unit: the content of its source and target."""

    id: str
    key: str  # the part of its element; "" for the whole
    context: str
    note: str
    source: XliffContent
    target: XliffContent | None
    reason: Reason | None
    max_length: int | None = None  # of the translation, in characters

    def units(self) -> Iterator[Unit]:
        """The unit, and those of the sub-flows in its codes."""
        whole = self._unit(self.id, self.source.segment, self.target, self.reason)
        yield replace(whole, max_length=self.max_length) if self.max_length is not None else whole
        existing = {flow.key: flow.content for flow in self.target.flows} if self.target else {}
        for flow in self.source.flows:
            reason = self.reason
            if reason in (None, Reason.NO_TEXT):
                reason = None if has_text(flow.content.segment) else Reason.NO_TEXT
            segment = flow.content.segment
            yield self._unit(flow_id(self.id, flow), segment, existing.get(flow.key), reason)

    def _unit(self, id_: str, segment: Segment, target: XliffContent | None, reason: Reason | None) -> Unit:
        return Unit(
            id=id_,
            segment=segment,
            target=target.segment if target is not None else None,
            reason=reason,
            prose=False,
            context=self.context[:LONGEST_CONTEXT],
            note=self.note,
        )

    def write(self, targets: Mapping[str, Segment]) -> bytes | None:
        """The new content of its target; None when it has that already, or has no translation.

        Raises `ConversionFailed` when a translation does not have the codes of its source.
        """
        flows = self._write_flows(targets)
        segment = targets.get(self.id)
        if segment is None and not flows:
            return None
        existing = self.target
        if segment is None:  # a code's own text was translated
            keep = existing is not None and self.reason in (Reason.LOCKED, Reason.TRANSLATED)
            segment = existing.segment if existing is not None and keep else self.source.segment
        if existing is not None and segment == existing.segment:
            return render(segment, (existing, self.source), flows) if flows else None
        check_codes(self.id, self.source, segment)
        return render(segment, (self.source, *((existing,) if existing is not None else ())), flows)

    def _write_flows(self, targets: Mapping[str, Segment]) -> dict[str, bytes]:
        existing = {flow.key: flow.content for flow in self.target.flows} if self.target else {}
        written: dict[str, bytes] = {}
        for flow in self.source.flows:
            segment = targets.get(flow_id(self.id, flow))
            old = existing.get(flow.key)
            if segment is None or (old is not None and segment == old.segment):
                continue
            check_codes(flow_id(self.id, flow), flow.content, segment)
            contents = (flow.content, *((old,) if old is not None else ()))
            written[flow.key] = render(segment, contents, {})
        return written


class UnitElement(Protocol):
    """The element that holds some units and is written as one: a trans-unit, or a unit of version 2."""

    scope: LanguageScope
    entries: list[XliffUnit]

    def edits(self, written: Mapping[str, bytes]) -> list[XmlEdit]:
        """The edits for contents made by `XliffUnit.write`, by the keys of the entries."""


@dataclass(slots=True, kw_only=True)
class LanguageScope:
    """The element that names the languages: a `file` in version 1, the root in version 2."""

    root: XmlNode
    node: XmlNode
    source_attribute: str
    target_attribute: str
    prefix: str  # of the ids of its units
    job: Languages
    keep: bool  # the job's option for existing translations
    is_replaced: bool = False  # there were translations into another language
    is_written: bool = False
    counts_characters: bool = False  # its limits of sizes are code points (the profile of version 2)

    @property
    def source_differs(self) -> bool:
        """Whether the file declares another source language than the job."""
        declared = self.node.attributes.get(self.source_attribute, "")
        return bool(declared) and not is_same_language(declared, self.job.source)

    @property
    def target_differs(self) -> bool:
        """Whether the file's translations are into another language than the job's."""
        declared = self.node.attributes.get(self.target_attribute, "")
        return bool(declared) and not is_same_language(declared, self.job.target)

    def is_foreign(self, target: XmlNode | None) -> bool:
        """Whether the content of a target is in another language than the job's.

        A file without a target language is for the job's, unless its targets name another one.
        """
        if self.node.attributes.get(self.target_attribute):
            return self.target_differs
        own = target.attributes.get(XML_LANG) if target is not None else None
        return bool(own) and not is_same_language(own or "", self.job.target)

    def reason(
        self, source: XliffContent, target: XliffContent | None, *, locked: bool, is_new: bool, foreign: bool
    ) -> Reason | None:
        """Why a unit is not translated.

        `is_new`: its state marks its target as no translation; `foreign`: it is in another language.
        """
        if locked:
            return Reason.LOCKED
        if not has_text(source.segment):
            return Reason.NO_TEXT
        if not _has_translation(source, target, is_new=is_new):
            return None
        self.is_replaced = self.is_replaced or foreign
        return Reason.TRANSLATED if self.keep and not foreign else None

    def edits(self, body: bytes) -> list[XmlEdit]:
        """Name the job's target language, if another or none is named. Call it when a target is written.

        Only the first call returns an edit.
        """
        named = self.node.attributes.get(self.target_attribute) and not self.target_differs
        if self.is_written or named:
            return []
        self.is_written = True
        end = tag_end(body, self.node.start)
        tag = change_attributes(body[self.node.start : end], {self.target_attribute: self.job.target})
        return [XmlEdit(start=self.node.start, end=end, new=tag)]


class UnitIds:
    """Unique ids of units, the same at every reading."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}
        self._number = 0

    def unique(self, prefix: str, wanted: str) -> str:
        """The file's id within `prefix`; with a number where it is missing, long or taken."""
        self._number += 1
        usable = wanted if 0 < len(wanted) <= LONGEST_ID else f"#{self._number}"
        first = name = f"{prefix}{usable}"
        while name in self._used:
            self._used[first] += 1
            name = f"{first}~{self._used[first]}"
        self._used[name] = 1
        return name


def flow_id(unit_id: str, flow: SubFlow) -> str:
    """The id of the unit of a sub-flow."""
    return f"{unit_id}/{flow.key}"


def new_tag(name: bytes, attributes: Mapping[str, str]) -> bytes:
    """The start tag of a new element."""
    return change_attributes(b"<" + name + b">", attributes)


def unescaped(attributes: Mapping[str, str]) -> dict[str, str]:
    """Unescape attribute values."""
    return {name: html.unescape(value) for name, value in attributes.items()}


def notes_of(notes: Iterable[XmlNode], *, limit: str = "") -> str:
    """Join the texts of `note` elements to one note, behind a limit of length."""
    texts = ("".join(one for one in note.children or () if isinstance(one, str)) for note in notes)
    return join_notes([*([limit] if limit else []), *texts])


def _has_translation(source: XliffContent, target: XliffContent | None, *, is_new: bool) -> bool:
    if target is None or not has_text(target.segment):
        return False
    return not (is_new and target.segment == source.segment)
