"""Mark terms with codes: a source's terms are sent to the engine in pairs, which enclose their translations.

Pairs follow words through an engine as tags do, so that engines need no other feature. Each word has its own
pair, which shows when the words of a term are separated. A term may also be sent as one code in its words'
place. `enforcing` decides which, and handles the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import regex

from dragoman.segments import (
    Code,
    CodeKind,
    Covered,
    Part,
    Segment,
    Text,
    codes,
    covered_parts,
    normalise,
    place_pairs,
)
from dragoman.termbases.recognition import TermMatch

_ID: Final = "term:"
_TYPE: Final = "term"  # of pairs, which all later steps treat as formatting
_CONTENT: Final = "variable"  # of a code in a term's place: a code with content
_MOST_BETWEEN: Final = 8  # parts of a translation between those of a term
_WORD: Final = regex.compile(r"\S+")
_JOINER: Final = regex.compile(
    r"\s*(?:\w{1,3}\s+){0,2}"
)  # words that may be between the words of a term: "de la"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPlace:
    """An occurrence of a term in a source that its translation requires, of one concept or of several."""

    start: int  # offsets into the plain text of the source
    end: int
    matches: tuple[TermMatch, ...]  # with something required; any one of them suffices


@dataclass(frozen=True, slots=True, kw_only=True)
class TermSpan:
    """The translation of a marked term: parts of a translation, by their indexes in `covered_parts`."""

    first: int
    last: int
    text: str  # of these parts; "" for a code


def find_term_places(matches: Sequence[TermMatch]) -> tuple[TermPlace, ...]:
    """The places of terms with a required translation, in order; no two overlap."""
    return tuple(
        TermPlace(start=span[0], end=span[1], matches=required)
        for span, group in groupby(matches, key=lambda match: (match.start, match.end))
        if (required := tuple(match for match in group if match.required))
    )


def mark(source: Segment, places: Sequence[TermPlace], *, protected: Collection[int]) -> Segment:
    """The source with its terms marked: those of `protected` numbers as codes in their words' place."""
    parts: list[Part] = []
    position = number = 0
    for part in source:
        if isinstance(part, Code):
            parts.append(part)
            continue
        start, text = position, part.text
        position += len(text)
        at = 0
        while number < len(places) and places[number].start < position:
            place = places[number]
            begin, end = max(at, place.start - start), min(len(text), place.end - start)
            parts.append(Text(text=text[at:begin]))
            if number not in protected:
                parts += _pairs(text[begin:end], f"{_ID}{number}.{start + begin}")
            elif place.start >= start:
                parts.append(_code(f"{_ID}{number}", CodeKind.STANDALONE, _CONTENT))
            at = end
            if place.end > position:
                break
            number += 1
        parts.append(Text(text=text[at:]))
    return normalise(parts)


def unmark(segment: Segment) -> Segment:
    """The segment without marks."""
    return normalise(part for part in segment if isinstance(part, Text) or not _is_mark(part))


def find_spans(words: Sequence[Covered]) -> Mapping[int, TermSpan | None]:
    """The span of each marked term in a translation; None where its words are separated."""
    found: dict[int, list[int]] = {}
    for index, (part, ids) in enumerate(words):
        if isinstance(part, Code):
            if _is_mark(part):
                found[_number(part.id)] = [index]
        elif part.text.strip():
            for number in {_number(one) for one in ids if one.startswith(_ID)}:
                found.setdefault(number, []).append(index)
    return {number: _span(words, indexes) for number, indexes in found.items()}


def replace_spans(
    source: Segment, words: Sequence[Covered], spans: Mapping[int, TermSpan], texts: Mapping[int, str]
) -> Segment:
    """A translation without marks, with `texts` in the place of the terms of these numbers.

    Codes between the words of a term are moved after it; pairs around some of its words enclose all of it.
    """
    written = _write(words, spans, texts, with_marks=False)
    return place_pairs(written, source)  # which ignores the marks' ids


