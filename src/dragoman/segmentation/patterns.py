"""Regular expressions of SRX files, which are ICU's, written for the `regex` module.

The result is meant for `regex.VERSION1`, whose set operations, nested sets and scoped flags are ICU's too.
"""

from __future__ import annotations

import re
from typing import Final

import regex

# How far an open repetition (`*`, `+`, `{2,}`) reaches. It keeps the time for a hostile text linear in its
# length; other SRX engines bound their look-behinds in the same way.
REACH: Final = 100

_HORIZONTAL: Final = r"\t \xa0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000"
_VERTICAL: Final = r"\n\x0b\f\r\x85\u2028\u2029"
_CLASSES: Final = {"h": _HORIZONTAL, "v": _VERTICAL}
_ANCHORS: Final = {"Z": r"(?=\n?\Z)", "z": r"\Z"}
_WITH_BRACES: Final = "pPN"

_GROUP: Final = re.compile(r"\((?:\?(?:<?[=!]|[:>|]|#[^)]*|<\w+>|[a-zA-Z-]*(?=[:)])))?")
_NAMED_GROUP: Final = re.compile(r"\(\?<\w+>")
_REPETITION: Final = re.compile(r"(?:[*+?]|\{(?P<least>\d+)(?P<comma>,?)(?P<most>\d*)\})(?P<mood>[?+]?)")
_NAME: Final = re.compile(r"\{[^}]*\}|\w")
_CHARACTER: Final = re.compile(r"x\{([0-9A-Fa-f]{1,6})\}|0([0-7]{1,3})|c(.)|(e)")


class InvalidPattern(ValueError):
    """A regular expression that cannot be used; the message says why, and where."""


def translate(icu: str) -> str:
    """Translate one ICU expression. Raises `InvalidPattern` when it is not one, or refers back to a group."""
    text = _Translation(icu).run()
    try:
        regex.compile(text, regex.VERSION1)
    except regex.error as error:
        raise InvalidPattern(str(error)) from None
    return text


class _Translation:
    """One pass over an expression; `at` is the next character to read."""

    def __init__(self, icu: str) -> None:
        self._icu = icu
        self._at = 0
        self._sets = 0  # depth of [ … ]
        self._out: list[str] = []
        self._atom = False  # whether a repetition may follow

    def run(self) -> str:
        while self._at < len(self._icu):
            character = self._icu[self._at]
            if character == "\\":
                self._escape()
            elif self._sets:
                self._in_set(character)
            elif character == "(":
                self._group()
            elif character in "*+?{" and self._atom:
                self._repetition()
            else:
                self._sets += character == "["
                self._emit(character, self._at + 1, atom=character not in "|(")
        return "".join(self._out)

    def _emit(self, text: str, at: int, *, atom: bool = True) -> None:
        self._out.append(text)
        self._at, self._atom = at, atom

    def _in_set(self, character: str) -> None:
        if self._icu.startswith("[:", self._at):  # [:alpha:]
            end = self._icu.find(":]", self._at + 2)
            if end > 0:
                self._emit(self._icu[self._at : end + 2], end + 2)
                return
        self._sets += (character == "[") - (character == "]")
        # The regex module gives || and ~~ a meaning that ICU does not.
        self._emit("\\" + character if character in "|~" else character, self._at + 1)

    def _group(self) -> None:
        head = _GROUP.match(self._icu, self._at)
        opening = head.group() if head else "("
        at = self._at + len(opening)
        self._emit("(?:" if opening == "(" or _NAMED_GROUP.match(opening) else opening, at, atom=False)

    def _repetition(self) -> None:
        found = _REPETITION.match(self._icu, self._at)
        if found is None:
            raise InvalidPattern(f"a brace at position {self._at} that begins no repetition")
        least, comma, most, mood = found.group("least", "comma", "most", "mood")
        if found.group()[0] in "*+":
            text = f"{{{int(found.group()[0] == '+')},{REACH}}}"
        elif comma and not most:
            text = f"{{{least},{max(REACH, int(least))}}}"
        else:
            text = found.group().removesuffix(mood) if mood else found.group()
        self._emit(text + mood, found.end(), atom=False)

    def _escape(self) -> None:
        letter = self._icu[self._at + 1 : self._at + 2]
        after = self._at + 2
        if not letter:
            raise InvalidPattern("a backslash at the end")
        if letter == "Q":
            end = self._icu.find("\\E", after)
            end = len(self._icu) if end < 0 else end
            self._emit("".join(map(_literal, self._icu[after:end])), end + 2)
        elif letter == "E":
            self._at = after
        elif letter.lower() in _CLASSES:
            inner = _CLASSES[letter.lower()]
            whole = f"[^{inner}]" if letter.isupper() else f"[{inner}]"
            self._emit(inner if self._sets and letter.islower() else whole, after)
        elif letter in _ANCHORS:
            self._emit(_ANCHORS[letter], after)
        elif letter in _WITH_BRACES:
            self._named(letter, after)
        elif letter == "k" or letter in "123456789":
            raise InvalidPattern(
                f"a reference back to a group at position {self._at}, which rules may not have"
            )
        else:
            self._character(letter, after)

    def _named(self, letter: str, after: int) -> None:
        found = _NAME.match(self._icu, after)
        if found is None:
            raise InvalidPattern(f"nothing after \\{letter} at position {self._at}")
        self._emit(f"\\{letter}{found.group()}", found.end())

    def _character(self, letter: str, after: int) -> None:
        found = _CHARACTER.match(self._icu, after - 1)
        if found is None:
            self._emit("\\" + letter, after)
            return
        hexadecimal, octal, control, _ = found.groups()
        if hexadecimal:
            number = int(hexadecimal, 16)
        elif octal:
            number = int(octal, 8)
        else:
            number = ord(control) & 0x1F if control else 0x1B
        if number > 0x10FFFF:
            raise InvalidPattern(f"no such character at position {self._at}")
        self._emit(_literal(chr(number)), found.end())


def _literal(character: str) -> str:
    return character if character.isalnum() else f"\\U{ord(character):08x}"
