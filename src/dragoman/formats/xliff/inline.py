"""Read the content of a source or target as a segment with codes, for both versions of XLIFF.

A `Vocabulary` gives the meaning of each element. Pairing, ids, protected text and sub-flows are common to
both. `writing` turns segments into markup again.
"""

from __future__ import annotations

import hashlib
from typing import Final

from dragoman.formats.xliff.content import (
    OriginalCode,
    SubFlow,
    TranslateState,
    Vocabulary,
    XliffContent,
    XliffInlineElement,
    XliffInlineRole,
    escape,
)
from dragoman.formats.xliff.pairing import PendingSubFlow, UnpairedItem, assemble
from dragoman.segments import Text
from dragoman.text_io.xml.tree import COMMENT, XmlNode, written_name

PICTURE: Final = 200  # characters of a code's data at most


def read_content(
    body: bytes, node: XmlNode, vocabulary: Vocabulary, protection: TranslateState
) -> XliffContent:
    """Read the content of an element."""
    if protection.translate and node.children is not None and all(type(c) is str for c in node.children):
        return XliffContent(
            segment=tuple(Text(text=c) for c in node.children if isinstance(c, str)), originals={}
        )
    walk = _Flattener(body, vocabulary, protection)
    walk.read(node)
    return assemble(walk.items)


class _Flattener:
    """Flattens a tree to a list of texts and tags."""

    def __init__(self, body: bytes, vocabulary: Vocabulary, protection: TranslateState) -> None:
        self._body = body
        self._vocabulary = vocabulary
        self._protection = protection
        self.items: list[UnpairedItem] = []
        self._around = 0
        self._numbered = 0

    def read(self, node: XmlNode) -> None:
        for child in node.children or ():
            if isinstance(child, str):
                self._add_text(child)
            elif child.name[0] == "!":
                family = "comment" if child.name == COMMENT else "instruction"
                self._add(
                    XliffInlineElement(role=XliffInlineRole.WHOLE, family=family),
                    self._raw(child.start, child.end),
                )
            else:
                self._add_element(child)

    def _add_text(self, text: str) -> None:
        if self._protection.translate:
            self.items.append(UnpairedItem(None, text))
        else:
            kept = self._add(
                XliffInlineElement(role=XliffInlineRole.WHOLE, family="kept", type="variable"), text.encode()
            )
            kept.original = OriginalCode(pieces=(escape(text),))

    def _add_element(self, node: XmlNode) -> None:
        reading = self._vocabulary(node)
        if reading.role is XliffInlineRole.PAIR:
            self._add_pair(node, reading)
            return
        item = self._add(reading, self._raw(node.start, node.end))
        if subs := _outer_subs(node):
            self._add_subs(item, node, subs)
        protection = self._protection
        if reading.role is XliffInlineRole.BEGIN and reading.translate is not None:
            protection.before[reading.key] = protection.translate
            protection.translate = reading.translate
        elif reading.role is XliffInlineRole.END and reading.key in protection.before:
            protection.translate = protection.before.pop(reading.key)

    def _add_pair(self, node: XmlNode, reading: XliffInlineElement) -> None:
        opening = self._add(reading, self._raw(node.start, node.inner_start))
        before, outer = self._protection.translate, self._around
        if reading.translate is not None:
            self._protection.translate = reading.translate
        self._numbered += 1
        self._around = self._numbered
        self.read(node)
        self._around, self._protection.translate = outer, before
        ending = self._raw(node.inner_end, node.end)
        if node.is_self_closed:
            ending = b"</" + written_name(self._body, node.start) + b">"
            opening.original = OriginalCode(pieces=(self._raw(node.start, node.end),), self_closed=True)
        closing = self._add(reading, ending)
        closing.is_end = True
        opening.partner, closing.partner = closing, opening

    def _add_subs(self, item: UnpairedItem, node: XmlNode, subs: list[XmlNode]) -> None:
        """Split the sub-flows off a code's original markup."""
        pieces: list[bytes | SubFlow] = []
        found: list[PendingSubFlow] = []
        place = node.start
        for sub in subs:
            pieces.append(self._raw(place, sub.inner_start))
            content = read_content(self._body, sub, self._vocabulary, TranslateState())
            found.append(PendingSubFlow(content, self._raw(sub.inner_start, sub.inner_end), len(pieces)))
            pieces.append(b"")
            place = sub.inner_end
        pieces.append(self._raw(place, node.end))
        item.original = OriginalCode(pieces=tuple(pieces))
        item.text = _display(
            "…".encode().join(piece for piece in pieces if isinstance(piece, bytes) and piece)
        )
        item.subs = tuple(found)

    def _add(self, reading: XliffInlineElement, raw: bytes) -> UnpairedItem:
        item = UnpairedItem(
            reading, _display(raw), OriginalCode(pieces=(raw,)), is_end=reading.role is XliffInlineRole.END
        )
        item.around = self._around
        self.items.append(item)
        return item

    def _raw(self, start: int, end: int) -> bytes:
        return self._body[start:end]


def _outer_subs(node: XmlNode) -> list[XmlNode]:
    """The sub-flows of a code that can be written again: not empty, and none inside of another."""
    return [sub for sub in node.elements("sub") if not sub.is_self_closed]


def _display(raw: bytes) -> str:
    """A display of at most 200 characters, different for different codes."""
    text = raw.decode()
    if len(text) <= PICTURE:
        return text
    return f"{text[: PICTURE - 20]}…{hashlib.blake2s(raw, digest_size=6).hexdigest()}"
