"""Styles of fonts: bold, italic and family, by name, descriptor and embedded font program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from dragoman.formats.pdf.font_programs import FontProgramStyle, style_from_program
from dragoman.formats.pdf.objects import name_of, number_of

_SUBSET: Final = re.compile(r"^[A-Z]{6}\+")
# Words of a name: "MinionPro-SemiboldIt" is Minion, Pro, Semibold, It.
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_BOLD_WORD: Final = re.compile(
    r"bold|bld|bd|semibold|semibd|sembd|smbd|semib|demibold|demibd|demi|extrabold|extrabd|xbold|ultrabold|ultra"
    r"|black|blk|heavy|hvy|medi|fett|halbfett|negrita|negreta|grassetto|gras"
    r"|bolditalic|boldoblique|boldital|boldit|bdit|semiboldit"
)
_ITALIC_WORD: Final = re.compile(
    r"italic|ital|ita|it|oblique|obl|slanted|slant|sl|inclined|kursiv|cursiva|corsivo|italique"
    r"|bolditalic|boldoblique|boldital|boldit|bdit|semiboldit"
)
_PLAIN_WORD: Final = re.compile(
    r"regular|regu|reg|roman|roma|normal|book|medium|light|lt|thin|extralight|ultralight|semilight"
)
_LIGHTENED: Final = frozenset({"demi", "semi", "extra", "ultra"})  # "UltraLight" is light
_LIGHT_WORDS: Final = frozenset({"light", "lt", "thin", "condensed", "cond", "cn"})
_SHORT: Final[Mapping[str, tuple[str, ...]]] = {  # abbreviations after a hyphen
    "b": ("bold",),
    "i": ("italic",),
    "o": ("oblique",),
    "bi": ("bold", "italic"),
    "bo": ("bold", "oblique"),
    "z": ("bold", "italic"),
}
_GLUED: Final = re.compile(r"^[a-z]{3,}?(bold|black|heavy)?(italic|oblique)?(?:mt|ps|psmt)?$")
_SEPARATORS: Final = re.compile(r"[-,_+/ .]+")
_WEIGHT: Final = re.compile(r"(?:^|[-_ ])([1-9]\d\d)(?:wght)?(?:[-_ ]|$|(?=[A-Za-z]))")
_HIRAGINO: Final = re.compile(r"-W([6-9])\b")
_NUMBERED: Final = re.compile(
    r"^(?:univers|frutiger|helveticaneue|avenir)\w*?[-_ ]?([3-9])([5-8])(?!\d)", re.IGNORECASE
)
# Computer Modern and its derivatives: "CMBX10", "SFTI1000", "ecbi1200", "txbi", "LinLibertineTBI".
_TEX: Final = tuple(
    (re.compile(rf"^(?:{bold})", re.IGNORECASE), re.compile(rf"^(?:{italic})", re.IGNORECASE))
    for bold, italic in (
        (
            r"cm(?:b\d|bx|ssbx|mib|bsy|ssdc|inch|u?bx)",
            r"cm(?:ti|sl|mi|bxti|bxsl|ssi|ssqi|itt|fi)",
        ),
        (
            r"(?:sf|ec|tc|la)(?:b[xiltm]|rb|s[xo]|xc|bm)\w{0,2}\d{3}",
            r"(?:sf|ec|tc|la)(?:ti|sl|bi|bl|s[io]|i[t]|st|ci|sc(?=i)|ff)\w{0,2}\d{3}",
        ),
        (
            r"r?(?:[tp]x|[tp]1x|ts1x)b(?:sc|ss|ssi|sssl|tt|i|sl|mi|sy|ex|k)*\d?$",
            r"r?(?:[tp]x|[tp]1x|ts1x)b?(?:ss|tt)?(?:i|sl|mi|bi)\d?$",
        ),
        (
            r"lin(?:libertine|biolinum)[to]?[bz][io]?$",
            r"lin(?:libertine|biolinum)(?:[to]?[bz]?[io])$(?<!libertineo)(?<!biolinumo)",
        ),
        (r"eu(?:r|f|s)b\d|msb\d+b", r"(?!)"),
    )
)
# Names after Karl Berry: foundry, typeface, weight, slope, encoding: "ptmb8t", "phvbo8r", "pbkdi8a".
_BERRY: Final = re.compile(r"^[a-z5-9][a-z0-9]{2}([abcdhijklmprsux])([a-z]{0,3}?)(?:7[tm]|8[a-z])[a-z]?$")
_BERRY_BOLD: Final = frozenset("bcdhsux")
# Files of Windows fonts: "ARIALBD", "timesbi", "calibriz".
_WINDOWS: Final = re.compile(
    r"^(?:arial|times|cour|calibri|cambria|candara|consola|constan|corbel|georgia|verdana|trebuc|tahoma|segoeui)"
    r"(bd|b|bi|z|i)$",
    re.IGNORECASE,
)
_ANONYMOUS: Final = re.compile(
    r"^(?:(?:cidfont|font|type|tt|f|t|c|fo|fnt)?[-+_]?[a-z]{0,2}\d*)?$", re.IGNORECASE
)
_MONO: Final = re.compile(r"cour|mono|consol|typewriter|menlo|cmtt|fixed|andale", re.IGNORECASE)
_SANS: Final = re.compile(
    r"arial|helv|sans|calibri|verdana|tahoma|segoe|roboto|gothic|frutiger|univers|futura|lato|inter|cmss",
    re.IGNORECASE,
)
_SERIF: Final = re.compile(
    r"^cm(?!ss|tt)|sfrm|lmroman|nimbusrom|times|roman|(?<!san)serif|garamond|georgia|cambria|minion|palat|pallad"
    r"|century|caslon|baskerv|bookman|charter|utopia|libertine|dejavuserif|constantia|song|ming|mincho|batang",
    re.IGNORECASE,
)
_ITALIC_FLAG: Final = 1 << 6
_BOLD_FLAG: Final = 1 << 18
_FIXED_FLAG: Final = 1
_SERIF_FLAG: Final = 1 << 1
_BOLD_WEIGHT: Final = 600
_BOLD_STEM: Final = 140.0  # thousandths of the em: stems of bold letters, if the name is unknown
_LEAST_SLOPE: Final = 1.0  # degrees


class FontStyle(NamedTuple):
    """The style of text, as far as results keep it."""

    bold: bool = False
    italic: bool = False
    family: str = "sans"  # sans, serif or mono


class FontNameStyle(NamedTuple):
    """The style in the name of a font."""

    bold: bool = False
    italic: bool = False
    plain: bool = False  # the name contains "Regular", or another weight that is not bold


def read_style(specification: Mapping[str, Any], descriptor: Mapping[str, Any]) -> FontStyle:
    """The style of a font by its dictionary and its descriptor.

    The embedded program is only read if the name gives no style: names are consistent within a family.
    """
    name = name_of(specification.get("BaseFont")) or name_of(descriptor.get("FontName"))
    plain = _SUBSET.sub("", name)
    named = style_from_name(plain)
    flags = int(number_of(descriptor.get("Flags")))
    program = FontProgramStyle()
    if not any(named):
        program = style_from_program(descriptor)
        named = style_from_name(program.name) if program.name and not program.bold else named
    weight = number_of(descriptor.get("FontWeight"))
    bold = named.bold or program.bold or bool(flags & _BOLD_FLAG) or weight >= _BOLD_WEIGHT
    if not bold and not weight and not any(named) and not program.name and _ANONYMOUS.match(plain):
        bold = number_of(descriptor.get("StemV")) >= _BOLD_STEM
    italic = named.italic or program.italic or bool(flags & _ITALIC_FLAG)
    italic = italic or abs(number_of(descriptor.get("ItalicAngle"))) >= _LEAST_SLOPE
    return FontStyle(bold=bold, italic=italic, family=_family(plain, flags))


def _family(name: str, flags: int) -> str:
    if _MONO.search(name) or flags & _FIXED_FLAG:
        return "mono"
    if _SANS.search(name):
        return "sans"
    return "serif" if flags & _SERIF_FLAG or _SERIF.search(name) else "sans"


def style_from_name(name: str) -> FontNameStyle:
    """The style in a font's name of PostScript, TeX or Windows."""
    plain = _SUBSET.sub("", name)
    for bold, italic in _TEX:
        if bold.match(plain) or italic.match(plain):
            return FontNameStyle(bold=bool(bold.match(plain)), italic=bool(italic.match(plain)))
    if berry := _BERRY.match(plain):
        slanted = any(sign in berry[2] for sign in "io") or "sl" in berry[2]
        return FontNameStyle(bold=berry[1] in _BERRY_BOLD, italic=slanted, plain=True)
    if windows := _WINDOWS.match(plain):
        sign = windows[1].lower()
        return FontNameStyle(bold=sign != "i", italic=sign in {"i", "bi", "z"})
    if numbered := _NUMBERED.match(plain):
        return FontNameStyle(
            bold=int(numbered[1]) >= 6, italic=numbered[2] in "68", plain=int(numbered[1]) < 6
        )
    weight = _WEIGHT.search(plain)
    heavy = bool(weight and int(weight[1]) >= _BOLD_WEIGHT) or _HIRAGINO.search(plain) is not None
    return _style_of_words(list(_words(plain)), heavy=heavy)


def _words(name: str) -> Iterator[str]:
    """The words of a name in lower case; abbreviations after a hyphen are spelled out."""
    for index, part in enumerate(_SEPARATORS.split(name)):
        if index and part.lower() in _SHORT:
            yield from _SHORT[part.lower()]
            continue
        words = _WORDS.findall(part)
        if len(words) == 1 and (glued := _GLUED.match(words[0].lower())):
            yield words[0].lower()
            yield from (word for word in glued.groups() if word)
            continue
        yield from map(str.lower, words)


def _style_of_words(words: list[str], *, heavy: bool) -> FontNameStyle:
    words = words[1:] or words  # a name begins with that of a family: "Black Ops", "Medi"
    bold = heavy
    for word, following in pairwise([*words, ""]):
        lightened = word in _LIGHTENED and following in _LIGHT_WORDS
        bold = bold or (_BOLD_WORD.fullmatch(word) is not None and not lightened)
    return FontNameStyle(
        bold=bold,
        italic=any(map(_ITALIC_WORD.fullmatch, words)),
        plain=any(map(_PLAIN_WORD.fullmatch, words)),
    )
