"""What of a segment counts when it is compared with others: its wording, its codes' places, its tokens.

A segment's *shape* is its text with a mark for each code. Two segments of one shape are the same for a
memory: a code's own characters are its format's affair, and come from the segment that is translated. But
what a placeholder says is wording, whether it came as a code or as text: `{count}` is not `{name}`.
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

# What stands for codes in a shape.
_MARKS: Final = {CodeKind.OPEN: "\x01", CodeKind.CLOSE: "\x02", CodeKind.STANDALONE: "\x03"}
# Types of codes that are pieces of the text, and no markup.
_WORDING: Final = frozenset(
    (
        *("control", "email", "emoji", "entity", "handle", "hashtag"),
        *("number", "path", "space", "url", "uuid", "variable", "version"),
    )
)

_EDGE: Final = "\x02"  # before the first token, and after the last one
_EDGE_BYTES: Final = _EDGE.encode()
# Where classes of lengths begin, in tokens: those of revision 0012.
_LENGTH_CLASSES: Final = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 104, 125, 150, 180, 216),
    *(259, 311, 373, 448, 537, 645, 774, 929, 1115, 1338, 1605, 1926, 2311, 2774, 3328, 3994, 4793, 5751),
)
_HASH_BYTES: Final = 16
_QUARTERS: Final = 4
_SHORTEST_PASSAGE: Final = 3  # tokens: two shingles, which together are rare
_MOST_OF_PASSAGE: Final = 4  # shingles
_THIRDS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """A segment as memories see it."""

    shape: str
    text: str  # without codes, NFC
    tokens: tuple[str, ...]
    codes: tuple[str, ...]  # the marks, in order


def take_fingerprint(segment: Segment) -> Fingerprint:
    """What counts of a segment."""
    spoken = speak(segment)
    text = normalize("NFC", plain_text(spoken))
    marks = tuple(_MARKS[code.kind] for code in codes(spoken))
    return Fingerprint(
        shape=_write_shape(spoken) if marks else text, text=text, tokens=tokenise(text), codes=marks
    )


def take_shape(segment: Segment) -> str:
    """What an exact match needs of a fingerprint: no tokens, which take most of its time."""
    return _write_shape(speak(segment))


def speak(segment: Segment) -> Segment:
    """The segment with those of its codes as text that are wording."""
    if all(wording(code) is None for code in codes(segment)):
        return segment
    return normalise(part if isinstance(part, Text) else _spoken(part) for part in segment)


def wording(code: Code) -> str | None:
    """What a code says that is a piece of the text, such as `{name}`; None for markup."""
    if code.kind is not CodeKind.STANDALONE or code.type not in _WORDING:
        return None
    return html.unescape(code.data) if code.type == "entity" else code.data


def _spoken(code: Code) -> Part:
    said = wording(code)
    return code if said is None else Text(text=said)


def _write_shape(spoken: Segment) -> str:
    written = "".join(part.text if isinstance(part, Text) else _MARKS[part.kind] for part in spoken)
    return normalize("NFC", written)


def hash_shape(shape: str, *, source: str, target: str) -> bytes:
    """What an exact match is found by; `source` and `target` are keys of languages (see `language_key`)."""
    return hash_texts(source, target, shape)


def hash_texts(*texts: str | None) -> bytes:
    """16 bytes that stand for a row of texts."""
    pieces: list[bytes] = []
    for text in texts:
        if text is None:
            pieces.append(b"-")
        else:
            data = text.encode(errors="surrogatepass")
            pieces.append(b"%d:%b" % (len(data), data))
    return hashlib.blake2b(b"".join(pieces), digest_size=_HASH_BYTES).digest()


def write_signature(tokens: Sequence[str]) -> str:
    """A character for each token, alike for all numbers: what alike units are found by without reading them.

    Two tokens in a million share a character, so that a distance of signatures is a little uncertain, and
    never too long.
    """
    return "".join(map(_character, tokens))


def find_shingles(tokens: Sequence[str], *, salt: str) -> dict[int, int]:
    """Signed 32-bit numbers for each two neighbouring tokens, with how much each tells.

    Segments of n tokens that are d edits apart share at least n + 1 - 2 d of them (the q-gram lemma). `salt`
    keeps memories and languages apart, so that a look-up touches nothing of another one.
    """
    return _find_shingles([_EDGE, *map(classify, tokens), _EDGE], salt)


def _find_shingles(row: Sequence[str], salt: str) -> dict[int, int]:
    seed = zlib.crc32(salt.encode())
    return {
        _signed(zlib.crc32(f"{left}\x00{right}".encode(), seed)): _telling(left) + _telling(right)
        for left, right in pairwise(row)
    }


def place_shingles(tokens: Sequence[str], *, salt: str) -> list[int]:
    """The shingles of a unit as the index holds them: their highest bits changed by the class of its length.

    As revision 0012's `place_memory_shingles` does, which look-ups go by. No two are alike.
    """
    seed = zlib.crc32(salt.encode())
    bits = (bisect_right(_LENGTH_CLASSES, len(tokens)) << 26) & 0xFFFFFFFF
    row = [_EDGE_BYTES, *map(_encode_class, tokens), _EDGE_BYTES]
    found = {zlib.crc32(b"%b\x00%b" % pair, seed) ^ bits for pair in pairwise(row)}
    return [number - (1 << 32) if number >= 1 << 31 else number for number in found]


def choose_probes(shingles: dict[int, int], *, edits: int, most: int) -> list[int]:
    """Those that are looked for: more than `edits` edits can break, of each quarter the most telling ones.

    Long words are rare in every language, so that their lengths serve where counts of words would be kept
    and grow stale. A passage that was put in may have all the longest words: it fills no more than a quarter
    or two of a segment that is alike.
    """
    by_telling = sorted(shingles, key=lambda one: (-shingles[one], one))
    quarter = {one: place * _QUARTERS // len(shingles) for place, one in enumerate(shingles)}
    taken: Counter[int] = Counter()  # of each quarter
    rank: dict[int, int] = {}
    for one in by_telling:
        rank[one] = taken[quarter[one]]
        taken[quarter[one]] += 1
    return sorted(by_telling, key=rank.__getitem__)[: min(most, 2 * edits + 1)]


def has_passages(tokens: Sequence[str], *, edits: int) -> bool:
    """Whether passages of a segment (see `choose_passages`) are long enough to tell much."""
    return (len(tokens) + 2) // (edits + 1) >= _SHORTEST_PASSAGE


def choose_passages(tokens: Sequence[str], *, salt: str, edits: int) -> list[list[int]]:
    """Passages of a segment, of which a unit so few edits away has at least one as a whole: their shingles.

    That is one more than there are edits, each of which can break a single passage. Of each the most telling
    shingles.
    """
    row = [_EDGE, *map(classify, tokens), _EDGE]
    count = edits + 1
    borders = [len(row) * number // count for number in range(count + 1)]
    return [
        _choose_telling(row[first:last], salt, most=_MOST_OF_PASSAGE) for first, last in pairwise(borders)
    ]


def choose_thirds(tokens: Sequence[str], *, salt: str, most: int) -> list[list[int]]:
    """The most telling shingles of each third of a segment. The first one of a single token has none.

    An edit breaks two shingles at most. Where no more than three tenths of the tokens are edited, a unit
    therefore has shingles of at least two thirds. Few units that are not alike have those of two places.
    With more edits, and as no more than `most` of a third are chosen, a few units are missed.
    """
    row = [_EDGE, *map(classify, tokens), _EDGE]
    borders = [(len(row) - 1) * number // _THIRDS for number in range(_THIRDS + 1)]
    return [_choose_telling(row[first : last + 1], salt, most=most) for first, last in pairwise(borders)]


def _choose_telling(row: Sequence[str], salt: str, *, most: int) -> list[int]:
    shingles = _find_shingles(row, salt)
    return sorted(shingles, key=lambda one: (-shingles[one], one))[:most]


@lru_cache(maxsize=65536)
def _encode_class(token: str) -> bytes:
    return classify(token).encode()


@lru_cache(maxsize=65536)
def _character(token: str) -> str:
    return chr(0x10000 + zlib.crc32(classify(token).encode()) % 0xF0000)  # beyond surrogates


@lru_cache(maxsize=65536)
def _telling(token: str) -> int:
    if not token[0].isalpha():
        return 0
    return (
        3 if ord(token[0]) > 0x2E80 else min(len(token), 12)
    )  # a character of Chinese says as much as a word


def _signed(number: int) -> int:
    return number - (1 << 32) if number >= 1 << 31 else number
