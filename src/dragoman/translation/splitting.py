"""Long segments sentence by sentence: cut for the engine, joined again with every code where it belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from dragoman.segmentation import RuleSet, sentences
from dragoman.segments import (
    Code,
    CodeKind,
    Covered,
    Part,
    Segment,
    Text,
    codes,
    covered_parts,
    place_pairs,
    plain_text,
    render,
)
from dragoman.translation.edges import Stripped, strip_ends
from dragoman.translation.placeholders import CONTENT_TYPES

_BREAKING_TAG: Final = re.compile(
    r"</?(?:address|article|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section"
    r"|table|tbody|td|tfoot|th|thead|tr|ul)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How one segment goes to an engine: its ends put aside, its core whole or in sentences."""

    stripped: Stripped
    sentences: tuple[Stripped, ...]  # of the core, the ends of each put aside
    blanks: tuple[Covered | None, ...]  # behind each sentence, inside the pairs that end with it
    merged: Mapping[Code, Segment]  # code that stands for a pair without content → the pair

    units: tuple[Segment, ...]  # the sentences' cores as the engine gets them, codes numbered alike

    def join(self, translated: Sequence[Segment]) -> Segment:
        """The segment's translation from its units' translations, with all blanks and codes of the source."""
        before, core, after = self.stripped
        translated = [
            _number_back(sentence.core, unit, target)
            for sentence, unit, target in zip(self.sentences, self.units, translated, strict=True)
        ]
        if len(self.sentences) == 1:
            middle = (*self.sentences[0].before, *translated[0], *self.sentences[0].after)
        else:
            words: list[Covered] = []
            for sentence, target, blank in zip(self.sentences, translated, self.blanks, strict=True):
                words += covered_parts((*sentence.before, *target))
                words += [blank] if blank is not None else []
                words += covered_parts(sentence.after)
            middle = place_pairs(words, core)
        whole = (*before, *_without_outer_blanks(middle), *after)
        if not self.merged:
            return whole
        return tuple(
            piece
            for part in whole
            for piece in (self.merged.get(part, (part,)) if isinstance(part, Code) else (part,))
        )


def _renumber(core: Segment) -> Segment:
    """The same for all segments that differ in their codes' ids only: each is translated once."""
    if len(core) == 1 and isinstance(core[0], Text):
        return core
    numbers: dict[str, str] = {}
    return tuple(
        replace(part, id=numbers.setdefault(part.id, str(len(numbers) + 1)))
        if isinstance(part, Code)
        else part
        for part in core
    )


def _number_back(core: Segment, unit: Segment, target: Segment) -> Segment:
    if unit is core:
        return target
    originals = dict(zip(codes(unit), codes(core), strict=True))
    return tuple(originals[part] if isinstance(part, Code) else part for part in target)


