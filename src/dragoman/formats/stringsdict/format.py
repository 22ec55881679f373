"""The stringsdict format: forms of strings become units, and their translations are written into the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.string_resources.content import (
    ElementContent,
    read_content,
    read_pieces,
    write_content,
)
from dragoman.formats.families.string_resources.strings import (
    Collector,
    Rewriter,
    StringForms,
    StringLocation,
)
from dragoman.formats.format import Document, FormatInfo, Languages, Reason, Recognition, Sample, Source
from dragoman.formats.units.coded_text import APPLE
from dragoman.formats.units.notes import join_notes, xml_comments_above
from dragoman.formats.units.plural_forms import PluralForm, find_forms
from dragoman.formats.units.values import ContentKind, has_letters, judge
from dragoman.messages.plurals import CATEGORIES, OTHER
from dragoman.segments import Segment, plain_text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.xml.splice import indentation
from dragoman.text_io.xml.tree import XmlNode, scan_xml

_ROOT: Final = "plist"
_SYSTEM: Final = "NSString"  # keys with this prefix describe the entry
_FORMAT_KEY: Final = "NSStringLocalizedFormatKey"
_RULE_KEY: Final = "NSStringFormatSpecTypeKey"
_WANTED: Final = frozenset({"dict", "key", "string"})

INFO: Final = FormatInfo(
    file_type=find_entry("stringsdict"),
    title="Apple plural rules",
    translated=(
        "plural forms, with those that the target language has",
        "texts for widths and devices",
        "the text around variables",
    ),
    left_alone=("keys, types and variables", "comments"),
    placeholders=("default", "printf"),
    notes="XML comments directly above a key",
)


class StringsdictFormat:
    """Property lists of plural rules."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a file by its root element and the keys of plural rules."""
        if sample.root is None or sample.root.name != _ROOT or sample.text is None:
            return Recognition.NO
        if _FORMAT_KEY in sample.text or _RULE_KEY in sample.text:
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if sample.suffix in INFO.media_types else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        collector = Collector()
        reader = _Reader(_body(source), languages, collector.take)
        reader.run()
        return Document(units=tuple(collector.units), left_alone=dict(reader.left))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with `targets` in it."""
        rewriter = Rewriter(decode_xml(source.data), targets, write_content)
        _Reader(_body(source), languages, rewriter.take).run()
        return rewriter.finish(source.data)


def _body(source: Source) -> bytes:
    body = decode_xml(source.data).body
    if not body.strip():
        raise DocumentEmpty("The file is empty.")
    return body


class _Reader:
    """Reads a file from front to back and passes its strings to `take`, one plural family at a time."""

    def __init__(self, body: bytes, languages: Languages, take: Callable[[StringForms], None]) -> None:
        self.left: Counter[Reason] = Counter()
        self._body = body
        self._languages = languages
        self._take = take
        self._root: XmlNode | None = None
        self._key = ""
        self._note = ""  # of the entry that is being read
        self._number = 0

    def run(self) -> None:
        """Read the whole file."""
        scan_xml(self._body, opened=self._opened, closed=self._closed)

    def _opened(self, node: XmlNode) -> bool:
        if self._root is None:
            if node.name != _ROOT:
                raise DocumentCorrupt(f"The root element, {node.named()}, is not <{_ROOT}>.")
            self._root = node
        is_entry = node.parent is not None and node.parent.name == "dict" and node.parent.parent is self._root
        return is_entry and node.name in _WANTED

    def _closed(self, node: XmlNode) -> None:
        if node.children is None:
            return
        if node.name == "key":
            self._key = _text(node)
            self._note = join_notes(xml_comments_above(self._body, node.start))
        elif node.name == "string":
            self._string(self._key, node, self._key)
        else:
            self._dict(node, self._key)

    def _dict(self, node: XmlNode, context: str) -> None:
        pairs = list(_pairs(node))
        own = [_text(key) for key, _ in pairs]
        names = [name for name in own if not name.startswith(_SYSTEM)]
        if _RULE_KEY in own or (OTHER in names and set(names) <= set(CATEGORIES)):
            self._plural(pairs, context)
            return
        for key, value in pairs:
            name = _text(key)
            if value.name == "dict":
                self._dict(value, f"{context}.{name}")
            elif value.name == "string" and (name == _FORMAT_KEY or not name.startswith(_SYSTEM)):
                self._string(name, value, context if name == _FORMAT_KEY else f"{context}.{name}")
            elif value.name == "string":
                self.left[Reason.KEY] += 1

    def _string(self, name: str, node: XmlNode, context: str) -> None:
        self._number += 1
        content = self._content(node)
        text = plain_text(content.segment)
        reason = judge("", text, ContentKind.LABELS) if name != _FORMAT_KEY or not has_letters(text) else None
        if node.is_self_closed or reason is not None:
            self.left[reason or Reason.NO_TEXT] += 1
            return
        self._take([_spot(str(self._number), content, context, self._note, node)])

    def _plural(self, pairs: list[tuple[XmlNode, XmlNode]], context: str) -> None:
        self._number += 1
        present: dict[str, tuple[XmlNode, XmlNode]] = {}
        for key, value in pairs:
            if _text(key) in CATEGORIES and value.name == "string" and not value.is_self_closed:
                present[_text(key)] = (key, value)
            elif value.name == "string":
                self.left[Reason.KEY] += 1
        contents = {name: self._content(value) for name, (_, value) in present.items()}
        texts = {name: plain_text(content.segment) for name, content in contents.items()}
        if not any(map(has_letters, texts.values())):
            self.left[Reason.NO_TEXT] += len(texts)
            return
        self._take(
            [
                self._form(form, contents, present, context)
                for form in find_forms(texts, self._languages.target)
            ]
        )

    def _form(
        self,
        form: PluralForm,
        contents: Mapping[str, ElementContent],
        present: dict[str, tuple[XmlNode, XmlNode]],
        context: str,
    ) -> StringLocation:
        """A form of the file, or one to add before `other`, else after the last one."""
        key, value = present.get(form.name) or present.get(OTHER) or list(present.values())[-1]
        identity = f"{self._number}/{form.name}"
        content = contents[form.fed_by]
        if not form.added:
            return _spot(identity, content, f"{context} ({form.name})", self._note, value)
        body = self._body
        blank = indentation(body, key.start)
        before = b"<key>%b</key>%b<string>" % (form.name.encode(), body[key.end : value.start])
        place = key.start if OTHER in present else value.end
        around = (before, b"</string>" + blank) if OTHER in present else (blank + before, b"</string>")
        return StringLocation(
            id=identity,
            content=content,
            context=f"{context} ({form.name})",
            note=self._note,
            start=place,
            end=place,
            around=around,
        )

    def _content(self, node: XmlNode) -> ElementContent:
        pieces, spelling = read_pieces(self._body[node.inner_start : node.inner_end])
        return read_content(pieces, spelling, APPLE)


def _pairs(node: XmlNode) -> Iterator[tuple[XmlNode, XmlNode]]:
    """The keys of a dict with their values."""
    key: XmlNode | None = None
    for child in node.elements():
        if child.name == "key":
            key = child
        elif key is not None:
            yield key, child
            key = None


def _text(node: XmlNode) -> str:
    return "".join(part for part in node.children or () if isinstance(part, str))


def _spot(identity: str, content: ElementContent, context: str, note: str, node: XmlNode) -> StringLocation:
    return StringLocation(
        id=identity,
        content=content,
        context=context,
        note=note,
        start=node.inner_start,
        end=node.inner_end,
    )


FORMAT: Final = StringsdictFormat()
