"""Find the source text of each word of an answer, and so the pairs that it belongs into.

Words that Apertium translates have a number. Signs, and words that it adds (articles, the second word of a
verb, blanks), have none, and are attributed by their neighbours.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.engines.apertium.codes_as_text import with_text_codes
from dragoman.engines.apertium.output_tokens import OutputToken
from dragoman.engines.apertium.stream import WrittenSegment, WrittenText
from dragoman.segments import Text

# Words as Apertium takes them together: "L'aigua" is two, and so is "La casa".
_TARGET_WORD: Final = re.compile(r"(\s*)([^\w\s]*\w+(?:['’]|[^\w\s]*(?=\s|\Z)|(?:-\w+)+|[^\w\s])?|[^\w\s]+)")
# First words of verbs that are one word in other languages: what follows without a number is their second.
_MODALS: Final = "will would shall should can could may might must have has had vaig vas va vam vau van"
_AUXILIARIES: Final = frozenset(_MODALS.split())
_SECOND_WORD: Final = re.compile(r"(?:\s+(?:not|have|been|be|no|em|et|es|hi|ho|en|li|la|el))*\s+[^\W\d_]+")


def attribute(pieces: Sequence[OutputToken], sent: WrittenSegment) -> list[OutputToken]:
    """The pieces with the ids of the pairs around each."""
    single = Counter(
        source.ids for piece in pieces for source in set(piece.sources) if len(set(piece.sources)) == 1
    )
    known = [found for piece in pieces for found in _divide(piece, single)]
    return list(_fill(with_text_codes(list(_with_second_words(_with_signs(known)))), sent))


def _divide(piece: OutputToken, single: Counter[frozenset[str]]) -> Iterator[OutputToken]:
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
                yield OutputToken(Text(text=blank))
            yield OutputToken(Text(text=word), (source,), source.ids, source.place)
        return
    if len(regions) == 1:
        yield replace(piece, ids=next(iter(regions)))
        return
    homeless = [ids for ids in regions if not single[ids]]
    if homeless:
        yield replace(piece, ids=frozenset().union(*homeless))
    else:
        yield replace(piece, ids=frozenset.intersection(*regions))


def _in_fragments(source: WrittenText, text: str) -> Iterator[OutputToken]:
    """Cut an unchanged word that tags divide, as in the source."""
    for letters, ids in source.fragments:
        yield OutputToken(Text(text=text[: len(letters)]), (source,), ids, source.place)
        text = text[len(letters) :]


def _with_signs(pieces: Sequence[OutputToken]) -> list[OutputToken]:
    """The pieces with the signs that texts begin or end with: they have no number, but are next to a word.

    `"house"` inside a pair is a word and two signs beside it to Apertium.
    """
    found = list(pieces)
    texts = {source: None for piece in pieces for source in piece.sources}
    for source in texts:
        if not (source.signs_before or source.signs_behind):
            continue
        places = [index for index, piece in enumerate(found) if source in piece.sources]
        for signs, place, side in (
            (source.signs_behind, places[-1] + 1, _BEHIND),
            (source.signs_before, places[0] - 1, _BEFORE),
        ):
            beside = found[place] if 0 <= place < len(found) else None
            if beside is not None and beside.ids is None and not beside.sources:
                found[place : place + 1] = _split_signs(beside, signs, source, side)
    return found


_BEFORE: Final = "before"
_BEHIND: Final = "behind"


def _split_signs(beside: OutputToken, signs: str, source: WrittenText, side: str) -> list[OutputToken]:
    """Cut a piece in two, if it begins or ends with signs of the text on that side of it."""
    text = beside.part.text if isinstance(beside.part, Text) else ""
    for length in range(len(signs), 0, -1):
        pattern = r"\s*".join(map(re.escape, signs[:length] if side == _BEHIND else signs[-length:]))
        found = re.match(rf"\s*{pattern}", text) if side == _BEHIND else re.search(rf"{pattern}\s*\Z", text)
        if found is None:
            continue
        mine = OutputToken(Text(text=found[0]), (source,), source.ids, source.place)
        release_idle = OutputToken(
            Text(text=text[found.end() :] if side == _BEHIND else text[: found.start()])
        )
        return [mine, release_idle] if side == _BEHIND else [release_idle, mine]
    return [beside]


def _with_second_words(pieces: Sequence[OutputToken]) -> Iterator[OutputToken]:
    """The pieces with the second words of verbs: of `will arrive` only the first word has a number."""
    last: OutputToken | None = None
    for piece in pieces:
        second = None
        if last is not None and piece.ids is None and not piece.sources and isinstance(piece.part, Text):
            second = _SECOND_WORD.match(piece.part.text)
        if last is not None and second is not None and isinstance(piece.part, Text):
            yield replace(last, part=Text(text=second[0]))
            yield replace(piece, part=Text(text=piece.part.text[second.end() :]))
        else:
            yield piece
        last = piece if _is_auxiliary(piece) else None


def _is_auxiliary(piece: OutputToken) -> bool:
    if piece.ids is None or not piece.sources or not isinstance(piece.part, Text):
        return False
    return piece.part.text.strip().lower() in _AUXILIARIES


def _fill(pieces: Sequence[OutputToken], sent: WrittenSegment) -> Iterator[OutputToken]:
    """Attribute pieces that Apertium added (articles, blanks, signs) to the pairs of their neighbours."""
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
