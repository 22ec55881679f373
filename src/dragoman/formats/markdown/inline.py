"""Parse the content of one Markdown block into a segment: emphasis, links and code become codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from dragoman.formats.markdown.parser import AT, read_inline
from dragoman.formats.units.html_elements import BLOCK, OBJECTS, PROTECTED
from dragoman.formats.units.wrapping import joint
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

_MARKS: Final = re.compile(r"[\\`*_\[\]<>&~$\n{^\ud800-\udfff]|https?://|www\.", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)[^>]*?(/?)>")
# Addresses, which some renderers link, and surrogates, which represent bytes.
_NO_WORDS: Final = re.compile(
    r"(?<![^\W_])((?:https?://|www\.)[^\s<>\"`*\[\]\\]{1,2000})|[\ud800-\udfff]+", re.IGNORECASE
)
_ADDRESS_END: Final = re.compile(r"[.,;:!?'\"_~)]*\Z")
_MOST_SHOWN: Final = 200  # characters of a code's display

# Types of standalone tokens → types of codes.
_ALONE: Final = {
    "code_inline": "protected",
    "math_inline": "protected",
    "math_inline_double": "protected",
    "template": "protected",
    "image": "object",
    "footnote_ref": "note",
    "hardbreak": "break",
}
_PAIRS: Final = {"em": "fmt", "strong": "fmt", "s": "fmt", "link": "link"}
_PLAIN_TEXT: Final = frozenset({"text", "text_special", "softbreak"})


@dataclass(slots=True, eq=False)
class InlineItem:
    """content[start:end], a code or a text."""

    start: int
    end: int
    type: str = ""  # of the code; "" of a text
    mark: str = ""  # "em", "strong", "s" or "link" of Markdown's own pairs; an element's name of a tag
    opens: bool = False
    closes: bool = False
    text: str = ""
    partner: InlineItem | None = None
    id: str = ""
    label: str = ""  # added when the text before it was translated: a reference's name
    inner: tuple[NestedText, ...] = ()


@dataclass(frozen=True, slots=True)
class NestedText:
    """A text within a code: content[start:end], which is replaced by its translation and `behind`."""

    start: int
    end: int
    kind: str  # "title", "alt" or "note"
    content: str
    behind: str = ""
    quote: str = ""  # the quotation mark of a title


@dataclass(slots=True)
class InlineContent:
    """The parsed content of a block."""

    content: str
    items: list[InlineItem]
    segment: Segment
    references: dict[str, str] = field(default_factory=dict)  # character → how the source referred to it

    @property
    def inner(self) -> Iterator[NestedText]:
        """The texts within its codes."""
        return (inner for item in self.items for inner in item.inner)


def read_content(parser: MarkdownIt, content: str, env: dict[str, Any]) -> InlineContent:
    """Parse a block's content. Deterministic."""
    if _MARKS.search(content) is None:
        item = InlineItem(0, len(content), text=content)
        return InlineContent(content, [item], normalise([Text(text=content)]))
    references: dict[str, str] = {}
    items: list[InlineItem] = []
    position = 0
    for item in _special(parser, content, env, references):
        if item.start < position:
            continue  # within a code
        if item.start > position:
            items += _plain(content, position, item.start)
        items.append(item)
        position = item.end
    items += _plain(content, position, len(content))
    _pair(items)
    for item in items:
        if (
            item.mark == "link"
            and item.partner
            and item.closes
            and content[item.start : item.end] in ("]", "][]")
        ):
            item.label = content[item.partner.end : item.start]
    items = _without_protected(items)
    return InlineContent(content, items, normalise(_parts(content, items)), references)


def _plain(content: str, start: int, end: int) -> Iterator[InlineItem]:
    """Text, the addresses in it, and undecodable bytes."""
    position = start
    for match in _NO_WORDS.finditer(content, start, end):
        if match[1]:
            behind = match.end() - len(_ADDRESS_END.findall(match[1])[0])
            item = InlineItem(match.start(), behind, "url")
        else:
            item = InlineItem(*match.span(), "control")
        if item.start >= item.end:
            continue
        if item.start > position:
            yield InlineItem(position, item.start, text=content[position : item.start])
        yield item
        position = item.end
    if position < end:
        yield InlineItem(position, end, text=content[position:end])


def _special(
    parser: MarkdownIt, content: str, env: dict[str, Any], references: dict[str, str]
) -> list[InlineItem]:
    """Everything but plain text, in order."""
    items: list[InlineItem] = []
    for token in read_inline(parser, content, env):
        if AT not in token.meta:
            continue
        start, end = token.meta[AT]
        if token.type == "text_special":
            items.append(InlineItem(start, end, text=token.content))
            if token.markup.startswith("&") and len(token.content) == 1 and token.content > "\x7f":
                references.setdefault(token.content, token.markup)
        elif token.type == "softbreak":
            start = start - 1 if content[start - 1 : start] == " " else start
            items.append(InlineItem(start, end, text="\n"))
        elif token.type not in _PLAIN_TEXT:
            items += _code(parser, content, token, env)
    return sorted(items, key=lambda item: item.start)


