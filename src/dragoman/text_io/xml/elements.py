"""Cut the elements of some names out of XML of any size, by their tags: one that is broken costs no other.

The text of an element is what a parser then reads. Tags in comments, CDATA sections and instructions do not
count.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.text_io.xml.windows import TextWindow

_LONGEST_PART: Final = 100_000  # characters of a tag or a comment within an element
_LONGEST_TOKEN: Final = 100  # characters
_ENDS: Final = {"!--": "-->", "![CDATA[": "]]>", "?": "?>"}
_TAG: Final = re.compile(r"<(?>(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*)>")


class ElementProblem(enum.Enum):
    """Why there is no element where one begins, or why no more follow."""

    NO_END_TAG = enum.auto()  # the next one begins, or the parent ends
    TOO_LONG = enum.auto()
    FILE_ENDS_WITHIN = enum.auto()
    FILE_ENDS_BETWEEN = enum.auto()  # the parent has no end tag; last of all
    COMMENT_OPEN = enum.auto()  # a comment, section or instruction between elements; last of all


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementXml:
    """The text of an element with its tags, not parsed yet."""

    line: int  # where it begins, from 1
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenElement:
    """An element that cannot be cut out, or the end of a file that was cut."""

    line: int
    problem: ElementProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementSyntax:
    """Which elements are cut out; `compile_syntax` makes it."""

    token: re.Pattern[str]
    longest: int  # characters of an element


def compile_syntax(names: str, parents: str, *, longest: int) -> ElementSyntax:
    """The syntax of elements, whose names and whose parents' names are regular expressions."""
    token = re.compile(
        rf"<(?:(?P<start>{names})(?=[\s/>])|/(?:(?P<end>{names})|(?P<parent>{parents}))\s*>"
        r"|(?P<aside>!--|!\[CDATA\[|\?))"
    )
    return ElementSyntax(token=token, longest=longest)


def cut_elements(window: TextWindow, syntax: ElementSyntax) -> Iterator[ElementXml | BrokenElement]:
    """The elements from the position to the end of their parent, in order."""
    while (token := _find_token(window, syntax)) is not None:
        if token["parent"]:
            return
        if token["start"]:
            yield _cut_element(window, syntax)
        elif token["end"]:
            window.move_to(token.end())
        else:
            line = window.line
            if not _skip_aside(window, token):
                yield BrokenElement(line=line, problem=ElementProblem.COMMENT_OPEN)
                return
    yield BrokenElement(line=window.line, problem=ElementProblem.FILE_ENDS_BETWEEN)


def _find_token(window: TextWindow, syntax: ElementSyntax) -> re.Match[str] | None:
    """Move to the next token. None: the file ends before."""
    while True:
        found = syntax.token.search(window.text, window.position)
        if found is not None:
            window.move_to(found.start())
            return found
        window.move_to(_find_partial(window, window.position))
        if not window.read_more():
            window.move_to(len(window.text))
            return None


def _find_partial(window: TextWindow, start: int) -> int:
    """Where a token may begin of which the rest has not been read; else the end of what has been read."""
    partial = window.text.rfind("<", max(start, len(window.text) - _LONGEST_TOKEN))
    return partial if partial >= 0 else len(window.text)


def _skip_aside(window: TextWindow, token: re.Match[str]) -> bool:
    """Move behind a comment, section or instruction of any length. False: it does not end."""
    ending = _ENDS[token["aside"]]
    window.move_to(token.end())
    while (end := window.text.find(ending, window.position)) < 0:
        window.move_to(max(window.position, len(window.text) - len(ending) + 1))
        if not window.read_more():
            return False
    window.move_to(end + len(ending))
    return True


def _cut_element(window: TextWindow, syntax: ElementSyntax) -> ElementXml | BrokenElement:
    """The element that begins at the position, which moves behind it. Offsets count from the position."""
    line = window.line
    offset = _measure_tag(window)
    if offset is not None and window.text[window.position + offset - 2] == "/":
        return _take(window, offset)
    offset = offset or 1
    while True:
        found = syntax.token.search(window.text, window.position + offset)
        if found is None:
            offset = _find_partial(window, window.position + offset) - window.position
            if offset > syntax.longest:
                break
            if not window.read_more():
                window.move_to(len(window.text))
                return BrokenElement(line=line, problem=ElementProblem.FILE_ENDS_WITHIN)
            continue
        end = found.end() - window.position
        if end > syntax.longest:
            break
        if found["end"]:
            return _take(window, end)
        if not found["aside"]:
            window.move_to(found.start())
            return BrokenElement(line=line, problem=ElementProblem.NO_END_TAG)
        offset = _measure_aside(window, end, found["aside"])
    window.move_to(window.position + 1)
    return BrokenElement(line=line, problem=ElementProblem.TOO_LONG)


def _measure_tag(window: TextWindow) -> int | None:
    """How long the tag at the position is. None: it does not end."""
    while (found := _TAG.match(window.text, window.position)) is None:
        is_cut = "<" in window.text[window.position + 1 :]
        if is_cut or window.ahead > _LONGEST_PART or not window.read_more():
            return None
    return found.end() - window.position


def _measure_aside(window: TextWindow, start: int, begins: str) -> int:
    """The offset behind a comment whose text begins at an offset; one that does not end is skipped alone."""
    ending, offset = _ENDS[begins], start
    while (end := window.text.find(ending, window.position + offset)) < 0:
        offset = max(start, window.ahead - len(ending) + 1)
        if offset - start > _LONGEST_PART or not window.read_more():
            return start
    return end - window.position + len(ending)


def _take(window: TextWindow, length: int) -> ElementXml:
    element = ElementXml(line=window.line, text=window.text[window.position : window.position + length])
    window.move_to(window.position + length)
    return element
