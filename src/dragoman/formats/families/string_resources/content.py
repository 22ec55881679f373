"""Read the content of an XML element as a segment, and write it with the file's escaping.

Tags, comments and instructions in it become codes. The bytes are part of a document that expat found
well-formed and without entities of its own.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from dragoman.formats.units.coded_text import MOST_CODES, MOST_DATA, PLAIN, display
from dragoman.formats.units.html_elements import BLOCK
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise
from dragoman.text_io.errors import ConversionFailed

_MARK: Final = re.compile(
    r"<!\[CDATA\[(?P<cdata>.*?)\]\]>|<!--.*?-->|<\?.*?\?>"
    r"|<(?P<end>/?)(?P<name>[^\s/>]++)[^\"'>]*+(?>(?:\"[^\"]*+\"[^\"'>]*+|'[^']*+'[^\"'>]*+)*)>",
    re.DOTALL,
)
_REFERENCE: Final = re.compile(r"&(?:#[xX]?[0-9a-fA-F]{1,8}|lt|gt|amp|quot|apos);")
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LINE_END: Final = re.compile("\r\n?")
_FORMATTING: Final = frozenset(
    {"annotation", "b", "bdi", "bdo", "big", "cite", "del", "dfn", "em", "font", "i", "ins", "mark", "q", "s"}
    | {"small", "span", "strike", "strong", "sub", "sup", "tt", "u"}
)
_TYPES: Final = {
    "a": "link",
    "br": "break",
    **dict.fromkeys(_FORMATTING, "fmt"),
    **dict.fromkeys(BLOCK, "block"),
}
_ALIKE: Final = 4096  # tags and codes that are cached, because many strings have the same


class ContentPiece(NamedTuple):
    """A piece of content: unescaped text, or a tag, comment or instruction as written."""

    text: str
    kind: CodeKind | None = None  # None: it is text
    type: str = ""
    markup: bool = False  # it is written back unchanged


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementEscaping:
    """How an element escaped its text."""

    cdata: bool = False  # all of it in one CDATA section
    plain: frozenset[str] = frozenset()  # of `>`, `"` and `'`, those that are not escaped
    references: Mapping[str, str] = field(default_factory=dict)  # character → its reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementContent:
    """The content of an element."""

    segment: Segment
    written: Mapping[tuple[str, CodeKind], ContentPiece] = field(
        repr=False
    )  # the pieces that codes represent
    spelling: ElementEscaping
    quoted: bool = False  # it is in quotes of the format's own


Spell: TypeAlias = Callable[[str, ElementEscaping], str]


def read_pieces(
    inner: bytes, *, whole: Callable[[str], bool] | None = None
) -> tuple[list[ContentPiece], ElementEscaping]:
    """Split the content of an element into pieces. An element for whose name `whole` is true is one piece."""
    source = inner.decode()
    if "\r" in source:
        source = _LINE_END.sub("\n", source)
    if "<" not in source:
        return [ContentPiece(_unescape(source))] if source else [], _spelling(source, source, cdata=False)
    pieces: list[ContentPiece] = []
    texts: list[str] = []
    sections = position = 0
    for start, end, piece in _marks(source, whole):
        if start > position:
            texts.append(source[position:start])
            pieces.append(ContentPiece(_unescape(texts[-1])))
        pieces.append(piece)
        sections += piece.kind is None
        position = end
    if position < len(source):
        texts.append(source[position:])
        pieces.append(ContentPiece(_unescape(texts[-1])))
    plain = "".join(texts)
    cdata = sections == 1 and not plain.strip() and all(piece.kind is None for piece in pieces)
    return [piece for piece in pieces if piece.text], _spelling(source, plain, cdata=cdata)


def _marks(source: str, whole: Callable[[str], bool] | None) -> Iterator[tuple[int, int, ContentPiece]]:
    """Everything in a source but plain text, with its offsets; a CDATA section is a piece of text."""
    begin = depth = 0
    name = ""
    for found in _MARK.finditer(source):
        if depth:
            if found["name"] == name and found[0][-2] != "/":
                depth += -1 if found["end"] else 1
                if not depth:
                    raw = source[begin : found.end()]
                    yield begin, found.end(), ContentPiece(raw, CodeKind.STANDALONE, "variable", markup=True)
        elif found["cdata"] is not None:
            yield found.start(), found.end(), ContentPiece(found["cdata"])
        else:
            tag = found["name"]
            mark = _mark(found[0], tag)
            if mark.kind is CodeKind.OPEN and whole is not None and whole(tag):
                begin, depth, name = found.start(), 1, tag
            else:
                yield found.start(), found.end(), mark


def read_content(
    pieces: Sequence[ContentPiece],
    spelling: ElementEscaping,
    pattern: re.Pattern[str] = PLAIN,
    *,
    quoted: bool = False,
) -> ElementContent:
    """Make a segment of pieces; matches of `pattern` (of `coded_text`) in texts become codes, too."""
    if len(pieces) == 1 and pieces[0].kind is None and pattern.search(pieces[0].text) is None:
        only = normalise([Text(text=pieces[0].text)])
        return ElementContent(segment=only, written={}, spelling=spelling, quoted=quoted)
    parts: list[Part] = []
    written: dict[tuple[str, CodeKind], ContentPiece] = {}
    around: list[str] = []
    number = 0
    for piece in _cut(pieces, pattern):
        if piece.kind is None:
            parts.append(Text(text=piece.text))
            continue
        if piece.kind is CodeKind.CLOSE:
            identity = around.pop()
        else:
            number += 1
            identity = str(number)
            if piece.kind is CodeKind.OPEN:
                around.append(identity)
        if number > MOST_CODES:
            raise ConversionFailed(f"A string holds more than {MOST_CODES} tags and references.")
        written[identity, piece.kind] = piece
        parts.append(_code(identity, piece, piece.kind))
    return ElementContent(segment=normalise(parts), written=written, spelling=spelling, quoted=quoted)


def write_content(
    content: ElementContent,
    target: Segment,
    spell: Spell | None = None,
    *,
    passed: Callable[[ContentPiece], None] | None = None,
) -> bytes:
    """Write a translation of `content` as content of its element.

    `spell` escapes its texts, in order; without it they are escaped as XML only. `passed` gets the markup
    between them. Raises ConversionFailed when the codes are not those of the content.
    """
    if not keeps_codes(content.segment, target):
        raise ConversionFailed("The translation of a string does not have the tags of its source.")
    spell = spell or escape
    out: list[str] = []
    for part in target:
        piece = ContentPiece(part.text) if isinstance(part, Text) else content.written[part.id, part.kind]
        out.append(piece.text if piece.markup else spell(piece.text, content.spelling))
        if piece.markup and passed is not None:
            passed(piece)
    written = "".join(out)
    return (f"<![CDATA[{written}]]>" if content.spelling.cdata else written).encode()


def escape(text: str, spelling: ElementEscaping) -> str:
    """Escape a text as its element does. Characters that XML does not allow are dropped."""
    text = _NOT_XML.sub("", text)
    if spelling.cdata:
        return text.replace("]]>", "]]]]><![CDATA[>")
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    text = text.replace("]]>", "]]&gt;") if ">" in spelling.plain else text.replace(">", "&gt;")
    for character, reference in spelling.references.items():
        text = text.replace(character, reference)
    return text.replace("\r", "&#13;")


@functools.lru_cache(maxsize=_ALIKE)
def _mark(raw: str, name: str | None) -> ContentPiece:
    """A piece for a tag; without a name it is a comment or an instruction."""
    if name is None:
        return ContentPiece(raw, CodeKind.STANDALONE, "object", markup=True)
    kind = CodeKind.CLOSE if raw[1] == "/" else CodeKind.STANDALONE if raw[-2] == "/" else CodeKind.OPEN
    return ContentPiece(raw, kind, _TYPES.get(name.lower(), "object"), markup=True)


def _cut(pieces: Iterable[ContentPiece], pattern: re.Pattern[str]) -> Iterator[ContentPiece]:
    """Split the matches of `pattern` in texts off as pieces of their own."""
    for piece in pieces:
        if piece.kind is not None:
            yield piece
            continue
        if pattern.search(piece.text) is None:
            yield piece
            continue
        position = 0
        for found in pattern.finditer(piece.text):
            yield ContentPiece(piece.text[position : found.start()])
            position = found.end()
            yield ContentPiece(found[0], CodeKind.STANDALONE, "variable")
        yield ContentPiece(piece.text[position:])


@functools.lru_cache(maxsize=_ALIKE)
def _code(identity: str, piece: ContentPiece, kind: CodeKind) -> Code:
    return Code(id=identity, kind=kind, type=piece.type, data=_shown(piece))


def _shown(piece: ContentPiece) -> str:
    if not piece.markup and (half := PLAIN.match(piece.text)) is not None:
        return display(half)
    return piece.text if len(piece.text) <= MOST_DATA else piece.text[: MOST_DATA - 1] + "…"


def _spelling(source: str, texts: str, *, cdata: bool) -> ElementEscaping:
    """How texts are escaped; `source` includes the CDATA sections."""
    plain = frozenset([character for character in ">\"'" if character in texts])
    if "&" not in texts:
        return _usual_spelling(cdata, plain)
    references: dict[str, str] = {}
    for found in _REFERENCE.finditer(texts):
        character = html.unescape(found[0])
        if (
            len(character) == 1
            and (character > "\x7f" or character in "\"'\t\r\n")
            and character not in source
        ):
            references.setdefault(character, found[0])
    return ElementEscaping(cdata=cdata, plain=plain, references=references)


@functools.lru_cache(maxsize=_ALIKE)
def _usual_spelling(cdata: bool, plain: frozenset[str]) -> ElementEscaping:
    return ElementEscaping(cdata=cdata, plain=plain)


def _unescape(text: str) -> str:
    return _REFERENCE.sub(lambda found: _character(found[0]), text) if "&" in text else text


def _character(reference: str) -> str:
    if reference[1] != "#":
        return html.unescape(reference)
    digits = reference[2:-1]
    return chr(int(digits[1:], 16) if digits[0] in "xX" else int(digits))