def _without_outer_blanks(core: Segment) -> Segment:
    """A core has no white space at its ends, so its translation has none either."""
    parts = list(core)
    while parts and isinstance(first := parts[0], Text) and first.text[:1].isspace():
        parts[:1] = [Text(text=text)] if (text := first.text.lstrip()) else []
    while parts and isinstance(last := parts[-1], Text) and last.text[-1:].isspace():
        parts[-1:] = [Text(text=text)] if (text := last.text.rstrip()) else []
    return tuple(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Splitting:
    """When and how long segments are split."""

    longest: int  # characters; a longer core goes sentence by sentence
    rules: RuleSet | None = None  # the installation's own SRX file


def plan(segment: Segment, *, language: str, splitting: Splitting) -> Plan:
    """Plan a segment with nested pairs; a core that is too long goes by sentences."""
    merged: dict[Code, Segment] = {}
    stripped = strip_ends(_merge_empty_pairs(segment, merged))
    core = stripped.core
    pieces: tuple[Stripped, ...] = (Stripped((), core, ()),)
    blanks: tuple[Covered | None, ...] = (None,)
    if len(plain_text(core)) > splitting.longest:
        pieces = tuple(map(strip_ends, _split(core, language, splitting.rules)))
        if len(pieces) > 1:
            cut = [_cut_blank(piece.core) for piece in pieces]
            pieces = tuple(piece._replace(core=core) for piece, (core, _) in zip(pieces, cut, strict=True))
            blanks = tuple(blank for _, blank in cut)
    return Plan(stripped, pieces, blanks, merged, tuple(_renumber(piece.core) for piece in pieces))


def _cut_blank(core: Segment) -> tuple[Segment, Covered | None]:
    """Take off the blank at a sentence's end inside pairs: engines drop it, and sentences would touch."""
    last = next((index for index in range(len(core) - 1, -1, -1) if not _is_closing(core[index])), None)
    if last is None or last == len(core) - 1:
        return core, None
    part = core[last]
    if not isinstance(part, Text) or part.text == (text := part.text.rstrip()):
        return core, None
    ids = frozenset(code.id for code in core[last + 1 :] if isinstance(code, Code))
    kept = (Text(text=text),) if text else ()
    return (*core[:last], *kept, *core[last + 1 :]), (Text(text=part.text[len(text) :]), ids)


def _is_closing(part: Part) -> bool:
    return isinstance(part, Code) and part.kind is CodeKind.CLOSE


def _merge_empty_pairs(segment: Segment, merged: dict[Code, Segment]) -> Segment:
    """Make each pair with nothing to translate in it one code, so that its place is kept as a code's is."""
    if len(segment) == 1:
        return segment
    parts: list[Part] = []
    for part in segment:
        start = len(parts) - 1
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE:
            while start >= 0 and parts[start] in merged:
                start -= 1
            opening = parts[start] if start >= 0 else None
            if isinstance(opening, Code) and opening.kind is CodeKind.OPEN and opening.id == part.id:
                inside = [
                    piece
                    for code in parts[start + 1 :]
                    if isinstance(code, Code)
                    for piece in merged.pop(code)
                ]
                pair = (opening, *inside, part)
                code = replace(opening, kind=CodeKind.STANDALONE, data=render(pair))
                merged[code] = pair
                parts[start:] = [code]
                continue
        parts.append(part)
    return tuple(parts)


def _split(core: Segment, language: str, rules: RuleSet | None) -> list[Segment]:
    """Cut at the sentences' borders; a pair across a border is closed before it and opened behind it."""
    words = list(_with_stand_ins(core))
    pieces = sentences("".join(stand_in for stand_in, _ in words), language=language, rules=rules)
    borders = list(accumulate(map(len, pieces)))
    groups: list[list[Covered]] = [[]]
    position = 0
    for stand_in, word in words:
        rest = word
        start, position = position, position + len(stand_in)
        while borders and borders[0] <= start:
            borders.pop(0)
            groups.append([])
        while borders and rest is not None and isinstance(rest[0], Text) and borders[0] < position:
            cut = borders.pop(0) - start
            text = rest[0].text
            groups[-1].append((Text(text=text[:cut]), rest[1]))
            groups.append([])
            rest, start = (Text(text=text[cut:]), rest[1]), start + cut
        if rest is not None:
            groups[-1].append(rest)
    return [_sentence(group, core) for group in groups if group]


def _with_stand_ins(core: Segment) -> Iterator[tuple[str, Covered | None]]:
    """Each text and standalone code with what the splitter sees for it, which is never a sentence's end.

    Tags that break a line are a line break to it, other formatting is nothing, and what means something is a
    word.
    """
    covered = iter(covered_parts(core))
    for part in core:
        if isinstance(part, Code) and part.kind is not CodeKind.STANDALONE:
            if _BREAKING_TAG.match(part.data):
                yield "\n", None
        else:
            yield _stand_in(part), next(covered)


def _stand_in(part: Part) -> str:
    if isinstance(part, Text):
        return part.text
    if part.type in {"space", "break"}:
        return part.data
    if part.type == "tag":
        return "\n" if _BREAKING_TAG.match(part.data) else ""
    return "Code" if part.type in CONTENT_TYPES else ""


def _sentence(group: Sequence[Covered], core: Segment) -> Segment:
    present = {identity for _, ids in group for identity in ids}
    return (
        place_pairs(group, tuple(code for code in codes(core) if code.id in present))
        if present
        else tuple(word for word, _ in group)
    )
