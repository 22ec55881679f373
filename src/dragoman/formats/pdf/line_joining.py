"""Join the lines of paragraphs: remove hyphenation, and join paragraphs that page breaks split."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from dragoman.formats.pdf.blocks import Block, PdfParagraph, PdfTable
from dragoman.formats.pdf.lines import PdfLine, PdfRun, is_unbroken

_HYPHENS: Final = "-\u00ad\u2010"
_BROKEN: Final = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]$")
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_BEGINNING: Final = re.compile(r"^[^\W\d_]+")
_SENTENCE_END: Final = re.compile(r"[.!?:。！？：؟۔]['\"”’»)\]]*\s*$")
_MOST_NOTES: Final = 8  # at the foot of a column
_SMALLER: Final = 0.93  # times the size of the text: that of notes
_MOST_WORDS: Final = 200_000


def ends_sentence(text: str) -> bool:
    """Whether a sentence may end at the end of a text."""
    return _SENTENCE_END.search(text) is not None


def words_of(lines: Iterable[PdfLine]) -> frozenset[str]:
    """The words inside lines, by which hyphens of spelling are told from those of hyphenation."""
    words: set[str] = set()
    for line in lines:
        found = _WORD.findall(line.text)
        words.update(
            word.lower().replace("\u2010", "-")
            for word in (found[:-1] if _BROKEN.search(line.text) else found)
        )
        if len(words) > _MOST_WORDS:
            break
    return frozenset(words)


def join_lines(lines: Sequence[PdfLine], words: frozenset[str]) -> list[PdfRun]:
    """Join the text of lines."""
    runs: list[PdfRun] = []
    for line in lines:
        for index, run in enumerate(line.runs):
            if index == 0 and runs:
                _join(runs, run, line.text, words)
            else:
                _append(runs, run)
    return _trimmed(runs)


def _join(runs: list[PdfRun], run: PdfRun, following: str, words: frozenset[str]) -> None:
    """Append the start of a line to the line above."""
    last = runs[-1].text.rstrip()
    runs[-1] = runs[-1]._replace(text=last)
    broken = _BROKEN.search(last)
    beginning = _BEGINNING.match(following)
    if broken is not None and beginning is not None:
        if last[-1] == "\u00ad" or _is_one_word(broken[1], beginning[0], words):
            runs[-1] = runs[-1]._replace(text=last[:-1])
        _append(runs, run)
        return
    if last.endswith("\u00ad"):
        runs[-1] = runs[-1]._replace(text=last[:-1])
    if (
        not last
        or last.endswith(("\t", " "))
        or (is_unbroken(last[-1]) and is_unbroken(following[:1] or " "))
    ):
        _append(runs, run)
    elif runs[-1][1:] == run[1:] or not runs[-1].link:
        runs[-1] = runs[-1]._replace(text=f"{last} ")
        _append(runs, run)
    else:
        _append(runs, PdfRun(" "))
        _append(runs, run)


def _is_one_word(head: str, tail: str, words: frozenset[str]) -> bool:
    """Whether a hyphen at the end of a line is hyphenation."""
    if not tail[0].islower():
        return False
    if (head + tail).lower() in words:
        return True
    return f"{head}-{tail}".lower() not in words


def _append(runs: list[PdfRun], run: PdfRun) -> None:
    if runs and runs[-1][1:] == run[1:]:
        runs[-1] = runs[-1]._replace(text=runs[-1].text + run.text)
    elif run.text:
        runs.append(run)


def _trimmed(runs: list[PdfRun]) -> list[PdfRun]:
    """Remove blanks at the ends; a blank with a style of its own gets that of the text before it."""
    merged: list[PdfRun] = []
    for run in runs:
        if merged and not run.text.strip() and not run.link and not merged[-1].link:
            merged[-1] = merged[-1]._replace(text=merged[-1].text + run.text)
        else:
            _append(merged, run)
    if merged:
        merged[0] = merged[0]._replace(text=merged[0].text.lstrip(" "))
        merged[-1] = merged[-1]._replace(text=merged[-1].text.rstrip(" "))
    return [run for run in merged if run.text]


def join_across_pages(blocks: Sequence[Block]) -> list[Block]:
    """Join paragraphs of a document that continue in the next column or page."""
    joined: list[Block] = []
    for block in blocks:
        last = _cut_off(joined, block) if isinstance(block, PdfParagraph) and not block.aside else None
        if last is not None and isinstance(block, PdfParagraph):
            last.lines += block.lines
        else:
            joined.append(block)
    return joined


def _cut_off(blocks: Sequence[Block], paragraph: PdfParagraph) -> PdfParagraph | None:
    """The paragraph that another one continues; notes may be between them."""
    for block in blocks[: -_MOST_NOTES - 1 : -1]:
        if not isinstance(block, PdfParagraph):
            return None
        if _goes_on(block, paragraph):
            return block
        if not block.aside and block.size > _SMALLER * paragraph.size:
            return None
    return None


def _goes_on(last: PdfParagraph, paragraph: PdfParagraph) -> bool:
    """Whether a paragraph continues the previous one, which ended with its column or page."""
    one, two = last.lines[-1], paragraph.lines[0]
    below = one.page == two.page and one.base > two.base and paragraph.column == last.column
    if below or paragraph.label or last.centred or paragraph.centred or paragraph.new_page:
        return False  # lines below each other were joined before
    if abs(one.size - two.size) > 0.1 * one.size or (one.all_bold != two.all_bold):
        return False
    text, following = one.text.rstrip(), two.text.lstrip()
    if not text or not following:
        return False
    if text[-1] in _HYPHENS and following[0].islower():
        return True
    if (
        _SENTENCE_END.search(text)
        or "\t" in text
        or last.column[1] - one.right > 0.25 * (last.column[1] - last.column[0])
    ):
        return False
    return following[0].islower() or is_unbroken(following[0]) or text[-1] in ",;，、"


def all_lines(blocks: Iterable[Block]) -> Iterable[PdfLine]:
    """All lines of blocks."""
    for block in blocks:
        if isinstance(block, PdfTable):
            for cell in block.cells:
                for paragraph in cell.paragraphs:
                    yield from paragraph.lines
        elif isinstance(block, PdfParagraph):
            yield from block.lines


def all_paragraphs(blocks: Iterable[Block]) -> Iterable[PdfParagraph]:
    """All paragraphs of blocks, with those in tables."""
    for block in blocks:
        if isinstance(block, PdfTable):
            for cell in block.cells:
                yield from cell.paragraphs
        elif isinstance(block, PdfParagraph):
            yield block
