"""Find the values of a string table: a scanner of the old property list syntax that builds no tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt

MOST_DEPTH: Final = 100
MOST_VALUES: Final = 400_000

_BLANK: Final = re.compile("(?>(?:[ \t\r\n\f\v\u2028\u2029\ufeff]++|//[^\r\n]*+|/\\*(?s:.*?)\\*/)*)")
_TOKEN: Final = re.compile(
    r"\"[^\"\\]*+(?>(?:\\.[^\"\\]*+)*)\"|'[^'\\]*+(?>(?:\\.[^'\\]*+)*)'|[\w.$/:\-]++|[={};(),]"
    r"|<[0-9a-fA-F\s]*+>",
    re.DOTALL,
)
_SIGNS: Final = frozenset("={};(),")


class StringsValue(NamedTuple):
    """A string value, and its offsets in the text, with quotes."""

    key: str  # as written
    start: int
    end: int
    before: tuple[int, int]  # the text between the key and the entry before it: white space, comments


def read_values(text: str) -> Iterator[StringsValue]:
    """The values of a table, also of tables within it, in order. Raises DocumentCorrupt, naming the line."""
    return _Scanner(text).values()


class _Scanner:
    """Scans a text from left to right, once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._blank = (0, 0)  # the white space and comments before the last token

    def values(self) -> Iterator[StringsValue]:
        """Scan the whole text."""
        enclosing: list[str] = []  # the closing brackets that are to come
        count = 0
        key, before = "", (0, 0)
        awaited = "key"
        while (token := self._next()) is not None:
            sign = token[0] if token[0] in _SIGNS else ""
            if awaited == "key" and not sign and token[0] != "<":
                key, before, awaited = token, self._blank, "="
            elif awaited == "=" and sign in ("=", ";"):  # a key alone is its own value
                awaited = "value" if sign == "=" else "key"
            elif awaited in ("value", "element") and not sign:
                count += 1
                if count > MOST_VALUES:
                    raise ConversionFailed(f"The file has more than {MOST_VALUES:,} strings. Split it.")
                if awaited == "value" and token[0] != "<":
                    yield StringsValue(key, self._at - len(token), self._at, before)
                awaited = ";" if awaited == "value" else ","
            elif sign in ("{", "(") and (awaited in ("value", "element") or (awaited == "key" and not count)):
                enclosing.append("}" if sign == "{" else ")")
                awaited = "key" if sign == "{" else "element"
                if len(enclosing) > MOST_DEPTH:
                    raise self._broken(token, f"it is nested more than {MOST_DEPTH} levels deep")
                count += 1
            elif awaited in (";", ",") and sign == awaited:
                awaited = "key" if sign == ";" else "element"
            elif enclosing and sign == enclosing[-1] and self._may_close(sign, awaited):
                enclosing.pop()
                awaited = "key" if not enclosing and self._ends() else "," if enclosing[-1:] == [")"] else ";"
            else:
                raise self._broken(token, _MISSING[awaited])
        if enclosing or awaited != "key":
            raise self._broken("", _MISSING[enclosing[-1] if enclosing and awaited == "key" else awaited])

    @staticmethod
    def _may_close(sign: str, awaited: str) -> bool:
        return awaited == "key" if sign == "}" else awaited in (",", "element")

    def _ends(self) -> bool:
        """Whether nothing follows: the bracket encloses the whole table."""
        self._skip()
        return self._at == len(self._text)

    def _next(self) -> str | None:
        self._skip()
        if self._at == len(self._text):
            return None
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            raise self._broken("", "a string is not closed, or a character must be in quotes")
        self._at = found.end()
        return found[0]

    def _skip(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        assert blank is not None
        self._blank, self._at = blank.span(), blank.end()
        if self._text.startswith("/*", self._at):
            raise self._broken("", "a comment is not closed")

    def _broken(self, token: str, what: str) -> DocumentCorrupt:
        line = self._text.count("\n", 0, self._at - len(token)) + 1
        return DocumentCorrupt(f"This is not a string table: at line {line}, {what}.")


_MISSING: Final = {
    "key": "a key is missing",
    "=": "the equals sign after a key is missing",
    "value": "a value is missing",
    "element": "a value is missing",
    ";": "the semicolon after a value is missing",
    ",": "the comma after a value is missing",
    "}": "a closing brace is missing",
    ")": "a closing bracket is missing",
}
