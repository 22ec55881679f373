"""Split segments into texts, and long texts into sentences, for an engine; join the translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

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
)
from dragoman.segments.word_borders import part_words
from dragoman.translation.protection.placeholders import CONTENT_TYPES
from dragoman.translation.splitting.boundaries import breaks_line, is_block
from dragoman.translation.splitting.merged_codes import expand, merge_empty_pairs, part_deep_pairs
from dragoman.translation.splitting.pieces import cut_before, cut_texts
from dragoman.translation.splitting.separators import has_signs, written
from dragoman.translation.splitting.soft_breaks import SoftBreak, move_back, move_behind_words
from dragoman.translation.splitting.text_runs import SegmentRun, read_runs
from dragoman.translation.splitting.trimming import TrimmedSegment, trim_ends


@dataclass(frozen=True, slots=True)
class SegmentPlan:
    """How one segment is sent to an engine: without its ends, its core whole or in texts and sentences."""

    stripped: TrimmedSegment
    sentences: tuple[TrimmedSegment, ...]  # of the core, each without its ends
    blanks: tuple[Covered | None, ...]  # behind each sentence, inside the pairs that end with it
    merged: Mapping[Code, Segment]  # merged code (`merged_codes`) → the codes that it replaces

    units: tuple[Segment, ...]  # the sentences' cores as the engine gets them, codes numbered alike
    breaks: Mapping[Code, SoftBreak] = field(default_factory=dict)  # behind their words in the core

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
                words += covered_parts(sentence.before)
                around = _left_open(sentence.before)
                words += ((part, ids | around) for part, ids in covered_parts(target))
                if blank is not None:  # inside the pairs that still end with the sentence
                    words.append((blank[0], (blank[1] & words[-1][1]) | around if words else around))
                words += covered_parts(sentence.after, around)
            middle = part_words(core, place_pairs(words, core))
        whole = (*before, *_without_outer_blanks(middle), *after)
        return expand(move_back(whole, self.breaks), self.merged)


def _left_open(segment: Segment) -> frozenset[str]:
    """The ids of the pairs that begin in a segment and do not end there."""
    opened = {code.id for code in codes(segment) if code.kind is CodeKind.OPEN}
    return frozenset(opened - {code.id for code in codes(segment) if code.kind is CodeKind.CLOSE})


def _renumber(core: Segment) -> Segment:
    """Renumber the codes: segments that differ only in their codes' ids become equal, translated once."""
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


def is_one_unit(segment: Segment, splitting: Splitting) -> bool:
    """Whether a segment is certainly one unit: text without codes, in one piece, and not too long."""
    if len(segment) != 1 or not isinstance(only := segment[0], Text):
        return False
    return not _is_long(segment, splitting) and not has_signs(only.text)


def plan(segment: Segment, *, language: str, splitting: Splitting) -> SegmentPlan:
    """Plan a segment with nested pairs: its texts (T10), those that are too long by sentences."""
    merged: dict[Code, Segment] = {}
    breaks: dict[Code, SoftBreak] = {}
    simple = merge_empty_pairs(part_deep_pairs(segment, merged), merged)
    stripped = trim_ends(move_behind_words(simple, breaks))
    core = stripped.core
    segments = [
        sentence
        for text in cut_texts(core)
        for sentence in (_split(text, language, splitting.rules) if _is_long(text, splitting) else [text])
    ]
    return replace(plan_pieces(core, segments), stripped=stripped, merged=merged, breaks=breaks)


def plan_pieces(core: Segment, segments: Sequence[Segment]) -> SegmentPlan:
    """A plan for a segment that was cut into these pieces, each without its ends."""
    if len(segments) == 1:
        return SegmentPlan(
            TrimmedSegment((), core, ()), (TrimmedSegment((), core, ()),), (None,), {}, (_renumber(core),)
        )
    pieces = list(map(trim_ends, segments))
    cut = [_cut_blank(piece.core) for piece in pieces]
    pieces = [piece._replace(core=core) for piece, (core, _) in zip(pieces, cut, strict=True)]
    units = tuple(_renumber(piece.core) for piece in pieces)
    blanks = tuple(blank for _, blank in cut)
    return SegmentPlan(TrimmedSegment((), core, ()), tuple(pieces), blanks, {}, units)


def _is_long(text: Segment, splitting: Splitting) -> bool:
    return len(plain_text(text)) > splitting.longest


def _cut_blank(core: Segment) -> tuple[Segment, Covered | None]:
    """Cut off the blank at a sentence's end inside pairs: engines drop it, and sentences would touch."""
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


def _split(core: Segment, language: str, rules: RuleSet | None) -> list[Segment]:
    """Cut at the sentences' borders; a pair across a border is closed before it and opened after it."""
    runs = list(read_runs(core))
    stand_ins = [_splitter_text(run) for run in runs]
    pieces = sentences("".join(stand_ins), language=language, rules=rules)
    ends = iter(list(accumulate(map(len, pieces)))[:-1])
    end = next(ends, None)
    parted: list[SegmentRun] = []
    borders: set[int] = set()
    position = 0
    for run, stand_in in zip(runs, stand_ins, strict=True):
        before, position = position + len(stand_in) - len(_text(run)), position + len(stand_in)
        rest = run
        while end is not None and end < position:
            if end > before and isinstance(rest.part, Text):
                cut = end - before
                parted.append(replace(rest, part=Text(text=rest.part.text[:cut])))
                rest = replace(rest, part=Text(text=rest.part.text[cut:]), halves=())
                before = end
            borders.add(len(parted))
            end = next(ends, None)
        parted.append(rest)
        if end == position:
            borders.add(len(parted))
            end = next(ends, None)
    return cut_before(core, parted, {border for border in borders if 0 < border < len(parted)})


def _text(run: SegmentRun) -> str:
    return run.part.text if isinstance(run.part, Text) else ""


def _splitter_text(run: SegmentRun) -> str:
    """The text that the splitter gets for a run and the codes before it. A code never ends a sentence.

    A tag that breaks a line becomes a line break, other formatting nothing, a code with content a word.
    """
    breaks = "\n" * any(map(is_block, run.halves))
    part = run.part
    if isinstance(part, Text):
        return breaks + part.text
    if part.type == "break":
        return breaks + part.data
    if (shown := written(part)) is not None:
        return breaks + shown
    if part.type == "tag":
        return breaks + "\n" * (is_block(part) or breaks_line(part))
    return breaks + ("Code" if part.type in CONTENT_TYPES else "")
