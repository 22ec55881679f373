"""The families of patterns that `placeholders` protects: the untranslatable parts of a text.

Placeholders of programs have a table of their own, `dragoman.messages.placeholder_grammars`. Every pattern
begins only where a token begins, and repeats possessively or within a bound, so that a search is linear in
the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5
from typing import Final, NamedTuple, TypeAlias

from dragoman.messages import addresses
from dragoman.messages.addresses import LABEL, NAME_FREE, NAME_LETTER
from dragoman.messages.placeholder_grammars import choose
from dragoman.messages.unspaced import UNSPACED

ACCELERATOR: Final = "accelerator"  # type of a word with a marked letter, and of the pair that it becomes


class PatternMatch(NamedTuple):
    """A piece to protect: text[start:end]."""

    start: int
    end: int
    type: str  # of the code it becomes


Refine: TypeAlias = Callable[[re.Match[str]], int]  # where the piece really ends; at its start: it is none


@dataclass(frozen=True, slots=True)
class PatternFamily:
    """One kind of untranslatable text. It is searched for if its trigger, a cheap pattern, occurs."""

    type: str
    trigger: str | re.Pattern[str]
    pattern: re.Pattern[str]
    refine: Refine | None = None

    def is_triggered(self, text: str) -> bool:
        """Whether the text may have a match."""
        trigger = self.trigger
        return trigger in text if isinstance(trigger, str) else trigger.search(text) is not None

    def find(self, text: str, start: int = 0) -> Iterator[PatternMatch]:
        """All matches in the text from `start` on, in order."""
        for match in self.pattern.finditer(text, start):
            end = self.refine(match) if self.refine else match.end()
            if end > match.start():
                yield PatternMatch(match.start(), end, self.type)


_JOINABLE: Final = re.compile(
    r"[\u0600-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u18af\ua800-\uabff\ufb50-\ufeff]"
)


def _outside_words(match: re.Match[str]) -> int:
    """Joiners between letters of Persian or Indic words are part of the spelling, and no code."""
    if match[0].strip("\u200c\u200d") or match.start() == 0:
        return match.end()
    return match.start() if _JOINABLE.match(match.string, match.start() - 1) else match.end()


_P: Final = r"[\w.@+%$~\-]"  # in a path
_EXTENSION: Final = (
    "bat|bin|bmp|bz2|cfg|conf|cpp|css|csv|dll|docx?|dmg|eps|epub|exe|gif|gz|html?|ico|ini|ipynb|jar|java|jpe?g|jsx?"
    "|json|log|md|mkv|mov|mp[34]|mpe?g|od[pst]|ogg|otf|pdf|php|png|pot?|pptx?|properties|psd|py|rar|rst|rtf|scss|sh"
    "|sql|srt|svg|tar|tgz|tiff?|tmx|toml|tsv|tsx|ttf|txt|vtt|wav|webm|webp|whl|xhtml|xliff|xlf|xlsx?|xml|xsd|xsl"
    "|ya?ml|zip|7z"
)
# "5 %{x}", "3 %-5.2f" and "3 %(n)d" have placeholders, "5 %-ig" and "5 %(net)" have none.
_PLACED: Final = r"[{<@*]|[-+#]\d|\([\w.\-]{1,60}\)[-+#0\d.]{0,9}[A-Za-z]"
# Only units that are not words of a language: "in" is a word, so inches are left to the engine. Seconds need
# a blank: the 1920s are years.
_UNIT: Final = (
    rf"(?:[%‰](?!{_PLACED})|°[CF]?|[µμnmcdkMGT]?Hz|[kMG]?bps|[kKMGTP]i?B(?:/s)?|[kMG]bit(?:/s)?"
    "|kWh|MWh|mAh|Wh|[kMG]W|[mk]V|[hkM]?Pa|kJ|kcal|dB|k?Ω|[cmdkµμn]?m[²³]?|km/h|m/s|mph|ft|lbs?|oz|[mµμk]?g|[mcdh]?[lL]|[mµμn]s|min|h|[WV]"
    "|px|pt|dpi|ppi|fps|rpm)"
)
_GAP: Final = "[ \u00a0\u202f]"
_ASTRAL_PICTURE: Final = "\U0001f000-\U0001faff"
_PICTURE: Final = (
    f"[{_ASTRAL_PICTURE}\u203c\u2049\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f\u2b00-\u2bff]"
)
_PICTURES: Final = (
    f"(?>(?:[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3"
    f"|(?:{_PICTURE}|[©®™]\ufe0f)[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*+(?:\u200d(?={_PICTURE}))?)+)"
)
# Controls, formats, variation selectors, private use, and lone surrogates; blanks are a family of their own.
_CONTROL: Final = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff"
    "\ue000-\uf8ff\ufe00-\ufe0f\ufeff\ufff9-\uffff\U000e0000-\U0010ffff"
)

# Data, such as base64: no language that parts words has one so long, and engines take minutes for it.
_LONGEST_WORD: Final = 1_000
_DATA: Final = re.compile(rf"(?<![^\s{UNSPACED}])[^\s{UNSPACED}]{{{_LONGEST_WORD},}}+")

_DOT: Final = re.compile(r"\.\w")
_DIGIT: Final = re.compile(r"\d")

_NO_ESCAPE: Final = re.compile(r"\\(?![nrt])")
_FILE_NAME: Final = re.compile(rf".*\\[\w\-]+\.(?:{_EXTENSION})\.?\Z", re.IGNORECASE)


def _no_escapes(match: re.Match[str]) -> int:
    r"""`src\test\data` is a path on Windows; in `House\nred` and `one\ntwo` line breaks are written so."""
    steps = match[0].count("\\")
    if (steps > 1 and _NO_ESCAPE.search(match[0])) or _FILE_NAME.match(match[0]):
        return addresses.address_end(match)
    return match.start()


_SHORTCODE: Final = PatternFamily("emoji", ":", re.compile(r"(?<![\w:]):[a-z][a-z0-9_+\-]{1,40}:(?![\w:])"))
_FAMILIES: Final = (
    PatternFamily("url", "://", addresses.URL, addresses.address_end),
    PatternFamily("url", ":", addresses.OPAQUE, addresses.address_end),
    PatternFamily("url", _DOT, addresses.WWW, addresses.address_end),
    PatternFamily("url", _DOT, addresses.HOST, addresses.address_end),
    PatternFamily("email", "@", addresses.EMAIL),
    PatternFamily(
        "handle",
        "@",
        re.compile(rf"(?<![\w@.+/\-])@(?=[\w.]{{0,32}}[^\W\d_]){NAME_LETTER}++(?>(?:[.\-]{NAME_LETTER}++)*)"),
    ),
    PatternFamily("hashtag", "#", re.compile(r"(?<![\w&#/])#(?=\w{0,32}[^\W\d_])\w++")),
    PatternFamily(
        "path",
        _DOT,
        re.compile(
            rf"{NAME_FREE}(?<![.@/:\\\-])(?:{LABEL}\.)+(?:{_EXTENSION}|{_EXTENSION.upper()})(?!{NAME_LETTER}|-)"
        ),
    ),
    PatternFamily(
        "path",
        "/",
        re.compile(rf"(?<![\w/.<>:~\\\-])(?:(?:~|\.{{1,2}})/{_P}++(?>(?:/{_P}*+)*)|/{_P}++(?>(?:/{_P}*+)+))"),
        addresses.address_end,
    ),
    PatternFamily(
        "path",
        "\\",
        re.compile(
            r"(?<![\w\\])(?:[A-Za-z]:\\|\\\\[\w.\-]++\\)[^\s<>\"|?*:]*+"
            # C:\Program Files (x86)\new
            r"(?>(?:(?: [\w.\-]{1,40}){0,2} [A-Z(][\w.\-()]{0,40}\\[^\s<>\"|?*:]*+){0,9})"
        ),
        addresses.address_end,
    ),
    PatternFamily(
        "path",
        "\\",
        re.compile(r"(?<![\w.\-\\])[\w.\-]++(?>(?:\\[A-Za-z0-9][\w.\-]*+)+)"),
        _no_escapes,
    ),
    # The end of a Markdown link, with its address: `markdown_links`.
    PatternFamily(
        "link",
        "](",
        re.compile(
            r"\]\((?>(?:[^\s()<>]|\([^\s()<>]{0,200}\)){0,2000})"
            r"(?>(?:\s{1,3}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?)\)"
        ),
    ),
    PatternFamily("link", "][", re.compile(r"\]\[[^\[\]\n]{0,200}\]")),
    PatternFamily(
        "protected",
        "]:",
        re.compile(
            r"(?m:^)[ ]{0,3}\[[^\[\]\n]{1,200}\]:[ ]{1,3}(?:[a-z]{1,9}:|[.\w\-]{0,60}[/#])[^\s<>]{0,2000}"
        ),
    ),
    PatternFamily(
        "uuid",
        re.compile(r"[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-"),
        re.compile(r"(?<![\w\-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w\-])"),
    ),
    _SHORTCODE,
    # `R&amp;D` is one name.
    PatternFamily("protected", "&amp;", re.compile(r"(?<![\w&])[A-Z]{1,4}&amp;[A-Z]{1,4}(?![\w&;])")),
    PatternFamily(
        "entity", "&", re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});")
    ),
    PatternFamily(
        "version",
        re.compile(r"\d\.\d"),
        re.compile(
            r"(?<![\w.,/\-])(?:[vV]\d++(?>(?:\.\d++)+)|\d++(?>(?:\.\d++){2,10}))"
            r"(?>(?:-?(?:rc|a|b|alpha|beta|dev|post|pre)[.\-]?\d*+)?)(?![\w]|\.\d)"
        ),
    ),
    PatternFamily(
        "number",
        _DIGIT,
        re.compile(
            rf"{NAME_FREE}(?<![.,:])[-+−±~]?(?:\d{{1,9}}(?:[.,]\d{{1,9}})?[-–—])?(?:\d{{1,3}}(?>(?:(?:{_GAP}|[.,'’])\d{{3}}){{1,5}})(?!\d)|\d++)(?>(?:[.,]\d++)?)"
            rf"(?:{_GAP}?{_UNIT}|{_GAP}s)(?!{NAME_LETTER}|['’²³/%])"
        ),
    ),
    PatternFamily("space", re.compile(r"\s\s|[^\S ]"), re.compile(r"\s{2,}+|[^\S ]")),
    PatternFamily("emoji", re.compile(f"[{_ASTRAL_PICTURE}\u203c-\u2bff\ufe0f]"), re.compile(_PICTURES)),
    PatternFamily("protected", _DATA, _DATA),
    PatternFamily("control", re.compile(f"[{_CONTROL}]"), re.compile(f"[{_CONTROL}]++"), _outside_words),
)


# Markers of accelerators that prose may have by chance: several of them in one text are something else.
_ALONE: Final = frozenset({"_", "~"})


def _only_one(marker: str) -> Refine | None:
    if marker not in _ALONE:
        return _no_reference if marker else None
    return lambda match: match.end() if match.string.count(marker) == 1 else match.start()


def _no_reference(match: re.Match[str]) -> int:
    """`&copy 2024` is a reference of old HTML, and no accelerator."""
    return match.start() if match[0].replace("&amp;", "&", 1)[1:] in html5 else match.end()


@lru_cache(maxsize=256)
def families(placeholders: tuple[str, ...]) -> tuple[PatternFamily, ...]:
    """All families, with the placeholder grammars of a choice (see `placeholder_grammars.choose`)."""
    # Laravel's ":name:" ends before the colon.
    others = [one for one in _FAMILIES if one is not _SHORTCODE or "laravel" not in placeholders]
    return (
        *(
            PatternFamily(
                ACCELERATOR if rule.marker else "variable", rule.trigger, rule.pattern, _only_one(rule.marker)
            )
            for rule in choose(placeholders)
        ),
        *others,
    )


def may_need_protection(text: str) -> bool:
    """Whether there may be anything to protect: a quick check for plain sentences."""
    return _NOTABLE.search(text) is not None or (
        len(text) >= _LONGEST_WORD and _DATA.search(text) is not None
    )


# Everything that a trigger can match, but data.
_NOTABLE: Final = re.compile(
    rf"[@:/%{{}}$#\\&_\[\d\t\n\v\f\r\x1c-\x1f\x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    rf"{_ASTRAL_PICTURE}\u203c-\u2bff{_CONTROL}]|  |\.\w|\*\||[~!]\w|[A-F]{{4}}-"
)
