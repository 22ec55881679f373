"""Reading what a pipeline answers: escapes undone, numbers turned back into what they stood for.

Each word tells from which text between codes it is, so that pairs come to stand around their words. Where
the words of a pair were torn apart, the answer says so: the pair is there twice. A standalone code whose
neighbours are others now is left out. What to do then is the caller's business.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.engines.apertium.stream import Sent, WrittenText
from dragoman.segments import Code, Covered, Segment, Text, normalise
from dragoman.segments.placing import place_or_repeat_pairs

_TOKEN: Final = re.compile(
    r"""
      \\(?P<escaped>.)
    | \[\[(?P<texts>[^\[\]]*)\]\]          # a word-bound blank; "/" ends it
    | \[(?P<kind>[bpe])(?P<number>[0-9]+)\]  # a superblank
    | (?P<text>[^\\\[]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_NUMBER: Final = re.compile(r"t:c:([0-9]+)")
# Words as Apertium takes them together: "L'aigua" is two, and so is "La casa".
_TARGET_WORD: Final = re.compile(r"(\s*)([^\w\s]*\w+(?:['’]|[^\w\s]*(?=\s|\Z)|(?:-\w+)+|[^\w\s])?)")
_WORD_CHARACTER: Final = re.compile(r"\w")


def read_answer(sent: Sent, answer: bytes, source: Segment) -> Segment:
    """The translation in a pipeline's answer, with the source's codes that have a certain place in it."""
    text = answer.decode(errors="replace")
    if not sent.blanks and not sent.texts:
        marker = sent.marker.decode()
        text = text.replace("." + marker, "", 1).replace(marker, "", 1)
        return normalise([Text(text=_ESCAPE.sub(r"\1", text) if "\\" in text else text)])
    reader = _Reader(sent)
    for match in _TOKEN.finditer(text):
        reader.take(match)
    pieces = _without_moved_codes(_attributed(reader.pieces, sent))
    words: list[Covered] = [(piece.part, piece.ids or frozenset()) for piece in pieces]
    return place_or_repeat_pairs([*words, *reader.lost()], source)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of an answer, and where its words come from."""

    part: Text | Code
    sources: tuple[WrittenText, ...] = ()  # of a text: one for each source word in it, where they are known
    ids: frozenset[str] | None = None  # of the pairs around it; None: not known yet
    place: int | None = None  # in the source, of a standalone code or of the only text it is from

    @property
    def is_word(self) -> bool:
        return isinstance(self.part, Text) and _WORD_CHARACTER.search(self.part.text) is not None


class _Reader:
    """The pieces of an answer in order."""

    def __init__(self, sent: Sent) -> None:
        self._sent = sent
        self._seen: set[int] = set()
        self._sources: tuple[WrittenText, ...] = ()
        self.pieces: list[_Piece] = []

    def take(self, token: re.Match[str]) -> None:
        """Add what a token of the answer stands for."""
        if token["kind"]:
            self._take_superblank(token["kind"], int(token["number"]))
        elif token["texts"] is not None:
            texts = self._sent.texts
            numbers = (int(number) for number in _NUMBER.findall(token["texts"]))
            self._sources = tuple(texts[number] for number in numbers if number < len(texts))
        else:
            self._add_text(token["escaped"] or token["text"])

    def lost(self) -> Iterator[Covered]:
        """Texts without words that went in and did not come out."""
        for number, blank in enumerate(self._sent.blanks):
            if number not in self._seen and isinstance(blank.part, Text) and blank.part.text.strip():
                yield blank.part, blank.ids

    def _take_superblank(self, kind: str, number: int) -> None:
        if kind != "b":
            self._drop_full_stop()
        if kind != "e" and number < len(self._sent.blanks) and number not in self._seen:
            self._seen.add(number)
            blank = self._sent.blanks[number]
            place = blank.place if isinstance(blank.part, Code) else None
            self.pieces.append(_Piece(blank.part, ids=blank.ids, place=place))

    def _add_text(self, text: str) -> None:
        last = self.pieces[-1] if self.pieces else None
        is_same = last is not None and last.ids is None and last.sources == self._sources
        if last is not None and is_same and isinstance(last.part, Text):
            self.pieces[-1] = _Piece(Text(text=last.part.text + text), self._sources)
        else:
            self.pieces.append(_Piece(Text(text=text), self._sources))

    def _drop_full_stop(self) -> None:
        """Take away the full stop that was sent before a superblank, if it still stands there."""
        last = self.pieces[-1] if self.pieces else None
        if last is not None and isinstance(last.part, Text) and last.part.text.endswith("."):
            self.pieces[-1] = replace(last, part=Text(text=last.part.text[:-1]))


def _with_spoken_codes(pieces: list[_Piece]) -> list[_Piece]:
    """The pieces with the codes that were sent as their own text, where its words came back side by side.

    A code that did not is left out; its words stay.
    """
    for source in {source: None for piece in pieces for source in piece.sources if source.code is not None}:
        places = [index for index, piece in enumerate(pieces) if source in piece.sources]
        first, behind = places[0], places[-1] + 1
        if any(piece.sources not in {(), (source,) * len(piece.sources)} for piece in pieces[first:behind]):
            continue
        pieces = _with_spoken_code(pieces, first, behind, source)
    return pieces


def _with_spoken_code(pieces: list[_Piece], first: int, behind: int, source: WrittenText) -> list[_Piece]:
    """The pieces with a code for those from `first` to before `behind`, and for signs of it beside them."""
    words = "".join(piece.part.text for piece in pieces[first:behind] if isinstance(piece.part, Text))
    code, said = source.code, "".join(words.split())
    before, middle, after = "".join(code.data.split()).partition(said) if code is not None else ("", "", "")
    if code is None or not middle:
        return pieces
    left, right = pieces[:first], pieces[behind:]
    for signs, rest, at in ((before, left, -1), (after, right, 0)):
        if not signs:
            continue
        beside = rest[at].part if rest and not rest[at].sources else None
        pattern = r"\s*".join(map(re.escape, signs))
        pattern = rf"\s*{pattern}" if at == 0 else rf"{pattern}\s*\Z"
        found = re.search(pattern, beside.text) if isinstance(beside, Text) else None
        if found is None or not isinstance(beside, Text) or (at == 0 and found.start()):
            return pieces
        kept = beside.text[found.end() :] if at == 0 else beside.text[: found.start()]
        rest[at] = replace(rest[at], part=Text(text=kept))
    return [*left, _Piece(code, ids=source.ids), *right]


def _attributed(pieces: Sequence[_Piece], sent: Sent) -> list[_Piece]:
    """The pieces with the ids of the pairs around each."""
    single = Counter(
        source.ids for piece in pieces for source in set(piece.sources) if len(set(piece.sources)) == 1
    )
    known = [found for piece in pieces for found in _divide(piece, single)]
    return list(_fill(_with_spoken_codes(known), sent))


def _divide(piece: _Piece, single: Counter[frozenset[str]]) -> Iterator[_Piece]:
    """A piece for each text that a translation is from; a word of several is where all of these are.

    Unless one of them would then have no word at all: that one keeps it.
    """
    regions = {source.ids for source in piece.sources}
    if not piece.sources or piece.ids is not None or not isinstance(piece.part, Text):
        yield piece
        return
    if len(regions) == 1 and len({source.place for source in piece.sources}) == 1:
        source, text = piece.sources[0], piece.part.text
        if "".join(letters for letters, _ in source.fragments).lower() == text.lower():
            yield from _in_fragments(source, text)
            return
        yield replace(piece, ids=source.ids, place=source.place)
        return
    words = _TARGET_WORD.findall(piece.part.text)
    if len(words) > 1 and "".join(map("".join, words)) == piece.part.text:
        # Words that Apertium takes together come in the order of their sources: "0; 0; 1" is "de la casa".
        last = len(piece.sources) - 1
        for number, (blank, word) in enumerate(words):
            source = piece.sources[round(number * last / (len(words) - 1))]
            if blank:
                yield _Piece(Text(text=blank))
            yield _Piece(Text(text=word), (source,), source.ids, source.place)
        return
    if len(regions) == 1:
        yield replace(piece, ids=next(iter(regions)))
        return
    homeless = [ids for ids in regions if not single[ids]]
    if homeless:
        yield replace(piece, ids=frozenset().union(*homeless))
    else:
        yield replace(piece, ids=frozenset.intersection(*regions))


def _in_fragments(source: WrittenText, text: str) -> Iterator[_Piece]:
    """A word that tags cut apart and that stayed as it was, cut as before."""
    for letters, ids in source.fragments:
        yield _Piece(Text(text=text[: len(letters)]), (source,), ids, source.place)
        text = text[len(letters) :]


def _fill(pieces: Sequence[_Piece], sent: Sent) -> Iterator[_Piece]:
    """What Apertium added (articles, blanks, signs) stands where its neighbours do, or around both."""
    before, behind = sent.ends
    following: list[frozenset[str]] = []
    for piece in reversed(pieces):
        following.append(behind)
        if piece.ids is not None and isinstance(piece.part, Text):
            behind = piece.ids
    for piece, behind in zip(pieces, reversed(following), strict=True):
        if piece.ids is None:
            yield replace(piece, ids=before & behind)
            continue
        if isinstance(piece.part, Text):
            before = piece.ids
        yield piece


_SPACE_LIKE: Final = re.compile(r"\s*\Z|&(?:nbsp|ensp|emsp|thinsp|#160|#[xX][aA]0);\Z")


def _without_moved_codes(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces without standalone codes that have come between other words of their element."""
    before: list[_Piece | None] = []
    last: _Piece | None = None
    for piece in pieces:
        before.append(last)
        last = piece if piece.is_word and piece.place is not None else last
    kept: list[_Piece] = []
    last = None
    for piece, left in zip(reversed(pieces), reversed(before), strict=True):
        if isinstance(piece.part, Text) or _is_between(piece, left, last):
            kept.append(piece)
        last = piece if piece.is_word and piece.place is not None else last
    return kept[::-1]


def _is_between(code: _Piece, left: _Piece | None, right: _Piece | None) -> bool:
    """Whether the nearest words of its element stood on the same sides of a code in the source."""
    if isinstance(code.part, Code) and _SPACE_LIKE.match(code.part.data):
        return True
    if code.place is None or code.ids is None:
        return True
    for word, is_left in ((left, True), (right, False)):
        if word is None or word.place is None or word.ids is None or not code.ids <= word.ids:
            continue
        if (word.place < code.place) is not is_left:
            return False
    return True
