"""Find the strings of PHP source that are values of language files: members of arrays, assignments, `define`.

Strings elsewhere (in calls, functions, classes, comparisons) are code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.keyed.plural_families import KeyedEntry, check_entries, join_path
from dragoman.formats.php.literals import (
    TEXT_DOLLAR,
    drop_needless_marks,
    may_have_variables,
    unmark_dollars,
    unquote,
)
from dragoman.formats.php.tokens import PhpToken, broken, tokens

MOST_DEPTH: Final = 200
_MERGING: Final = frozenset(
    {"array_merge", "array_replace", "array_merge_recursive", "array_replace_recursive"}
)
_BEFORE_ARRAY: Final = frozenset({"return", "echo", "print", "yield", "and", "or", "xor"})
_JOINT: Final = re.compile(r"\s*\.\s*")
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}


@dataclass(slots=True, kw_only=True)
class PhpStrings:
    """All strings that are values, in order."""

    entries: list[KeyedEntry] = field(default_factory=list)
    code: int = 0  # strings that are not values
    is_data: bool = False  # there are values that are not strings


@dataclass(slots=True)
class _Level:
    """An open bracket, or the file."""

    kind: str  # "file", "array", "index", "define", "code"
    closing: str
    start: int
    values: bool  # strings in it may be values
    path: str = ""
    key: str = ""
    word: str = ""  # a name at the beginning of the expression
    count: int = 0
    pieces: list[PhpToken] = field(default_factory=list)  # the strings of the expression that is being read
    other: bool = False  # it has more than strings and dots
    nested: bool = False  # an array
    names: list[str] = field(default_factory=list)  # of what is assigned to
    assigned: bool = False


def scan(text: str) -> PhpStrings:
    """Find every value. Raises DocumentCorrupt, naming the line, and ConversionFailed."""
    return _Scanner(text).run()


class _Scanner:
    """Scans tokens one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._levels = [_Level("file", "", 0, True)]
        self._last = PhpToken(";", 0, 0)
        self._found = PhpStrings()

    def run(self) -> PhpStrings:
        """Scan the whole source."""
        for token in tokens(self._text):
            self._take(token)
            self._last = token
        if len(self._levels) > 1:
            raise broken(self._text, self._levels[-1].start, "a bracket is not closed")
        self._end_value(self._levels[0])
        return self._found

    def _take(self, token: PhpToken) -> None:
        level, kind = self._levels[-1], token.kind
        if kind in ("string", "doc"):
            level.pieces.append(token)
        elif kind in _CLOSING:
            self._open(token)
        elif kind in ("]", ")", "}"):
            self._close(token)
        elif kind == ",":
            self._end_value(level)
            level.count += 1
        elif kind == ";":
            self._end_value(level)
            level.assigned, level.names = False, []
        elif kind == "=>" and level.kind == "array":
            self._key(level)
        elif kind in ("=", ".=") and level.kind == "file":
            level.assigned, level.other, level.nested = True, False, False
            self._forget(level)
        elif kind == "word":
            self._word(level, token)
        elif kind != ".":
            level.other = True

    def _word(self, level: _Level, token: PhpToken) -> None:
        word = self._text[token.start : token.end]
        if level.kind == "file" and word.lower() == "return":
            level.assigned, level.other, level.nested = True, False, False
        elif level.kind == "file" and not level.assigned:
            level.names = [word.lstrip("$")]
        else:
            level.word = word if not level.other else level.word
            level.other = True

    def _open(self, token: PhpToken) -> None:
        level, last = self._levels[-1], self._last
        word = self._text[last.start : last.end].lower() if last.kind == "word" else ""
        if len(self._levels) >= MOST_DEPTH:
            raise broken(self._text, token.start, f"it is nested more than {MOST_DEPTH} levels deep")
        kind, values = "code", False
        if token.kind == "(" and word == "array":
            kind, values = "array", self._takes_values(level)
        elif token.kind == "(" and word in _MERGING:
            kind, values = "merge", self._takes_values(level)
        elif token.kind == "(" and word == "define" and level.kind == "file":
            kind, values = "define", True
        elif token.kind == "[" and self._is_index(word):
            kind = "index"
        elif token.kind == "[":
            kind, values = "array", self._takes_values(level)
        path = self._path(level) if values and kind != "define" else ""
        opened = _Level(kind, _CLOSING[token.kind], token.start, values, path)
        if kind == "array" and word == "array":
            level.other = False
        self._levels.append(opened)

    def _is_index(self, word: str) -> bool:
        return self._last.kind in ("string", "]", ")", "}") or (bool(word) and word not in _BEFORE_ARRAY)

    def _takes_values(self, level: _Level) -> bool:
        """Whether an array that begins here is a value itself."""
        if not level.values or level.pieces:
            return False
        if level.kind == "file":
            return level.assigned
        return level.kind in ("array", "merge") or (level.kind == "define" and level.count == 1)

    @staticmethod
    def _path(level: _Level) -> str:
        if level.kind == "file":
            return ".".join(level.names)[-300:]
        if level.kind == "array":
            return join_path(level.path, level.key or str(level.count))
        return level.path if level.kind == "merge" else level.key

    def _close(self, token: PhpToken) -> None:
        level = self._levels[-1]
        if level.closing != token.kind:
            raise broken(self._text, token.start, "a closing bracket has no opening bracket")
        if level.kind == "index":
            self._end_index(level)
        else:
            self._end_value(level)
        self._levels.pop()
        above = self._levels[-1]
        if level.kind != "index":
            above.other = True
            above.nested |= level.kind == "array"
        elif above.assigned or above.kind != "file":
            above.other = True
        if token.kind == "}" and above.kind == "file":
            above.assigned, above.names, above.other = False, [], False

    def _end_index(self, level: _Level) -> None:
        above = self._levels[-2]
        key = self._joined(level) if not level.other else None
        if above.kind == "file" and not above.assigned:
            above.names.append(key or "?")
        self._forget(level)

    def _key(self, level: _Level) -> None:
        key = self._joined(level)
        level.key = unmark_dollars(key) if key is not None else level.word or "?"
        self._forget(level)
        level.other = level.nested = False

    @staticmethod
    def _forget(level: _Level) -> None:
        level.pieces = []

    def _joined(self, level: _Level) -> str | None:
        """The text of the joined strings of an expression; None when it cannot be determined."""
        texts: list[str] = []
        has_variables = any(self._may_have_variables(piece) for piece in level.pieces)
        for at, piece in enumerate(level.pieces):
            if at and not _JOINT.fullmatch(self._text, level.pieces[at - 1].end, piece.start):
                return None
            text = unquote(self._text[piece.start : piece.end]) or ""
            if not text and piece.end - piece.start > 2:
                return None
            is_raw = has_variables and not self._may_have_variables(piece)
            texts.append(text.replace("$", TEXT_DOLLAR) if is_raw else text)
        return drop_needless_marks("".join(texts)) if texts else None

    def _may_have_variables(self, piece: PhpToken) -> bool:
        return may_have_variables(self._text[piece.start : piece.end])

    def _literal_length(self, pieces: Sequence[PhpToken]) -> int:
        """The length of the literal whose quotes are kept; 0: double quotes."""
        first = pieces[0]
        others = any(map(self._may_have_variables, pieces)) and not self._may_have_variables(first)
        return 0 if others else first.end - first.start

    def _end_value(self, level: _Level) -> None:
        """End an expression: it is a value, or code."""
        if level.pieces:
            self._add(level)
        elif level.other and not level.nested and level.values and level.kind != "file":
            self._found.is_data = True
        if level.kind == "define" and level.pieces and level.count == 0:
            level.key = self._joined(level) or ""
        self._forget(level)
        level.other = level.nested = False
        if level.kind == "array":
            level.key = level.word = ""

    def _add(self, level: _Level) -> None:
        is_value = level.values and (
            level.kind == "array"
            or (level.kind == "file" and level.assigned and bool(level.names))
            or (level.kind == "define" and level.count == 1)
        )
        text = self._joined(level) if is_value and not level.other else None
        if text is None:
            self._found.code += len(level.pieces) if level.kind != "define" or level.count else 0
            return
        check_entries(self._found.entries)
        first, last = level.pieces[0], level.pieces[-1]
        names = level.names if level.kind == "file" else []
        plain = level.kind == "array" and not level.key
        self._found.entries.append(
            KeyedEntry(
                text=text,
                start=first.start,
                end=last.end,
                key=names[-1] if names else level.key or level.path.rpartition(".")[2],
                above=".".join(names[:-1])[-300:] if names else level.path,
                place=level.count if plain else -1,
                style=str(self._literal_length(level.pieces)),
            )
        )
