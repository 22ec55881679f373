"""Runs of DrawingML: their usual form, and their properties as a `RunStyle`."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.paragraphs.inline_content import RunStyle
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag

LINKS: Final = frozenset({"a:hlinkClick", "a:hlinkMouseOver", "a:hlinkHover"})
_NOISE: Final = frozenset({"lang", "altLang", "dirty", "err", "bmk", "smtClean", "smtId", "noProof"})
_NEUTRAL: Final = frozenset(  # fonts, sizes and distances, which are not emphasis
    {"sz", "kern", "spc", "kumimoji", "normalizeH", "a:latin", "a:ea", "a:cs", "a:sym", "a:rtl", "a:uFillTx"}
    | {"a:uLnTx", "a:extLst"}
)
_USUAL: Final = frozenset({"tx1", "black", "000000"})  # default colours of text
_OFF: Final = frozenset({"0", "false", "none", "noStrike"})


def simple_run(names: ElementNames) -> re.Pattern[bytes]:
    """A run of only properties and text: group 1 the properties, 2 the text."""
    run, properties, text = map(names.pattern, ("a:r", "a:rPr", "a:t"))
    inside = rb"(?:<(?!/?" + properties + rb"[\s/>])[^<>]*>)*</" + properties + rb">"
    optional_properties = rb"<" + properties + rb"(?:\s[^<>]*)?(?:/>|(?<!/)>" + inside + rb")"
    words = rb"<" + text + rb">([^<]*)</" + text + rb">"
    return re.compile(rb"\s*<" + run + rb">(" + optional_properties + rb")?" + words + rb"</" + run + rb">")


def read_style(raw: bytes, names: ElementNames) -> RunStyle:
    """The formatting for an element of run properties."""
    block = XmlBlock(raw, names)
    tag = block.expect(0)
    attributes = {k: v for k, v in block.attributes(tag).items() if k not in _NOISE}
    inner = block.inside(tag)
    within = XmlBlock(inner, names)
    children = tuple(tag.name for tag in within.tags(0, len(inner)) if tag.kind is not TagKind.END)
    key = repr(sorted(attributes.items())).encode() + inner if attributes or inner.strip() else b""
    emphasis = {f"{k}={v}" for k, v in attributes.items() if k not in _NEUTRAL and v not in _OFF}
    position = 0
    while (child := within.tag(position)) is not None:
        position = within.end_of(child)
        if child.name not in _NEUTRAL and not (child.name == "a:solidFill" and _is_default(within, child)):
            emphasis.add(inner[child.start : position].decode())
    shown = (*(f"{k}={v}" for k, v in attributes.items()), *children)
    kind = "fmt" if LINKS.isdisjoint(children) else "link"
    return RunStyle(raw, key, shown, type=kind, emphasis=frozenset(emphasis))


def _is_default(block: XmlBlock, fill: XmlTag) -> bool:
    """Whether a fill is the default colour of text."""
    colour = block.expect(fill.end)
    return colour.kind is TagKind.EMPTY and block.attributes(colour).get("val", "") in _USUAL
