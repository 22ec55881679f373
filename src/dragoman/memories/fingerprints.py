"""The fingerprint of a segment, by which memories compare it: wording, places of codes, tokens.

A segment's *shape* is its text with a mark for each code. A memory takes two segments of one shape for the
same: the data of a code belongs to its format, and is taken from the segment that is translated. But the data
of a placeholder is wording, whether the placeholder is a code or text: `{count}` is not `{name}`.
"""

from __future__ import annotations

import hashlib
import html
import zlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from dragoman.memories.tokens import classify, tokenise
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise, plain_text
from dragoman.unicode_normalization import normalize

# The marks of codes in a shape.
_MARKS: Final = {CodeKind.OPEN: "\x01", CodeKind.CLOSE: "\x02", CodeKind.STANDALONE: "\x03"}
# Types of codes whose data is wording, not markup.
_WORDING: Final = frozenset(
    (
        *("control", "email", "emoji", "entity", "handle", "hashtag"),
        *("number", "path", "space", "url", "uuid", "variable", "version"),
    )
)

_EDGE: Final = "\x02"  # before the first token and after the last one
_EDGE_BYTES: Final = _EDGE.encode()
# The shortest length of each class, in tokens; as in revision 0012.
_LENGTH_CLASSES: Final = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 104, 125, 150, 180, 216),
    *(259, 311, 373, 448, 537, 645, 774, 929, 1115, 1338, 1605, 1926, 2311, 2774, 3328, 3994, 4793, 5751),
)
_HASH_BYTES: Final = 16
_QUARTERS: Final = 4
_SHORTEST_PASSAGE: Final = 3  # tokens; they make two shingles, and few units have both
_MOST_OF_PASSAGE: Final = 4  # shingles
_THIRDS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """The parts of a segment that are compared."""

    shape: str
    text: str  # without codes, NFC
    tokens: tuple[str, ...]
    codes: tuple[str, ...]  # the marks, in order


def take_fingerprint(segment: Segment) -> Fingerprint:
    """Make the fingerprint of a segment."""
    expanded = expand_codes(segment)
    text = normalize("NFC", plain_text(expanded))
    marks = tuple(_MARKS[code.kind] for code in codes(expanded))
    return Fingerprint(
        shape=_write_shape(expanded) if marks else text, text=text, tokens=tokenise(text), codes=marks
    )


def take_shape(segment: Segment) -> str:
    """Make the shape only, for exact matches: the tokens of a fingerprint take most of its time."""
    return _write_shape(expand_codes(segment))


def expand_codes(segment: Segment) -> Segment:
    """Replace the codes that are wording by their text."""
    if all(wording(code) is None for code in codes(segment)):
        return segment
    return normalise(part if isinstance(part, Text) else _expand(part) for part in segment)


def wording(code: Code) -> str | None:
    """The text of a code that is wording, such as `{name}`; None for markup."""
    if code.kind is not CodeKind.STANDALONE or code.type not in _WORDING:
        return None
    return html.unescape(code.data) if code.type == "entity" else code.data


def _expand(code: Code) -> Part:
    text = wording(code)
    return code if text is None else Text(text=text)


def _write_shape(expanded: Segment) -> str:
    written = "".join(part.text if isinstance(part, Text) else _MARKS[part.kind] for part in expanded)
    return normalize("NFC", written)


def hash_shape(shape: str, *, source: str, target: str) -> bytes:
    """Hash a shape for exact look-ups; `source` and `target` are keys of languages (see `language_key`)."""
    return hash_texts(source, target, shape)


def hash_texts(*texts: str | None) -> bytes:
    """Hash several texts to 16 bytes."""
    pieces: list[bytes] = []
    for text in texts:
        if text is None:
            pieces.append(b"-")
        else:
            data = text.encode(errors="surrogatepass")
            pieces.append(b"%d:%b" % (len(data), data))
    return hashlib.blake2b(b"".join(pieces), digest_size=_HASH_BYTES).digest()


def write_signature(tokens: Sequence[str]) -> str:
    """Write a character for each token, the same for all numbers: units are compared without being read.

    About one pair of different tokens in a million shares a character. So the distance of two signatures is
    rarely shorter, and never longer, than that of their tokens.
    """
    return "".join(map(_character, tokens))


def find_shingles(tokens: Sequence[str], *, salt: str) -> dict[int, int]:
    """Make a signed 32-bit number for each two neighbouring tokens, with its weight.

    Segments of n tokens that are d edits apart share at least n + 1 - 2 d of them (the q-gram lemma). `salt`
    keeps memories and languages apart, so that a look-up reads no index entries of others.
    """
    return _find_shingles([_EDGE, *map(classify, tokens), _EDGE], salt)


