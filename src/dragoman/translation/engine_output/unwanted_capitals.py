"""Small letters for words that an engine capitalised without a reason.

A part of `cleanup`. A capital has a reason where a sentence begins with one,
where the source has one at the same place (the beginning, behind the same code), and where the word is a
name. An engine takes what it does not know (a placeholder, a sign, a name) for the end of a sentence, so
words behind one are suspected. So are articles in capitals, and the words of a list whose items begin with a
capital each. Capitals elsewhere may be those of names: they stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from babel import Locale

from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.translation.engine_output.capitals import sentence_starts, with_capital
from dragoman.translation.engine_output.spacing import line_of
from dragoman.translation.model import LanguagePair
from dragoman.unicode_normalization import normalize

# Languages that write capitals only for names and where a sentence begins: not German (nouns). English
# writes them for what `_english_names` has, too.
_SPARING: Final = frozenset({"an", "ast", "ca", "en", "es", "fr", "frp", "gl", "it", "oc", "pt", "ro", "sc"})
_CAPITAL_WORD: Final = re.compile(r"(?<!\w)(?<![\w][.'’\-])[^\W\d_]+(?![\w\-])")
_NAME: Final = re.compile(r"(?<!\w)[^\W\d_]+")
_CASELESS: Final = re.compile(
    r"[\u0590-\u074f\u0900-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_ABBREVIATION: Final = re.compile(r"[^\W\d_]{1,4}\.")
_LETTER: Final = re.compile(r"[^\W_]")
_NEXT_WORD: Final = re.compile(
    r"[^\w.!?…\n\ufffc]{0,9}(?=[^\W\d_])"
)  # from a code or an unknown word to a word
_ITEM: Final = re.compile(r"[^,;|/:]+")
_ARTICLES: Final = re.compile(r"(?<![\w'’.\-])(?:EL|LA|LO|LE|UN|ELS|LES|LOS|LAS|UNA|IL)(?![\w.\-])")
_ALWAYS_CAPITAL: Final = {"en": frozenset({"I"})}
_LONGEST_ITEM: Final = 3  # words of a list's item: more may be a clause
_STEM: Final = 3  # letters that a name and its translation have in common


def lower_unwanted(source: Segment, target: Segment, languages: LanguagePair) -> Segment:
    """Write small letters where a capital has no reason."""
    if languages.target.partition("-")[0] not in _SPARING:
        return target
    said, before = line_of(target), line_of(source)
    # Most sentences have no capital but their first letter, as in the source.
    if said[1:] == said[1:].lower() and (not said[:1].isupper() or before[:1].isupper()):
        return target
    return judge_capitals(source, target, languages)


def judge_capitals(source: Segment, target: Segment, languages: LanguagePair) -> Segment:
    """Do the work of `lower_unwanted`, without its quick check for texts that have no such capital."""
    said, before = line_of(target), line_of(source)
    letters = _small_articles(before, said)
    if letters:
        said = _changed(said, letters)
    letters |= _list_letters(before, said, languages)
    words = _capital_words(said)
    if words:
        names = _names(source, before, languages)
        suspected = _suspected(source, target, said, names, languages)
        letters |= {
            start: said[start].lower()
            for start, word in words.items()
            if start in suspected and start not in letters and not _is_name(word, names, languages)
        }
    return _with_letters(target, letters) if letters else target


def _capital_words(said: str) -> dict[int, str]:
    """The words in which only the first letter is a capital, by offset, without possible abbreviations."""
    return {
        match.start(): match[0]
        for match in _CAPITAL_WORD.finditer(said)
        if match[0][0].isupper() and match[0][1:] == match[0][1:].lower()
        if not _ABBREVIATION.match(said, match.start())
    }


# --- reasons ------------------------------------------------------------------------------------------------


def _names(source: Segment, before: str, languages: LanguagePair) -> dict[str, bool]:
    """The source's words with a capital, and whether it is one without another reason than being a name."""
    exempt = _ALWAYS_CAPITAL.get(languages.source.partition("-")[0], frozenset[str]())
    starts = {*_first_letter(before), *sentence_starts(before, languages.source), *_behind(source).values()}
    names: dict[str, bool] = {}
    for match in _NAME.finditer(before):
        if match[0][0].isupper() and match[0] not in exempt:
            names[match[0]] = names.get(match[0], False) or match.start() not in starts
    return names


def _is_name(word: str, names: Collection[str], languages: LanguagePair) -> bool:
    """Whether a word or one of its stem is among names (London, Londres), or English writes it so."""
    stem = _bare(word[:_STEM])
    if word in names or any(stem == _bare(other[:_STEM]) for other in names):
        return True
    english = _english_names() if languages.target.partition("-")[0] == "en" else frozenset[str]()
    return word in english or word.removesuffix("s") in english


@lru_cache(maxsize=1)
def _english_names() -> frozenset[str]:
    """The words that English writes with a capital: days, months, languages, peoples, countries, and "I"."""
    english = Locale("en")
    texts = [*english.languages.values(), *english.territories.values()]
    for calendar in (english.days, english.months):
        texts += calendar["format"]["wide"].values()
    words = {text for text in texts if _NAME.fullmatch(text)}
    return frozenset(words | {*_MORE_NAMES.split()}) - {*_HOMONYMS.split()}


_MORE_NAMES: Final = (
    "I African American Argentinian Asian Australian Austrian Belgian Brazilian British Canadian Catholic "
    "Chilean Christian Christmas Colombian Cuban Earth Easter Egyptian European God Indian Internet Iraqi "
    "Islam Islamic Israeli Jew Jewish Mexican Muslim Olympic Swiss Syrian"
)
_HOMONYMS: Final = "World Even Crow Creek Fang Mono Ga Ho"  # of names of languages, but the first


