"""The resx format: string entries become units, and their translations are written into the file.

Everything else is unchanged byte for byte: the schema, comments, pictures, settings of controls.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.string_resources.content import read_content, read_pieces, write_content
from dragoman.formats.families.string_resources.strings import (
    Collector,
    Rewriter,
    StringForms,
    StringLocation,
)
from dragoman.formats.format import Document, FormatInfo, Languages, Reason, Recognition, Sample, Source
from dragoman.formats.units.notes import join_notes
from dragoman.formats.units.values import ContentKind, judge
from dragoman.segments import Segment, plain_text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.xml.tree import XmlNode, scan_xml

_ROOT: Final = "root"
_STRING_TYPE: Final = "System.String"
_DESIGNER: Final = re.compile(rb"<data\s[^>]{0,200}?name\s*=\s*[\"'](?:\$this\.|>>|&gt;&gt;)")
_LOCKED: Final = re.compile(r"\{Locked\}", re.IGNORECASE)  # in comments, for translation tools
# Properties of controls that programs read. In files without forms, keys have no such meaning.
_SETTINGS: Final = re.compile(
    "AccessKey|Anchor|AutoScaleMode|BackgroundImageLayout|ContentType|Cursor|CustomFormat|DataMember|"
    "DataPropertyName|DisplayMember|Dock|Filter|FlatStyle|Font|FormatString|HelpKeyword|"
    "HelpNamespace|HelpNavigator|Icon|Image|ImageAlign|ImageKey|ImeMode|InitialDirectory|LargeChange|"
    "Layout|Location|Mask|MappingName|Margin|Name|NavigateUrl|Padding|Parent|RightToLeft|"
    "ShortcutKeyDisplayString|ShortcutKeys|Size|StateImageKey|TabIndex|Tag|TextAlign|"
    "TextImageRelation|Type|ValueMember|ZOrder"
)

INFO: Final = FormatInfo(
    file_type=find_entry("resx"),
    title=".NET resources",
    translated=(
        "entries that are strings",
        "of forms and controls their texts, tool tips, header texts and accessible names",
    ),
    left_alone=(
        "entries with a type or MIME type: pictures, files, sizes, colours",
        "settings of controls: names, fonts, positions, filters, shortcuts",
        "entries whose comment says {Locked}",
        "comments, headers, metadata, the schema",
    ),
    placeholders=("default", "dotnet"),
    notes="`comment` elements",
)
_CAPTION: Final = ".Text"  # of a control: it may have an accelerator
_OF_CONTROLS: Final = ("accelerator",)


class ResxFormat:
    """Files of `<root>` with `<data>`."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a file by its root element and its content: the root's name is a common one."""
        root = sample.root
        if root is None or (root.namespace, root.name) != ("", _ROOT):
            return Recognition.NO
        if sample.text is not None and re.search(r"<resheader\s|text/microsoft-resx", sample.text):
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if sample.suffix in INFO.media_types else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002 # it names none
        """Read all units."""
        collector = Collector()
        left = _read(_body(source), collector.take)
        units = tuple(
            replace(unit, placeholders=_OF_CONTROLS) if unit.context.endswith(_CAPTION) else unit
            for unit in collector.units
        )
        return Document(units=units, left_alone=dict(left))

    def rebuild(
        self,
        source: Source,
        targets: Mapping[str, Segment],
        languages: Languages,  # noqa: ARG002 # the file names none
    ) -> bytes:
        """Write the file with `targets` in it."""
        rewriter = Rewriter(decode_xml(source.data), targets, write_content)
        _read(_body(source), rewriter.take)
        return rewriter.finish(source.data)


def _body(source: Source) -> bytes:
    body = decode_xml(source.data).body
    if not body.strip():
        raise DocumentEmpty("The file is empty.")
    return body


def _read(body: bytes, take: Callable[[StringForms], None]) -> Counter[Reason]:
    """Pass every string entry to `take`; count the others."""
    left: Counter[Reason] = Counter()
    roots: list[XmlNode] = []
    is_designed = _DESIGNER.search(body) is not None
    number = 0

    def opened(node: XmlNode) -> bool:
        if not roots:
            if node.name != _ROOT:
                raise DocumentCorrupt(f"The root element, {node.named()}, is not <{_ROOT}>.")
            roots.append(node)
        return node.parent is roots[0] and node.name == "data" and _is_string(node)

    def closed(node: XmlNode) -> None:
        nonlocal number
        if node.children is None:
            return
        number += 1
        value = node.first("value")
        if value is None or value.is_self_closed:
            return
        name = node.attributes.get("name", "")
        spot, comment = _spot(body, value, str(number), name), _comment(node)
        reason = _reason(name, plain_text(spot.content.segment), comment, is_designed=is_designed)
        if reason is None:
            take([replace(spot, note=join_notes([comment]))])
        else:
            left[reason] += 1

    scan_xml(body, opened=opened, closed=closed)
    return left


def _is_string(node: XmlNode) -> bool:
    kind = node.attributes.get("type", _STRING_TYPE)
    return "mimetype" not in node.attributes and kind.partition(",")[0].strip() == _STRING_TYPE


def _comment(node: XmlNode) -> str:
    comment = node.first("comment")
    return "".join(part for part in (comment.children if comment else None) or () if isinstance(part, str))


def _spot(body: bytes, value: XmlNode, identity: str, name: str) -> StringLocation:
    content = read_content(*read_pieces(body[value.inner_start : value.inner_end]))
    return StringLocation(
        id=identity, content=content, context=name, start=value.inner_start, end=value.inner_end
    )


def _reason(name: str, text: str, comment: str, *, is_designed: bool) -> Reason | None:
    if _LOCKED.search(comment):
        return Reason.LOCKED
    control, _, setting = name.rpartition(".")
    is_setting = (
        bool(control)
        and _SETTINGS.fullmatch(setting) is not None
        and not control.endswith("AutomationProperties")
    )
    if name.startswith(">>") or (is_designed and is_setting):
        return Reason.KEY
    return judge("", text, ContentKind.LABELS)  # "$this.Text" is not an identifier


FORMAT: Final = ResxFormat()
