r"""Android's own escapes and quotes inside XML: `\n`, `\'`, `\u0041`, `"two  blanks"`.

As aapt2 reads them: outside quotes white space is one blank, and there is none at the ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from dragoman.formats.families.string_resources.content import ContentPiece, ElementEscaping, escape
from dragoman.segments import CodeKind

_NOTABLE: Final = re.compile(r"[\\\"\t\n\r]|  ")
_WORD: Final = r"[^\\\" \t\n\r]++"
_TOKENS: Final = rf"\\u[0-9a-fA-F]{{4}}|\\.?|\"|[ \t\n\r]++|{_WORD}(?>(?: {_WORD})*)"
_TOKEN: Final = re.compile(_TOKENS, re.DOTALL)
# Quotes of attributes are intended, though aapt2 removes them.
_HTML_TOKEN: Final = re.compile(rf"(?<==)\"[^\"<>\n\\]*+\"(?=[\s/>])|{_TOKENS}", re.DOTALL)
_LONGEST_ESCAPE: Final = 6
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_NAMED: Final = {"n": "\n", "t": "\t"}
_WRITTEN: Final = re.compile(
    "[\\\\\"'\n\t\r\ud800-\udfff]|\\A +| {2,}"
)  # a single blank inside needs no escape
_NAMES: Final = {"\n": "\\n", "\t": "\\t"}
BLANK: Final = "\\u0020"


def unescaped(pieces: Iterable[ContentPiece], *, quoted: bool) -> Iterator[ContentPiece]:
    """Pieces with their texts unescaped; `quoted`: one pair of quotes encloses all, and is left out here."""
    waiting: ContentPiece | None = None
    reader = _Reader(quoted=quoted)
    for piece in pieces:
        if piece.kind is not None:
            if waiting is not None:
                yield waiting
            yield piece
            reader.last_is_blank = reader.last_is_blank and not is_content(piece)
            waiting = None
        else:
            text = reader.read(piece.text)
            waiting = ContentPiece(text if waiting is None else waiting.text + text)
    if waiting is not None:
        yield ContentPiece(waiting.text[:-1] if reader.last_is_blank and waiting.text else waiting.text)


def is_content(piece: ContentPiece) -> bool:
    """Whether a piece of markup is visible, so that blanks around it do not collapse."""
    return piece.kind is CodeKind.STANDALONE and not piece.text.startswith("<!--")


class _Reader:
    """Unescapes the texts of one string in order."""

    def __init__(self, *, quoted: bool) -> None:
        self.last_is_blank = True  # a blank that would collapse with others; none at the beginning
        self._quoted = quoted

    def read(self, text: str) -> str:
        """The unescaped text."""
        if not text:
            return text
        if not self._quoted and _NOTABLE.search(text) is None:
            is_lost = text[0] == " " and self.last_is_blank
            self.last_is_blank = text[-1] == " "
            return text[1:] if is_lost else text
        tokens = _HTML_TOKEN if "<" in text else _TOKEN
        pieces = [self._read(found[0]) for found in tokens.finditer(text)]
        return _PAIR.sub(_join, "".join(pieces))

    def _read(self, written: str) -> str:
        if written == '"':
            self._quoted = not self._quoted
            return ""
        if written[0] in " \t\n\r" and not self._quoted:
            blank = "" if self.last_is_blank else " "
            self.last_is_blank = True
            return blank
        self.last_is_blank = False
        if written[0] != "\\" or len(written) == 1:
            return written
        if len(written) == _LONGEST_ESCAPE:
            return bytes.fromhex(written[2:]).decode("utf-16-be", "surrogatepass")
        return _NAMED.get(written[1], written[1])


def _join(found: re.Match[str]) -> str:
    high, low = map(ord, found[0])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


class AndroidEscaper:
    """Escapes the texts of one string in order, all in quotes or none."""

    def __init__(self, *, quoted: bool) -> None:
        self._quoted = quoted
        self._after_blank = True  # the next blank would get lost
        self._begun = False

    def spell(self, text: str, spelling: ElementEscaping) -> str:
        """A text as XML with Android's escapes."""
        written = _WRITTEN.sub(self._written, text)
        if not self._begun and written[:1] in ("@", "?"):
            written = "\\" + written
        if written:
            self._after_blank = written[-1] == " "
            self._begun = True
        return escape(written, spelling)

    def passed(self, piece: ContentPiece) -> None:
        """Note a piece of markup between texts."""
        if is_content(piece):
            self._after_blank = False
            self._begun = True

    def _written(self, found: re.Match[str]) -> str:
        character = found[0]
        if character[0] == " ":
            if self._quoted or (len(character) == 1 and not self._is_lost(found)):
                return character
            return BLANK * len(character)
        if character == "'" and self._quoted:
            return character
        if character == "\r" or "\ud800" <= character <= "\udfff":
            return f"\\u{ord(character):04x}"
        return _NAMES.get(character) or "\\" + character

    def _is_lost(self, found: re.Match[str]) -> bool:
        return found.start() == 0 and self._after_blank
