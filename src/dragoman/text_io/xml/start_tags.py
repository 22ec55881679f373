"""Change the attributes of start tags, given as bytes; the rest of a tag is unchanged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_ATTRIBUTE: Final = re.compile(rb"""\s+([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_END: Final = re.compile(rb"\s*/?>\Z")


def change_attributes(tag: bytes, changes: Mapping[str, str | None]) -> bytes:
    """Set attributes by their written names; None removes one. New ones come last.

    The tag's own quotes and order are kept. An attribute with a prefix can only be changed, not added:
    `written_attribute` finds its name.
    """
    if not changes:
        return tag
    pieces: list[bytes] = []
    left = dict(changes)
    place = 0
    for found in _ATTRIBUTE.finditer(tag):
        name = found.group(1).decode()
        if name not in left:
            continue
        value = left.pop(name)
        if value is None:
            pieces.append(tag[place : found.start()])
        else:
            quote = found.group(2)[:1]
            pieces += (tag[place : found.start(2)], quote, _escape(value), quote)
        place = found.end()
    pieces.append(tag[place:])
    changed = b"".join(pieces)
    new = b"".join(b' %s="%s"' % (name.encode(), _escape(v)) for name, v in left.items() if v is not None)
    ending = _END.search(changed)
    at = ending.start() if ending else len(changed)
    return changed[:at] + new + changed[at:]


def written_attribute(tag: bytes, local: str) -> str | None:
    """The written name of an attribute with a prefix and this local name in a tag."""
    ending = b":" + local.encode()
    return next((m.group(1).decode() for m in _ATTRIBUTE.finditer(tag) if m.group(1).endswith(ending)), None)


def inherited_attributes(tag: bytes) -> dict[str, str]:
    """The attributes of a source that its new target needs as well: `xml:space` and declared prefixes.

    The values are as written, with references.
    """
    found: dict[str, str] = {}
    if b"xml" not in tag:
        return found
    for match in _ATTRIBUTE.finditer(tag):
        name = match.group(1).decode()
        if name in ("xml:space", "xmlns") or name.startswith("xmlns:"):
            found[name] = match.group(2)[1:-1].decode()
    return found


def opened(tag: bytes) -> bytes:
    """The start tag of an element with contents, from one that may be self-closed."""
    ending = _END.search(tag)
    assert ending is not None
    return tag[: ending.start()] + b">" if ending.group().endswith(b"/>") else tag


def _escape(value: str) -> bytes:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").encode()
