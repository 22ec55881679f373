"""Nouns that are sent to an engine instead of terms, so that it makes the words next to them agree.

An engine that has another word for a term than the term base makes articles, adjectives and participles agree
with its own word. So the text is translated again, with a noun in the term's place that the engine knows, of
the gender and the number of the required term: "several paper jams were found" is sent as "several castles
were found" and translated as "varios castillos fueron encontrados", in which the marked word is replaced. A
result counts only if the marked word is the expected one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.segments import Segment, Text, covered_parts, plain_text
from dragoman.termbases.model import Gender, PartOfSpeech
from dragoman.termbases.morphology import (
    FormChange,
    GrammaticalNumber,
    compare_forms,
    find_gender,
    find_number,
    has_plurals,
    is_invariable,
)
from dragoman.termbases.recognition import TermMatch
from dragoman.translation.terms.articles import part_leading
from dragoman.translation.terms.marking import find_spans, unmark

_GENDERS: Final = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
_VOWELS: Final = "aeiouàáâèéêëìíîòóôùúœæh"
_WORD: Final = re.compile(r"[^\W\d_]+")
_ELIDING: Final = frozenset({"ca", "fr", "it", "oc"})  # where a vowel changes the article before it


@dataclass(frozen=True, slots=True)
class _Noun:
    """A noun of one language."""

    singular: str
    plural: str
    gender: Gender | None  # None: of a language without genders


def _read(table: str) -> Mapping[str, _Noun]:
    """Parse a noun in several languages: `language gender singular plural` of each, separated by commas."""
    rows = (row.split() for row in table.split(","))
    return {row[0]: _Noun(row[2], row[3], _GENDERS.get(row[1])) for row in rows}


# Nouns that engines know, of every gender and beginning, with the same or another gender in two languages.
_TABLE: Final = (
    "en - castle castles, es m castillo castillos, ca m castell castells, fr m château châteaux"
    ", gl m castelo castelos, it m castello castelli, pt m castelo castelos; "
    "en - library libraries, es f biblioteca bibliotecas, ca f biblioteca biblioteques"
    ", fr f bibliothèque bibliothèques, gl f biblioteca bibliotecas, it f biblioteca biblioteche"
    ", pt f biblioteca bibliotecas; "
    "en - hotel hotels, es m hotel hoteles, ca m hotel hotels, fr m hôtel hôtels, it m hotel hotel; "
    "en - island islands, es f isla islas, ca f illa illes, fr f île îles, it f isola isole; "
    "en - mirror mirrors, es m espejo espejos, it m specchio specchi; "
    "es f cama camas, ca m llit llits, fr m lit lits, it m letto letti, pt f cama camas, gl f cama camas; "
    "es m zapato zapatos, ca f sabata sabates, fr f chaussure chaussures, it f scarpa scarpe"
    ", pt m sapato sapatos, gl m zapato zapatos; "
    "es f ardilla ardillas, ca m esquirol esquirols, fr m écureuil écureuils; "
    "es m armario armarios, ca m armari armaris, fr f armoire armoires; "
    "es m coche coches, ca m cotxe cotxes, fr f voiture voitures; "
    "es f señal señales, pt m sinal sinais; "
    "es m puente puentes, pt f ponte pontes"
)
_NOUNS: Final = tuple(map(_read, _TABLE.split("; ")))


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteNoun:
    """A noun that is sent to an engine in a term's place, and its expected translation."""

    sent: str
    expected: str  # in small letters


def find_substitute(match: TermMatch, written: str, *, source: str, target: str) -> SubstituteNoun | None:
    """Find the noun for a term of a source whose translation will be `written`; None if there is none.

    `source` and `target` are languages. Only nouns of certain gender and number have one.
    """
    gender, number = find_form(match, written, source=source, target=target)
    if match.concept.do_not_translate or gender is None or number is None:
        return None
    if match.term.part_of_speech not in {None, PartOfSpeech.NOUN, PartOfSpeech.OTHER}:
        return None
    before = find_gender(match.text, source)
    if has_plurals(source) and before is None:
        return None
    vowel = _begins_with_vowel(match.text, source)
    pairs = [
        (noun[source], noun[target])
        for noun in _NOUNS
        if source in noun
        and target in noun
        and (noun[source].gender, noun[target].gender) == (before, gender)
        and _begins_with_vowel(noun[source].singular, source) is vowel
    ]
    beginning = _begins_with_vowel(written, target)
    pairs.sort(key=lambda pair: _begins_with_vowel(pair[1].singular, target) is not beginning)
    if not pairs:
        return None
    sent, expected = pairs[0]
    is_plural = number is GrammaticalNumber.PLURAL
    return SubstituteNoun(
        sent=_with_capitals(sent.plural if is_plural else sent.singular, match.text),
        expected=expected.plural if is_plural else expected.singular,
    )


def are_kept(
    translation: Segment, substitutes: Mapping[int, SubstituteNoun], source: str, target: str
) -> bool:
    """Whether each noun has its expected translation, in its place and nowhere else."""
    spans = find_spans(covered_parts(translation))
    for number, noun in substitutes.items():
        span = spans.get(number)
        if span is None:
            return False
        _, said = part_leading(span.text.strip(), noun.sent, source, target)
        if said.casefold() != noun.expected:
            return False
    expected = Counter(noun.expected for noun in substitutes.values())
    bare = unmark(translation)
    # Words may end at tags, where elements touch, or continue after them.
    texts = (plain_text(bare), "\n".join(part.text for part in bare if isinstance(part, Text)))
    counts = [Counter(_WORD.findall(text.casefold())) for text in texts]
    return any(all(words[word] == count for word, count in expected.items()) for words in counts)


def find_form(
    match: TermMatch, written: str, *, source: str, target: str
) -> tuple[Gender | None, GrammaticalNumber | None]:
    """Gender and number of a term as a translation has it; None where one is not certain."""
    if not has_plurals(target):
        return None, None
    term = match.required[0]
    gender = term.gender or find_gender(term.text, target)
    number = find_number(written, target)
    said = _find_source_number(match, source)
    if said is None and is_invariable(match.text, source):
        number = None
    elif number is None:
        number = said
    elif said is not None and said is not number:
        number = None  # the source's verbs have another number
    return gender if gender in _GENDERS.values() else None, number


def _find_source_number(match: TermMatch, source: str) -> GrammaticalNumber | None:
    change = compare_forms(match.term.text, match.text, match.term.language)
    if change is FormChange.PLURAL:
        return GrammaticalNumber.PLURAL
    if change is FormChange.SINGULAR:
        return GrammaticalNumber.SINGULAR
    if source == "en":
        return None if match.text.rstrip().lower().endswith("s") else GrammaticalNumber.SINGULAR
    return find_number(match.text, source)


def _begins_with_vowel(text: str, language: str) -> bool:
    """Whether an article before a text loses its vowel, in languages in which one does."""
    return language in _ELIDING and text[:1].lower() in _VOWELS


def _with_capitals(noun: str, said: str) -> str:
    if said.isupper() and sum(map(str.isalpha, said)) > 1:
        return noun.upper()
    return noun.capitalize() if said[:1].isupper() else noun
