"""The styles of an OpenDocument file: which formattings look alike, and which text is hidden.

Programs make a style for every editing session and every language; properties that are not visible are
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.paragraphs.inline_content import PLAIN, RunStyle
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag

_NOISE: Final = re.compile(
    r"officeooo:(?:paragraph-)?rsid|fo:(?:language|country|script)"
    r"|style:(?:language|country|script|rfc-language-tag)(?:-asian|-complex)?"
)
_NEUTRAL: Final = re.compile(  # fonts, sizes and distances, which are not emphasis
    r"(?:fo|style):font-(?:name|family|family-generic|pitch|charset|size|size-rel|style-name|relief)"
    r"(?:-asian|-complex)?|(?:fo|style):[\w-]+-(?:asian|complex)|style:letter-kerning|fo:letter-spacing"
    r"|style:text-scale|style:use-window-font-color|loext:.*"
)
_OFF: Final = frozenset({"#000000", "auto", "false", "none", "normal", "transparent"})
_END: Final = frozenset({"office:body", "office:master-styles"})  # the end of all styles
_LEVELS: Final = 50  # of styles based on styles
_AUTOMATIC: Final = "office:automatic-styles"
_HIDDEN: Final = {  # element of a style → its attribute and value that hide text
    "style:text-properties": ("text:display", "none"),
    "style:table-properties": ("table:display", "false"),
    "style:drawing-page-properties": ("presentation:visibility", "hidden"),
}


@dataclass(slots=True)
class _StyleDefinition:
    """The relevant properties of one style."""

    automatic: bool
    parent: str = ""
    properties: dict[str, str] = field(default_factory=dict)  # of its text
    hidden: bool | None = None  # None: not defined


@dataclass(slots=True)
class OdfStyleSheet:
    """Styles by family and name."""

    styles: dict[tuple[str, str], _StyleDefinition] = field(default_factory=dict)

    def extended(self, block: XmlBlock) -> OdfStyleSheet:
        """Add the styles in a block before its text; automatic ones are local to their part."""
        styles = {key: definition for key, definition in self.styles.items() if not definition.automatic}
        styles |= dict(_read(block))
        return OdfStyleSheet(styles=styles)

    def hides(self, family: str, name: str) -> bool:
        """Whether a style hides its text, directly or through the styles it is based on."""
        for _ in range(_LEVELS):
            definition = self.styles.get((family, name))
            if definition is None:
                return False
            if definition.hidden is not None:
                return definition.hidden
            name = definition.parent
        return False

    def key(self, name: str) -> tuple[bytes, tuple[str, ...]]:
        """A key that is equal for text styles that look the same, and their properties for people."""
        definition = self.styles.get(("text", name))
        if definition is None or not definition.automatic:
            return (f"={name}".encode(), (f"style:{name}",)) if name else (b"", ())
        shown = ((f"style:{definition.parent}",) if definition.parent else ()) + tuple(definition.properties)
        key = (f"={definition.parent}" if definition.parent else "") + "".join(
            f"\n{attribute}={value}" for attribute, value in sorted(definition.properties.items())
        )
        return key.encode(), shown

    def is_named(self, name: str) -> bool:
        """Whether a text style was named by people, and so may have a meaning."""
        definition = self.styles.get(("text", name))
        return bool(name) and (definition is None or not definition.automatic)

    def emphasis(self, name: str) -> frozenset[str]:
        """The properties that emphasise text in a text style."""
        definition = self.styles.get(("text", name))
        if definition is None or not definition.automatic:
            return frozenset({f"={name}"} if name else ())
        properties = {
            f"{k}={v}"
            for k, v in definition.properties.items()
            if not _NEUTRAL.fullmatch(k) and v not in _OFF
        }
        return frozenset(properties | ({f"={definition.parent}"} if definition.parent else set()))


def style_area(block: XmlBlock) -> int:
    """Where the styles of a block end and its text begins."""
    for tag in block.tags(0, len(block.data)):
        if tag.name in _END:
            return tag.start
    return len(block.data)


def _read(block: XmlBlock) -> Iterator[tuple[tuple[str, str], _StyleDefinition]]:
    automatic = False
    definition = _StyleDefinition(automatic=False)
    for tag in block.tags(0, len(block.data)):
        if tag.name in _END:
            return
        if tag.name == _AUTOMATIC:
            automatic = tag.kind is TagKind.START
        elif tag.kind is TagKind.END:
            definition = _StyleDefinition(automatic=False) if tag.name == "style:style" else definition
        elif tag.name == "style:style":
            attributes = block.attributes(tag)
            definition = _StyleDefinition(
                automatic=automatic, parent=attributes.get("style:parent-style-name", "")
            )
            yield (attributes.get("style:family", ""), attributes.get("style:name", "")), definition
        elif tag.name == "style:default-style":
            definition = _StyleDefinition(automatic=False)  # belongs to no style
        elif tag.name in _HIDDEN:
            _add(definition, tag.name, block.attributes(tag))


def _add(definition: _StyleDefinition, name: str, attributes: Mapping[str, str]) -> None:
    attribute, value = _HIDDEN[name]
    if attribute in attributes:
        definition.hidden = attributes[attribute] == value
    if name == "style:text-properties":
        definition.properties = {
            key: properties for key, properties in attributes.items() if not _NOISE.fullmatch(key)
        }


@dataclass(slots=True)
class OdfRunStyles:
    """The formattings of a part: each combination of spans is read once."""

    sheet: OdfStyleSheet
    names: ElementNames
    show_hidden: bool
    known: dict[tuple[RunStyle, bytes], RunStyle] = field(default_factory=dict)
    paragraphs: dict[bytes, RunStyle] = field(default_factory=dict)

    def paragraph(self, raw: bytes) -> RunStyle:
        """The formatting of text directly in a paragraph with this start tag."""
        style = self.paragraphs.get(raw)
        if style is None:
            name = _attributes(raw, self.names).get("text:style-name", "")
            hidden = not self.show_hidden and self.sheet.hides("paragraph", name)
            style = self.paragraphs[raw] = PLAIN._replace(hidden=hidden)
        return style

    def span(self, enclosing: RunStyle, raw: bytes) -> RunStyle:
        """The formatting of text in a span with this start tag, inside another formatting."""
        style = self.known.get((enclosing, raw))
        if style is None:
            attributes = _attributes(raw, self.names)
            name = attributes.pop("text:style-name", "")
            key, shown = self.sheet.key(name)
            more = "".join(f"\n{attribute}={value}" for attribute, value in sorted(attributes.items()))
            key += more.encode()
            style = enclosing
            if key:
                hidden = not self.show_hidden and self.sheet.hides("text", name)
                style = RunStyle(
                    enclosing.raw + raw,
                    enclosing.key + b"\f" + key,
                    (*enclosing.properties, *shown, *attributes),
                    enclosing.hidden or hidden,
                    emphasis=enclosing.emphasis
                    | self.sheet.emphasis(name)
                    | {f"{attribute}={value}" for attribute, value in attributes.items()},
                )
            self.known[enclosing, raw] = style
        return style

    def is_named(self, raw: bytes) -> bool:
        """Whether one of the spans with these start tags has a named style, or attributes beside it."""
        block = XmlBlock(raw, self.names)
        for tag in block.tags(0, len(raw)):
            attributes = block.attributes(tag)
            if self.sheet.is_named(attributes.pop("text:style-name", "")) or attributes:
                return True
        return False


def _attributes(raw: bytes, names: ElementNames) -> dict[str, str]:
    block = XmlBlock(raw, names)
    tag: XmlTag = block.expect(0)
    return block.attributes(tag)
