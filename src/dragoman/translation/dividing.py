"""Divide a typed text into the segments of one request, and put their translations together again.

Lines are divided into sentences by the rules of `dragoman.segmentation`. A line with a tag that spans
sentences stays whole. Too many sentences become whole lines, too many lines become groups of lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman import languages
from dragoman.segmentation import RuleSet, sentences
from dragoman.segments import CodeKind, codes
from dragoman.translation.protection.markup import parse

_LINE: Final = re.compile(r"[^\n]*\n+|[^\n]+")
_UNSPACED: Final = frozenset({"Hans", "Hant", "Hani", "Jpan"})  # scripts without blanks between sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class DividedText:
    """The segments of a text, and what is between them."""

    segments: tuple[str, ...]  # without white space around them, none empty
    gaps: tuple[str, ...]  # white space before the first, between each two, after the last: one more


def divide_text(text: str, *, language: str, most: int, rules: RuleSet | None = None) -> DividedText:
    """Divide a text into at most `most` segments; gaps and segments in turn are the text again.

    `language` is a BCP 47 code, "und" for an unknown one; `rules` are an installation's own.
    """
    lines: list[str] = _LINE.findall(text)
    divided = [piece for line in lines for piece in _split_line(line, language, rules)]
    for pieces in (divided, lines):
        if sum(map(_has_text, pieces)) <= most:
            return _divided(pieces)
    return _divided(_group(lines, most))


def join_translations(divided: DividedText, translations: Sequence[str], *, target: str) -> str:
    """The translation of the whole text. Between sentences are the blanks that the target's script has."""
    return "".join(
        gap + translation
        for gap, translation in zip(gaps_for(divided, target=target), (*translations, ""), strict=True)
    )


def gaps_for(divided: DividedText, *, target: str) -> tuple[str, ...]:
    """The white space around translations: between sentences a blank, in scripts that have it."""
    first, *between, last = divided.gaps
    fit = _without_blank if languages.script(target) in _UNSPACED else _with_blank
    return (first, *map(fit, between), last) if divided.segments else divided.gaps


def _with_blank(gap: str) -> str:
    return gap or " "


def _without_blank(gap: str) -> str:
    return "" if gap == " " else gap


def _split_line(line: str, language: str, rules: RuleSet | None) -> list[str]:
    pieces = sentences(line, language=language, rules=rules)
    if "<" in line and len(pieces) > 1 and _count_pairs(line) > sum(map(_count_pairs, pieces)):
        return [line]
    return pieces


def _count_pairs(text: str) -> int:
    """How many tags have their other half in the same text."""
    return sum(code.kind is CodeKind.OPEN for code in codes(parse(text))) if "<" in text else 0


def _has_text(piece: str) -> bool:
    return not piece.isspace()


def _group(lines: Sequence[str], most: int) -> list[str]:
    """Put neighbouring lines together, about as many in each group."""
    size = -(-len(lines) // most)
    return ["".join(lines[start : start + size]) for start in range(0, len(lines), size)]


def _divided(pieces: Sequence[str]) -> DividedText:
    segments: list[str] = []
    gaps = [""]
    for piece in pieces:
        core = piece.strip()
        if not core:
            gaps[-1] += piece
            continue
        start = piece.index(core)
        gaps[-1] += piece[:start]
        segments.append(core)
        gaps.append(piece[start + len(core) :])
    return DividedText(segments=tuple(segments), gaps=tuple(gaps))
