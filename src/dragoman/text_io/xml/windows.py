"""Read XML of any size as text, a window at a time, without a parser: the prolog, and start tags.

`elements` cuts the elements of some names out of the rest, so that each is parsed alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import unescape

from dragoman.text_io.errors import DocumentCorrupt

_LONGEST: Final = 1024 * 1024  # characters of a comment, a document type or a tag
_BLANK: Final = re.compile(r"[ \t\r\n\ufeff]*")
_ASIDE: Final = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_DOCTYPE: Final = "<!DOCTYPE"
_DOCTYPE_MARK: Final = re.compile(r"""<!--|<\?|<!ENTITY(?=\s)|["'\[\]>]""")
_ENDS: Final = {"<!--": "-->", "<?": "?>", '"': '"', "'": "'"}  # of what hides other marks
_START_TAG: Final = re.compile(
    r"<([A-Za-z_][\w.:\-]*)((?>(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*))>"  # atomic: its time is linear
)
_ATTRIBUTE: Final = re.compile(r"""([\w.:\-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


@dataclass(slots=True)
class TextWindow:
    """The text of a file from `position` on, as far as it has been read. Line ends are line feeds."""

    pieces: Iterator[str]
    text: str = ""
    position: int = 0
    line: int = 1  # of the position
    ended: bool = False  # there is no more text

    def read_more(self) -> bool:
        """Add the next piece and drop the text before the position, which becomes 0. False at the end."""
        piece = next(self.pieces, None)
        if piece is None:
            self.ended = True
            return False
        self.text = self.text[self.position :] + piece
        self.position = 0
        return True

    def fill(self, count: int) -> bool:
        """Read until there are `count` characters from the position on. False: the file ends before."""
        while self.ahead < count and self.read_more():
            pass
        return self.ahead >= count

    def move_to(self, end: int) -> None:
        """Move on to a position in `text`."""
        self.line += self.text.count("\n", self.position, end)
        self.position = end

    @property
    def ahead(self) -> int:
        """How many characters from the position on have been read."""
        return len(self.text) - self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTag:
    """A start tag, or the tag of an empty element."""

    name: str  # without its prefix
    attributes: Mapping[str, str]  # by their names with prefixes
    is_empty: bool


def skip_prolog(window: TextWindow, *, entities: bool = False) -> bool:
    """Skip white space, comments, instructions and a document type. Whether a start tag follows.

    Nothing of a document type is loaded or expanded. One that declares entities is refused unless `entities`.
    Raises `DocumentCorrupt`.
    """
    while True:
        _skip_blank(window)
        window.fill(len(_DOCTYPE))
        ahead = window.text[window.position : window.position + len(_DOCTYPE)]
        if ahead.startswith(("<!--", "<?")):
            window.move_to(_match(window, _ASIDE).end())
        elif ahead.upper() == _DOCTYPE:
            _skip_doctype(window, entities=entities)
        else:
            return ahead.startswith("<") and not ahead.startswith(("</", "<!"))


def read_start_tag(window: TextWindow) -> StartTag:
    """Read the start tag at the position and move behind it. Raises `DocumentCorrupt`."""
    found = _match(window, _START_TAG)
    window.move_to(found.end())
    return StartTag(
        name=found[1].rpartition(":")[2],
        attributes={name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(found[2])},
        is_empty=found[2].endswith("/"),
    )


def _skip_blank(window: TextWindow) -> None:
    while True:
        found = _BLANK.match(window.text, window.position)
        assert found is not None
        window.move_to(found.end())
        if window.ahead or not window.read_more():
            return


def _skip_doctype(window: TextWindow, *, entities: bool) -> None:
    offset, inside = len(_DOCTYPE), False
    while True:
        found = _find(window, offset)
        offset = found.end() - window.position
        if found[0] == "<!ENTITY" and not entities:
            raise DocumentCorrupt(
                "The file declares entities, which is not allowed; write characters instead."
            )
        if ending := _ENDS.get(found[0]):
            offset = _find_end(window, offset, ending)
        elif found[0] in "[]":
            inside = found[0] == "["
        elif found[0] == ">" and not inside:
            window.move_to(found.end())
            return


def _find(window: TextWindow, offset: int) -> re.Match[str]:
    """The next mark from an offset from the position on, reading as much as that takes."""
    while (found := _DOCTYPE_MARK.search(window.text, window.position + offset)) is None:
        offset = max(offset, window.ahead - len("<!ENTITY"))
        _read_doctype(window)
    return found


def _find_end(window: TextWindow, offset: int, ending: str) -> int:
    """The offset behind the next `ending`."""
    while (end := window.text.find(ending, window.position + offset)) < 0:
        offset = max(offset, window.ahead - len(ending) + 1)
        _read_doctype(window)
    return end - window.position + len(ending)


def _read_doctype(window: TextWindow) -> None:
    if window.ahead > _LONGEST or not window.read_more():
        raise DocumentCorrupt("The document type at the beginning of the file does not end.")


def _match(window: TextWindow, pattern: re.Pattern[str]) -> re.Match[str]:
    """Match at the position, reading as much as that takes."""
    while (found := pattern.match(window.text, window.position)) is None:
        if window.ahead > _LONGEST or not window.read_more():
            raise DocumentCorrupt("The beginning of the file is not XML; nothing of it can be read.")
    return found
