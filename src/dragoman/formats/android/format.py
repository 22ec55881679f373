"""The Android format: strings become units, and their translations are written into the file.

Everything else is unchanged byte for byte: comments, order, attributes, other resources.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.android.strings import read_string, write_string
from dragoman.formats.families.string_resources.strings import (
    Collector,
    Rewriter,
    StringForms,
    StringLocation,
)
from dragoman.formats.format import Document, FormatInfo, Languages, Reason, Recognition, Sample, Source
from dragoman.formats.units.locales import is_same_language
from dragoman.formats.units.notes import join_notes, xml_comments_above
from dragoman.formats.units.plural_forms import find_forms
from dragoman.formats.units.values import ContentKind
from dragoman.messages.plurals import OTHER
from dragoman.segments import Segment, plain_text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.xml.splice import XmlEdit, indentation
from dragoman.text_io.xml.start_tags import change_attributes, written_attribute
from dragoman.text_io.xml.start_tags import opened as opened_tag
from dragoman.text_io.xml.tree import XmlNode, find_places, scan_xml, tag_end, written_name

_ROOT: Final = "resources"
_TOOLS: Final = "http://schemas.android.com/tools}"
_ENTITY: Final = re.compile(rb"<!DOCTYPE[^>\[]{0,500}\[[^\]]{0,100000}?<!ENTITY")
_GROUPS: Final = frozenset({"string-array", "array", "plurals"})

INFO: Final = FormatInfo(
    file_type=find_entry("android"),
    title="Android string resources",
    translated=(
        "strings, string arrays, and arrays whose items are language",
        "plurals, with the quantities that the target language has",
        "texts with inline markup, whose tags are kept",
    ),
    left_alone=(
        "resources with translatable=false, and references to other resources",
        "placeholders in xliff:g",
        "addresses, identifiers, colours, dimensions and every other resource",
        "comments",
    ),
    placeholders=("default", "printf"),
    notes="XML comments directly above a resource or item",
)


class AndroidFormat:
    """Files of `<resources>`."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a file by its root element."""
        root = sample.root
        return (
            Recognition.CERTAIN
            if root is not None and (root.namespace, root.name) == ("", _ROOT)
            else Recognition.NO
        )

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        collector = Collector()
        reader = _Reader(_body(source), languages, collector.take)
        reader.run()
        return Document(units=tuple(collector.units), left_alone=dict(reader.left))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with `targets` in it."""
        rewriter = Rewriter(decode_xml(source.data), targets, write_string)
        reader = _Reader(_body(source), languages, rewriter.take)
        reader.run()
        return rewriter.finish(source.data, first=reader.locale())


def _body(source: Source) -> bytes:
    body = decode_xml(source.data).body
    if not body.strip():
        raise DocumentEmpty("The file is empty.")
    if _ENTITY.search(body[: 128 * 1024]):
        raise DocumentCorrupt(
            "The file declares XML entities, which are not read. Write their texts into the strings, or make "
            "them string resources."
        )
    return body


class _Reader:
    """Reads a file from front to back and passes its strings to `take`, one plural family at a time."""

    def __init__(self, body: bytes, languages: Languages, take: Callable[[StringForms], None]) -> None:
        self.left: Counter[Reason] = Counter()
        self._body = body
        self._languages = languages
        self._take = take
        self._root: XmlNode | None = None
        self._locked: XmlNode | None = None
        self._reading: XmlNode | None = None  # the string or item that was opened
        self._number = 0
        self._items: list[XmlNode] = []  # of the array or plurals that is being read
        self._comments: list[str] = []  # on the resource that is being read

    def run(self) -> None:
        """Read the whole file."""
        scan_xml(self._body, opened=self._opened, closed=self._closed)

    def locale(self) -> XmlEdit | None:
        """The root's tag with the target language, if it names the source language."""
        assert self._root is not None
        named = self._root.attributes.get(f"{_TOOLS}locale", "")
        if not named or not is_same_language(named, self._languages.source):
            return None
        end = tag_end(self._body, self._root.start)
        tag = self._body[self._root.start : end]
        name = written_attribute(tag, "locale") or ""
        new = change_attributes(tag, {name: self._languages.target} if name else {})
        return XmlEdit(start=self._root.start, end=end, new=new)

    def _opened(self, node: XmlNode) -> bool:
        if self._root is None:
            if node.name != _ROOT:
                raise DocumentCorrupt(f"The root element, {node.named()}, is not <{_ROOT}>.")
            self._root = node
        elif self._reading is None and self._is_wanted(node):
            self._reading = node
        return False  # the content of a string is read from its bytes

    def _is_wanted(self, node: XmlNode) -> bool:
        """Whether an element is a string, or an item that may be one."""
        group = node.parent
        if group is self._root:
            return self._begin(node)
        if node.name != "item" or group is None or group.parent is not self._root:
            return False
        return group.name in _GROUPS and group is not self._locked

    def _begin(self, node: XmlNode) -> bool:
        """Start a resource; whether it is a string."""
        is_string = node.name == "string" or (node.name == "item" and node.attributes.get("type") == "string")
        if not is_string and node.name not in _GROUPS:
            return False
        self._number += 1
        self._items = []
        self._comments = xml_comments_above(self._body, node.start)
        self._locked = node if node.attributes.get("translatable") == "false" else None
        if self._locked is not None:
            self.left[Reason.LOCKED] += 1
        return is_string and self._locked is None

    def _closed(self, node: XmlNode) -> None:
        name = node.attributes.get("name", "")
        if node is not self._reading:
            if node.name == "plurals" and node.parent is self._root and self._items:
                self._plurals(name)
            return
        self._reading = None
        find_places(self._body, node)
        if node.parent is self._root:
            self._string(node, str(self._number), name, ContentKind.LABELS)
            return
        assert node.parent is not None
        self._items.append(node)
        if node.parent.name != "plurals":
            place = len(self._items)
            context = f"{node.parent.attributes.get('name', '')}[{place}]"
            content_kind = ContentKind.LABELS if node.parent.name == "string-array" else ContentKind.DATA
            self._string(node, f"{self._number}.{place}", context, content_kind)

    def _string(self, node: XmlNode, identity: str, context: str, content_kind: ContentKind) -> None:
        found = read_string(self._body, node)
        reason = found.reason(context, content_kind)
        if reason is None:
            self._take([found.spot(identity, context, note=self._note(node))])
        else:
            self.left[reason] += 1

    def _note(self, node: XmlNode) -> str:
        """The note on a string, with those on its array or plurals."""
        own = [] if node.parent is self._root else xml_comments_above(self._body, node.start)
        return join_notes([*self._comments, *own]) if own or self._comments else ""

    def _plurals(self, name: str) -> None:
        nodes = {node.attributes.get("quantity", ""): node for node in self._items if not node.is_self_closed}
        found = {quantity: read_string(self._body, node) for quantity, node in nodes.items()}
        reasons = [string.reason(name, ContentKind.LABELS) for string in found.values()]
        if all(reasons):
            self.left.update(reason for reason in reasons if reason is not None)
            return
        texts = {quantity: plain_text(string.content.segment) for quantity, string in found.items()}
        family: StringForms = []
        for form in find_forms(texts, self._languages.target):
            fed = found[form.fed_by].content
            at = found.get(form.name) or found.get(OTHER) or list(found.values())[-1]
            spot = at.spot(f"{self._number}/{form.name}", f"{name} ({form.name})")
            note = self._note(nodes.get(form.name) or nodes.get(OTHER) or self._items[-1])
            family.append(replace(spot, content=replace(fed, quoted=at.content.quoted), note=note))
            if form.added:
                family[-1] = self._addition(family[-1], form.name, nodes.get(OTHER), self._items[-1])
        self._take(family)

    def _addition(
        self, spot: StringLocation, name: str, other: XmlNode | None, last: XmlNode
    ) -> StringLocation:
        """A form to add before `other`, else after the last one."""
        like = other or last
        body = self._body
        tag = opened_tag(body[like.start : tag_end(body, like.start)])
        tag = change_attributes(tag, {"quantity": name})
        ending = b"</" + written_name(body, like.start) + b">"
        blank = indentation(body, like.start)
        place = like.start if other is not None else like.end
        around = (tag, ending + blank) if other is not None else (blank + tag, ending)
        return replace(
            spot, start=place, end=place, around=around, content=replace(spot.content, quoted=False)
        )


FORMAT: Final = AndroidFormat()