def substitute_words(marked: Segment, texts: Mapping[int, str]) -> Segment:
    """A marked source with other words for the terms of these numbers, each in one pair of marks."""
    words = covered_parts(marked)
    spans = {number: span for number, span in find_spans(words).items() if span and number in texts}
    kept: dict[int, str] = {}
    for code in codes(marked):
        if _is_mark(code) and code.kind is CodeKind.OPEN:
            kept.setdefault(_number(code.id), code.id)
    source = tuple(
        part
        for part in marked
        if isinstance(part, Text)
        or not _is_mark(part)
        or _number(part.id) not in spans
        or kept[_number(part.id)] == part.id
    )
    written = _write(words, spans, texts, with_marks=True)
    return place_pairs(written, source)


def _write(
    words: Sequence[Covered],
    spans: Mapping[int, TermSpan],
    texts: Mapping[int, str],
    *,
    with_marks: bool,
) -> list[Covered]:
    by_first = {spans[number].first: (spans[number], texts[number]) for number in spans if number in texts}
    written: list[Covered] = []
    index = 0
    while index < len(words):
        if index not in by_first:
            part, ids = words[index]
            if isinstance(part, Text) or with_marks or not _is_mark(part):
                written.append((part, ids))
            index += 1
            continue
        span, text = by_first[index]
        inside = words[span.first : span.last + 1]
        around = frozenset().union(*(ids for part, ids in inside if is_marked(part, ids)))
        written.append((Text(text=_with_blanks(text, span.text)), around))
        written += ((part, ids) for part, ids in inside if isinstance(part, Code) and not _is_mark(part))
        index = span.last + 1
    return written


def _span(words: Sequence[Covered], indexes: Sequence[int]) -> TermSpan | None:
    first, last = indexes[0], indexes[-1]
    if last - first >= len(indexes) + _MOST_BETWEEN:
        return None
    own = set(indexes)
    between = [words[index] for index in range(first, last) if index not in own]
    gaps = "".join(part.text if isinstance(part, Text) else " " for part, _ in between)
    if _JOINER.fullmatch(gaps) is None or any(_is_anothers(part, ids) for part, ids in between):
        return None
    text = "".join(part.text for part, _ in words[first : last + 1] if isinstance(part, Text))
    return TermSpan(first=first, last=last, text=text)


def _with_blanks(text: str, replaced: str) -> str:
    """A text with the white space at the ends of the text that it replaces."""
    stripped = replaced.strip()
    before, _, after = replaced.partition(stripped) if stripped else ("", "", "")
    return before + text + after


def _pairs(text: str, name: str) -> Iterator[Part]:
    """A part of a term, each word in a pair."""
    at = 0
    for count, match in enumerate(_WORD.finditer(text)):
        yield Text(text=text[at : match.start()])
        yield _code(f"{name}.{count}", CodeKind.OPEN)
        yield Text(text=match[0])
        yield _code(f"{name}.{count}", CodeKind.CLOSE)
        at = match.end()
    yield Text(text=text[at:])


def _code(identity: str, kind: CodeKind, type_: str = _TYPE) -> Code:
    return Code(id=identity, kind=kind, type=type_, data="")


def _is_mark(code: Code) -> bool:
    return code.id.startswith(_ID)


def _is_anothers(part: Part, ids: frozenset[str]) -> bool:
    return _is_mark(part) if isinstance(part, Code) else any(one.startswith(_ID) for one in ids)


def _number(identity: str) -> int:
    return int(identity.removeprefix(_ID).partition(".")[0])


def is_marked(part: Part, ids: frozenset[str]) -> bool:
    """Whether a part of a translation is a code, or belongs to a term."""
    return isinstance(part, Code) or any(one.startswith(_ID) for one in ids)


def has_own_codes(segment: Segment) -> bool:
    """Whether a segment has codes other than marks."""
    return any(not _is_mark(code) for code in codes(segment))
