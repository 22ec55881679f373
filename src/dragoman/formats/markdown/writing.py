"""Write a translated segment as Markdown that means exactly the segment, verified by parsing it again.

Three ways are tried, each more careful than the one before: escaping text that looks like markup; escaping
every punctuation mark; and HTML tags instead of `*` where Markdown's rules forbid emphasis beside certain
characters, as is common in Chinese and Japanese.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markdown_it import MarkdownIt

from dragoman.formats.markdown.blocks import MarkdownBlock
from dragoman.formats.markdown.inline import InlineContent, InlineItem, read_content
from dragoman.formats.markdown.parser import read_blocks
from dragoman.formats.units.wrapping import width_of
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise
from dragoman.text_io.charsets import split_undecodable
from dragoman.text_io.errors import ConversionFailed

_PUNCTUATION: Final = r"!-/:-@\[-`{-~"
_LIKELY: Final = re.compile(
    rf"\\(?=[{_PUNCTUATION}\n]|\Z)|[*`]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w{{1,32}};)|~(?=~)|(?<=~)~"
    r"|\{(?=[{%:#.])|\[(?=\[)|!(?=\Z)"
)
_ANY: Final = re.compile(rf"[{_PUNCTUATION}]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_SPACE: Final = re.compile(r"\s+")
_BLANKS: Final = re.compile(
    "[ \t-\r\x1c-\x1f\x85\u2028\u2029]+"
)  # other blanks, such as those of French, are text
_NUMBER: Final = re.compile(r"\d{1,9}(?=[.)])")
_TAGS: Final = {"em": "em", "strong": "strong", "s": "del"}
_ASCII_SPACE: Final = " \t\n\r\f\v"  # of all white space what Markdown strips
_MOST_CARE: Final = 2


@dataclass(frozen=True, slots=True)
class MarkdownReader:
    """Parses written Markdown again: the parser, the document's definitions, and the least level of care."""

    parser: MarkdownIt
    env: dict[str, Any]
    care: int = 0


def write_content(
    reader: MarkdownReader,
    block: MarkdownBlock,
    inline: InlineContent,
    target: Segment,
    render: Callable[[InlineItem], str],
) -> str:
    """The content of a block with a translation; `render` gives a code's source with nested texts.

    Raises ConversionFailed when the translation's codes are not the segment's, or Markdown cannot express it.
    """
    if not keeps_codes(inline.segment, target):
        message = f"The translation of the text at character {block.start} lost or gained inline codes."
        raise ConversionFailed(message)
    parts = _tidy(target, inline)
    wanted = _meaning(parts)
    for care in range(reader.care, _MOST_CARE + 1):
        written = _join(_pieces(parts, inline, care, render), block)
        if not written:
            continue
        if _meaning(read_content(reader.parser, written, reader.env).segment) != wanted:
            continue
        for begun in _beginnings(written):
            if _is_block(reader.parser, block, begun):
                return begun
    message = f"Markdown cannot express the translation of the text at character {block.start}."
    raise ConversionFailed(message)


def _tidy(target: Segment, inline: InlineContent) -> Segment:
    """Remove what Markdown cannot write: blanks at the inner ends of emphasis, and empty emphasis."""
    marks = {item.id: item.mark for item in inline.items if item.mark in _TAGS}
    parts: list[Part] = []
    for part in target:  # blanks before an end go behind it
        if isinstance(part, Code) and part.id in marks and part.kind is CodeKind.CLOSE and parts:
            last = parts[-1]
            if isinstance(last, Code) and last.id == part.id:
                parts.pop()
                continue
            if isinstance(last, Text) and last.text != (kept := last.text.rstrip()):
                blank = Text(text=last.text[len(kept) :])
                parts[-1:] = [Text(text=kept)] if kept else []
                if parts and isinstance(opening := parts[-1], Code) and opening.id == part.id:
                    parts[-1:] = [blank]
                    continue
                parts += [part, blank]
                continue
        parts.append(part)
    result: list[Part] = []
    for part in reversed(parts):  # blanks behind a beginning go before it
        begins = isinstance(part, Code) and part.id in marks and part.kind is CodeKind.OPEN
        if begins and result and isinstance(first := result[-1], Text) and first.text[:1].isspace():
            kept = first.text.lstrip()
            result[-1:] = [Text(text=kept)] if kept else []
            result += [part, Text(text=first.text[: len(first.text) - len(kept)])]
        else:
            result.append(part)
    return _stripped(normalise(reversed(result)))


def _stripped(segment: Segment) -> Segment:
    """Remove white space at the ends: no block begins or ends with it."""
    parts = list(segment)
    if parts and isinstance(first := parts[0], Text):
        parts[0] = Text(text=first.text.lstrip(_ASCII_SPACE))
    if parts and isinstance(last := parts[-1], Text):
        parts[-1] = Text(text=last.text.rstrip(_ASCII_SPACE))
    return normalise(parts)


