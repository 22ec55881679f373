"""The style sheet of a Word document: which styles hide text, and how run properties are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.paragraphs.inline_content import RunStyle
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag

_OFF: Final = frozenset({"0", "false", "off"})
_NONE: Final = _OFF | {"000000", "auto", "baseline", "none"}  # black is the default
_PAPER: Final = frozenset({"auto", "ffffff"})
_NOISE: Final = frozenset({"w:lang", "w:noProof"})  # not visible
_NEUTRAL: Final = frozenset(  # fonts, sizes and distances, which are not emphasis
    {
        "w:bCs",
        "w:cs",
        "w:fitText",
        "w:iCs",
        "w:kern",
        "w:rFonts",
        "w:rtl",
        "w:snapToGrid",
        "w:spacing",
        "w:sz",
    }
    | {"w:szCs", "w:w", "w:webHidden"}
)
_HINT: Final = "w:hint"  # the font that Word chooses for characters of several scripts
_LEVELS: Final = 50  # of styles based on styles


@dataclass(frozen=True, slots=True, kw_only=True)
class WordStyleSheet:
    """The styles that hide their text. Word adds up paragraph and character style: hidden twice is shown."""

    hidden: frozenset[str] = frozenset()  # ids of styles that hide text, inherited or not
    default_paragraph: str = ""


NO_STYLES: Final = WordStyleSheet()


@dataclass(slots=True)
class _StyleDefinition:
    kind: str
    parent: str = ""
    vanish: bool | None = None


def read_styles(data: bytes, names: ElementNames) -> WordStyleSheet:
    """Read a style sheet (in UTF-8)."""
    if b"vanish" not in data:
        return NO_STYLES
    block = XmlBlock(data, names)
    styles: dict[str, _StyleDefinition] = {}
    default = ""
    current = _StyleDefinition(kind="")
    for tag in block.tags(0, len(data)):
        if tag.kind is TagKind.END:
            continue
        if tag.name == "w:style":
            attributes = block.attributes(tag)
            current = styles[attributes.get("w:styleId", "")] = _StyleDefinition(attributes.get("w:type", ""))
            if current.kind == "paragraph" and _is_on(attributes.get("w:default", "0")):
                default = attributes.get("w:styleId", "")
        elif tag.name == "w:basedOn":
            current.parent = block.attributes(tag).get("w:val", "")
        elif tag.name == "w:vanish":
            current.vanish = _is_on(block.attributes(tag).get("w:val", "1"))
    hidden = frozenset(name for name in styles if _hides(name, styles))
    return WordStyleSheet(hidden=hidden, default_paragraph=default)


def _hides(name: str, styles: dict[str, _StyleDefinition]) -> bool:
    for _ in range(_LEVELS):
        style = styles.get(name)
        if style is None:
            return False
        if style.vanish is not None:
            return style.vanish
        name = style.parent
    return False


@dataclass(slots=True)
class WordRunStyles:
    """Run properties as `RunStyle`s, each read once."""

    sheet: WordStyleSheet
    names: ElementNames
    show_hidden: bool
    known: dict[tuple[bytes, bool], RunStyle] = field(default_factory=dict)
    paragraphs: dict[bytes, bool] = field(default_factory=dict)

    def style(self, raw: bytes, hidden_paragraph: bool) -> RunStyle:
        """The style for `raw` (an element of run properties, or nothing) in such a paragraph."""
        style = self.known.get((raw, hidden_paragraph))
        if style is None:
            style = self.known[raw, hidden_paragraph] = self._read(raw, hidden_paragraph)
        return style

    def hides_paragraph(self, raw: bytes) -> bool:
        """Whether the style of a paragraph with these properties hides its text."""
        if not self.sheet.hidden or self.show_hidden:
            return False
        found = self.paragraphs.get(raw)
        if found is None:
            name = self.sheet.default_paragraph
            block = XmlBlock(raw, self.names)
            for tag in _children(block):
                if tag.name == "w:pStyle":
                    name = block.attributes(tag).get("w:val", name)
            found = self.paragraphs[raw] = name in self.sheet.hidden
        return found

    def _read(self, raw: bytes, hidden_paragraph: bool) -> RunStyle:
        block = XmlBlock(raw, self.names)
        keys: list[str] = []
        shown: list[str] = []
        emphasis: set[str] = set()
        direct: bool | None = None
        by_style = False
        for tag in _children(block):
            if tag.name in _NOISE:
                continue
            attributes = block.attributes(tag)
            if tag.name == "w:vanish":
                direct = _is_on(attributes.get("w:val", "1"))
            elif tag.name == "w:rStyle":
                by_style = attributes.get("w:val", "") in self.sheet.hidden
            elif tag.name == "w:rFonts":
                attributes.pop(_HINT, "")
                if not attributes:
                    continue
            keys.append(f"{tag.name}{sorted(attributes.items())}{block.inside(tag).decode()}")
            shown.append(tag.name)
            if _is_emphasis(tag.name, attributes):
                emphasis.add(keys[-1])
        hidden = direct if direct is not None else hidden_paragraph != by_style
        key = "\n".join(keys).encode() + (b"\nhidden" if hidden and not self.show_hidden else b"")
        return RunStyle(raw, key, tuple(shown), hidden and not self.show_hidden, emphasis=frozenset(emphasis))


def _is_emphasis(name: str, attributes: Mapping[str, str]) -> bool:
    """Whether a property emphasises text."""
    if name == "w:shd":
        return attributes.get("w:fill", "auto").lower() not in _PAPER
    return name not in _NEUTRAL and attributes.get("w:val", "") not in _NONE


def _children(block: XmlBlock) -> Iterator[XmlTag]:
    """The tags of the child elements of a block's single element."""
    outer = block.tag(0)
    if outer is None or outer.kind is not TagKind.START:
        return
    position = outer.end
    while (tag := block.tag(position)) is not None and tag.kind is not TagKind.END:
        yield tag
        position = block.end_of(tag)


def _is_on(value: str) -> bool:
    return value.lower() not in _OFF
