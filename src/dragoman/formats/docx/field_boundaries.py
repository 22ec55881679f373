"""Boundaries of fields among the inline content of a paragraph.

A field within one paragraph becomes one code if Word computes its result, else a pair around the result. A
field across paragraphs becomes fixed elements, so that a translation cannot change the order of its halves.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.formats.docx.fields import CONTENTS, FieldPhase, WordField, reason_to_leave
from dragoman.formats.docx.reader_state import WordParagraphState, WordReaderState
from dragoman.formats.docx.tables_of_contents import BEGINNING, ENDING
from dragoman.formats.paragraphs.inline_content import (
    InlineItem,
    MarkupRole,
    ParagraphElement,
    TextRun,
    as_raw_contents,
)


def begin_field(state: WordReaderState, paragraph: WordParagraphState, element: ParagraphElement) -> None:
    """Begin a field, which may be inside another."""
    state.check_depth(len(state.fields))
    state.begun += 1
    state.fields.append(WordField(owner=paragraph, index=len(paragraph.items), number=state.begun))
    paragraph.items.append(element)
    state.relock()


def separate_field(state: WordReaderState, paragraph: WordParagraphState, element: ParagraphElement) -> None:
    """End the code of the innermost field; its result begins."""
    current = state.fields[-1]
    if current.phase is FieldPhase.CODE:
        current.phase = FieldPhase.RESULT
        current.reason = reason_to_leave(current.word)
        current.result = element.raw_contents[-1].end
    state.relock()
    paragraph.items.append(element)
    if state.lock is not None:  # it, or a field around it, is left alone
        return
    current.toc = current.word in CONTENTS
    if current.toc:
        paragraph.items[-1] = element._replace(range=BEGINNING)
        _fix(paragraph.items, current.index if current.owner is paragraph else len(paragraph.items) - 1)
        return
    if current.owner is not paragraph:
        _fix(paragraph.items, len(paragraph.items) - 1)
        return
    raw_contents = as_raw_contents(paragraph.items[current.index :])
    if raw_contents is None:
        _fix(paragraph.items, current.index)
        return
    kind = "link" if current.word == "HYPERLINK" else "field"
    paragraph.items[current.index :] = [
        ParagraphElement(MarkupRole.BEGIN, raw_contents, kind, f"{{{current.word}}}")
    ]
    current.paired = True


def end_field(state: WordReaderState, paragraph: WordParagraphState, element: ParagraphElement) -> None:
    """End the innermost field."""
    current = state.fields.pop()
    kept = current.lock is not None
    state.relock()
    paragraph.items.append(element)
    if state.lock is not None:
        return
    start = current.index
    if current.toc:
        paragraph.items[-1] = element._replace(range=ENDING)
    if current.toc or current.owner is not paragraph:
        _fix(paragraph.items, len(paragraph.items) - 1)
    elif kept:
        raw_contents = as_raw_contents(paragraph.items[start:])
        if raw_contents is None:
            _fix(paragraph.items, start)
        else:
            shown = f"{{{current.word}}}"
            paragraph.items[start:] = [ParagraphElement(MarkupRole.ALONE, raw_contents, "field", shown)]
    elif current.paired and as_raw_contents(_without_words(paragraph.items[start + 1 :])) is not None:
        paragraph.items[-1] = element._replace(role=MarkupRole.END)
    else:
        if current.paired:
            _fix(paragraph.items, start, start + 1)
        _fix(paragraph.items, len(paragraph.items) - 1)


def end_paragraph(state: WordReaderState, paragraph: WordParagraphState) -> None:
    """End a paragraph while fields are open."""
    for current in state.fields:
        if current.owner is not paragraph:
            continue
        if current.paired:
            _fix(paragraph.items, current.index, current.index + 1)
        elif current.lock is not None:
            _fix(paragraph.items, current.index)
        current.owner = None


def _fix(items: list[InlineItem], start: int, end: int | None = None) -> None:
    for index in range(start, len(items) if end is None else end):
        item = items[index]
        if isinstance(item, ParagraphElement):
            items[index] = item._replace(role=MarkupRole.FIXED)


def _without_words(items: Sequence[InlineItem]) -> list[InlineItem]:
    return [item for item in items if not isinstance(item, TextRun)]