def _meaning(segment: Segment) -> list[str]:
    """A segment in the form in which two parses are compared: texts without white space, and kinds of codes.

    A bare address is text, because renderers differ in where it ends.
    """
    parsed: list[str] = []
    bare = (
        Text(text=part.data) if isinstance(part, Code) and _is_bare_address(part) else part
        for part in segment
    )
    for part in normalise(bare):
        if isinstance(part, Code):
            parsed.append(f"{part.kind}:{part.type}")
        elif text := _SPACE.sub("", part.text):
            parsed.append(f"={text}")
    return parsed


def _is_bare_address(code: Code) -> bool:
    return code.type == "url" and not code.data.startswith("<")


def _pieces(
    parts: Sequence[Part], inline: InlineContent, care: int, render: Callable[[InlineItem], str]
) -> Iterator[tuple[str, bool]]:
    """The written parts, each with whether it is text."""
    halves = {(item.id, item.opens): item for item in inline.items if item.id}
    for index, part in enumerate(parts):
        if isinstance(part, Code):
            opens = part.kind is CodeKind.OPEN
            item = halves.get((part.id, opens)) or halves[part.id, not opens]
            tag = _TAGS.get(item.mark)
            if care and tag and item.start < item.end:
                yield _emphasis(item, tag, care), False
            else:
                yield render(item), False
        else:
            before = parts[index - 1] if index else None
            after = parts[index + 1] if index + 1 < len(parts) else None
            yield _escape(part.text, inline, care, (before, after)), True


def _emphasis(item: InlineItem, tag: str, care: int) -> str:
    if care == 2:
        return f"<{tag}>" if item.opens else f"</{tag}>"
    return {"em": "*", "strong": "**", "s": "~~"}[item.mark]


def _escape(text: str, inline: InlineContent, care: int, beside: tuple[Part | None, Part | None]) -> str:
    pattern = _ANY if care else _LIKELY
    written = "".join(
        piece if strange else pattern.sub(lambda match: f"\\{match[0]}", piece)
        for piece, strange in split_undecodable(text)
    )
    if not care and beside[1] is None and written.endswith("\\!"):
        written = f"{written[:-2]}!"
    before = beside[0]
    if care == 2 and isinstance(before, Code) and before.type == "protected" and text[:1].isdigit():
        written = f"&#{ord(text[0])};{written[1:]}"  # `$x$1` would not be a formula
    for character, reference in inline.references.items():
        if character in text and character not in inline.content:
            written = written.replace(character, reference)
    return written


def _join(pieces: Iterator[tuple[str, bool]], block: MarkdownBlock) -> str:
    """One line, or as wide ones as the source has.

    Lines begin with letters only, so never with a block's mark.
    """
    words: list[str] = [""]
    for written, is_text in pieces:
        if is_text:
            first, *rest = _BLANKS.sub(_in_line, written).split(" ") if block.kind != "cell" else [written]
            words[-1] += first
            words += rest
        else:
            words[-1] += written
    if not block.width:
        return " ".join(words)
    lines = [[words[0]]]
    used = width_of(words[0].rpartition("\n")[2])
    for word in words[1:]:
        size = width_of(word.rpartition("\n")[2])
        if used + 1 + size > block.width and _LETTER.match(word) and lines[-1][-1]:
            lines.append([word])
            used = size
        else:
            lines[-1].append(word)
            used = size if "\n" in word else used + 1 + size
    return "\n".join(map(" ".join, lines))


def _in_line(blanks: re.Match[str]) -> str:
    """Blanks within a line: as many as there are, or one at the end of a line."""
    return blanks[0] if not blanks[0].strip(" ") else " "


def _beginnings(written: str) -> Iterator[str]:
    """A text unchanged, and with its beginning escaped in ways that cannot be a block's mark."""
    yield written
    if number := _NUMBER.match(written):
        yield f"{number[0]}\\{written[number.end() :]}"
    if _ANY.match(written) and written[0] != "\\":
        yield f"\\{written}"
    if written.endswith("#"):
        yield f"{written[:-1]}\\#"
    if "\\|" in written:  # before an underline this begins a table as well
        yield written.replace("\\|", "&#124;")
    yield f"&#32;{written}"


def _is_block(parser: MarkdownIt, block: MarkdownBlock, written: str) -> bool:
    """Whether a content is parsed as the same kind of block: one paragraph, heading, or cell's text."""
    if block.kind in ("cell", "inner"):
        return "\n" not in written
    if written.startswith((": ", "~ ", ":\t", "~\t", "[ ] ", "[x] ", "[X] ", ":::", "!!!", "???")):
        return False
    source = {"heading": f"# {written}", "setext": f"{written}\n---"}.get(block.kind, written)
    tokens = read_blocks(parser, source, {})
    kind = "paragraph_open" if source == written else "heading_open"
    return len(tokens) == 3 and tokens[0].type == kind and tokens[1].content == written
