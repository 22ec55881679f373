"""Writing pairs down: texts with tags, which become codes as in the text interface."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from dragoman.quality import Finding, Pair, check_pair
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from dragoman.translation.protection.markup import parse

_HALF = re.compile(r"\[(/?)(\w+)\]")


def coded(text: str) -> Segment:
    """Text with halves of pairs in any order: `[a]one[b]two[/a]three[/b]`."""
    parts: list[Part] = []
    position = 0
    for match in _HALF.finditer(text):
        kind = CodeKind.CLOSE if match[1] else CodeKind.OPEN
        parts.append(Text(text=text[position : match.start()]))
        parts.append(Code(id=match[2], kind=kind, type="fmt", data=match[0]))
        position = match.end()
    return normalise([*parts, Text(text=text[position:])])


def pair(languages: str, source: str | Segment, target: str | Segment, **facts: Any) -> Pair:
    """A pair such as `pair("en de", "<b>One</b>", "<b>Eins</b>")`."""
    source_language, target_language = languages.split()
    return Pair(
        source=parse(source) if isinstance(source, str) else source,
        target=parse(target) if isinstance(target, str) else target,
        source_language=source_language,
        target_language=target_language,
        **facts,
    )


def found(code: str, *about: Any, **facts: Any) -> list[Finding]:
    """The findings of one check."""
    return [finding for finding in check_pair(pair(*about, **facts)) if finding.code == code]


@dataclass(frozen=True, slots=True)
class Cases:
    """Pairs that a check is for, and pairs that look like it and are right."""

    wrong: tuple[tuple[Any, ...], ...]
    right: tuple[tuple[Any, ...], ...]
