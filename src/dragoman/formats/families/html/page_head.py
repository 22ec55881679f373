"""The encoding, language and direction that a page declares: read them, and change them in a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.html.tokens import (
    HtmlAttribute,
    HtmlToken,
    HtmlTokenKind,
    attributes,
    tokenize,
)
from dragoman.formats.format import Languages
from dragoman.languages import is_rtl, primary
from dragoman.text_io.charsets import DecodedText, encode
from dragoman.text_io.splice import Replacement

_HEAD: Final = 256 * 1024  # characters; declarations come before
_PRESCAN: Final = 4096  # bytes in which an encoding is declared; browsers read 1024
_DECLARED: Final = (
    re.compile(r"\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([\w.:-]{1,40})"),
    re.compile(r"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE),
)
_WRITTEN: Final = re.compile(r"<[^\s/>]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHead:
    """Where a page declares them. `languages` are values that name the whole page's language."""

    languages: tuple[HtmlAttribute, ...] = ()
    root: HtmlToken | None = None  # the start tag of `html`
    direction: HtmlAttribute | None = None  # its `dir`
    head: HtmlToken | None = None  # the start tag of `head`


def find_declared(data: bytes) -> str | None:
    """The name of the encoding that the beginning of contents declares."""
    match = _declaration(data[:_PRESCAN].decode("latin-1"))
    return match[1] if match else None


def read_page_head(source: str, *, xml: bool) -> PageHead:
    """Read the head of a page; of a fragment, its first start tag."""
    languages: list[HtmlAttribute] = []
    root = head = direction = None
    first = True
    for token in tokenize(source, xml=xml, end=min(len(source), _HEAD)):
        if token.kind is not HtmlTokenKind.START:
            continue
        if first or token.name in ("html", "body"):
            languages += _named(source, token, "lang", "xml:lang")
        if token.name == "html":
            root, direction = token, next(_named(source, token, "dir"), None)
        elif token.name == "head":
            head = token
        elif token.name == "meta":
            languages += _content_language(source, token)
        elif token.name == "body" or (first and token.name != "html"):
            break
        first = False
    return PageHead(languages=tuple(languages), root=root, direction=direction, head=head)


def differing_language(source: str, page: PageHead, languages: Languages) -> bool:
    """Whether the page declares another language than the job."""
    declared = [source[found.start : found.end].strip() for found in page.languages]
    return bool(declared) and not any(is_language(value, languages.source) for value in declared)


def name_target(source: str, page: PageHead, languages: Languages) -> Iterator[Replacement]:
    """Name the target language where the source language is named, and set its direction on `html`."""
    for found in page.languages:
        if names_source(source[found.start : found.end].strip(), languages):
            text = languages.target if found.quote else f'"{languages.target}"'
            yield Replacement(found.start, found.end, text)
    direction = "rtl" if is_rtl(languages.target) else "ltr"
    if page.direction is not None:
        declared = source[page.direction.start : page.direction.end].strip().lower()
        if declared in ("ltr", "rtl") and declared != direction:
            yield Replacement(page.direction.start, page.direction.end, direction)
    elif page.root is not None and direction == "rtl":
        at = _behind_name(source, page.root)
        yield Replacement(at, at, ' dir="rtl"')


def encode_page(text: str, decoded: DecodedText, *, xml: bool) -> bytes:
    """Encode a page as it was, or in UTF-8 and declare that.

    A page of plain ASCII without a declaration gets one when its translation is not ASCII. If it has no place
    for one, it gets a byte order mark.
    """
    data, changed = encode(text, decoded)
    silent = decoded.ascii_only and not text.isascii() and not xml and not _declares_encoding(text)
    if not changed and not silent:
        return data
    declared = _declare_utf8(text, read_page_head(text, xml=xml), xml=xml)
    if declared is not None:
        return declared.encode("utf-8", "surrogateescape")
    return (b"\xef\xbb\xbf" if changed else b"") + text.encode("utf-8", "surrogateescape")


def _behind_name(source: str, token: HtmlToken) -> int:
    """The offset after the written name of a start tag."""
    match = _WRITTEN.match(source, token.start)
    assert match is not None
    return match.end()


def _declare_utf8(text: str, page: PageHead, *, xml: bool) -> str | None:
    """The text of a page that declares UTF-8; None when it has no place for a declaration.

    `page` has the offsets in this very text.
    """
    match = _declaration(text[:_PRESCAN])
    if match is not None:
        return f"{text[: match.start(1)]}utf-8{text[match.end(1) :]}"
    if page.head is None or xml:
        return None
    return f'{text[: page.head.end]}<meta charset="utf-8">{text[page.head.end :]}'


def _declares_encoding(text: str) -> bool:
    """Whether a page declares its encoding."""
    return _declaration(text[:_PRESCAN]) is not None


def _declaration(beginning: str) -> re.Match[str] | None:
    return next((match for pattern in _DECLARED if (match := pattern.search(beginning))), None)


def _named(source: str, token: HtmlToken, *names: str) -> Iterator[HtmlAttribute]:
    return (found for found in attributes(source, token) if found.name in names)


def _content_language(source: str, token: HtmlToken) -> Iterator[HtmlAttribute]:
    declared = {found.name: found for found in attributes(source, token)}
    if "http-equiv" in declared and "content" in declared:
        what = source[declared["http-equiv"].start : declared["http-equiv"].end]
        if what.strip().lower() == "content-language":
            yield declared["content"]


def is_language(value: str, language: str) -> bool:
    """Whether a name for a language means that of a tag, in any region."""
    return value.replace("_", "-").partition("-")[0].lower() == primary(language)


def names_source(value: str, languages: Languages) -> bool:
    """Whether a name for a language means the job's source, and not its target as well."""
    declared, target = value.replace("_", "-").lower(), languages.target.lower()
    return (
        is_language(value, languages.source) and declared != target and not declared.startswith(f"{target}-")
    )
