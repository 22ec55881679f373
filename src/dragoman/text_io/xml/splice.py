"""Replace bytes of an XML file by offset while it is read from front to back; the rest is unchanged."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, field

from dragoman.text_io.errors import ConversionFailed


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlEdit:
    """New bytes for the body from `start` to `end`."""

    start: int
    end: int
    new: bytes = field(repr=False)


class XmlSplicer:
    """Copies the body with edits in it, which come in order and do not overlap."""

    def __init__(self, body: bytes) -> None:
        self._body = memoryview(body)
        self._newline = b"\r\n" if _has_crlf(body) else b"\n"
        self._changed = io.BytesIO()  # gives its bytes without copying them
        self._place = 0

    @property
    def is_unchanged(self) -> bool:
        """Whether there was no edit."""
        return self._place == 0

    def put(self, edits: Iterable[XmlEdit]) -> None:
        """Apply edits that are near each other; their line ends become the file's."""
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
            if edit.start < self._place:
                raise ConversionFailed("Two changes of the file would overlap.")
            self._changed.write(self._body[self._place : edit.start])
            self._changed.write(edit.new.replace(b"\r\n", b"\n").replace(b"\n", self._newline))
            self._place = edit.end

    def finish(self) -> bytes:
        """The changed body."""
        self._changed.write(self._body[self._place :])
        return self._changed.getvalue()


def indentation(body: bytes, start: int) -> bytes:
    """The white space before a tag if it follows a tag, else nothing."""
    place = start
    while body[place - 1 : place].isspace():
        place -= 1
    return body[place:start] if body[place - 1 : place] == b">" else b""


def _has_crlf(body: bytes) -> bool:
    first = body.find(b"\n")
    return first > 0 and body[first - 1 : first] == b"\r"