def _bare(letters: str) -> str:
    """Small letters without accents."""
    split = normalize("NFD", letters.lower())
    return "".join(letter for letter in split if not unicodedata.combining(letter))


# --- places -------------------------------------------------------------------------------------------------


def _suspected(
    source: Segment, target: Segment, said: str, names: dict[str, bool], languages: LanguagePair
) -> set[int]:
    """Offsets of the words whose capital may come from the engine."""
    before = line_of(source)
    first, theirs = _first_letter(said), _first_letter(before)
    behind, mine = _behind(target), _behind(source)
    kept = {at for at in first if any(before[start].isupper() for start in theirs)}
    kept |= {at for code, at in behind.items() if code in mine and before[mine[code]].isupper()}
    kept |= {*sentence_starts(said, languages.target)}
    found = {*first, *behind.values(), *_behind_unknown(before, said, names)}
    # Without words in capitals but those that begin sentences, and abbreviations of names of several words.
    if not any(names.values()) and not any(name.isupper() and len(name) > 1 for name in names):
        for start in (*first, *behind.values()):
            if word := _NAME.match(said, start):
                found |= {*_next_word(said, word.end(), only_blanks=True)}
    return found - kept


def _first_letter(line: str) -> tuple[int, ...]:
    """The offset of the first letter or digit, unless a code with content comes first."""
    match = _LETTER.search(line)
    return (match.start(),) if match is not None and "\ufffc" not in line[: match.start()] else ()


def _behind(segment: Segment) -> dict[str, int]:
    """The offset of the next word after each standalone code, by its id."""
    line = line_of(segment)
    found: dict[str, int] = {}
    position = 0
    for part in segment:
        if isinstance(part, Text):
            position += len(part.text)
        elif part.kind is CodeKind.STANDALONE:
            position += 1
            if following := [*_next_word(line, position)]:
                found[part.id] = following[0]
    return found


def _behind_unknown(before: str, said: str, names: Collection[str]) -> Iterator[int]:
    """Offsets of the words after text that is unchanged from the source: names, and letters without case."""
    for match in _NAME.finditer(said):
        word = match[0]
        if _CASELESS.match(word[-1]) and word in before:
            yield from _next_word(said, match.end())
        # Behind a name of several words another capital may be right.
        elif word in names and not re.search(
            rf"[^\W\d_]-{word}\b|\b{word}\W+(?:\w{{1,3}}\W+)?[^\W\d_a-z]", before
        ):
            yield from _next_word(said, match.end(), only_blanks=True)


def _next_word(line: str, position: int, *, only_blanks: bool = False) -> Iterator[int]:
    """The offset of the next word, with only blanks or signs within a sentence before it."""
    match = _NEXT_WORD.match(line, position)
    if match is not None and not (only_blanks and (not match[0] or match[0].strip(" "))):
        yield match.end()


# --- articles and lists -------------------------------------------------------------------------------------


def _small_articles(before: str, said: str) -> dict[int, str]:
    """Small letters after the first one for articles in capitals, if the source has no such word."""
    if any(len(word) > 1 and word.isupper() for word in _NAME.findall(before)):
        return {}
    return {
        at: said[at].lower()
        for match in _ARTICLES.finditer(said)
        for at in range(match.start() + 1, match.end())
    }


def _list_letters(before: str, said: str, languages: LanguagePair) -> dict[int, str]:
    """Capitalise the items of a list as in the source, each at its beginning only.

    An engine that swaps a noun and its adjective gives the capital to the wrong one.
    """
    items, others = list(_ITEM.finditer(before)), list(_ITEM.finditer(said))
    if len(items) < 2 or len(items) != len(others):
        return {}
    if not all(_has_only_first_capital(item[0]) for item in items):
        return {}
    names = _NAME.findall(before)
    letters: dict[int, str] = {}
    for item in others:
        words = list(_NAME.finditer(said, item.start(), item.end()))
        wrong = [match for match in words[1:] if match[0].istitle()]
        if (
            not wrong
            or words[0][0][0].isupper()
            or any(_is_name(match[0], names, languages) for match in wrong)
        ):
            continue
        letters |= {match.start(): match[0][0].lower() for match in wrong}
        first = words[0].start()
        letters[first] = with_capital(said, first, languages.target.partition("-")[0])[first]
    return letters


def _has_only_first_capital(item: str) -> bool:
    first = _LETTER.search(item)
    if first is None or "\ufffc" in item[: first.start()] or len(item.split()) > _LONGEST_ITEM:
        return False
    return first[0].isupper() and not any(letter.isupper() for letter in item[first.end() :])


# --- changes ------------------------------------------------------------------------------------------------


def _with_letters(segment: Segment, letters: dict[int, str]) -> Segment:
    """A segment with other letters at these offsets into its line."""
    parts: list[Text | Code] = []
    position = 0
    for part in segment:
        if isinstance(part, Text):
            text = part.text
            parts.append(Text(text=_changed(text, letters, position)))
            position += len(text)
        else:
            parts.append(part)
            position += part.kind is CodeKind.STANDALONE
    return tuple(parts)


def _changed(text: str, letters: dict[int, str], position: int = 0) -> str:
    """A text that begins at a position, with these letters."""
    return "".join(letters.get(at, letter) for at, letter in enumerate(text, position))
