"""The text of a cell or comment (CT_Rst): read to a segment with codes, and written again.

Formatted runs, line ends and escaped control characters are codes. Phonetic text above Japanese text belongs
to the source words: a translation has none.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final, NamedTuple

from dragoman.formats.paragraphs.inline_content import (
    PLAIN,
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RawContent,
    RunStyle,
    TextRun,
)
from dragoman.formats.paragraphs.segments import MappedSegment, map_segment
from dragoman.formats.units.values import ContentKind, has_letters, is_prose
from dragoman.segments import Segment, Text, keeps_codes
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, escaped
from dragoman.text_io.zip.directory import shown

LONGEST: Final = 32_767  # characters of a cell; Excel "repairs" a file with more

_LONG: Final = 60  # characters of a text that may have several sentences
_END: Final = re.compile(r"[.!?…。！？।۔\n]")  # a quick check before that of `is_prose`
# Excel writes characters that are not allowed in XML as _x000D_, and an underscore that reads as one as
# _x005F_.
_APART: Final = re.compile(r"_x005[Ff]_|((?:_x000[Dd]_|\r)?\n|_x[0-9A-Fa-f]{4}_|[\r\t])")
_ESCAPED: Final = re.compile(r"_x005[Ff]_")
_TO_ESCAPE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_KINDS: Final = {"\n": "break", "\t": "tab"}
_NEUTRAL: Final = frozenset({"x:rFont", "x:sz", "x:family", "x:charset", "x:scheme"})  # they are not emphasis
_OFF: Final = frozenset({"0", "false", "baseline", "none"})
_USUAL_COLOURS: Final = ({"theme": "1"}, {"indexed": "8"}, {"rgb": "FF000000"}, {"auto": "1"})  # black text
_READINGS: Final = frozenset({"x:rPh", "x:phoneticPr"})


class RichText(NamedTuple):
    """The text of one string."""

    mapped: MappedSegment
    runs: bool  # whether it is written in formatted runs
    whole: str  # its full text as a cell shows it, with white space at its ends

    @property
    def segment(self) -> Segment:
        """The parts to translate."""
        return self.mapped.segment

    @property
    def has_letters(self) -> bool:
        """Whether it has text to translate."""
        return has_letters(self.whole)

    @property
    def is_prose(self) -> bool:
        """Whether it may be split into sentences: a short text is translated as one."""
        return (
            len(self.whole) >= _LONG
            and bool(_END.search(self.whole))
            and is_prose(self.whole, ContentKind.DATA)
        )


class RichTextReader:
    """Reads strings of one part."""

    def __init__(self, names: ElementNames) -> None:
        self._names = names
        self._styles: dict[bytes, RunStyle] = {b"": PLAIN}
        tag = names.pattern("x:t")
        self._plain = re.compile(rb"\s*<" + tag + rb'(?:\s+xml:space="\w+")?\s*>([^<]*)</[^>]*>\s*')

    def read(self, raw: bytes) -> RichText | None:
        """Read the inside of an element; None if it is empty or has unknown elements."""
        if found := self._plain.fullmatch(raw):
            text = content(found[1])
            if text and text.isprintable() and "_x" not in text:  # true for nearly all
                only = (Text(text=text),)
                return RichText(MappedSegment(parts=only, first=0, last=1, base=PLAIN), False, text)
            return _lay_out([(PLAIN, text)], runs=False)
        block = XmlBlock(raw, self._names)
        rows: list[tuple[RunStyle, str]] = []
        runs = False
        position = 0
        while (tag := block.tag(position)) is not None:
            position = block.end_of(tag)
            if tag.name == "x:t":
                rows.append((PLAIN, content(block.inside(tag))))
            elif tag.name == "x:r":
                runs = True
                if not self._read_run(block, tag, rows):
                    return None
            elif tag.name not in _READINGS:
                return None
        return _lay_out(rows, runs=runs)

    def plain(self, text: str) -> RichText | None:
        """Read a text that cannot have runs; None if it is empty."""
        return _lay_out([(PLAIN, text)], runs=False)

    def _read_run(self, block: XmlBlock, run: XmlTag, rows: list[tuple[RunStyle, str]]) -> bool:
        if run.kind is not TagKind.START:
            return True
        style, position = PLAIN, run.end
        while (tag := block.expect(position)).kind is not TagKind.END:
            position = block.end_of(tag)
            if tag.name == "x:rPr":
                style = self._style(block.data[tag.start : position])
            elif tag.name == "x:t":
                rows.append((style, content(block.inside(tag))))
            else:
                return False
        return True

    def _style(self, raw: bytes) -> RunStyle:
        style = self._styles.get(raw)
        if style is None:
            block = XmlBlock(raw, self._names)
            inner = block.inside(block.expect(0)).strip()
            tags = XmlBlock(inner, self._names).tags(0, len(inner))
            properties = tuple(tag.name.rpartition(":")[2] for tag in tags if tag.kind is not TagKind.END)
            key = RunStyle(raw, inner, properties, emphasis=_emphasis(XmlBlock(inner, self._names)))
            style = self._styles[raw] = key if inner else PLAIN
        return style


def _emphasis(properties: XmlBlock) -> frozenset[str]:
    """The properties that emphasise text."""
    properties_set: set[str] = set()
    position = 0
    while (tag := properties.tag(position)) is not None:
        position = properties.end_of(tag)
        attributes = properties.attributes(tag)
        is_usual = tag.name == "x:color" and attributes in _USUAL_COLOURS
        if tag.name not in _NEUTRAL and attributes.get("val", "") not in _OFF and not is_usual:
            properties_set.add(properties.data[tag.start : position].decode())
    return frozenset(properties_set)


def write_text(text: RichText, target: Segment, around: bytes) -> bytes:
    """The new inside of an element; `around` is its qualified name."""
    prefix = around[: around.rfind(b":") + 1]
    name = prefix + b"t"
    rows = _lines(text.mapped, target)
    if not text.runs:
        return _element(name, "".join(words for _, words in rows))
    run = prefix + b"r"
    items: list[bytes] = []
    for style, words in rows:
        items += (b"<", run, b">", style.raw, _element(name, words), b"</", run, b">")
    return b"".join(items)


def write_value(text: RichText, target: Segment) -> bytes:
    """The new inside of an element that contains only text."""
    return escaped("".join(words for _, words in _lines(text.mapped, target)))


def shown_text(text: RichText, target: Segment) -> str:
    """The full text of a cell with `target` in it."""
    return _ESCAPED.sub("_", "".join(words for _, words in _lines(text.mapped, target)))


def find_new(text: RichText, target: Segment | None, where: str) -> Segment | None:
    """The translation to write; None: the text stays unchanged.

    It stays if the translation is equal to it or longer than a cell may be.
    """
    if target is None or target == text.segment:
        return None
    if not keeps_codes(text.segment, target):
        raise ConversionFailed(f"The translation of {shown(where)} does not have the codes of its source.")
    if len(text.whole) <= LONGEST < len(shown_text(text, target)):
        return None
    return target


def _lay_out(rows: list[tuple[RunStyle, str]], *, runs: bool) -> RichText | None:
    """A text from sequences of one formatting each, however they were split into runs."""
    items: list[InlineItem] = []
    for _, group in groupby(rows, lambda row: row[0].key):
        alike = list(group)
        items += _items("".join(text for _, text in alike), alike[0][0])
    return RichText(map_segment(items), runs, "".join(map(_shown, items))) if items else None


def _items(text: str, style: RunStyle) -> list[InlineItem]:
    """Text runs, and elements for line ends and control characters."""
    items: list[InlineItem] = []
    position = 0
    for found in _APART.finditer(text):
        part = found[1]
        if part is None:  # an underscore
            continue
        _add_words(items, text[position : found.start()], style)
        position = found.end()
        data = "\n" if "\n" in part or part in {"\r", "_x000D_", "_x000d_"} else part
        kind = _KINDS.get(data, "object")
        items.append(
            ParagraphElement(MarkupRole.ALONE, (RawContent(0, 0, style, part.encode()),), kind, data)
        )
    _add_words(items, text[position:], style)
    return items


def _add_words(items: list[InlineItem], written: str, style: RunStyle) -> None:
    if written:
        items.append(TextRun(_ESCAPED.sub("_", written), style))


def _shown(piece: InlineItem) -> str:
    return piece.text if isinstance(piece, TextRun) else piece.raw_contents[0].literal.decode()


def _lines(mapped: MappedSegment, target: Segment) -> list[tuple[RunStyle, str]]:
    """The text in sequences of one formatting each, escaped as Excel does."""
    rows: list[tuple[RunStyle, list[str]]] = []
    inside = [mapped.base]
    for part in (*mapped.parts[: mapped.first], *target, *mapped.parts[mapped.last :]):
        if isinstance(part, Text):
            style, words = inside[-1], _TO_ESCAPE.sub("_x005F_", part.text)
        elif mark := mapped.elements.get((part.id, part.kind)):
            style, words = mark.raw_contents[0].style or inside[-1], mark.raw_contents[0].literal.decode()
        else:
            if part.id in mapped.styles and part.kind == "open":
                inside.append(mapped.styles[part.id])
            elif len(inside) > 1:
                inside.pop()
            continue
        if rows and rows[-1][0].key == style.key:
            rows[-1][1].append(words)
        else:
            rows.append((style, [words]))
    return [(style, "".join(words)) for style, words in rows]


def _element(name: bytes, text: str) -> bytes:
    keep = text != text.strip() or "  " in text or "\n" in text
    space = b' xml:space="preserve"' if keep else b""
    return b"".join((b"<", name, space, b">", escaped(text), b"</", name, b">"))
