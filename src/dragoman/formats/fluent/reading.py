"""Parse Fluent syntax 1.0: messages, terms and attributes with their patterns, by offset.

Text that cannot be parsed is junk, as in Fluent: it ends where the next entry begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dragoman.formats.units.limits import MOST_STRINGS, too_many_strings

MOST_DEPTH: Final = 30

_IDENTIFIER: Final = r"[A-Za-z][A-Za-z0-9_\-]*+"
_ENTRY: Final = re.compile(rf"(-?{_IDENTIFIER}) *= *")
_ATTRIBUTE: Final = re.compile(rf"(?: *(?:\r?\n))+ *\.({_IDENTIFIER}) *= *")
_NEXT: Final = re.compile(r"^(?=[A-Za-z#\-])", re.MULTILINE)
_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_RUN: Final = re.compile(r"[^{}\r\n]++|\r(?!\n)")
_BREAK: Final = re.compile(r"(?:\r?\n *)+")
_BLANK: Final = re.compile(r"(?>(?: |\r?\n)*)")
_STRING: Final = re.compile(r'"(?>(?:[^"\\\n]++|\\["\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{6})*)"')
_INSIDE: Final = re.compile(r'[^"{}]++')
_ARROW: Final = re.compile(r"->(?>(?: |\r?\n)*)")
_VARIANT: Final = re.compile(rf"(\*?)\[(?>(?: |\r?\n)*)({_IDENTIFIER}|-?\d++(?:\.\d++)?)(?>(?: |\r?\n)*)\] *")
_SIGN: Final = re.compile(r"\{ *\"([{}\[*.])\" *\}")  # text that would be syntax
_NOT_TEXT: Final = frozenset("[*.}")  # a line that begins so is not part of the text above


class NotFluent(Exception):
    """The text at this position is junk."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One case of a choice; source[start:] is its key with brackets and star."""

    key: str
    is_default: bool
    start: int
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Placeable:
    """An expression in braces at source[start:end]."""

    raw: str
    start: int
    end: int
    selector: str = ""  # of a choice
    variants: tuple[Variant, ...] = ()


Element: TypeAlias = "str | Placeable"


@dataclass(slots=True, kw_only=True)
class Pattern:
    """A text at source[start:end], whose lines lose their common indentation."""

    start: int
    end: int
    elements: list[Element] = field(default_factory=list)
    indent: str = ""  # of its lines behind the first
    block: bool = False  # it begins in a line of its own


@dataclass(frozen=True, slots=True)
class FluentPattern:
    """A pattern and the message or attribute that it belongs to."""

    name: str  # "message", "-term", "message.attribute"
    pattern: Pattern
    above: tuple[int, int]  # offset from which comments on its message are looked for


@dataclass(slots=True)
class FluentResource:
    """All patterns of a file, and the number of junk entries."""

    found: list[FluentPattern] = field(default_factory=list)
    junk: int = 0
    comments: int = 0


def parse(text: str) -> FluentResource:
    """Parse a file. Raises TooMuchText."""
    resource = FluentResource()
    position = before = 0
    while position < len(text):
        line = _LINE.match(text, position)
        assert line is not None
        if text[position] == "#":
            resource.comments += 1
            position = line.end()
        elif not line[0].strip():
            position = line.end()
        else:
            try:
                found, position = _entry(text, position, before)
                resource.found += found
            except NotFluent:
                resource.junk += 1
                following = _NEXT.search(text, line.end())
                position = following.start() if following else len(text)
            before = position - 1  # the line's end
        if len(resource.found) > MOST_STRINGS:
            raise too_many_strings(
                (found.name, text)
                for found in resource.found
                for text in found.pattern.elements
                if isinstance(text, str)
            )
    return resource


