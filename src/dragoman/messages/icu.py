"""Reading ICU MessageFormat: a string to a tree of texts, arguments and choices.

`messages` turns trees into segments and back. Strings that are no well-formed message are no messages at all:
braces are common in strings of other kinds.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

MOST_DEPTH: Final = 20  # choices within choices; people need three
MOST_NODES: Final = 20_000  # texts, arguments and choices of one message
MOST_SPELLINGS: Final = 100  # of one text, that are kept


class Apostrophes(enum.Enum):
    """What an apostrophe does."""

    OPTIONAL = "optional"  # ICU, FormatJS, Angular: quotes only where a brace or `#` follows; '' is one
    REQUIRED = "required"  # java.text.MessageFormat: always quotes; '' is one
    NONE = "none"  # an ordinary letter: Flutter's default


@dataclass(frozen=True, slots=True)
class Literal:
    """Text with its quoting undone."""

    text: str
    spellings: tuple[tuple[str, str], ...] = field(
        default=(), compare=False
    )  # what its apostrophes quote, and how


@dataclass(frozen=True, slots=True)
class Argument:
    """`{name}`, `{n, number}`, `{d, date, short}`, as written."""

    raw: str


@dataclass(frozen=True, slots=True)
class Pound:
    """`#`: the number of the plural that it stands in."""


@dataclass(frozen=True, slots=True)
class Choice:
    """`{n, plural, …}`, `{n, selectordinal, …}` or `{x, select, …}`."""

    name: str
    kind: str
    offset: int
    branches: tuple[tuple[str, Message], ...]  # by selector, in the order of the file; no selector twice

    @property
    def counts(self) -> bool:
        """Whether its branches are chosen by a number."""
        return self.kind != "select"

    @property
    def ordinal(self) -> bool:
        """Whether by a rank: first, second."""
        return self.kind == "selectordinal"


Node: TypeAlias = Literal | Argument | Pound | Choice
Message: TypeAlias = tuple[Node, ...]

_CHOICE_LIKELY: Final = re.compile(
    r"\{\s{0,9}[\w.$\-]{1,100}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},"
)
_NAME: Final = re.compile(r"\{\s*+([\w.$\-]{1,100})\s*+")
_KIND: Final = re.compile(r",\s*+([A-Za-z]{1,40})\s*+")
_OFFSET: Final = re.compile(r"\s*+offset\s*+:\s*+(\d{1,9})(?=\s)")
_SELECTOR: Final = re.compile(r"\s*+(=\s{0,9}\d{1,15}|[\w.\-]{1,100})\s*+\{")
_END: Final = re.compile(r"\s*+\}")
_PLAIN: Final = {  # runs of text without meaning, by whether `#` has one
    False: re.compile(r"[^{}']++"),
    True: re.compile(r"[^{}'#]++"),
}
_BOTH_BRACES: Final = re.compile(r"'\{'([^{}'#]++)'\}'(?!')")  # each quoted: one literal
_STYLE: Final = re.compile(r"[^{}']++")


def has_choices(text: str) -> bool:
    """Whether a string may hold a choice: cheap, and true of a few strings that hold none."""
    return _CHOICE_LIKELY.search(text) is not None


def parse_message(
    text: str, apostrophes: Apostrophes = Apostrophes.OPTIONAL, *, counted: bool = False
) -> Message | None:
    """Read a message; None when the string is not a well-formed one, or nested beyond sense.

    `counted`: as what is in a plural branch, where `#` is a number.
    """
    reader = _Reader(text, apostrophes)
    try:
        message = reader.message(depth=0, counted=counted)
    except _NoMessage:
        return None
    return message if reader.at == len(text) else None


def choices(message: Message) -> Iterator[Choice]:
    """Every choice of a message, outer before inner."""
    for node in message:
        if isinstance(node, Choice):
            yield node
            for _, branch in node.branches:
                yield from choices(branch)


class _NoMessage(Exception):
    """The string is no message."""


class _Reader:
    """Reads a string from left to right, once; `at` is where it stands."""

    __slots__ = ("_apostrophes", "_nodes_left", "_text", "at")

    def __init__(self, text: str, apostrophes: Apostrophes) -> None:
        self._text = text
        self._apostrophes = apostrophes
        self._nodes_left = MOST_NODES
        self.at = 0

    def message(self, *, depth: int, counted: bool) -> Message:
        """Read up to the brace that closes this level, or the end. `counted`: `#` has a meaning."""
        if depth > MOST_DEPTH:
            raise _NoMessage
        nodes: list[Node] = []
        run: list[str] = []
        spellings: list[tuple[str, str]] = []
        text = self._text
        while self.at < len(text) and (character := text[self.at]) != "}":
            if (plain := _PLAIN[counted].match(text, self.at)) is not None:
                run.append(plain[0])
                self.at = plain.end()
            elif character == "'":
                start = self.at
                run.append(self._apostrophe(counted=counted))
                if run[-1] and len(spellings) < MOST_SPELLINGS:
                    spellings.append((run[-1], text[start : self.at]))
            else:
                if run:
                    nodes.append(Literal("".join(run), tuple(spellings)))
                    run, spellings = [], []
                nodes.append(self._special(depth=depth))
        if run:
            nodes.append(Literal("".join(run), tuple(spellings)))
        return tuple(nodes)

    def _apostrophe(self, *, counted: bool) -> str:
        """Read an apostrophe and, where it quotes, what it quotes."""
        text, at = self._text, self.at
        following = text[at + 1 : at + 2]
        if self._apostrophes is not Apostrophes.NONE and following == "'":
            self.at = at + 2
            return "'"
        quotes = self._apostrophes is Apostrophes.REQUIRED or (
            self._apostrophes is Apostrophes.OPTIONAL
            and (following in ("{", "}") or (counted and following == "#"))
        )
        if not quotes:
            self.at = at + 1
            return "'"
        if (both := _BOTH_BRACES.match(text, at)) is not None:
            self.at = both.end()
            return f"{{{both[1]}}}"
        pieces: list[str] = []
        start = at + 1
        while True:
            end = text.find("'", start)
            if end < 0:
                raise _NoMessage  # ICU would quote the rest: nobody means that
            pieces.append(text[start:end])
            if text[end + 1 : end + 2] != "'":
                self.at = end + 1
                return "".join(pieces)
            pieces.append("'")
            start = end + 2

    def _special(self, *, depth: int) -> Node:
        """Read what `#` or an opening brace begins."""
        start = self.at
        self._nodes_left -= 1
        if not self._nodes_left:
            raise _NoMessage
        if self._text[start] == "#":
            self.at += 1
            return Pound()
        name = self._expect(_NAME)
        if self._accept(_END):
            return Argument(self._text[start : self.at])
        kind = self._expect(_KIND)[1]
        if kind not in ("plural", "select", "selectordinal"):
            self._style()
            return Argument(self._text[start : self.at])
        if self._text[self.at : self.at + 1] != ",":
            raise _NoMessage
        self.at += 1
        return self._choice(name[1], kind, depth=depth)

    def _choice(self, name: str, kind: str, *, depth: int) -> Choice:
        offset = 0
        if kind != "select" and (found := self._accept(_OFFSET)) is not None:
            offset = int(found[1])
        branches: dict[str, Message] = {}
        while not self._accept(_END):
            selector = re.sub(r"\s", "", self._expect(_SELECTOR)[1])
            if selector in branches or (selector[0] == "=" and kind == "select"):
                raise _NoMessage
            branches[selector] = self.message(depth=depth + 1, counted=kind != "select")
            if self._text[self.at : self.at + 1] != "}":
                raise _NoMessage
            self.at += 1
        if not branches:
            raise _NoMessage
        return Choice(name, kind, offset, tuple(branches.items()))

    def _style(self) -> None:
        """Pass over what follows a simple argument's type, and its closing brace."""
        text, depth = self._text, 1
        while depth:
            if (plain := _STYLE.match(text, self.at)) is not None:
                self.at = plain.end()
            character = text[self.at : self.at + 1]
            if character == "'":
                self._apostrophe(counted=False)
                continue
            if not character:
                raise _NoMessage
            depth += 1 if character == "{" else -1
            self.at += 1

    def _accept(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def _expect(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = self._accept(pattern)
        if found is None:
            raise _NoMessage
        return found
