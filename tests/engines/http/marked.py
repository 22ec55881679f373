"""Marked-up text as other services read it: by parsers that are not ours, and answers made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import TypeAlias

import html5lib
from lxml import etree

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

Change: TypeAlias = Callable[[Segment], Segment]
_VOID = frozenset({"img", "br"})


def change_xml(marked: str, change: Change) -> str:
    """An answer to XML, which has to be well formed."""
    root = etree.fromstring(f"<root>{marked}</root>")
    return write(change(normalise(_parts(root, html=False))))


def change_html(marked: str, change: Change) -> str:
    """An answer to HTML."""
    root = html5lib.parseFragment(marked, treebuilder="lxml", namespaceHTMLElements=False)
    parts: list[Part] = []
    for node in root:
        if isinstance(node, str):
            parts.append(Text(text=node))
        else:
            parts += _element(node, html=True)
            parts.append(Text(text=node.tail or ""))
    return write(change(normalise(parts)))


def _parts(element: etree._Element, *, html: bool) -> Iterator[Part]:
    yield Text(text=element.text or "")
    for child in element:
        yield from _element(child, html=html)
        yield Text(text=child.tail or "")


def _element(element: etree._Element, *, html: bool) -> Iterator[Part]:
    name, number = str(element.tag), str(element.get("id"))
    attributes = "".join(f' {key}="{escape(str(value))}"' for key, value in element.attrib.items())
    if name == "k" or element.get("translate") == "no":  # left alone, with its content
        data = f"<{name}{attributes}>{escape(element.text or '', quote=False)}</{name}>"
        yield Code(id=number, kind=CodeKind.STANDALONE, type="tag", data=data)
    elif name in _VOID or (name == "x" and not len(element) and not element.text):
        data = f"<{name}{attributes}>" if html else f"<{name}{attributes}/>"
        yield Code(id=number, kind=CodeKind.STANDALONE, type="tag", data=data)
    else:
        yield Code(id=number, kind=CodeKind.OPEN, type="tag", data=f"<{name}{attributes}>")
        yield from _parts(element, html=html)
        yield Code(id=number, kind=CodeKind.CLOSE, type="tag", data=f"</{name}>")


def write(segment: Segment) -> str:
    """A segment with its text escaped, and quotes too, as services do."""
    return "".join(escape(part.text) if isinstance(part, Text) else part.data for part in segment)
