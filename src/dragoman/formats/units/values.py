"""Whether a string of a data or resource file is language for people, or an identifier for programs.

Formats with keys and values share these rules, which are independent of syntax. All patterns are linear in
the value.
"""

from __future__ import annotations

import enum
import re
from typing import Final

from dragoman.formats.format import Reason
from dragoman.formats.units.configuration import is_for_people
from dragoman.formats.units.key_words import ALWAYS_KEYS, HARD_KEYS, SOFT_KEYS
from dragoman.formats.units.value_shapes import has_letters, is_code, last_word, words_in
from dragoman.messages.icu import is_malformed

__all__ = [
    "LONG_LABEL",
    "ContentKind",
    "has_letters",
    "is_prose",
    "is_settings",
    "judge",
    "last_word",
]


class ContentKind(enum.Enum):
    """The kind of content of the file around a value."""

    LABELS = "labels"  # only texts for people: keys have no influence
    DICTIONARY = "dictionary"  # nothing but strings: probably labels
    CATALOGUE = "catalogue"  # only strings, and their values look like labels
    DATA = "data"  # anything
    CONFIGURATION = "configuration"  # values for programs, with some texts for people


_ALL_TEXTS: Final = frozenset({ContentKind.LABELS, ContentKind.CATALOGUE})
_EXTENSIONS: Final = (
    "avif|bmp|css|csv|docx?|eot|gif|gz|html?|ico|ini|jar|jpe?g|jsx?|json|less|log|map|md|mjs|mp[34]|ogg|otf|pdf|php|png"
    "|po|pptx?|properties|py|rb|sass|scss|sh|sql|svg|tar|tsx?|ttf|txt|vue|wav|webm|webp|woff2?|xlsx?|xml|ya?ml|zip"
)
_NEVER_LANGUAGE: Final = re.compile(
    rf"""
      (?:[a-z][a-z0-9+.\-]{{1,20}}:)?//\S+ | (?:mailto|tel|sms|data|urn|javascript|blob):\S+ | www\.\S+
    | [\w.+%\-]{{1,64}}@[\w\-]++(?:\.[\w\-]{{1,63}}){{1,8}}                    # e-mail address
    | \#[0-9a-f]{{3,8}} | (?:rgb|hsl|hwb|lab|lch)a?\([^()]{{1,80}}\)           # colour
    | \d{{4}}-\d\d-\d\d (?:[T ][\d:.,]{{1,20}}\s?(?:z|[+\-]\d\d:?\d\d)?)?      # date and time
    | [0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}
    | (?:/|\.{{1,2}}/|~/|[a-z]:[\\/]|\\\\)[\w.\-@%$/\\{{}}:*]+                 # path
    | (?:[a-z]:|\\\\[\w.\-]{{1,60}}) (?:\\[^<>:"|?*\\\n]*+)* \\                 # path with blanks in it
      [^<>:"|?*\\\s]*+ (?:[^<>:"|?*\\\n]*\.\w{{1,5}})?
    | [\w.\-@]++(?:/[\w.\-@]++){{2,40}}
    | [\w\-./@]{{1,200}}\.(?:{_EXTENSIONS})
    | (?:application|audio|font|image|message|model|multipart|text|video)/[\w.+\-*]+(?:;\s?[\w=.\-"]+)?
    | [v^~=<>]{{0,2}}\d+(?:\.\d+){{1,4}}(?:[-+.][\w.\-]{{1,40}})?              # version
    | [-+]?\d+(?:\.\d+)?(?:px|r?em|v[hw]|pt|ms|s|deg|fr|dpi|%)                 # size
    | (?=[A-Za-z0-9+/=_\-]{{0,4000}}\d)[A-Za-z0-9+/=_\-]{{32,}}                # hash, key, base64
    | \$?[A-Za-z0-9]*+_[A-Za-z0-9_]*+                                          # snake_case
    | [A-Za-z_]\w+(?:(?:\.|::|->)[A-Za-z_]\w+){{1,20}}                         # dotted.name
    | ltr | rtl
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_CAMEL: Final = re.compile(
    r"[a-z][a-z0-9]*+[A-Z][A-Za-z0-9]*|[A-Za-z]++\d[A-Za-z0-9]*|\d++[A-Za-z][A-Za-z0-9]*", re.ASCII
)
_CONSTANT: Final = re.compile(r"true|false|null|nil|undefined")  # labels begin with a capital
_SWITCH: Final = re.compile(r"[Tt]rue|[Ff]alse|TRUE|FALSE|yes|no|on|off|none|auto|default")
_LANGUAGE_CODE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}", re.ASCII)


_COMMENTS: Final = frozenset(
    {"_comment", "__comment", "_comments", "comment_", "//", "$comment", "_note", "#"}
)
_SETTINGS: Final = words_in(
    """
    scripts dependencies devdependencies peerdependencies optionaldependencies bundleddependencies engines
    exports imports compileroptions browserslist eslintconfig
    """
)


_MOST_SPACED: Final = 100  # characters of a date or colour with blanks in it


def judge(key: str, value: str, content_kind: ContentKind) -> Reason | None:
    """The reason why a value under a key is not translated; None when it is language."""
    if not has_letters(value):
        return Reason.NO_TEXT
    if key in _COMMENTS:
        return Reason.COMMENT
    text = value.strip()
    if _is_for_programs(key, text, content_kind):
        return Reason.KEY
    if content_kind not in _ALL_TEXTS and is_code(text):
        return Reason.CODE
    if is_malformed(text):  # an engine would change its keywords
        return Reason.CODE
    return Reason.KEY if content_kind is ContentKind.CONFIGURATION and not is_for_people(key, text) else None


def _is_for_programs(key: str, text: str, content_kind: ContentKind) -> bool:
    single = len(text.split(maxsplit=1)) < 2
    if key[:1] in ("$", "@"):
        return True
    if (single or len(text) <= _MOST_SPACED) and _NEVER_LANGUAGE.fullmatch(text):
        return True
    if _LANGUAGE_CODE.fullmatch(text) and last_word(key) in ("lang", "locale", "language"):
        return text != text.capitalize()  # "en", "pt-BR", but "No" and "Thai" are words
    return content_kind not in _ALL_TEXTS and _is_technical(
        last_word(key), text, single=single, content_kind=content_kind
    )


def _is_technical(word: str, text: str, *, single: bool, content_kind: ContentKind) -> bool:
    """Whether key and value together show that programs read the value."""
    if not single:
        return word in ALWAYS_KEYS and content_kind is not ContentKind.DICTIONARY
    if _CAMEL.fullmatch(text) or _CONSTANT.fullmatch(text):
        return True
    if content_kind is not ContentKind.DICTIONARY and _SWITCH.fullmatch(text):
        return True
    if word not in HARD_KEYS and word not in SOFT_KEYS:
        return False
    label = not text.isascii() or (text[0].isupper() and text[1:].islower())
    return not (label and (word in SOFT_KEYS or content_kind is ContentKind.DICTIONARY))


def is_settings(key: str) -> bool:
    """Whether all values below a key are for programs: metadata, dependencies and the like."""
    return key[:1] in ("$", "@") or key.lower() in _SETTINGS


_NEXT_SENTENCE: Final = re.compile(r"[.!?…][\"'”’»)\]]{0,2}\s+\S|[。！？।۔]\s*+\S|[.!?…:;\w)]\s*\n\s*+[^\s]")
LONG_LABEL: Final = 300  # characters from which a label of several sentences is running text


def is_prose(value: str, content_kind: ContentKind = ContentKind.LABELS) -> bool:
    """Whether a value is running text that is split into sentences."""
    if content_kind is ContentKind.LABELS and len(value) <= LONG_LABEL:
        return False
    return _NEXT_SENTENCE.search(value) is not None
