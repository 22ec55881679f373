"""ICU MessageFormat: parse a string into a tree of texts, arguments and choices.

This is the only parser of messages: formats take strings apart by it, checks compare translations by it, and
what it refuses is ordinary text to both. Its rules are those of ICU4J's `MessagePattern` in its default
apostrophe mode, with these differences:

- Names and selectors may hold `.`, `-` and `$`, as other implementations of the syntax allow.
- The style of an argument is not parsed, neither a skeleton nor the branches of `choice`.
- A message beyond the limits below is refused, and so is the number `∞`.

`icu_model` has the tree, `icu_quoting` writes texts, `icu_spacing` knows how a message is laid out.
"""

from __future__ import annotations

import enum
import re
from typing import Final

from dragoman.messages.icu_model import Argument, IcuChoice, Literal, Message, Node, Pound, choices

MOST_DEPTH: Final = 20  # choices within choices; people need three
MOST_NODES: Final = 20_000  # texts, arguments and choices of one message
MOST_SPELLINGS: Final = 100  # of one text, that are kept
OTHER: Final = "other"  # the selector that every choice has


class Apostrophes(enum.Enum):
    """What an apostrophe does."""

    OPTIONAL = "optional"  # ICU, FormatJS, Angular: quotes only where a brace or `#` follows; '' is one
    REQUIRED = "required"  # java.text.MessageFormat: always quotes; '' is one
    NONE = "none"  # an ordinary letter: Flutter's default


# Unicode's Pattern_White_Space and Pattern_Syntax, which no version of Unicode changes. Of the latter the
# three signs that names may hold are left out.
_SPACE: Final = r"\t-\r \x85\u200e\u200f\u2028\u2029"
_SYNTAX: Final = (
    r"!-#%-,/:-@\[-\^`{-~\xa1-\xa7\xa9\xab\xac\xae\xb0\xb1\xb6\xbb\xbf\xd7\xf7"
    r"\u2010-\u2027\u2030-\u203e\u2041-\u2053\u2055-\u205e\u2190-\u2bff\u2e00-\u2e7f"
    r"\u3001-\u3003\u3008-\u3020\u3030\ufd3e\ufd3f\ufe45\ufe46"
)
_BLANK: Final = rf"[{_SPACE}]*+"
_IDENTIFIER: Final = rf"[^{_SPACE}{_SYNTAX}]{{1,100}}+"
_DOUBLE: Final = r"[-+]?(?:[0-9]{1,15}\.?[0-9]{0,15}|\.[0-9]{1,15})(?:[eE][-+]?[0-9]{1,2})?(?![-+.0-9eE∞])"

# How a choice begins, for patterns that look for one among other things.
CHOICE_HEAD: Final = rf"\{{{_BLANK}{_IDENTIFIER}{_BLANK},{_BLANK}(?i:plural|select|selectordinal){_BLANK},"
_CHOICE_HEAD: Final = re.compile(CHOICE_HEAD)
# A number that begins with a zero is not a name.
_NAME: Final = re.compile(rf"\{{{_BLANK}(?!0[0-9]{{1,99}}[{_SPACE},}}])({_IDENTIFIER}){_BLANK}")
_KIND: Final = re.compile(rf",{_BLANK}({_IDENTIFIER}){_BLANK}(?=[,}}])")
_OFFSET: Final = re.compile(rf"{_BLANK}offset:{_BLANK}({_DOUBLE})")
_SELECTORS: Final = {  # by whether a number chooses
    False: re.compile(rf"{_BLANK}({_IDENTIFIER}){_BLANK}\{{"),
    True: re.compile(rf"{_BLANK}(={_DOUBLE}|{_IDENTIFIER}){_BLANK}\{{"),
}
_COMMA: Final = re.compile(",")
_CLOSING: Final = re.compile(rf"{_BLANK}\}}")
_PLAIN: Final = {  # runs of text without meaning, by whether `#` has one
    False: re.compile(r"[^{}']++"),
    True: re.compile(r"[^{}'#]++"),
}
_BOTH_BRACES: Final = re.compile(r"'\{'([^{}'#]++)'\}'(?!')")  # each quoted: one literal
# In a style every apostrophe quotes, also where it does not in texts.
_STYLE: Final = re.compile(r"(?>(?:[^{}']|'[^']*+')*)([{}])")
_STYLE_UNQUOTED: Final = re.compile(r"[^{}]*+([{}])")


def has_choices(text: str) -> bool:
    """Whether a string may hold a choice: cheap, and true of a few strings that hold none."""
    return "{" in text and _CHOICE_HEAD.search(text) is not None


def is_malformed(text: str) -> bool:
    """Whether a string has the head of a choice, but ICU would refuse it."""
    return has_choices(text) and parse_message(text) is None


def parse_message(text: str, apostrophes: Apostrophes = Apostrophes.OPTIONAL) -> Message | None:
    """Parse a message; None when the string is not a well-formed one, or nested too deep."""
    parser = _Parser(text, apostrophes)
    try:
        return parser.message(depth=0, counted=False)
    except _NoMessage:
        return None


def parse_choices(text: str) -> Message | None:
    """Parse a message that holds a choice; None for any other string."""
    message = parse_message(text) if has_choices(text) else None
    return message if message is not None and any(choices(message)) else None


