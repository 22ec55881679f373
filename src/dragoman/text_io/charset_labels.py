"""Names of encodings: the labels in documents, the Python codec of each, the languages that it can write.

Labels follow the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels): pages labelled
ISO-8859-1 are windows-1252, as in browsers. Codecs that do not encode text are never found.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import Final

UNICODE: Final = frozenset({"utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "gb18030"})

# Codec and labels in lower case, where Python's codec is not the browsers'.
_LABELS_OF: Final[Mapping[str, str]] = {
    "cp1252": "ascii us-ascii ansi_x3.4-1968 iso-8859-1 iso8859-1 iso_8859-1 iso_8859-1:1987 iso-ir-100"
    " latin1 l1 latin-1 ibm819 cp819 x-cp1252 windows-1252 ansi iso8859_1 latin_1",
    "cp1254": "iso-8859-9 iso8859-9 iso_8859-9 latin5 l5 x-cp1254 iso8859_9",
    "cp874": "tis-620 iso-8859-11 iso8859-11 windows-874 dos-874 tis_620 iso8859_11",
    "gb18030": "gb2312 gb_2312 gb_2312-80 chinese csgb2312 gbk x-gbk cp936 ms936 windows-936 euc-cn",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis windows-31j ms932"
    " shift_jis_2004 shift_jisx0213",
    "cp949": "euc-kr euc_kr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601"
    " ksc_5601 windows-949 uhc johab",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950",
    "mac_roman": "macintosh x-mac-roman mac csmacintosh",
    "mac_cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "koi8_r": "koi8-r koi8 koi cskoi8r",
    "koi8_u": "koi8-u koi8-ru",
    "iso8859_8": "iso-8859-8-i iso-8859-8-e logical visual",
    "euc_jp": "euc-jp x-euc-jp eucjp",
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 utf-8-sig utf_8_sig",
    "utf-16-le": "utf-16 utf-16le unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff",
    "utf-16-be": "utf-16be unicodefffe",
    "utf-32-le": "utf-32 utf-32le ucs-4",
    "utf-32-be": "utf-32be",
}
_LABELS: Final = {label: codec for codec, labels in _LABELS_OF.items() for label in labels.split()}

_CODECS: Final = frozenset(
    {
        f"cp{number}"
        for number in (437, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869)
    }
    | {f"cp{number}" for number in (874, 932, 949, *range(1250, 1259), 1125)}
    | {f"iso8859_{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)}
    | {"big5hkscs", "euc_jp", "gb18030", "hp-roman8", "iso2022_jp", "koi8_r", "koi8_t", "koi8_u", "kz1048"}
    | {"mac_cyrillic", "mac_greek", "mac_latin2", "mac_roman", "mac_turkish", "ptcp154"}
    | UNICODE
)

# Letters that nearly all texts in a language have; languages not named here fit only Unicode.
LETTERS: Final[Mapping[str, str]] = {
    language: letters
    for languages, letters in (
        ("en id ms sw so xh zu tl fil ast", "az"),
        ("de lb gsw nds", "äöüß"),
        ("da nb nn no fo", "æøå"),
        ("fr oc br ca frp wa", "àâçéèêô"),
        ("es gl an", "áéíñó¿"),
        ("nl af fy", "éëï"),
        ("pt", "ãõçáê"),
        ("it sc gd", "àèìòù"),
        ("sv", "åäö"),
        ("fi", "äö"),
        ("is", "þðæö"),
        ("et", "äõöü"),
        ("eu", "ñ"),
        ("sq", "çë"),
        ("ga", "áéíóú"),
        ("cy", "ŵŷ"),
        ("mt", "ċġħż"),
        ("eo", "ĉĝŝŭ"),
        ("hr sl bs sh", "čšž"),
        ("pl", "ąćęłńóśźż"),
        ("cs", "čďěňřšťůž"),
        ("sk", "čďľňťž"),
        ("hu", "őűáé"),
        ("ro", "ăâî"),
        ("lv", "āčēģķļņ"),
        ("lt", "ąčęėįšųūž"),
        ("tr", "ğışç"),
        ("az", "əğış"),
        ("ru", "абжё"),
        ("uk", "єіїґ"),
        ("be", "ўіы"),
        ("bg", "щъьж"),
        ("sr", "ђћџљ"),
        ("mk", "ѓќљњџ"),
        ("el", "αβγή"),
        ("he yi", "אבגם"),
        ("ar", "ابتث"),
        ("fa ur", "پچگ"),
        ("th", "กขคๆ"),
        ("vi", "ạếơư"),
        ("ja", "あア日本語"),
        ("ko", "가한국어"),
        ("zh", "中文语語"),
    )
    for language in languages.split()
}


def find_codec(label: str) -> str | None:
    """The codec of an encoding's name, or None when it is unknown or does not encode text."""
    name = label.strip().strip("\"'").lower()
    if name in _LABELS:
        return _LABELS[name]
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    found = _LABELS.get(found, found)
    for spelling in (found, found.replace("-", "_")):
        if spelling in _CODECS:
            return spelling
    return None


def fits_language(codec: str, language: str) -> bool:
    """Whether a codec can write a language's usual letters; False for unknown languages."""
    letters = LETTERS.get(language.partition("-")[0])
    if letters is None:
        return False
    try:
        letters.encode(codec)
    except UnicodeEncodeError:
        return False
    return True
