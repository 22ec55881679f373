"""All texts of a Markdown document as units, and the replacements for their translations."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from dragoman.formats.families.html.document import HtmlSource
from dragoman.formats.format import Reason, Unit
from dragoman.formats.markdown.blocks import MarkdownBlock, find_blocks
from dragoman.formats.markdown.front_matter import find_values, front_matter_end
from dragoman.formats.markdown.inline import InlineContent, InlineItem, NestedText, read_content
from dragoman.formats.markdown.parser import make_parser
from dragoman.formats.markdown.writing import MarkdownReader, write_content
from dragoman.segments import Segment, Text, normalise, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.splice import Replacement, splice

_CAREFUL: Final = 1  # how careful texts within codes are written, and all when the structure would change


class MarkdownTexts:
    """A document whose line ends are all LF."""

    def __init__(self, source: str, left_alone: Counter[Reason]) -> None:
        self.source = source
        self.front = front_matter_end(source)
        self.body = source[self.front :]
        self.parser = make_parser()
        self.blocks = find_blocks(self.parser, self.body, left_alone)

    def units(self, left_alone: Counter[Reason]) -> Iterator[Unit]:
        """All units in reading order."""
        for number, value in enumerate(find_values(self.source, self.front), start=1):
            if any(map(str.isalpha, value.text)):
                yield Unit(id=f"front.{number}", segment=(Text(text=value.text),), context=value.key)
        for number, block in enumerate(self.blocks.texts, start=1):
            if block.kind == "html":
                yield from _markup(block, str(number)).units(left_alone)
                continue
            inline = self._read(block.content)
            yield from self._units_of(inline, str(number), block.context)
            text = plain_text(inline.segment)
            left_alone[Reason.NO_TEXT] += bool(text.strip()) and not any(map(str.isalpha, text))

    def replacements(self, targets: Mapping[str, Segment]) -> list[Replacement]:
        """The replacements for the translations (unit id → translation).

        Raises ConversionFailed when a translation's codes are not its unit's, or the document's structure
        would change.
        """
        front = list(self._front_replacements(targets))
        for care in (0, _CAREFUL):
            body = list(self._body_replacements(targets, MarkdownReader(self.parser, self.blocks.env, care)))
            written = splice(self.body, body)
            if not body or find_blocks(self.parser, written, Counter()).shape == self.blocks.shape:
                moved = (Replacement(at + self.front, end + self.front, text) for at, end, text in body)
                return [*front, *moved]
        message = "The translation would change the structure of the Markdown document."
        raise ConversionFailed(message)

    def _front_replacements(self, targets: Mapping[str, Segment]) -> Iterator[Replacement]:
        for number, value in enumerate(find_values(self.source, self.front), start=1):
            target = targets.get(f"front.{number}")
            if target is not None and plain_text(target) != value.text:
                text = value.written(plain_text(target), toml=self.source[0] == "+")
                yield Replacement(value.start, value.end, text)

    def _body_replacements(
        self, targets: Mapping[str, Segment], reader: MarkdownReader
    ) -> Iterator[Replacement]:
        for number, block in enumerate(self.blocks.texts, start=1):
            if block.kind == "html":
                changes = _markup(block, str(number)).replacements(targets)
                content = splice(block.content, changes) if changes else None
            else:
                content = self._written(block, self._read(block.content), str(number), (targets, reader))
            if content is not None:
                yield Replacement(block.start, block.end, block.written(content))

    def _read(self, content: str) -> InlineContent:
        return read_content(self.parser, content, self.blocks.env)

    def _units_of(self, inline: InlineContent, identity: str, context: str) -> Iterator[Unit]:
        if any(map(str.isalpha, plain_text(inline.segment))):
            yield Unit(id=identity, segment=inline.segment, context=context)
        for number, inner in enumerate(inline.inner, start=1):
            within = f"{identity}.{number}"
            if inner.kind != "title":
                yield from self._units_of(self._read(inner.content), within, inner.kind)
            elif any(map(str.isalpha, inner.content)):
                yield Unit(id=within, segment=_title(inner), context=inner.kind)

    def _written(
        self,
        block: MarkdownBlock,
        inline: InlineContent,
        identity: str,
        order: tuple[Mapping[str, Segment], MarkdownReader],
    ) -> str | None:
        """A content with its translations; None when nothing changes."""
        targets, reader = order
        within = sorted(self._inner_replacements(block, inline, identity, order))
        target = targets.get(identity)
        if target is None or (target := normalise(target)) == inline.segment:
            return splice(inline.content, within) if within else None

        def render(item: InlineItem) -> str:
            if item.label:
                return f"][{item.label}]"
            first, last = (bisect_left(within, (place,)) for place in (item.start, item.end))
            return splice(inline.content, within[first:last], start=item.start, end=item.end)

        return write_content(reader, block, inline, target, render)

    def _inner_replacements(
        self,
        block: MarkdownBlock,
        inline: InlineContent,
        identity: str,
        order: tuple[Mapping[str, Segment], MarkdownReader],
    ) -> Iterator[Replacement]:
        targets, reader = order
        order = targets, replace(reader, care=max(reader.care, _CAREFUL))
        place = MarkdownBlock(kind="inner", start=block.start, end=block.end, content="")
        for number, inner in enumerate(inline.inner, start=1):
            within = f"{identity}.{number}"
            if inner.kind != "title":
                text = self._written(place, self._read(inner.content), within, order)
                if text is not None:
                    yield Replacement(inner.start, inner.end, text + inner.behind)
            elif (target := targets.get(within)) is not None and normalise(target) != _title(inner):
                yield Replacement(inner.start, inner.end, _write_title(plain_text(target), inner.quote))


def _markup(block: MarkdownBlock, identity: str) -> HtmlSource:
    return HtmlSource(source=block.content, prefix=f"{identity}.")


def _title(inner: NestedText) -> Segment:
    return (Text(text=" ".join(inner.content.split())),)


def _write_title(text: str, quote: str) -> str:
    """A link's title in its quotation marks."""
    text = " ".join(text.split()).replace("\\", "\\\\").replace("&", "&amp;")
    for sign in "()" if quote == ")" else quote:
        text = text.replace(sign, f"\\{sign}")
    return text
