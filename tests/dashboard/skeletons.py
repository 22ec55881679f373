"""What a page consists of, as browsers read it: html5lib is not what the pages are made with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import html5lib

from tests.dashboard.browser import Shown

_SCHEME = re.compile(r"[\x00-\x20]*[a-z][a-z0-9+.-]*[\x00-\x20]*:", re.IGNORECASE)
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "hx-get", "hx-post", "data", "poster"})
Skeleton = set[str]
FORBIDDEN = "forbidden:"  # begins what no page may have


def read(shown: Shown) -> Any:
    """The elements of a page."""
    return html5lib.parse(shown.text, treebuilder="etree", namespaceHTMLElements=False)


def skeleton(tree: Any) -> Skeleton:
    """Every kind of element of a page, with its place and the names of its attributes."""
    return set(_elements(tree, ""))


def texts(tree: Any) -> Iterator[str]:
    """All that a page says: the texts of its elements, each with what is in them, and of attributes."""
    for element in tree.iter():
        if isinstance(element.tag, str):
            yield "".join(part for part in (element.text, *(one.tail for one in element)) if part)
            yield from element.attrib.values()


def links(tree: Any) -> Iterator[str]:
    """The addresses of links, and of forms that change nothing."""
    yield from (one.get("href") for one in tree.iter("a") if one.get("href"))
    for form in tree.iter("form"):
        if form.get("method", "get") == "get" and form.get("action"):
            yield form.get("action")


def _elements(element: Any, above: str) -> Iterator[str]:
    if not isinstance(element.tag, str):
        yield f"{above} comment"
        return
    place = f"{above} {element.tag}"
    yield f"{place}[{' '.join(sorted(str(name) for name in element.attrib))}]"
    yield from (f"{FORBIDDEN}{place} {one}" for one in _forbidden(element))
    for child in element:
        found = _elements(child, place)
        is_its_own = _is_pager(child) or _is_code(child)
        yield from (one for one in found if one.startswith(FORBIDDEN)) if is_its_own else found


def _is_pager(element: Any) -> bool:
    """The foot of a list with more than one page: whether it has is up to what other tests have made."""
    return element.tag == "footer" and any(one.get("class") == "pages" for one in element.iter("nav"))


def _is_code(element: Any) -> bool:
    """A code in a segment of a document: a text with markup has some, where another one has none."""
    return element.get("data-code") is not None


def _forbidden(element: Any) -> Iterator[str]:
    """What no page may have, whatever its text."""
    for name, value in element.attrib.items():
        shown = f"{name}={value[:80]!r}"
        if str(name).startswith(("on", "hx-on", "data-hx")) or name == "style":
            yield shown
        if name in _ADDRESSES and (_SCHEME.match(value) or value.startswith(("//", "\\"))):
            yield shown
    if element.tag == "style" or (element.tag == "script" and (element.text or "").strip()):
        yield f"{(element.text or '')[:80]!r}"
