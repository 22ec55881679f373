"""The blocks of a Markdown document: the offsets of their texts, without the marks around them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from dragoman.formats.format import Reason
from dragoman.formats.markdown.parser import AT, read_blocks
from dragoman.formats.markdown.tables import CELLS, LINE, ROW

_HEADING_ATTRIBUTES: Final = re.compile(r"[ \t]*(?<!\\)\{[:#.][^{}\n]*\}[ \t]*\Z")
_PARAGRAPH_ATTRIBUTES: Final = re.compile(r"\s*(?<!\\)\{:[^{}\n]*\}[ \t]*\Z")
_BEGINNING: Final = re.compile(
    r"\[[ xX]\][ \t]+|\[![A-Za-z]+\][-+]?[ \t]*(?:\n[ \t]*|\Z)"
)  # task box, call-out's kind
_FENCE_OF_TEXT: Final = re.compile(r"(?::{3,}|!{3}|\?{3})")  # of containers that are extensions
_PIPE: Final = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownBlock:
    """A text to translate: source[start:end] is `content` plus the marks before its continuation lines."""

    kind: str  # "paragraph", "heading", "setext", "cell", "term" or "html"
    start: int
    end: int
    content: str = field(repr=False)  # lines joined by "\n", without the marks of containers
    prefix: str = ""  # of continuation lines: marks of quotes, indentation
    width: int = 0  # of the widest line when there are several
    context: str = ""

    def written(self, content: str) -> str:
        """A content as written in the source."""
        if self.kind == "cell":
            # A backslash at the end would escape the border.
            return content.replace("|", "\\|") + (" " if content.endswith("\\") else "")
        return content.replace("\n", f"\n{self.prefix}")


@dataclass(slots=True)
class MarkdownBlocks:
    """All blocks of a document; `shape` must be the same after translation."""

    texts: list[MarkdownBlock]
    shape: list[tuple[str, str, int]]
    env: dict[str, Any]


def find_blocks(parser: MarkdownIt, source: str, left_alone: Counter[Reason]) -> MarkdownBlocks:
    """Find all texts of a source whose line ends are all LF."""
    env: dict[str, Any] = {}
    tokens = read_blocks(parser, source, env)
    texts: list[MarkdownBlock] = []
    for index, token in enumerate(tokens):
        if token.type == ROW:
            texts += _row(source, token)
        elif token.type in ("fence", "code_block", "math_block", "math_block_label"):
            left_alone[Reason.CODE] += 1
        elif token.type == "html_block":
            texts.append(_block(source, token.meta[AT], "html", ""))
        elif token.type == "inline" and token.content:
            texts += _texts(source, token, tokens[index - 1])
    left_alone[Reason.KEY] += len(env.get("references", ()))
    shape = [(token.type, token.tag, token.level) for token in tokens]
    return MarkdownBlocks(texts, shape, env)


def _texts(source: str, token: Token, around: Token) -> Iterator[MarkdownBlock]:
    """A block's text; several where fences of containers are between its lines."""
    lines: list[tuple[int, int]] = token.meta[AT]
    kind = {"heading_open": "heading" if around.markup.startswith("#") else "setext", "dt_open": "term"}
    what = kind.get(around.type, "paragraph")
    if what == "heading":
        start, end = lines[0]
        start = source.index(token.content, start + len(around.markup), end)
        lines = [(start, start + len(token.content))]
    group: list[tuple[int, int]] = []
    for line in lines:
        if what == "paragraph" and _FENCE_OF_TEXT.match(source, *line):
            yield from _trimmed(source, group, what, around.tag)
            group = []
        else:
            group.append(line)
    yield from _trimmed(source, group, what, around.tag)


def _trimmed(
    source: str, lines: Sequence[tuple[int, int]], kind: str, context: str
) -> Iterator[MarkdownBlock]:
    """The block without white space, task boxes and attributes at its ends."""
    if not lines:
        return
    block = _block(source, lines, kind, context)
    content = block.content
    start = len(content) - len(content.lstrip())
    if kind == "paragraph" and (box := _BEGINNING.match(content, start)):
        start = box.end()
    attributes = _HEADING_ATTRIBUTES if kind in ("heading", "setext") else _PARAGRAPH_ATTRIBUTES
    end = match.start() if (match := attributes.search(content, start)) else len(content.rstrip())
    if start >= end:
        return
    kept = content[start:end]
    skipped, behind = content.count("\n", 0, start), content.count("\n", 0, end)
    first = lines[skipped][0] + start - (content.rfind("\n", 0, start) + 1)
    last = lines[behind][0] + end - (content.rfind("\n", 0, end) + 1)
    yield MarkdownBlock(
        kind=kind,
        start=first,
        end=last,
        content=kept,
        prefix=block.prefix,
        width=block.width,
        context=context,
    )


def _block(source: str, lines: Sequence[tuple[int, int]], kind: str, context: str) -> MarkdownBlock:
    content = "\n".join(source[start:end] for start, end in lines)
    prefix, width = "", 0
    if len(lines) > 1:
        start = lines[1][0]
        prefix = source[source.rfind("\n", 0, start) + 1 : start]
        width = max(end - start for start, end in lines)
    return MarkdownBlock(
        kind=kind,
        start=lines[0][0],
        end=lines[-1][1],
        content=content,
        prefix=prefix,
        width=width,
        context=context,
    )


def _row(source: str, token: Token) -> Iterator[MarkdownBlock]:
    """The texts of a row's cells."""
    spans = _cells(source, token.meta[LINE])
    for text, (start, end) in zip(token.meta[CELLS], spans, strict=False):
        content = source[start:end].replace("\\|", "|")
        if text and content == text:  # else the row is split differently: it is not translated
            yield MarkdownBlock(kind="cell", start=start, end=end, content=content, context=token.tag[:2])


def _cells(source: str, row: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The offsets of the cells of a table's row, without white space around them."""
    start, end = row
    while end > start and source[end - 1].isspace():
        end -= 1
    borders = [match.start() for match in _PIPE.finditer(source, start, end)]
    if borders and borders[0] == start:
        start, borders = start + 1, borders[1:]
    for border in [*borders, *([] if borders and borders[-1] == end - 1 else [end])]:
        text = source[start:border]
        first = start + len(text) - len(text.lstrip())
        yield first, max(first, start + len(text.rstrip()))
        start = border + 1
