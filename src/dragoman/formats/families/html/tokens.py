"""Split HTML into tokens with their offsets in the source, as browsers do; it never fails, and is linear.

Follows the tokenization states of the HTML standard where they separate text from tags
(https://html.spec.whatwg.org/multipage/parsing.html#tokenization), and XML's rules for XHTML.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from dragoman.formats.units.html_elements import PLAIN, RAW


class HtmlTokenKind(enum.Enum):
    """The kind of a token."""

    TEXT = enum.auto()
    START = enum.auto()
    END = enum.auto()
    ASIDE = enum.auto()  # comments, declarations, instructions, CDATA sections, templates' tags
    RAW = enum.auto()  # an element with its raw content, which is not translated
    PLAIN = enum.auto()  # an element with its content, which is text without tags


class HtmlToken(NamedTuple):
    """source[start:end]; tokens cover the source without gaps."""

    kind: HtmlTokenKind
    start: int
    end: int
    name: str = ""  # of an element, lower case
    inside: tuple[int, int] = (0, 0)  # of RAW and PLAIN: where the content lies
    closed: bool = False  # of START: it ends with "/>"


class HtmlAttribute(NamedTuple):
    """One attribute of a start tag; the value as written."""

    name: str  # lower case
    start: int  # of the value, after its quote
    end: int
    quote: str  # '"', "'" or "" when the value has no quotes


# Groups are atomic, `(?>…)`, never possessive: `re` gets those wrong up to Python 3.11.4 (gh-106052).
_NAME: Final = re.compile(r"</?([A-Za-z][^\s/>\0]*+)")
# One step through a tag: to its end, or over one value. One pattern for all steps would fill the memory.
_TAG_STEP: Final = re.compile(r"[^>=]*+(?:>|=\s*+(?>\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+|[\"'][^\s>]*+)?)")
_ATTRIBUTE: Final = re.compile(
    r"([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+(?>\"([^\"]*+)\"|'([^']*+)'|([^\s>]++)))?", re.ASCII
)
_DOCTYPE_SUBSET: Final = re.compile(r"<!DOCTYPE[^>\[]*+\[[^\]]*+\]\s*+>", re.IGNORECASE)
_COMMENT_END: Final = re.compile("--!?>")
_SCRIPT_MARK: Final = re.compile(r"<!--|-->|<(/?)script(?=[\s/>])", re.IGNORECASE)
_ENDS: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])[^>]*+>?", re.IGNORECASE) for name in (RAW | PLAIN) - {"plaintext"}
}


def tokenize(
    source: str, *, xml: bool = False, start: int = 0, end: int | None = None
) -> Iterator[HtmlToken]:
    """All tokens of source[start:end]; `xml` for XHTML sent as such."""
    return _Scanner(source, xml, len(source) if end is None else end).tokens(start)


def attributes(source: str, token: HtmlToken) -> Iterator[HtmlAttribute]:
    """The attributes of a start tag, in order, repeated ones included."""
    begin = token.start + 1 + len(token.name)
    for match in _ATTRIBUTE.finditer(source, begin, token.end - 1):
        for group, quote in ((2, '"'), (3, "'"), (4, "")):
            if match[group] is not None:
                first, last = match.span(group)
                if not quote and source[last - 1] == "/" and last == token.end - 1 and token.closed:
                    last -= 1
                yield HtmlAttribute(match[1].lower(), first, last, quote)


class _Scanner:
    """One pass over the source. It caches failed searches, so that nothing is searched twice in vain."""

    def __init__(self, source: str, xml: bool, end: int) -> None:
        self.source = source
        self.xml = xml
        self.end = end
        self.absent: set[str] = set()

    def tokens(self, position: int) -> Iterator[HtmlToken]:
        """Split the source from a position on."""
        source, end = self.source, self.end
        text = position  # where the current text began
        while (at := source.find("<", position, end)) >= 0:
            token = self._read(at)
            if token is None:
                position = at + 1
                continue
            if at > text:
                yield HtmlToken(HtmlTokenKind.TEXT, text, at)
            yield token
            position = text = token.end
        if text < end:
            yield HtmlToken(HtmlTokenKind.TEXT, text, end)

    def _read(self, at: int) -> HtmlToken | None:
        """The token that begins with the `<` at `at`; None when it is text."""
        following = self.source[at + 1 : at + 2]
        if following.isascii() and following.isalpha():
            return self._read_start(at)
        if following == "/":
            return self._read_end(at)
        if following in ("!", "?", "%"):
            return self._read_aside(at, following)
        return None

    def _read_start(self, at: int) -> HtmlToken:
        match = _NAME.match(self.source, at, self.end)
        assert match is not None  # a letter follows
        name = match[1].lower()
        behind = self._tag_end(match.end())
        if behind < 0:  # browsers do not show it either
            return HtmlToken(HtmlTokenKind.ASIDE, at, self.end)
        closed = self.source[behind - 2] == "/"
        if (name in RAW or name in PLAIN) and not (self.xml and closed):
            return self._read_content(at, behind, name)
        return HtmlToken(HtmlTokenKind.START, at, behind, self._local(name), closed=closed)

    def _local(self, name: str) -> str:
        """The local name of an element; in XML it may have a prefix: `m:math`."""
        return name.rpartition(":")[2] if self.xml else name

    def _read_content(self, at: int, inside: int, name: str) -> HtmlToken:
        """An element with raw content; without an end tag it reaches to the end of the source."""
        if name == "script":
            last, behind = self._script_end(inside)
        elif name == "plaintext":
            last, behind = self.end, self.end
        else:
            match = None if name in self.absent else _ENDS[name].search(self.source, inside, self.end)
            if match is None:
                self.absent.add(name)
                if name in PLAIN:  # a lost end tag must not swallow the document
                    return HtmlToken(HtmlTokenKind.START, at, inside, name)
            last, behind = match.span() if match else (self.end, self.end)
        kind = HtmlTokenKind.PLAIN if name in PLAIN else HtmlTokenKind.RAW
        return HtmlToken(kind, at, behind, name, (inside, last))

    def _script_end(self, inside: int) -> tuple[int, int]:
        """A script's end tag; one within `<!-- <script> … </script> -->` does not count."""
        escaped = nested = False
        for match in _SCRIPT_MARK.finditer(self.source, inside, self.end):
            if match[0] == "<!--":
                escaped = True
            elif match[0] == "-->":
                escaped = nested = False
            elif not match[1]:
                nested = escaped
            elif nested:
                nested = False
            else:
                behind = self.source.find(">", match.end(), self.end)
                return match.start(), behind + 1 if behind >= 0 else self.end
        return self.end, self.end

    def _read_end(self, at: int) -> HtmlToken | None:
        source = self.source
        match = _NAME.match(source, at, self.end)
        if match is None:
            if source.startswith("</>", at):
                return HtmlToken(HtmlTokenKind.ASIDE, at, at + 3)
            behind = self._find(">", at + 2) if at + 2 < self.end else -1
            return HtmlToken(HtmlTokenKind.ASIDE, at, behind) if behind > 0 else None
        behind = self._tag_end(match.end())
        if behind < 0:
            return HtmlToken(HtmlTokenKind.ASIDE, at, self.end)
        return HtmlToken(HtmlTokenKind.END, at, behind, self._local(match[1].lower()))

    def _tag_end(self, position: int) -> int:
        """The offset after the tag in which a position is, or -1.

        Values in quotes may contain any character.
        """
        source = self.source
        while (step := _TAG_STEP.match(source, position, self.end)) is not None:
            position = step.end()
            if source[position - 1] == ">":
                return position
        return -1

    def _read_aside(self, at: int, mark: str) -> HtmlToken | None:
        source = self.source
        behind = -1
        if mark == "%":
            behind = self._find("%>", at + 2)
            return HtmlToken(HtmlTokenKind.ASIDE, at, behind) if behind > 0 else None
        if source.startswith("<!--", at):
            behind = self._comment_end(at)
        elif mark == "?" and (self.xml or source.startswith(("<?php", "<?=", "<?xml"), at)):
            behind = self._find("?>", at + 2)
        elif self.xml and source.startswith("<![CDATA[", at):
            behind = self._find("]]>", at + 9)
        elif mark == "!" and "[" not in self.absent:
            self.absent.add("[")  # only the first declaration is searched for an internal subset
            subset = _DOCTYPE_SUBSET.match(source, at, self.end)
            behind = subset.end() if subset else -1
        if behind < 0:
            behind = self._find(">", at + 2)
        return HtmlToken(HtmlTokenKind.ASIDE, at, behind if behind > 0 else self.end)

    def _comment_end(self, at: int) -> int:
        source = self.source
        for short in ("<!-->", "<!--->"):
            if source.startswith(short, at):
                return at + len(short)
        if "--" in self.absent:
            return self.end
        match = _COMMENT_END.search(source, at + 4, self.end)
        if match is None:
            self.absent.add("--")
        return match.end() if match else self.end

    def _find(self, wanted: str, position: int) -> int:
        """The offset after the next `wanted`, or -1."""
        if wanted in self.absent:
            return -1
        found = self.source.find(wanted, position, self.end)
        if found < 0:
            self.absent.add(wanted)
            return -1
        return found + len(wanted)