def _code(parser: MarkdownIt, content: str, token: Token, env: dict[str, Any]) -> Iterator[InlineItem]:
    start, end = token.meta[AT]
    name, _, half = token.type.rpartition("_")
    if token.type == "html_inline":
        yield _tag(content, start, end)
    elif token.type in ("link_open", "link_close") and token.markup == "autolink":
        if half == "open":
            yield InlineItem(start, end, "url")
    elif name in _PAIRS:
        start -= token.type == "strong_open"
        end += token.type == "strong_close"
        item = InlineItem(start, end, _PAIRS[name], name, opens=half == "open", closes=half == "close")
        if token.type == "link_close":
            item.inner = tuple(_title(parser, content, start + 1, end))
        yield item
    elif token.type == "hardbreak":
        while content[start - 1 : start] == " ":
            start -= 1
        yield InlineItem(start, end, "break")
    else:
        item = InlineItem(start, end, _ALONE.get(token.type, "protected"))
        if token.type == "image":
            item.inner = tuple(_image(parser, content, start, end, env))
        elif token.type == "footnote_ref" and content.startswith("^[", start):
            item.inner = (NestedText(start + 2, end - 1, "note", content[start + 2 : end - 1]),)
        yield item


def _tag(content: str, start: int, end: int) -> InlineItem:
    match = _TAG.match(content, start, end)
    if match is None:
        return InlineItem(start, end, "comment")
    name = match[2].lower()
    if name == "br":
        return InlineItem(start, end, "break")
    alone = bool(match[3]) or name in ("img", "input", "wbr")
    kind = "object" if name in ("img", "input") else "link" if name == "a" else "fmt"
    kind = "block" if name in BLOCK else kind
    return InlineItem(start, end, kind, f"<{name}", opens=not match[1] and not alone, closes=bool(match[1]))


def _title(parser: MarkdownIt, content: str, start: int, end: int) -> Iterator[NestedText]:
    """The title in `(address "title")`."""
    if content[start : start + 1] != "(":
        return
    at = _skip_space(content, start + 1, end)
    destination = parser.helpers.parseLinkDestination(content, at, end)
    at = _skip_space(content, destination.pos if destination.ok else at, end)
    title = parser.helpers.parseLinkTitle(content, at, end)
    if title.ok and title.str:
        quoted = content[at + 1 : title.pos - 1]
        yield NestedText(at + 1, title.pos - 1, "title", unescapeAll(quoted), quote=content[title.pos - 1])


def _image(
    parser: MarkdownIt, content: str, start: int, end: int, env: dict[str, Any]
) -> Iterator[NestedText]:
    state = StateInline(content, parser, env, [])
    label_end = parser.helpers.parseLinkLabel(state, start + 1, False)
    alt = content[start + 2 : label_end]
    if content[label_end:end] in ("]", "][]"):
        yield NestedText(start + 2, end, "alt", alt, behind=f"][{alt}]")
    else:
        yield NestedText(start + 2, label_end, "alt", alt)
        yield from _title(parser, content, label_end + 1, end)


def _skip_space(content: str, at: int, end: int) -> int:
    while at < end and content[at] in " \t\n":
        at += 1
    return at


def _pair(items: Sequence[InlineItem]) -> None:
    """Find the halves of pairs. Markdown's own are nested; a tag across one of them is a standalone code."""
    around: list[InlineItem] = []
    for item in items:
        if item.opens:
            around.append(item)
        elif item.closes:
            for back in range(1, len(around) + 1):
                opening = around[-back]
                if opening.mark == item.mark:
                    opening.partner, item.partner = item, opening
                    del around[-back:]
                    break
                if not opening.mark.startswith("<"):
                    if item.mark.startswith("<"):
                        break
                    continue


def _without_protected(items: list[InlineItem]) -> list[InlineItem]:
    """Elements whose content is not language become one code."""
    kept: list[InlineItem] = []
    inside: InlineItem | None = None  # the end tag that ends such an element
    for item in items:
        if inside is not None:
            if item is inside:
                kept[-1].end = item.end
                inside = None
            continue
        kept.append(item)
        if item.opens and item.partner is not None and item.mark[1:] in PROTECTED | OBJECTS:
            inside, item.partner = item.partner, None
            item.type = "protected" if item.mark[1:] in PROTECTED else "object"
            item.mark, item.opens = "", False
    return kept


def _parts(content: str, items: Sequence[InlineItem]) -> Iterator[Part]:
    number = 0
    for index, item in enumerate(items):
        if not item.type:
            yield Text(text=_joint(items, index) if item.text == "\n" else item.text)
            continue
        kind = CodeKind.STANDALONE
        if item.partner is not None:
            kind = CodeKind.OPEN if item.opens else CodeKind.CLOSE
        if kind is CodeKind.CLOSE and item.partner is not None:
            item.id = item.partner.id
        else:
            number += 1
            item.id = str(number)
        data = "\n" if item.type == "break" else content[item.start : item.end][:_MOST_SHOWN]
        if item.type == "control":
            data = "".join(f"\\x{ord(half) & 0xFF:02X}" for half in data[:40])
        yield Code(id=item.id, kind=kind, type=item.type, data=data)


def _joint(items: Sequence[InlineItem], index: int) -> str:
    """What a line end within a paragraph is to the engine: a blank or nothing."""
    before = items[index - 1].text if index else ""
    after = items[index + 1].text if index + 1 < len(items) else ""
    return joint(before, after)
