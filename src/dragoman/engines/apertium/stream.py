"""Apertium's stream format: how a segment is written into a pipeline.

Words are sent inside word-bound blanks, which follow them and have the number of their text between codes.
All other content is sent as superblanks, which keep their places. Both contain only a number: no text of a
user can be taken for structure, nor be changed. `output_parsing` parses the answers.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import regex

from dragoman.engines.engine import EngineRejected
from dragoman.segments import Code, CodeKind, Covered, Segment, Text, codes
from dragoman.segments.letters import UNSPACED

_serials = itertools.count(1)

_ESCAPED: Final = re.compile(r"([\[\]{}^$/\\@<>])")
# What `apertium-destxt` puts into superblanks: white space but a single blank, and `~`, which stages use as a
# mark. U+FFFF as well, which some stages take for the end of their input.
_OPAQUE: Final = re.compile("([ \t\n\r\f\v]*~[ \t\n\r\f\v]*|[ \t\n\r\f\v]{2,}|[\t\n\r\f\v]|\uffff)")
_SPECIAL: Final = re.compile("[\\[\\]{}^$/\\\\@<>~\t\n\r\f\v\uffff]|  ")
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")

# A tag inside a word is around the whole word: Apertium knows only words. An elided article is one of its own
# (l'<b>eau</b>), an English ending is not (<b>John</b>'s). Elements beside each other hold words of their
# own, and so do texts where a capital follows a small letter.
_WORD_CHARACTER: Final = re.compile(r"\w")
_WORD_BEGINS: Final = re.compile(r"[^\W_]+|['’]\w+")
_WORD_ENDS: Final = re.compile(r"[^\W_]+\Z")
# Of letters and digits that touch across a tag, these are one word: 1<sup>st</sup>, H<sub>2</sub>O. Others
# are the mark of a footnote, or a number with a word beside it.
_LONGEST_ENDING: Final = 2  # letters behind a number
_FORMULA: Final = re.compile(r"(?:\b|\d)[A-Z]{1,2}\Z")
_SPACED_LETTER: Final = regex.compile(rf"[\p{{L}}\p{{M}}--[{UNSPACED}]]", regex.VERSION1)
_SIGNS_BEFORE: Final = re.compile(r"[^\w]*")
_SIGNS_BEHIND: Final = re.compile(r"[^\w]*\Z")

_SPOKEN: Final = frozenset({"number"})  # types of codes that are written as the words they are

Fragment: TypeAlias = tuple[str, frozenset[str]]  # some letters, and the ids of the pairs around them


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenText:
    """A text between codes, whose words all have its number."""

    ids: frozenset[str]  # of the pairs around it
    place: int  # among the texts and superblanks of its segment
    fragments: tuple[Fragment, ...] = ()  # of a word that tags cut apart
    code: Code | None = None  # that was written as its own text
    signs_before: str = ""  # that it begins and ends with, without blanks
    signs_behind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenBlank:
    """The content of a superblank: a standalone code, white space, or a text without words."""

    part: Text | Code
    ids: frozenset[str]
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSegment:
    """A segment as written for a pipeline, with the data to parse its answer."""

    payload: bytes  # without the NUL that frames it
    marker: bytes  # the closing superblank; the answer must have it
    blanks: tuple[WrittenBlank, ...] = ()  # by the number of their superblanks
    texts: tuple[WrittenText, ...] = ()  # by the number of their word-bound blanks
    ends: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())  # ids at beginning and end


def write_segment(segment: Segment) -> WrittenSegment:
    """Write a segment for a pipeline.

    Every segment ends in `.` and a superblank with a serial number: without a sentence end some stages never
    answer, and an answer without its number was cut off. Raises `EngineRejected` for U+0000 and lone
    surrogates.
    """
    marker = f"[e{next(_serials)}]"
    if len(segment) == 1 and isinstance(segment[0], Text) and not _SPECIAL.search(segment[0].text):
        return WrittenSegment(payload=_encode(f"{segment[0].text}.{marker}"), marker=marker.encode())
    runs = list(_runs(segment))
    writer = _Writer(wordless=_wordless_pairs(runs), numbered=any(True for _ in codes(segment)))
    for part, ids, fragments in _whole_words(runs):
        writer.write(part, ids, fragments)
    return WrittenSegment(
        payload=_encode(f"{''.join(writer.written)}.{marker}"),
        marker=marker.encode(),
        blanks=tuple(writer.blanks),
        texts=tuple(writer.texts),
        ends=(runs[0][1], runs[-1][1]) if runs else (frozenset(), frozenset()),
    )


def _encode(text: str) -> bytes:
    if "\0" in text:
        raise EngineRejected("Apertium cannot translate a text that contains U+0000.")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise EngineRejected("Apertium cannot translate a text that contains a lone surrogate.") from None


def _runs(segment: Segment) -> Iterator[Covered]:
    """Texts and standalone codes, each with the ids of the pairs around it.

    An empty pair is an empty text inside it; half a pair counts as a standalone code.
    """
    opened = {code.id for code in codes(segment) if code.kind is CodeKind.OPEN}
    pairs = opened & {code.id for code in codes(segment) if code.kind is CodeKind.CLOSE}
    around: frozenset[str] = frozenset()
    empty: set[str] = set()  # open pairs in which nothing stood yet
    for part in segment:
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE or part.id not in pairs:
            yield part, around
            empty.clear()
        elif part.kind is CodeKind.OPEN:
            around |= {part.id}
            empty.add(part.id)
        else:
            if part.id in empty:
                yield Text(text=""), around
                empty.clear()
            around -= {part.id}


def _wordless_pairs(runs: Iterable[Covered]) -> frozenset[str]:
    """Pairs without words: their texts are sent as superblanks and keep their places."""
    every: set[str] = set()
    worded: set[str] = set()
    for part, ids in runs:
        every |= ids
        is_text = isinstance(part, Text) and _WORD_CHARACTER.search(part.text) is not None
        if is_text or (isinstance(part, Code) and part.type in _SPOKEN):
            worded |= ids
    return frozenset(every - worded)


_Run: TypeAlias = tuple[Text | Code, frozenset[str], tuple[Fragment, ...]]


def _whole_words(runs: Iterable[Covered]) -> Iterator[_Run]:
    """Join words that a tag divides: the whole word belongs to all pairs around any part of it.

    Two words that touch get an empty text between them, so that they stay two.
    """
    last: tuple[str, frozenset[str], tuple[Fragment, ...]] | None = None
    for part, ids in runs:
        if isinstance(part, Code) or not part.text:
            if last is not None:
                yield Text(text=last[0]), *last[1:]
                last = None
            yield part, ids, ()
            continue
        text = part.text
        end = _WORD_ENDS.search(last[0]) if last is not None else None
        beginning = _WORD_BEGINS.match(text) if end is not None else None
        if last is not None and end is not None and beginning is not None:
            if _is_one_word(last, (text, ids)):
                if end.start():
                    yield Text(text=last[0][: end.start()]), last[1], ()
                fragments = (*(last[2] or ((end[0], last[1]),)), (beginning[0], ids))
                last = end[0] + beginning[0], last[1] | ids, fragments
                text = text[beginning.end() :]
                if not text:
                    continue
            else:
                yield Text(text=last[0]), *last[1:]
                yield Text(text=""), last[1] & ids, ()
                last = None
        if last is not None:
            yield Text(text=last[0]), *last[1:]
        last = text, ids, ()
    if last is not None:
        yield Text(text=last[0]), *last[1:]


def _is_one_word(left: tuple[str, frozenset[str], object], right: Fragment) -> bool:
    """Whether a word continues after a tag: one side is inside all pairs of the other."""
    is_within = left[1] <= right[1] or right[1] <= left[1]
    if not is_within or (left[0][-1].islower() and right[0][0].isupper()):
        return False
    if right[0][0] in "'’" or (left[0][-1].isdigit() and right[0].isdigit()):
        return True
    if left[0][-1].isdigit():
        return right[0].isalpha() and len(right[0]) <= _LONGEST_ENDING
    if right[0][0].isdigit():
        return _FORMULA.search(left[0]) is not None
    return all(_SPACED_LETTER.match(letter) for letter in (left[0][-1], right[0][0]))


class _Writer:
    """Writes runs one after the other, and records the content of each number."""

    def __init__(self, *, wordless: frozenset[str], numbered: bool) -> None:
        self.written: list[str] = []
        self.blanks: list[WrittenBlank] = []
        self.texts: list[WrittenText] = []
        self._place = 0
        self._fragments: tuple[Fragment, ...] = ()
        self._wordless = wordless
        self._numbered = numbered  # texts have numbers, by which their words are attributed

    def write(self, part: Text | Code, ids: frozenset[str], fragments: tuple[Fragment, ...]) -> None:
        """Write a text or a standalone code that is inside the pairs of these ids."""
        self._place += 1
        self._fragments = fragments
        if isinstance(part, Code) and part.type in _SPOKEN and self._wordless.isdisjoint(ids):
            self._write_text(" ".join(part.data.split()), ids, part)
            return
        if isinstance(part, Code) or not part.text or not self._wordless.isdisjoint(ids):
            self._write_blank(part, ids)
            return
        for number, piece in enumerate(_OPAQUE.split(part.text)):
            if number % 2:
                if _PARAGRAPH.search(piece):
                    self._write_blank(Text(text=piece), ids, kind="p")
                else:
                    self._write_blank(Text(text=piece), ids)
            elif piece:
                self._write_text(piece, ids)

    def _write_text(self, text: str, ids: frozenset[str], code: Code | None = None) -> None:
        """A text, in a word-bound blank if there are codes. Blanks at its ends stay outside."""
        escaped = _ESCAPED.sub(r"\\\1", text)
        if not self._numbered or not _WORD_CHARACTER.search(text):
            if ids:  # signs, which Apertium may treat as words: they go with their pair
                escaped = f"[[t:c:{self._number(ids, text)}]]{escaped}[[/]]"
            self.written.append(escaped)
            return
        inner = escaped.strip(" ")
        before, after = (
            escaped[: len(escaped) - len(escaped.lstrip(" "))],
            escaped[len(escaped.rstrip(" ")) :],
        )
        self.written.append(f"{before}[[t:c:{self._number(ids, text, code)}]]{inner}[[/]]{after}")

    def _write_blank(self, part: Text | Code, ids: frozenset[str], kind: str = "b") -> None:
        """Write a superblank. One of kind `p` ends a sentence, with a full stop that is removed later."""
        self.written.append(f"{'.' if kind == 'p' else ''}[{kind}{len(self.blanks)}]")
        self.blanks.append(WrittenBlank(part=part, ids=ids, place=self._place))

    def _number(self, ids: frozenset[str], text: str, code: Code | None = None) -> int:
        """The number of the current text, which may be written in pieces."""
        before, behind = _SIGNS_BEFORE.match(text), _SIGNS_BEHIND.search(text)
        written = WrittenText(
            ids=ids,
            place=self._place,
            fragments=self._fragments,
            code=code,
            signs_before="".join(before[0].split()) if before else "",
            signs_behind="".join(behind[0].split()) if behind else "",
        )
        if not self.texts or self.texts[-1] != written:
            self.texts.append(written)
        return len(self.texts) - 1