def choice_end(text: str, start: int) -> int:
    """Where the choice ends whose opening brace is at `start`; -1 when it is not well-formed."""
    parser = _Parser(text, Apostrophes.OPTIONAL, start)
    try:
        found = parser.argument(depth=0)
    except _NoMessage:
        return -1
    return found.end if isinstance(found, IcuChoice) else -1


class _NoMessage(Exception):
    """The string is not a message."""


class _Parser:
    """Parses a string from left to right, once; `_at` is the position."""

    __slots__ = ("_apostrophes", "_at", "_nodes_left", "_text")

    def __init__(self, text: str, apostrophes: Apostrophes, at: int = 0) -> None:
        self._text = text
        self._apostrophes = apostrophes
        self._nodes_left = MOST_NODES
        self._at = at

    def message(self, *, depth: int, counted: bool) -> Message:
        """Parse up to the brace that closes this level, or the end. `counted`: `#` has a meaning.

        At the top a closing brace is text, as in ICU.
        """
        if depth > MOST_DEPTH:
            raise _NoMessage
        nodes: list[Node] = []
        run: list[str] = []
        spellings: list[tuple[str, str]] = []
        text = self._text
        while self._at < len(text) and not ((character := text[self._at]) == "}" and depth):
            if (plain := _PLAIN[counted].match(text, self._at)) is not None:
                run.append(plain[0])
                self._at = plain.end()
            elif character == "'":
                start = self._at
                run.append(self._apostrophe(counted=counted))
                if run[-1] and len(spellings) < MOST_SPELLINGS:
                    spellings.append((run[-1], text[start : self._at]))
            elif character == "}":
                run.append("}")
                self._at += 1
            else:
                if run:
                    nodes.append(Literal("".join(run), tuple(spellings)))
                    run, spellings = [], []
                nodes.append(self._special(depth=depth))
        if run:
            nodes.append(Literal("".join(run), tuple(spellings)))
        return tuple(nodes)

    def argument(self, *, depth: int) -> Argument | IcuChoice:
        """Parse an argument or a choice from its opening brace."""
        start = self._at
        name = self._expect(_NAME)[1]
        if self._accept(_CLOSING):
            return Argument(self._text[start : self._at], name, start)
        kind = self._expect(_KIND)[1].lower()
        if kind in ("plural", "select", "selectordinal"):
            self._expect(_COMMA)
            return self._choice(name, kind, start, depth=depth)
        if self._accept(_COMMA):
            self._style()
        else:
            self._expect(_CLOSING)
        return Argument(self._text[start : self._at], name, start)

    def _apostrophe(self, *, counted: bool) -> str:
        """Parse an apostrophe and, where it quotes, the quoted text."""
        text, at = self._text, self._at
        following = text[at + 1 : at + 2]
        if self._apostrophes is not Apostrophes.NONE and following == "'":
            self._at = at + 2
            return "'"
        quotes = self._apostrophes is Apostrophes.REQUIRED or (
            self._apostrophes is Apostrophes.OPTIONAL
            and (following in ("{", "}") or (counted and following == "#"))
        )
        if not quotes:
            self._at = at + 1
            return "'"
        if (both := _BOTH_BRACES.match(text, at)) is not None:
            self._at = both.end()
            return f"{{{both[1]}}}"
        pieces: list[str] = []
        start = at + 1
        while True:
            end = text.find("'", start)
            if end < 0:
                return self._quoted_to_the_end(pieces, start)
            pieces.append(text[start:end])
            if text[end + 1 : end + 2] != "'":
                self._at = end + 1
                return "".join(pieces)
            pieces.append("'")
            start = end + 2

    def _quoted_to_the_end(self, pieces: list[str], start: int) -> str:
        """A quote that is not closed: it ends with the string.

        Where each apostrophe quotes, an unclosed quote is "it's", and the writer did not think of a message.
        """
        if self._apostrophes is Apostrophes.REQUIRED:
            raise _NoMessage
        self._at = len(self._text)
        return "".join((*pieces, self._text[start:]))

    def _special(self, *, depth: int) -> Node:
        """Parse what `#` or an opening brace begins."""
        self._nodes_left -= 1
        if not self._nodes_left:
            raise _NoMessage
        if self._text[self._at] == "#":
            self._at += 1
            return Pound()
        return self.argument(depth=depth)

    def _choice(self, name: str, kind: str, start: int, *, depth: int) -> IcuChoice:
        counts = kind != "select"
        offset = self._accept(_OFFSET) if counts else None
        branches: list[tuple[str, Message]] = []
        while not self._accept(_CLOSING):
            selector = self._expect(_SELECTORS[counts])[1]
            branches.append((selector, self.message(depth=depth + 1, counted=counts)))
            self._expect(_CLOSING)
        if all(selector != OTHER for selector, _ in branches):
            raise _NoMessage
        shown = offset[1] if offset is not None and float(offset[1]) else ""
        return IcuChoice(name, kind, shown, tuple(branches), start, self._at)

    def _style(self) -> None:
        """Pass over the style of an argument, and its closing brace."""
        pattern = _STYLE_UNQUOTED if self._apostrophes is Apostrophes.NONE else _STYLE
        depth = 1
        while depth:
            depth += 1 if self._expect(pattern)[1] == "{" else -1

    def _accept(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
        return found

    def _expect(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = self._accept(pattern)
        if found is None:
            raise _NoMessage
        return found
