"""Find languages by their names in files: `de`, `de_AT`, `DEU`, German, Deutsch, English (United Kingdom)."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final

from babel import Locale

from dragoman.languages import canonical, is_well_formed

_CODE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*", re.ASCII)
_NO_NAME: Final = re.compile(r"[;|=/\\:0-9]|,\S")
_WITH_REGION: Final = re.compile(r"(.+?)\s*[(\[,–-]\s*(.+?)\s*[)\]]?")
# Names of languages are known in these languages; each takes a megabyte once it is loaded.
_KNOWN_IN: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "sv", "cs", "ja", "zh", "ko")
# And the names of other languages in themselves.
_OWN_NAMES: Final = (
    "ar العربية, he עברית, hi हिन्दी, th ไทย, uk українська, ro română, hu magyar, el ελληνικά, da dansk,"
    " nb norsk bokmål, nb bokmål, no norsk, nn nynorsk, fi suomi, bg български, vi tiếng việt, id indonesia,"
    " id bahasa indonesia, ms bahasa melayu, sk slovenčina, sl slovenščina, hr hrvatski, sr српски,"
    " sr srpski, bs bosanski, lt lietuvių, lv latviešu, et eesti, ca català, gl galego, eu euskara,"
    " oc occitan, fa فارسی, ur اردو, bn বাংলা, ta தமிழ், te తెలుగు, kn ಕನ್ನಡ, ml മലയാളം, mr मराठी,"
    " gu ગુજરાતી, pa ਪੰਜਾਬੀ, fil filipino, ka ქართული,"
    " hy հայերեն, az azərbaycan, kk қазақ тілі, is íslenska, mk македонски,"
    " sq shqip, ga gaeilge, cy cymraeg, mt malti, sw kiswahili, mn монгол, km ខ្មែរ, lo ລາວ, my မြန်မာ"
)
_SCRIPT_NAMES: Final = {"simplified": "Hans", "traditional": "Hant", "latin": "Latn", "cyrillic": "Cyrl"}
_SPECIAL: Final = {
    "simplified chinese": "zh-Hans",
    "traditional chinese": "zh-Hant",
    "brazilian portuguese": "pt-BR",
    "british english": "en-GB",
    "american english": "en-US",
    "简体中文": "zh-Hans",
    "繁體中文": "zh-Hant",
}


@functools.lru_cache(maxsize=1024)
def find_language(text: str) -> str | None:
    """Find the canonical code of a language, given by code or name; None if it is neither."""
    text = text.strip()
    return read_code(text) or _by_name(text)


def read_code(text: str) -> str | None:
    """Read a language given by a code of two or three letters, with subtags; None if it is not one."""
    code = text.strip().replace("_", "-")
    if not _CODE.fullmatch(text.strip()) or not is_well_formed(code):
        return None
    tag = canonical(code)
    return tag if len(tag.partition("-")[0]) == 2 or tag.partition("-")[0] in _languages() else None


def _by_name(text: str) -> str | None:
    name = " ".join(text.casefold().split())
    if not name or len(name) > 80 or _NO_NAME.search(name):  # saves loading the names
        return None
    if name in _SPECIAL:
        return canonical(_SPECIAL[name])
    known = _names()
    if name in known:
        return known[name]
    found = _WITH_REGION.fullmatch(name)
    if found is None or found[1] not in known:
        return None
    language, rest = known[found[1]], found[2]
    if rest in _SCRIPT_NAMES:
        return canonical(f"{language}-{_SCRIPT_NAMES[rest]}")
    region = _regions().get(rest) or (rest.upper() if re.fullmatch("[a-z]{2}", rest) else None)
    return canonical(f"{language}-{region}") if region else None


@functools.cache
def _languages() -> Mapping[str, str]:
    return {str(code): str(name) for code, name in Locale.parse("en").languages.items()}


@functools.cache
def _names() -> Mapping[str, str]:
    """Map folded names to codes; of a name with several meanings, the first language decides."""
    found: dict[str, str] = {}
    for spoken in _KNOWN_IN:
        for code, name in Locale.parse(spoken).languages.items():
            tag = str(code).replace("_", "-")
            if is_well_formed(tag):
                found.setdefault(str(name).casefold(), canonical(tag))
    for item in _OWN_NAMES.split(","):
        code, _, name = item.strip().partition(" ")
        found.setdefault(name.casefold(), code)
    return found


@functools.cache
def _regions() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for spoken in _KNOWN_IN:
        for code, name in Locale.parse(spoken).territories.items():
            if re.fullmatch("[A-Z]{2}|[0-9]{3}", str(code)):
                found.setdefault(str(name).casefold(), str(code))
    return found