def _find_shingles(row: Sequence[str], salt: str) -> dict[int, int]:
    seed = zlib.crc32(salt.encode())
    return {
        _signed(zlib.crc32(f"{left}\x00{right}".encode(), seed)): _weigh(left) + _weigh(right)
        for left, right in pairwise(row)
    }


def place_shingles(tokens: Sequence[str], *, salt: str) -> list[int]:
    """Make the shingles of a unit for the index: the class of its length changes their highest bits.

    Look-ups use `place_memory_shingles` of revision 0012, which does the same. No shingle occurs twice.
    """
    seed = zlib.crc32(salt.encode())
    bits = (bisect_right(_LENGTH_CLASSES, len(tokens)) << 26) & 0xFFFFFFFF
    row = [_EDGE_BYTES, *map(_encode_class, tokens), _EDGE_BYTES]
    found = {zlib.crc32(b"%b\x00%b" % pair, seed) ^ bits for pair in pairwise(row)}
    return [number - (1 << 32) if number >= 1 << 31 else number for number in found]


def choose_probes(shingles: dict[int, int], *, edits: int, most: int) -> list[int]:
    """Choose the shingles to look up: more than `edits` edits can break, the heaviest of each quarter.

    Weights are lengths of words: long words are rare in every language, and counts of words would have to be
    kept up to date. An inserted passage may have all the longest words. In a similar segment it fills no more
    than a quarter or two, so that the other quarters still find the segment.
    """
    by_weight = sorted(shingles, key=lambda one: (-shingles[one], one))
    quarter = {one: at * _QUARTERS // len(shingles) for at, one in enumerate(shingles)}
    taken: Counter[int] = Counter()  # of each quarter
    rank: dict[int, int] = {}
    for one in by_weight:
        rank[one] = taken[quarter[one]]
        taken[quarter[one]] += 1
    return sorted(by_weight, key=rank.__getitem__)[: min(most, 2 * edits + 1)]


def has_passages(tokens: Sequence[str], *, edits: int) -> bool:
    """Whether passages of a segment (see `choose_passages`) are long enough to be rare."""
    return (len(tokens) + 2) // (edits + 1) >= _SHORTEST_PASSAGE


def choose_passages(tokens: Sequence[str], *, salt: str, edits: int) -> list[list[int]]:
    """Cut a segment into passages of which a unit within `edits` has at least one; their heaviest shingles.

    There is one passage more than there are edits, and an edit breaks one passage at most.
    """
    row = [_EDGE, *map(classify, tokens), _EDGE]
    count = edits + 1
    borders = [len(row) * number // count for number in range(count + 1)]
    return [
        _choose_heaviest(row[first:last], salt, most=_MOST_OF_PASSAGE) for first, last in pairwise(borders)
    ]


def choose_thirds(tokens: Sequence[str], *, salt: str, most: int) -> list[list[int]]:
    """Choose the heaviest shingles of each third of a segment. Of a single token, the first third has none.

    An edit breaks two shingles at most. So a unit with no more than three tenths of its tokens edited has
    shingles of at least two thirds, and few other units have. With more edits some units are missed, and some
    because no more than `most` shingles of a third are chosen.
    """
    row = [_EDGE, *map(classify, tokens), _EDGE]
    borders = [(len(row) - 1) * number // _THIRDS for number in range(_THIRDS + 1)]
    return [_choose_heaviest(row[first : last + 1], salt, most=most) for first, last in pairwise(borders)]


def _choose_heaviest(row: Sequence[str], salt: str, *, most: int) -> list[int]:
    shingles = _find_shingles(row, salt)
    return sorted(shingles, key=lambda one: (-shingles[one], one))[:most]


@lru_cache(maxsize=65536)
def _encode_class(token: str) -> bytes:
    return classify(token).encode()


@lru_cache(maxsize=65536)
def _character(token: str) -> str:
    return chr(0x10000 + zlib.crc32(classify(token).encode()) % 0xF0000)  # beyond surrogates


@lru_cache(maxsize=65536)
def _weigh(token: str) -> int:
    if not token[0].isalpha():
        return 0
    # A Chinese character is about as rare as a word of three letters.
    return 3 if ord(token[0]) > 0x2E80 else min(len(token), 12)


def _signed(number: int) -> int:
    return number - (1 << 32) if number >= 1 << 31 else number
