"""The TS format of Qt: messages become units, and their translations are written into the file.

Everything else is unchanged byte for byte: comments, locations, obsolete messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.string_resources.strings import MOST_STRINGS
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    FormatInfo,
    Languages,
    Option,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.qt.messages import QtMessage, read_message
from dragoman.formats.qt.plural_counts import count_forms
from dragoman.formats.units.existing_translations import EXISTING, keeps_existing
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.locales import is_same_language
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.encoding import decode_xml, encode_xml
from dragoman.text_io.xml.splice import XmlEdit, XmlSplicer
from dragoman.text_io.xml.start_tags import change_attributes
from dragoman.text_io.xml.tree import XmlNode, scan_xml, tag_end

_ROOT: Final = "TS"
_OBSOLETE: Final = frozenset({"obsolete", "vanished"})
_MARK: Final = "markUnfinished"

INFO: Final = FormatInfo(
    file_type=find_entry("qt"),
    title="Qt Linguist messages",
    translated=(
        "messages without a translation, or with one marked unfinished",
        "every plural form that Qt has for the target language",
        "all messages anew when the file's translations are in another language",
    ),
    left_alone=(
        "finished translations (unless the option says replace, or the language is another)",
        "vanished and obsolete messages",
        "sources, comments, locations",
    ),
    placeholders=("default", "qt", "accelerator"),
    notes="`comment`, `extracomment` and `translatorcomment`",
    options=(
        EXISTING,
        Option(
            name=_MARK,
            default=False,
            description="Mark the new translations unfinished, so that Qt Linguist shows them for review.",
        ),
    ),
    bilingual=True,
)


class QtFormat:
    """Files of `<TS>`."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a file by its root element: TypeScript and films are called .ts, too."""
        root = sample.root
        return (
            Recognition.CERTAIN
            if root is not None and (root.namespace, root.name) == ("", _ROOT)
            else Recognition.NO
        )

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        units: list[Unit] = []

        def take(message: QtMessage) -> None:
            units.extend(message.units())
            if len(units) > MOST_STRINGS:
                raise too_many("messages", MOST_STRINGS, units)

        reader = _Reader(_body(source), source, languages, take)
        reader.run()
        if not units:
            raise DocumentEmpty("The file has no messages.")
        return Document(
            units=tuple(units),
            left_alone={Reason.LOCKED: reader.obsolete} if reader.obsolete else {},
            warnings=tuple(reader.warnings()),
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with `targets` in it."""
        decoded = decode_xml(source.data)
        splicer = XmlSplicer(decoded.body)
        mark = bool(source.options.get(_MARK))
        reader = _Reader(
            _body(source), source, languages, lambda message: splicer.put(message.edits(targets, mark=mark))
        )
        reader.run()
        if splicer.is_unchanged:
            return source.data
        body = splicer.finish()
        for edit in reader.language():
            body = body[: edit.start] + edit.new + body[edit.end :]
        return encode_xml(body, decoded)


def _body(source: Source) -> bytes:
    body = decode_xml(source.data).body
    if not body.strip():
        raise DocumentEmpty("The file is empty.")
    return body


@dataclass(slots=True)
class _Reader:
    """Reads a file from front to back and passes its messages to `take`."""

    body: bytes
    source: Source
    languages: Languages
    take: Callable[[QtMessage], None]
    root: XmlNode | None = None
    context: str = ""
    number: int = 0
    obsolete: int = 0
    replaced: int = 0

    def run(self) -> None:
        """Read the whole file."""
        scan_xml(self.body, opened=self._opened, closed=self._closed)

    @property
    def differs(self) -> bool:
        """Whether the file's translations are into another language than the job's."""
        declared = self._attribute("language")
        return bool(declared) and not is_same_language(declared, self.languages.target)

    def language(self) -> list[XmlEdit]:
        """Name the job's target language in the root's tag, if it can name one."""
        assert self.root is not None
        declared = self._attribute("language")
        if not self.differs and (declared or not self._attribute("version").startswith("2")):
            return []
        end = tag_end(self.body, self.root.start)
        language = self.languages.target.replace("-", "_")
        tag = change_attributes(self.body[self.root.start : end], {"language": language})
        return [XmlEdit(start=self.root.start, end=end, new=tag)]

    def warnings(self) -> list[DocumentWarning]:
        """Warnings about the file's languages."""
        found = []
        declared = self._attribute("sourcelanguage")
        if declared and not is_same_language(declared, self.languages.source):
            message = "The file declares another language than the source language of the job."
            found.append(DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message))
        if self.replaced:
            message = f"{self.replaced} translations into another language in the file are replaced."
            found.append(DocumentWarning(code=WarningCode.TRANSLATIONS_REPLACED, message=message))
        return found

    def _attribute(self, name: str) -> str:
        return self.root.attributes.get(name, "") if self.root is not None else ""

    def _opened(self, node: XmlNode) -> bool:
        if self.root is None:
            if node.name != _ROOT:
                raise DocumentCorrupt(f"The root element, {node.named()}, is not <{_ROOT}>.")
            self.root = node
        elif node.name == "context":
            self.context = ""
        in_context = node.parent is not None and node.parent.name in ("context", _ROOT)
        return in_context and node.name in ("name", "message")

    def _closed(self, node: XmlNode) -> None:
        if node.children is None:
            return
        if node.name == "name":
            self.context = "".join(part for part in node.children if isinstance(part, str))
            return
        self.number += 1
        translation = node.first("translation")
        if translation is not None and translation.attributes.get("type") in _OBSOLETE:
            self.obsolete += 1
            return
        keep = keeps_existing(self.source) and not self.differs
        message = read_message(
            self.body,
            node,
            identity=str(self.number),
            context=self.context,
            count=count_forms(self.languages.target),
            keep=keep,
        )
        if message is not None:
            self.replaced += self.differs and all(message.targets) and bool(message.targets)
            self.take(message)


FORMAT: Final = QtFormat()
