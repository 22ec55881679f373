"""Read values as tools write them in files: statuses, yes or no, parts of speech, genders, types of terms."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Final, TypeVar

from dragoman.termbases.model import Gender, PartOfSpeech, TermMatching, TermStatus, TermType

_IGNORED: Final = re.compile(r"[\W_]+")
_DATE: Final = re.compile(r"\s*(\d{4})-?(\d\d)-?(\d\d)(?!\d)")
_VALUE = TypeVar("_VALUE")


def _table(words: Mapping[_VALUE, str]) -> dict[str, _VALUE]:
    return {word: value for value, listed in words.items() for word in listed.split()}


_STATUSES: Final = _table(
    {
        TermStatus.PREFERRED: "preferred standardized standardised legal regulated approved recommended"
        " mandatory main valid active yes",
        TermStatus.ADMITTED: "admitted allowed acceptable accepted permitted alternative synonym proposed"
        " alternate new tolerated optional secondary",
        TermStatus.FORBIDDEN: "forbidden deprecated superseded obsolete notrecommended prohibited rejected"
        " notapproved unapproved donotuse dontuse notallowed banned disallowed avoid wrong invalid"
        " inadmissible blacklisted negative no",
    }
)
_MATCHES: Final = _table(
    {
        TermMatching.EXACT: "exact whole wholeword full none strict",
        TermMatching.PLURAL: "plural plurals number singularplural",
        TermMatching.PREFIX: "prefix begins beginning start starts startswith custom",
        TermMatching.STEM: "stem stemmed inflected fuzzy inflection",
    }
)
_ANSWERS: Final = _table(
    {
        True: "yes y true t 1 x on sensitive casesensitive respect",
        False: "no n false f 0 off insensitive caseinsensitive ignore permissive",
    }
)
_PARTS_OF_SPEECH: Final = _table(
    {
        PartOfSpeech.NOUN: "noun n substantive substantiv nom sustantivo sostantivo substantivo commonnoun",
        PartOfSpeech.PROPER_NOUN: "propernoun propn name propername",
        PartOfSpeech.VERB: "verb v verbe verbo",
        PartOfSpeech.ADJECTIVE: "adjective adj adjektiv adjectif adjetivo aggettivo adjetivo",
        PartOfSpeech.ADVERB: "adverb adv adverbe adverbio avverbio",
    }
)
_GENDERS: Final = _table(
    {
        Gender.MASCULINE: "masculine m masc male",
        Gender.FEMININE: "feminine f fem female",
        Gender.NEUTER: "neuter n neut neutral",
        Gender.OTHER: "other common c utrum",
    }
)
_TYPES: Final = _table(
    {
        TermType.FULL_FORM: "fullform entryterm expandedform",
        TermType.SHORT_FORM: "shortform clippedterm shortenedform",
        TermType.ABBREVIATION: "abbreviation abbreviatedform abbr abbreviated",
        TermType.ACRONYM: "acronym initialism",
        TermType.VARIANT: "variant spellingvariant orthographicalvariant synonym",
        TermType.PHRASE: "phrase phraseologicalunit setphrase collocation standardtext",
    }
)


def squash(text: str) -> str:
    """Normalise a word for the tables of names: no blanks, punctuation or capitals."""
    return _IGNORED.sub("", text.casefold())


def read_status(text: str) -> TermStatus | None:
    """Read a status in any spelling of TBX and of tables: `deprecatedTerm-admn-sts`, "obsolete"."""
    word = squash(text)
    for ending in ("admnsts", "admnst", "adminsts", "term"):
        word = word.removesuffix(ending)
    return _STATUSES.get(word)


def read_match(text: str) -> TermMatching | None:
    """Read how a term is matched."""
    return _MATCHES.get(squash(text))


def read_answer(text: str) -> bool | None:
    """Read yes or no."""
    return _ANSWERS.get(squash(text))


def read_part_of_speech(text: str) -> PartOfSpeech | None:
    """Read a part of speech; unknown ones are `OTHER`."""
    word = squash(text)
    return _PARTS_OF_SPEECH.get(word, PartOfSpeech.OTHER) if word else None


def read_gender(text: str) -> Gender | None:
    """Read a grammatical gender."""
    return _GENDERS.get(squash(text))


def read_type(text: str) -> TermType | None:
    """Read the type of a term."""
    return _TYPES.get(squash(text))


def read_date(text: str) -> dt.date | None:
    """Read the day of a date or datetime of ISO 8601."""
    found = _DATE.match(text)
    try:
        return dt.date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None
