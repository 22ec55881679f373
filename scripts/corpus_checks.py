"""What the corpus harness compares: documents before and after, as equal as their formats allow.

Text files byte for byte, XML by its canonical form (`corpus_canonical`), zip archives entry by entry. Units
are `corpus_units`'.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from markdown_it import MarkdownIt

from dragoman.text_io.charsets import decode
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.zip.archive import open_archive
from scripts.corpus_canonical import canonical_form, count_elements
from scripts.corpus_publishing import CHARSET, same_markup, same_publication, same_story

_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")
_BLANKS_AT_TAGS: Final = re.compile(r"[ \t\r\n\f]*(<[^>]*>)[ \t\r\n\f]*")
_QUOTED_VALUE: Final = re.compile(
    r'^((?:title|subtitle|description|summary): )"([^"\n]*)"$', re.MULTILINE
)  # of front matter


def differences(one: bytes, other: bytes, *, xml: bool) -> Iterator[str]:
    """Where two versions of a document differ in more than the form that `xml` leaves free."""
    if one == other:
        return
    if one.startswith(b"PK\x03\x04"):
        yield from _archive_differences(one, other)
    elif not xml or (first := canonical_form(one)) is None:
        yield f"bytes differ from {_first_difference(one, other)} on"
    elif first != canonical_form(other) and not same_story(one, other):
        yield "XML differs"


def same_cues(one: bytes, other: bytes) -> bool:
    """Whether two files of timed text say the same at the same times: how lines are broken does not count."""
    return _said(one) == _said(other)


def _said(data: bytes) -> str:
    text = re.sub(r"\s|\\N|<(?:\w+:)?br\b[^<>]*>", "", decode(data, language="en").text)
    return re.sub(r"</([\w.:]+)>(?:\{[^{}]*\})?<\1[^<>]*>", "", text)


def same_page(one: bytes, other: bytes, *, markdown: bool) -> bool:
    """Whether two pages show the same: where white space breaks and in which encoding does not count."""
    if markdown:
        one, other = (
            MarkdownIt().render(_QUOTED_VALUE.sub(r"\1\2", data.decode(errors="replace"))).encode()
            for data in (one, other)
        )
    return _shown(one) == _shown(other) or (not markdown and same_markup(one, other))


def _shown(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    text = CHARSET.sub("", html.unescape(text))
    return _BLANKS.sub(" ", _BLANKS_AT_TAGS.sub(r"\1", text)).strip()


def _archive_differences(one: bytes, other: bytes) -> Iterator[str]:
    try:
        before, after = open_archive(one), open_archive(other)
        if before.names != after.names:
            yield "other entries"
            return
        for name in before.names:
            old, new = before.read(name), after.read(name)
            if old == new:
                continue
            if old.startswith(b"PK\x03\x04") and new.startswith(b"PK\x03\x04"):  # a workbook behind a chart
                yield from (f"{name}: {found}" for found in _archive_differences(old, new))
                continue
            if same_publication(old, new):
                continue
            first, second = canonical_form(old), canonical_form(new)
            if first is None or second is None:
                yield f"{name} differs"
            elif first != second:
                lost = count_elements(old) - count_elements(new)
                yield f"{name} differs{f', lost {sum(lost.values())} elements' if lost else ''}"
    except DocumentError as error:
        yield error.message


def _first_difference(one: bytes, other: bytes) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
