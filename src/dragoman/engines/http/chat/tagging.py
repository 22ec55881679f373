"""Segments as text with numbered tags for language models: `<g1>…</g1>` around text, `<g2/>` by itself.

Text is not escaped, which models undo at will. Instead the tags have letters that no text of the batch has in
this way, so that no text of a customer is a tag.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

import regex

from dragoman.engines.http.markup import number_codes
from dragoman.segments import Code, CodeKind, Part, Segment, Text, is_nested, normalise, plain_text

_LETTERS: Final = "gtckqz"
_LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class TagAlphabet:
    """The letters of the tags of one batch."""

    letters: str

    @property
    def pattern(self) -> regex.Pattern[str]:
        """Finds the tags: slash, number, slash."""
        return regex.compile(rf"<\s?(/?)\s?{self.letters}(\d{{1,6}})\s?(/?)\s?>")


def choose_alphabet(segments: Sequence[Segment]) -> TagAlphabet:
    """Letters that occur in no text as a tag's would."""
    everything = "\n".join(map(plain_text, segments))
    for length in count(1):
        for letter in _LETTERS:
            alphabet = TagAlphabet(letter * length)
            if regex.search(rf"<\s?/?\s?{alphabet.letters}\d", everything) is None:
                return alphabet
    raise AssertionError  # count() has no end


def write_tagged(segment: Segment, alphabet: TagAlphabet, *, source: Segment | None = None) -> str:
    """A segment as text for a model; a translation of `source` has the tags of its codes, and no others."""
    of = segment if source is None else source
    numbers = {code: number for number, code in _numbered(of)}
    return "".join(
        part.text if isinstance(part, Text) else _write_tag(part, numbers[part], alphabet, of)
        for part in segment
        if isinstance(part, Text) or part in numbers
    )


def _write_tag(code: Code, number: int, alphabet: TagAlphabet, segment: Segment) -> str:
    if code.kind is CodeKind.STANDALONE or not is_nested(segment):
        return f"<{alphabet.letters}{number}/>"
    return f"<{'/' if code.kind is CodeKind.CLOSE else ''}{alphabet.letters}{number}>"


def _numbered(segment: Segment) -> Iterator[tuple[int, Code]]:
    for number, (first, last) in number_codes(segment).items():
        yield number, first
        if last is not None:
            yield number, last


def shown_placeholders(segment: Segment) -> dict[str, str]:
    """The standalone codes that are words of the sentence, by number, so that a model knows what they are."""
    return {
        str(number): code.data
        for number, code in _numbered(segment)
        if code.kind is CodeKind.STANDALONE
        and len(code.data) <= _LONGEST_SHOWN
        and not code.data.startswith(("<", "&"))
        and any(map(str.isalnum, code.data))
    }


def read_tagged(answer: str, source: Segment, alphabet: TagAlphabet) -> Segment:
    """A model's answer as a segment. Tags that were not sent stay text."""
    codes = number_codes(source)
    parts: list[Part] = []
    position = 0
    for match in alphabet.pattern.finditer(answer):
        found = codes.get(int(match[2]))
        if found is None:
            continue
        parts.append(Text(text=answer[position : match.start()]))
        position = match.end()
        parts += _read_tag(found, closes=bool(match[1]), is_empty=bool(match[3]))
    parts.append(Text(text=answer[position:]))
    return normalise(parts)


def _read_tag(found: tuple[Code, Code | None], *, closes: bool, is_empty: bool) -> list[Part]:
    first, last = found
    if last is None:
        return [] if closes else [first]  # `<g2></g2>` for `<g2/>`
    if is_empty:
        return [first, last]
    return [last] if closes else [first]


def name_tags(codes: Mapping[Code, int], source: Segment, alphabet: TagAlphabet) -> str:
    """Codes as their tags, for a model that lost or doubled them."""
    numbers = {code: number for number, code in _numbered(source)}
    tags = (_write_tag(code, numbers[code], alphabet, source) for code in codes if code in numbers)
    return " ".join(tags)


def has_new_markup(answer: Segment, source: Segment) -> bool:
    """Whether an answer's text has tags that neither the source's text nor its codes have."""
    known = plain_text(source)
    return any(tag[0] not in known for tag in _MARKUP.finditer(plain_text(answer)))


_MARKUP: Final = regex.compile(r"</?[A-Za-z][^<>]{0,200}>")