def _entry(text: str, position: int, before: int) -> tuple[list[FluentPattern], int]:
    """A message or term with its attributes, and the offset at which its last line ends."""
    head = _ENTRY.match(text, position)
    if head is None:
        raise NotFluent
    name, found, above = head[1], list[FluentPattern](), (before, position)
    reader = _Reader(text)
    pattern = reader.pattern(head.end(), depth=0)
    position = head.end()
    if pattern is not None:
        found.append(FluentPattern(name, pattern, above))
        position = pattern.end
    while (attribute := _ATTRIBUTE.match(text, position)) is not None:
        pattern = reader.pattern(attribute.end(), depth=0)
        if pattern is None:
            raise NotFluent
        found.append(FluentPattern(f"{name}.{attribute[1]}", pattern, above))
        position = pattern.end
    line = _LINE.match(text, position)
    assert line is not None
    if not found or line[0].strip():
        raise NotFluent
    return found, line.end()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Parses patterns of one text."""

    text: str

    def pattern(self, start: int, *, depth: int) -> Pattern | None:
        """The pattern that begins at `start`, perhaps in a line below; None when there is none."""
        position, block, first = start, False, 0
        if (ends := _BREAK.match(self.text, start)) is not None:
            if not self._goes_on(ends):
                return None
            position, block = ends.end(), True
            first = _indentation(ends)
        raw = list(self._raw(position, depth=depth))
        indents = [piece for piece in raw if isinstance(piece, re.Match)]
        common = min([*map(_indentation, indents), *([first] if block else [])], default=0)
        pattern = Pattern(start=position, end=position, indent=" " * (common or 4), block=block)
        for piece in raw:
            if isinstance(piece, re.Match):
                breaks = piece[0].count("\n")
                self._add(pattern, "\n" * breaks + " " * (_indentation(piece) - common), piece.end())
            elif isinstance(piece, Placeable):
                sign = _SIGN.fullmatch(piece.raw)
                self._add(pattern, sign[1] if sign else piece, piece.end)
            else:
                self._add(pattern, piece[0], piece[1])
        if block and first > common:
            self._lead(pattern, " " * (first - common))
        return self._trimmed(pattern) if pattern.elements else None

    @staticmethod
    def _lead(pattern: Pattern, blanks: str) -> None:
        if pattern.elements and isinstance(pattern.elements[0], str):
            pattern.elements[0] = blanks + pattern.elements[0]
        else:
            pattern.elements.insert(0, blanks)
        pattern.start -= len(blanks)

    @staticmethod
    def _add(pattern: Pattern, element: Element, end: int) -> None:
        if isinstance(element, str) and pattern.elements and isinstance(pattern.elements[-1], str):
            pattern.elements[-1] += element
        else:
            pattern.elements.append(element)
        pattern.end = end

    def _trimmed(self, pattern: Pattern) -> Pattern | None:
        """The pieces without white space at the end."""
        last = pattern.elements[-1]
        if isinstance(last, str):
            pattern.end -= len(self.text[pattern.start : pattern.end]) - len(
                self.text[pattern.start : pattern.end].rstrip(" \r\n")
            )
            if last.rstrip(" \n"):
                pattern.elements[-1] = last.rstrip(" \n")
            else:
                pattern.elements.pop()
        return pattern if pattern.elements else None

    def _goes_on(self, ends: re.Match[str]) -> bool:
        """Whether the line after these line ends is part of a pattern."""
        following = self.text[ends.end() : ends.end() + 1]
        return _indentation(ends) > 0 and following not in ("", "\r", "\n") and following not in _NOT_TEXT

    def _raw(self, position: int, *, depth: int) -> Iterator[re.Match[str] | Placeable | tuple[str, int]]:
        """The pieces of a pattern up to its end: line ends with indentation, placeables, texts."""
        text = self.text
        while position < len(text):
            character = text[position]
            if character == "{":
                placeable = self.placeable(position, depth=depth)
                yield placeable
                position = placeable.end
            elif character == "}":
                raise NotFluent
            elif (run := _RUN.match(text, position)) is not None:
                yield run[0], run.end()
                position = run.end()
            else:
                ends = _BREAK.match(text, position)
                if ends is None or not self._goes_on(ends):
                    return
                yield ends
                position = ends.end()

    def placeable(self, start: int, *, depth: int) -> Placeable:
        """An expression or a selector in braces."""
        if depth > MOST_DEPTH:
            raise NotFluent
        text, position, inner = self.text, start + 1, 0
        while position < len(text):
            character = text[position]
            if character == "}":
                if not inner:
                    return Placeable(text[start : position + 1], start, position + 1)
                inner -= 1
                position += 1
            elif character == "{":
                inner += 1
                if inner > MOST_DEPTH:
                    raise NotFluent
                position += 1
            elif character == '"':
                string = _STRING.match(text, position)
                if string is None:
                    raise NotFluent
                position = string.end()
            else:
                inside = _INSIDE.match(text, position)
                assert inside is not None
                arrow = text.find("->", position, inside.end())
                if arrow >= 0 and not inner:
                    return self._choice(start, arrow, depth=depth)
                position = inside.end()
        raise NotFluent

    def _choice(self, start: int, arrow: int, *, depth: int) -> Placeable:
        text = self.text
        begun = _ARROW.match(text, arrow)
        assert begun is not None
        position, variants = begun.end(), list[Variant]()
        while (head := _VARIANT.match(text, position)) is not None:
            pattern = self.pattern(head.end(), depth=depth + 1)
            if pattern is None:
                raise NotFluent
            variants.append(Variant(head[2], bool(head[1]), position, pattern))
            blank = _BLANK.match(text, pattern.end)
            assert blank is not None
            position = blank.end()
        keys = {variant.key for variant in variants}
        defaults = sum(variant.is_default for variant in variants)
        if text[position : position + 1] != "}" or defaults != 1 or len(keys) < len(variants):
            raise NotFluent
        selector = text[start + 1 : arrow].strip()
        return Placeable(text[start : position + 1], start, position + 1, selector, tuple(variants))


def _indentation(ends: re.Match[str]) -> int:
    """The number of blanks after the last of some line ends."""
    return len(ends[0]) - ends[0].rfind("\n") - 1
