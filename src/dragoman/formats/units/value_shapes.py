"""The shape of a value, without its key: code, one identifier, or language.

No list of words of any language decides alone: a phrase is recognised by its capital, its end or its small
words. Patterns are applied to short values only, so that long ones cost nothing.
"""

from __future__ import annotations

import re
from typing import Final


def words_in(text: str) -> frozenset[str]:
    """The words of a list that is written as a text."""
    return frozenset(text.split())


_LONGEST: Final = 400  # characters of a value that may be code
_READ: Final = 2_000  # characters of a value by which it is known as language

_VARIABLE: Final = r"\$\{[^{}]{1,100}\}|\$[A-Za-z_]\w*|\{\{[^{}]{1,100}\}\}|%[A-Z_]{2,60}%"
_CODE: Final = re.compile(
    r"""
      \^\S.*  # regular expression
    | \S*(?:\\[.dDwWsSbB/$^()\[\]|+*?]|\.[*+]\??[^.]|\(\?[:!=<Pimsx]|\[\^|\[[a-z0]-[z9])\S*
    | \S*(?:\*\*/|/\*|\*/|\*\.|\.\*|[\w\-]\*-|-\*)\S*  # pattern of file names
    | --?[A-Za-z][\w\-]*(?:=\S*)?  # option
    | @[\w\-]+/[\w.\-]+ | [A-Za-z][\w.\-]*@[v^~]?\d[\w.\-]*  # package
    | [A-Za-z][\w.\-]*(?:\[[\w,\-\s]*\])?\s?(?:[<>=!~^]=?=?\s?v?\d[\w.*+\-]*(?:\s?,\s?)?)+(?:\s?;.*)?
    | [v^~<>=!]{1,2}\s?v?\d[\w.*+\-]*(?:(?:\s?\|\|\s?|\s?,\s?|\s)[v^~<>=!]{0,2}\s?v?\d[\w.*+\-]*)*
    | [a-z][\w.\-]*:[\w.\-*/]+  # filter, reference
    | (?:[\d*/,\-?LW\#]+\s){4,5}(?:[\d*/,\-?LW\#]+|[A-Z]{3}(?:[,\-][A-Z]{3})*)  # times of cron
    | (?:[.\#][A-Za-z][\w\-]*(?:\s?[>+~,]\s?|\s)?){2,20}  # selectors of CSS
    """,
    re.VERBOSE | re.ASCII | re.DOTALL,
)
# Punctuation that is rare within words. In data the value may be a word all the same: "e-mail".
_MACHINE_WORD: Final = re.compile(
    rf"""
      (?:{_VARIABLE})+ | [a-z0-9]+(?:-[a-z0-9]+)+ | \S*[/\\=*<>|_@$+~]\S* | \S+:\S* | [.\#]\S+
    | \S+\[\S*\] | [A-Za-z]\w*\.[A-Za-z]\S*
    """,
    re.VERBOSE | re.ASCII,
)
_NAMES: Final = re.compile(r"[a-z][\w.\-]*(?:,\s*[a-z][\w.\-]*)+", re.ASCII)
_NAME: Final = re.compile(r"[a-z][\w.\-]*", re.ASCII)
_MANY: Final = 6  # words that are a list, if hardly any of them is small
_RARE: Final = 15  # of so many words one may be small in a list
_LETTERS: Final = r"[^\W\d_]"
_WORDY: Final = re.compile(
    rf"[\"'“”‘’«»(\[¿¡]*+{_LETTERS}++(?>(?:['’\-]{_LETTERS}++)*)(?:\.{_LETTERS}\.)?[\"'“”‘’«»)\],.;:!?…]*+"
)
_NUMBER: Final = re.compile(r"[(\[]?[#$€£]?\d[\d.,:/%\-]*[)\],.;:!?%€]*|[-–—&+/]")
_CAPITALISED: Final = re.compile(r"[A-Z][a-z’']+(?:-[A-Za-z][a-z]*)*[.!?:…]*", re.ASCII)
_ENDS: Final = re.compile(r"[.!?…。！？][\"'”’»)\]]*\Z")
_SIGNS_OF_CODE: Final = re.compile(
    r"&&|\|\||::|->|=>|<-|\$\(|[{}]\s*[;\n]|[;{]\s*\Z|(?:\A|\s)--?[A-Za-z][\w\-]+|\w=\S|\w\(\)"
)
_SMALL_WORDS: Final = words_in(
    """
    al amb an and are as at avec be by can che com con da dans das de del della dels dem den der des
    di die do du ein eine el els em en es est et for from für gli if il im in is ist it la las le
    les lo los mit no not oder of on or os ou para per por pour que se sont su sur that the this to um
    uma un una und une uno von we will with you your zu
    """
)
_LETTER: Final = re.compile(r"[^\W\d_]")
_KEY_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]++|[^\W\d_]++")
_SHARE: Final = 0.75  # of the words of a phrase that look like words


