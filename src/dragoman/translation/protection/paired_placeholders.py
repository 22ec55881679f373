"""Placeholders that belong together as pairs: `[b]…[/b]`, `{{#if x}}…{{/if}}`, `{% trans %}…{% endtrans %}`.

They enclose a text as tags do, so they become the halves of a pair, which engines keep around its words.
`placeholders` finds the codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from dragoman.segments import Code, CodeKind, Part

TYPE: Final = "section"  # of both halves

_OPENING: Final = re.compile(
    r"\[(?P<brackets>[A-Za-z][\w\-]*)[^\]]*(?<!/)\]|\{\{[#^]\s*(?P<braces>[\w.\-]+).*\}\}"
    r"|\{%-?\s*(?P<percent>\w+).*%\}",
    re.DOTALL,
)
_CLOSING: Final = re.compile(
    r"\[/(?P<brackets>[\w\-]+)\]|\{\{/\s*(?P<braces>[\w.\-]+)\s*\}\}|\{%-?\s*end(?P<percent>\w+).*%\}",
    re.DOTALL,
)


_Key: TypeAlias = tuple[str, str]  # the kind of section, and its name


@dataclass(slots=True)
class _Level:
    """The open codes inside one tag."""

    openings: list[tuple[_Key, int]] = field(default_factory=list)  # with the index of each
    waiting: Counter[_Key] = field(default_factory=Counter)

    def open(self, key: _Key, index: int) -> None:
        self.openings.append((key, index))
        self.waiting[key] += 1

    def close(self, key: _Key) -> int | None:
        """The index of the code that a closing code ends, or None; open codes between become standalone."""
        while self.waiting[key]:
            opened, index = self.openings.pop()
            self.waiting[opened] -= 1
            if opened == key:
                return index
        return None


def pair_sections(parts: Sequence[Part]) -> list[Part]:
    """Turn such codes into pairs where they are properly nested with one another and with tags."""
    paired = list(parts)
    levels = [_Level()]
    for index, part in enumerate(parts):
        if not isinstance(part, Code):
            continue
        if part.kind is CodeKind.OPEN:
            levels.append(_Level())
        elif part.kind is CodeKind.CLOSE:
            if len(levels) > 1:
                levels.pop()
        elif part.type == "variable" and part.data[:1] in "[{":
            if (key := _key(_CLOSING, part.data)) is None:
                if (key := _key(_OPENING, part.data)) is not None:
                    levels[-1].open(key, index)
            elif (start := levels[-1].close(key)) is not None:
                opening = parts[start]
                assert isinstance(opening, Code)
                paired[start] = replace(opening, kind=CodeKind.OPEN, type=TYPE)
                paired[index] = replace(part, kind=CodeKind.CLOSE, type=TYPE, id=opening.id)
    return paired


def _key(pattern: re.Pattern[str], data: str) -> _Key | None:
    found = pattern.fullmatch(data)
    return (found.lastgroup, found[found.lastgroup].lower()) if found and found.lastgroup else None
