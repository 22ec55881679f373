"""Concordance search: the folded words of units, as PostgreSQL's text search stores them, and its queries.

Case, accents and markup are ignored. A word of a search matches the beginning of a word of the text. In text
whose script does not separate words by spaces (Chinese, Japanese, Thai, …) it matches anywhere: such text is
stored as pairs of neighbouring characters. Each stored word begins with the memory and the side, so that a
search reads no entries of other memories.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.memories.fingerprints import expand_codes
from dragoman.segments import Segment, plain_text
from dragoman.unicode_normalization import normalize

LONGEST_SEARCH: Final = 1000  # characters

_LONGEST_WORD: Final = 60  # characters; the rest of a longer word is ignored
_MOST_WORDS: Final = 4000  # indexed for each side of a unit; PostgreSQL stores positions up to 16,383
_MOST_POSITIONS: Final = 250  # of one word; PostgreSQL stores 256
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u00ad\u200b-\u200f]")
# Scripts that do not separate words: Thai to Myanmar, Khmer, Tai Le to Tai Tham, kana, Bopomofo, Han.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u3005-\u3007\u3041-\u312f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f"
    "\U00020000-\U0003ffff"
)
# Thai vowels above and below their letters are not word characters, but belong to the run.
_RUNS: Final = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|(?P<word>(?:(?![{_UNSPACED}])[\w\u0900-\u0dff])+)")
_HAS_UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
_SPACED: Final = re.compile(r"[\w\u0900-\u0dff]+")
_QUOTED: Final = re.compile(r'"([^"]*)"|“([^”]*)”|(\S+)')


class Side(enum.StrEnum):
    """The side of units that a search looks at."""

    SOURCE = "source"
    TARGET = "target"
    BOTH = "both"  # all words in the source, or all of them in the target


class SearchEmpty(RuleBroken):
    """A search has no words."""

    code = "SEARCH_EMPTY"


def write_words(source: Segment, target: Segment, *, memory_id: int) -> str:
    """Write the words of a unit as a `tsvector` literal."""
    written: list[str] = []
    for side, segment in ((Side.SOURCE, source), (Side.TARGET, target)):
        positions: dict[str, list[int]] = {}
        words = _split_words(plain_text(expand_codes(segment)))
        for position, word in enumerate(words[:_MOST_WORDS], start=1):
            if word in positions:
                positions[word].append(position)
            else:
                positions[word] = [position]
        salt = _salt(memory_id, side)  # words have neither quotes nor backslashes
        written += [
            f"'{salt}{word}':{found[0] if len(found) == 1 else ','.join(map(str, found[:_MOST_POSITIONS]))}"
            for word, found in positions.items()
        ]
    return " ".join(written)


def write_query(search: str, *, memory_id: int, side: Side) -> str:
    """Write a search as a `tsquery` literal. Words in quotation marks must follow each other.

    Raises `SearchEmpty` for a search without words, `RuleBroken` for one that is too long.
    """
    if len(search) > LONGEST_SEARCH:
        raise RuleBroken(f"A search has at most {LONGEST_SEARCH} characters. Look for fewer words.")
    phrases = [
        words
        for quoted, curly, word in _QUOTED.findall(search)
        if (words := _split_words(quoted or curly or word, whole=False))
    ]
    if not phrases:
        raise SearchEmpty("The search has no words. Write at least one letter or digit.")
    sides = (Side.SOURCE, Side.TARGET) if side is Side.BOTH else (side,)
    return " | ".join(_all_of(phrases, _salt(memory_id, one)) for one in sides)


def split_search(search: str) -> list[tuple[Sequence[str], bool]]:
    """The words and phrases of a search, folded, each with whether its script has no spaces between words."""
    texts = (quoted or curly or word for quoted, curly, word in _QUOTED.findall(search))
    found = [([run[0] for run in _RUNS.finditer(folded)], folded) for folded in map(_fold, texts)]
    return [(words, _HAS_UNSPACED.search(folded) is not None) for words, folded in found if words]


def quote_phrase(search: str) -> str:
    """Write a search for these words beside each other."""
    return '"' + re.sub('["“”]', " ", search) + '"'


def _all_of(phrases: Sequence[Sequence[str]], salt: str) -> str:
    written = (" <-> ".join(f"{_quote(salt + word)}:*" for word in words) for words in phrases)
    return "(" + " & ".join(f"({phrase})" for phrase in written) + ")"


def _split_words(text: str, *, whole: bool = True) -> list[str]:
    """Split a text into folded words. With `whole`, the last character of an unspaced run is a word, too."""
    folded = _fold(text)
    if _HAS_UNSPACED.search(folded) is None:
        found = _SPACED.findall(folded)
        return [word[:_LONGEST_WORD] for word in found] if len(folded) > _LONGEST_WORD else found
    words: list[str] = []
    for run in _RUNS.finditer(folded):
        if run["word"] is not None:
            words.append(run["word"][:_LONGEST_WORD])
            continue
        letters = run["unspaced"]
        words += (letters[n : n + 2] for n in range(len(letters) - 1))
        if whole or len(letters) == 1:
            words.append(letters[-1])
    return words


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower().replace("\x00", " ")
    decomposed = normalize("NFKD", text).casefold()
    folded = normalize("NFC", _ACCENTS.sub("", decomposed)).casefold()
    return folded.encode(errors="replace").decode().replace("\x00", " ")


def _salt(memory_id: int, side: Side) -> str:
    return f"{memory_id}{'s' if side is Side.SOURCE else 't'}:"


def _quote(word: str) -> str:
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"
