"""Which cues are one text: the conventions of a file, and sentences that continue from cue to cue."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from dragoman.formats.families.cues.fragments import (
    Cue,
    CueFragment,
    CuePiece,
    CuePieceKind,
    cut_into_fragments,
)
from dragoman.formats.format import Reason
from dragoman.formats.units.wrapping import width_of

_MOST_JOINED: Final = 8  # cues of one sentence
_FEW_WORDS: Final = 4  # make a heading
_LONGEST_GAP: Final = 1500  # milliseconds between cues of one sentence
_OVERLAP: Final = 100  # milliseconds that one may begin early
_SAMPLE: Final = 2_000  # cues from which the conventions are derived
_FEWEST_BROKEN: Final = 10  # cues of several lines that make a convention
_FEWEST_ENDS: Final = 0.1  # of the cues must end a sentence; else the file has no usable punctuation
WIDTH: Final = 42  # columns of a line where the file has no convention
_NARROWEST: Final = 28
_SHARE_OF_LINES: Final = 0.98  # that are no wider than the convention

_CLOSING: Final = "\"'”’»›）)」』》〉 \u00a0\u200e\u200f\u2060"
_ENDS: Final = re.compile(r"[.!?…‥:。！？：｡؟۔।॥။៕\]\}】｝〕]\Z")
_GOES_ON: Final = re.compile(r"(?:\.\.+|…|‥)\Z")
_STILL_GOING: Final = re.compile(r"\.\.|…|‥")
_ASIDE: Final = re.compile(r"[(（\[【][^)）\]】]*[)）\]】]")
_MUSIC: Final = re.compile("[♩♪♫♬]")


@dataclass(frozen=True, slots=True, kw_only=True)
class CueConventions:
    """The conventions of a file, by its beginning."""

    joins: bool = True  # its sentences end with punctuation
    width: int = WIDTH  # columns of a line
    wide: bool = False  # it is written in wide letters


def find_conventions(cues: Iterable[Cue]) -> CueConventions:
    """Derive the conventions from the first cues of a file."""
    widths: Counter[int] = Counter()
    fragments = ends = broken = wide = 0
    for cue in islice(cues, _SAMPLE):
        for fragment in cut_into_fragments(cue):
            lines = [visible(line) for line in fragment.lines]
            if not lines:
                continue
            fragments += 1
            ends += _ends_sentence(lines[-1])
            broken += len(lines) > 1
            for line in lines:
                widths[width_of(line)] += 1
                wide += width_of(line) > 1.5 * len(line)
    total = sum(widths.values())
    width, seen = WIDTH, 0
    if broken >= _FEWEST_BROKEN:
        for width in sorted(widths):
            seen += widths[width]
            if seen >= _SHARE_OF_LINES * total:
                break
    return CueConventions(
        joins=ends >= _FEWEST_ENDS * fragments, width=max(width, _NARROWEST), wide=2 * wide > total > 0
    )


def group(
    cues: Iterable[Cue], conventions: CueConventions, left_alone: Counter[Reason]
) -> Iterator[list[CueFragment]]:
    """Fragments that are one text: those of one sentence, in cues that follow each other."""
    waiting: list[CueFragment] = []
    for cue in cues:
        for fragment in cut_into_fragments(cue):
            text = text_of(fragment)
            joined = (
                bool(waiting)
                and conventions.joins
                and len(waiting) < _MOST_JOINED
                and _belongs(waiting[-1], fragment, text)
                and not (len(waiting) == 1 and _is_heading(text_of(waiting[0]), text))
            )
            if not joined:
                if waiting and (done := _with_letters(waiting, left_alone)):
                    yield done
                waiting = []
            waiting.append(fragment)
    if waiting and (done := _with_letters(waiting, left_alone)):
        yield done


def _with_letters(fragments: list[CueFragment], left_alone: Counter[Reason]) -> list[CueFragment]:
    """The fragments if there are letters in them."""
    if any(_has_letters(text_of(fragment)) for fragment in fragments):
        return fragments
    left_alone[Reason.NO_TEXT] += sum(bool(text_of(fragment)) for fragment in fragments)
    return []


def _belongs(one: CueFragment, other: CueFragment, text: str) -> bool:
    """Whether `other`, whose text is given, continues the sentence of `one`."""
    apart = other.index or other.begins_speech or not one.is_last or one.look != other.look
    if apart or one.cue.style != other.cue.style or not _follows(one.cue, other.cue):
        return False
    before = text_of(one)
    if not _has_letters(before) or not _has_letters(text) or _ASIDE.match(text):
        return False
    if _MUSIC.search(before) or _MUSIC.search(text) or _rolls(one, other):
        return False
    if _GOES_ON.search(before):
        return text[0].islower() or _STILL_GOING.match(text) is not None
    return not _ends_sentence(before)


def _rolls(one: CueFragment, other: CueFragment) -> bool:
    """Whether these are captions each of which repeats the line before."""
    return visible(one.lines[-1]) == visible(other.lines[0])


def _follows(one: Cue, other: Cue) -> bool:
    """Whether a cue is shown soon after another, and not with it."""
    if one.begin is None or one.end is None or other.begin is None or other.end is None:
        return False
    if not (one.begin < one.end and other.begin < other.end):
        return False
    return one.begin < other.begin and -_OVERLAP <= other.begin - one.end <= _LONGEST_GAP


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _is_heading(before: str, text: str) -> bool:
    """Whether a few words come before the likely beginning of a sentence."""
    return text[0].isupper() and before[-1].isalnum() and before.count(" ") < _FEW_WORDS


def _ends_sentence(text: str) -> bool:
    return _ENDS.search(text.rstrip(_CLOSING)) is not None or _ASIDE.fullmatch(text) is not None


def text_of(fragment: CueFragment) -> str:
    """The visible text of a fragment."""
    if len(fragment.lines) == 1:
        return visible(fragment.lines[0])
    return " ".join(map(visible, fragment.lines)).strip()


def visible(line: Sequence[CuePiece]) -> str:
    """The visible text of a line."""
    if len(line) == 1:
        return line[0].text.strip()
    return "".join(piece.text for piece in line if piece.kind is CuePieceKind.TEXT).strip()
