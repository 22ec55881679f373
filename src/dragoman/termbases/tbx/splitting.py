"""The entries of a file, found by their tags, so that each is parsed alone and none spoils its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.termbases.tbx.opening import Opening
from dragoman.termbases.tbx.window import TbxWindow

LONGEST_ENTRY: Final = 2_000_000  # characters
_LONGEST_PART: Final = 100_000  # of an entry: a tag, a comment
_ENDS: Final = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
_TAG: Final = re.compile(r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>")
_PARTIAL: Final = re.compile(r"<[^<>\s]{0,80}\Z")
_UNCLOSED: Final = "The file ends within this entry, which is left out."
_CUT: Final = "The file ends before its root element does; it may have been cut."


@dataclass(frozen=True, slots=True, kw_only=True)
class TbxEntryXml:
    """The XML of one entry."""

    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenTbxEntry:
    """What should be an entry and cannot be parsed as one."""

    line: int
    message: str
    final: bool = False  # nothing can be read behind it


Piece: TypeAlias = TbxEntryXml | BrokenTbxEntry


def split_entries(window: TbxWindow, opening: Opening) -> Iterator[Piece]:
    """The entries between here and the end of the root."""
    if opening.empty:
        return
    tokens = _tokens(opening)
    while True:
        found = _next(window, tokens, 0, drop=True)
        if found is None:
            yield BrokenTbxEntry(line=window.line_at(len(window.text)), message=_CUT, final=True)
            return
        window.drop(found.start())
        if found["root"]:
            return
        if found["aside"]:
            line = window.line
            if not _skip_aside(window, found["aside"]):
                message = "A comment or section that begins here does not end; all behind it is left out."
                yield BrokenTbxEntry(line=line, message=message, final=True)
                return
        elif found["end"]:
            window.drop(2)
        else:
            yield from _entry(window, tokens)


def _tokens(opening: Opening) -> re.Pattern[str]:
    """What is looked for: entries' tags, the end of the root, and what may hold tags that are none."""
    entry = "termEntry|conceptEntry" + ("|entry" if opening.root == "tbx" else "")
    return re.compile(
        rf"(?P<aside><!--|<!\[CDATA\[|<\?)|<(?P<end>/)?(?:[\w.\-]+:)?(?P<entry>{entry})(?=[\s/>])"
        rf"|(?P<root></(?:[\w.\-]+:)?{opening.root}\s*>)",
        re.IGNORECASE,
    )


def _next(window: TbxWindow, tokens: re.Pattern[str], position: int, *, drop: bool) -> re.Match[str] | None:
    """The next token from an offset on; with `drop`, what was searched in vain is forgotten."""
    while True:
        found = tokens.search(window.text, position)
        if found is not None:
            return found
        partial = _PARTIAL.search(window.text, max(position, len(window.text) - 100))
        position = partial.start() if partial else len(window.text)
        if drop:
            window.drop(position)
            position = 0
        if not drop and position > LONGEST_ENTRY:
            return None
        if not window.more():
            return None


def _skip_aside(window: TbxWindow, begins: str) -> bool:
    """Forget a comment, however long; False when it does not end."""
    ending = _ENDS[begins.upper()]
    window.drop(len(begins))
    while (end := window.text.find(ending)) < 0:
        window.drop(max(0, len(window.text) - len(ending)))
        if not window.more():
            return False
    window.drop(end + len(ending))
    return True


def _entry(window: TbxWindow, tokens: re.Pattern[str]) -> Iterator[Piece]:
    """The entry that begins here."""
    line = window.line
    position = _tag_end(window, 1)
    if position is not None and window.text[position - 2] == "/":
        yield _cut(window, position, line)
        return
    position = position or 1
    while True:
        found = _next(window, tokens, position, drop=False)
        if found is None or found.start() > LONGEST_ENTRY:
            yield from _endless(window, tokens, line, too_long=not window.ended or found is not None)
            return
        if found["aside"]:
            position = _behind_aside(window, found)
        elif found["end"]:
            end = _tag_end(window, found.end())
            yield _cut(window, end if end is not None else found.end(), line)
            return
        else:  # another entry begins, or the root ends
            window.drop(found.start())
            yield BrokenTbxEntry(line=line, message="The entry has no end tag; it is left out.")
            return


def _cut(window: TbxWindow, end: int, line: int) -> TbxEntryXml:
    fragment = TbxEntryXml(text=window.text[:end], line=line)
    window.drop(end)
    return fragment


def _tag_end(window: TbxWindow, position: int) -> int | None:
    """Where the tag ends that an offset is in; None: it does not."""
    while True:
        found = _TAG.match(window.text, position)
        if found is not None:
            return found.end()
        if "<" in window.text[position:] or len(window.text) - position > _LONGEST_PART or not window.more():
            return None


def _behind_aside(window: TbxWindow, found: re.Match[str]) -> int:
    """Where a comment within an entry ends; one that does not end is read as if it were none."""
    start, ending = found.end(), _ENDS[found["aside"].upper()]
    searched = start
    while (end := window.text.find(ending, searched)) < 0:
        searched = max(start, len(window.text) - len(ending))
        if searched - start > _LONGEST_PART or not window.more():
            return start
    return end + len(ending)


def _endless(window: TbxWindow, tokens: re.Pattern[str], line: int, *, too_long: bool) -> Iterator[Piece]:
    """An entry that does not end, or only after too much: the next one is looked for."""
    if not too_long:
        yield BrokenTbxEntry(line=line, message=_UNCLOSED)
        window.drop(len(window.text))
        return
    message = f"The entry is longer than {LONGEST_ENTRY} characters; it is left out."
    yield BrokenTbxEntry(line=line, message=message)
    window.drop(1)
    found = _next(window, tokens, 0, drop=True)
    while found is not None and found["aside"]:
        window.drop(found.end())
        found = _next(window, tokens, 0, drop=True)
    if found is not None:
        window.drop(found.start())
