"""Compare paragraphs of OpenDocument files by content: how spans are split and nested is ignored.

Part of `corpus_checks`. Spans whose style is not visible, sequences of white space and the nesting order of
styles depend on the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

_OASIS: Final = "{urn:oasis:names:tc:opendocument:xmlns:"
_OFFICE: Final = f"{_OASIS}office:1.0}}"
_STYLE: Final = f"{_OASIS}style:1.0}}"
_TEXT: Final = f"{_OASIS}text:1.0}}"
_PARAGRAPHS: Final = (f"{_TEXT}p", f"{_TEXT}h")
_SPAN: Final = f"{_TEXT}span"
_AROUND: Final = re.compile(r"\}(?:a|meta|ruby|ruby-base|content-control)$")
_RANGE: Final = re.compile(
    r"\}(?:bookmark|reference-mark|change|(?:toc|user-index|alphabetical-index)-mark|annotation)-(?:start|end)$"
    r"|\}(?:bookmark|reference-mark|change|(?:toc|user-index|alphabetical-index)-mark)$"
    r"|\}(?:soft-page-break|ruby-text|fieldmark-start|fieldmark-separator|fieldmark-end)$"
)
_NOISE: Final = re.compile(r"rsid|language|country|script$")
_BLANKS: Final = re.compile("[ \t\r\n]+")


def is_odf(root: etree._Element) -> bool:
    """Whether this is a part of an OpenDocument file."""
    return str(root.tag).startswith(_OFFICE)


def flatten(root: etree._Element) -> None:
    """Write every paragraph as one text that is equal for paragraphs with the same content."""
    styles = dict(_styles(root))
    for paragraph in reversed(list(root.iter(*_PARAGRAPHS))):  # nested ones first
        tokens: list[tuple[str, str]] = []
        for style, said in _tokens(paragraph, "", styles):
            if tokens and style[:1] == "=" and tokens[-1][0] == style:
                tokens[-1] = (style, tokens[-1][1] + said)
            else:
                tokens.append((style, said))
        tail = paragraph.tail
        attributes = {str(name): str(said) for name, said in paragraph.items()}
        paragraph.clear()
        for name, said in attributes.items():
            paragraph.set(name, said)
        paragraph.text, paragraph.tail = repr(_collapse(tokens)), tail


def _collapse(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Collapse white space as programs do: no blanks at the start and after others."""
    blank = True
    collapsed: list[tuple[str, str]] = []
    for style, said in tokens:
        text = said
        if style[:1] == "=":
            text = _BLANKS.sub(" ", said)
            text = text[1:] if blank and text[:1] == " " else text
            blank = text.endswith(" ") if text else blank
        elif style[:1] == "@":
            blank = False
        if text:
            collapsed.append((style, text))
    return collapsed


def _tokens(node: etree._Element, style: str, styles: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The content of a paragraph: "=" text, "@" elements in a style, "|" limits of ranges."""
    if node.text:
        yield f"={style}", node.text
    for child in node:
        name = str(child.tag)
        if name == _SPAN:
            own = child.get(f"{_TEXT}style-name", "")
            yield from _tokens(child, style + styles.get(own, own and f"/{own}"), styles)
        elif _AROUND.search(name):
            yield "|", f"<{name} {sorted(child.items())}>"
            yield from _tokens(child, style, styles)
            yield "|", f"</{name}>"
        elif isinstance(child.tag, str):
            whole = etree.tostring(child, method="c14n", with_tail=False).decode()
            yield ("|" if _RANGE.search(name) else f"@{style}"), whole
        if child.tail:
            yield f"={style}", child.tail


def _styles(root: etree._Element) -> Iterator[tuple[str, str]]:
    """The automatic styles of text, with their visible properties."""
    for automatic in root.iter(f"{_OFFICE}automatic-styles"):
        for style in automatic.iter(f"{_STYLE}style"):
            if style.get(f"{_STYLE}family") != "text":
                continue
            shown = [
                f"{name}={said}"
                for properties in style.iter(f"{_STYLE}text-properties")
                for name, said in sorted((str(name), str(said)) for name, said in properties.items())
                if not _NOISE.search(name)
            ]
            parent = style.get(f"{_STYLE}parent-style-name", "")
            key = "".join([*([f"/{parent}"] if parent else []), *shown])
            yield style.get(f"{_STYLE}name", ""), f"{{{key}}}" if key else ""