def has_letters(value: str) -> bool:
    """Whether a text has anything to translate."""
    return _LETTER.search(value) is not None


def is_code(text: str) -> bool:
    """Whether a value is a pattern, an option, a requirement, a filter or another expression for programs."""
    return len(text) <= _LONGEST and _CODE.fullmatch(text) is not None


def is_machine_word(text: str) -> bool:
    """Whether a value without blanks is an identifier or a path."""
    return len(text) <= _LONGEST and _MACHINE_WORD.fullmatch(text) is not None


def is_machine_list(text: str) -> bool:
    """Whether a value of several words is a list of names: lower case, no sentence, no small words."""
    if len(text) > _LONGEST * 10 or not text.isascii():
        return False
    if _NAMES.fullmatch(text) is not None:
        return "-" in text or "_" in text
    words = text.split()
    return (
        len(words) >= _MANY
        and all(map(_NAME.fullmatch, words))
        and sum(word in _SMALL_WORDS for word in words) * _RARE <= len(words)
    )


def is_command(text: str) -> bool:
    """Whether a value of several words has punctuation of programming languages, and no markup."""
    return "<" not in text and _SIGNS_OF_CODE.search(text[:_READ]) is not None


def is_capitalised(text: str) -> bool:
    """Whether a value is one word as in labels: `Save`, `Open…`; or has letters beyond ASCII."""
    return not text.isascii() or _CAPITALISED.fullmatch(text) is not None


def is_phrase(text: str) -> bool:
    """Whether a value of several words reads as language: a title, a sentence, a phrase with small words."""
    text = text[:_READ].strip()
    words = text.split()
    if len(words) < 2 or _SIGNS_OF_CODE.search(text):
        return len(text) > 1 and not text.isascii() and not _SIGNS_OF_CODE.search(text)
    wordy = sum(_WORDY.fullmatch(word) is not None for word in words)
    counted = len(words) - sum(_NUMBER.fullmatch(word) is not None for word in words)
    ends = _ENDS.search(text) is not None
    if (
        wordy < 2
        or sum(len(word) > 2 for word in words) < 2
        or wordy < counted * (_SHARE - 0.15 * (ends and len(words) > 3))
    ):
        return False
    first = text.lstrip("\"'“‘«([¿¡")
    if not text.isascii() or ends or (first[:1].isupper() and not text.isupper()):
        return True
    return len(words) > 2 and any(word.lower() in _SMALL_WORDS for word in words)


def last_word(key: str) -> str:
    """The last word of a key in lower case: "url" of `imageUrl`, `image-url` and `IMAGE_URL`."""
    words = words_of(key)
    return words[-1] if words else ""


def words_of(key: str) -> list[str]:
    """The words of a key in lower case, the last ones of a long key."""
    return [word.lower() for word in _KEY_WORD.findall(key[-80:])]
