"""What a search for words finds a unit by: its words, folded, as PostgreSQL's text search keeps them.

Case and accents do not count, nor does markup. A word of a search is the beginning of a word of the text;
where words are not separated by spaces (Chinese, Japanese, Thai, …), it is any piece of the text: such text
is kept as pairs of neighbouring characters. Each word carries the memory and the side that it is of, so that
a search reads nothing of other memories.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.memories.fingerprints import speak
from dragoman.segments import Segment, plain_text
from dragoman.unicode_normalization import normalize

LONGEST_SEARCH: Final = 1000  # characters

_LONGEST_WORD: Final = 60  # characters of a word that count
_MOST_WORDS: Final = 4000  # of a side of a unit that are found; PostgreSQL keeps 16,383 places
_MOST_PLACES: Final = 250  # of one word; PostgreSQL keeps 256
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u00ad\u200b-\u200f]")
# Scripts that do not separate words: Thai to Myanmar, Khmer, Tai Le to Tai Tham, kana, Bopomofo, Han.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u3005-\u3007\u3041-\u312f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f"
    "\U00020000-\U0003ffff"
)
# Thai vowels above and below their letters are no word characters, but belong to the run.
_RUNS: Final = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|(?P<word>(?:(?![{_UNSPACED}])[\w\u0900-\u0dff])+)")
_HAS_UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
_SPACED: Final = re.compile(r"[\w\u0900-\u0dff]+")
_QUOTED: Final = re.compile(r'"([^"]*)"|“([^”]*)”|(\S+)')


class Side(enum.StrEnum):
    """Where a search looks."""

    SOURCE = "source"
    TARGET = "target"
    BOTH = "both"  # all words in the source, or all of them in the target


class SearchEmpty(RuleBroken):
    """A search without a word in it."""

    code = "SEARCH_EMPTY"


def write_words(source: Segment, target: Segment, *, memory_id: int) -> str:
    """What a unit is found by, as a literal of `tsvector`."""
    written: list[str] = []
    for side, segment in ((Side.SOURCE, source), (Side.TARGET, target)):
        places: dict[str, list[int]] = {}
        words = _spell_out(plain_text(speak(segment)))
        for place, word in enumerate(words[:_MOST_WORDS], start=1):
            if word in places:
                places[word].append(place)
            else:
                places[word] = [place]
        salt = _salt(memory_id, side)  # words have neither quotes nor backslashes
        written += [
            f"'{salt}{word}':{found[0] if len(found) == 1 else ','.join(map(str, found[:_MOST_PLACES]))}"
            for word, found in places.items()
        ]
    return " ".join(written)


def write_query(search: str, *, memory_id: int, side: Side) -> str:
    """A search as a literal of `tsquery`. Words between quotation marks stand beside one another.

    Raises `SearchEmpty` when there is nothing to look for, `RuleBroken` when it is too long.
    """
    if len(search) > LONGEST_SEARCH:
        raise RuleBroken(f"A search has at most {LONGEST_SEARCH} characters. Look for fewer words.")
    phrases = [
        words
        for quoted, curly, word in _QUOTED.findall(search)
        if (words := _spell_out(quoted or curly or word, whole=False))
    ]
    if not phrases:
        raise SearchEmpty("The search has no words. Write at least one letter or digit.")
    sides = (Side.SOURCE, Side.TARGET) if side is Side.BOTH else (side,)
    return " | ".join(_all_of(phrases, _salt(memory_id, one)) for one in sides)


def _all_of(phrases: Sequence[Sequence[str]], salt: str) -> str:
    written = (" <-> ".join(f"{_quote(salt + word)}:*" for word in words) for words in phrases)
    return "(" + " & ".join(f"({phrase})" for phrase in written) + ")"


def _spell_out(text: str, *, whole: bool = True) -> list[str]:
    """The words of a text in order, folded. In a search a run's last character is in a pair already."""
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
