"""The letters of scripts that are counted by characters, because blanks do not separate their words.

Written out, as of Unicode 17, so that a count does not depend on which Python runs. Digits and punctuation of
these scripts are left out: a number is a word in every script.
"""

from __future__ import annotations

import re
from typing import Final

# Han characters, iteration marks and numerals, radicals; Bopomofo.
_HAN: Final = (
    "\u02ea\u02eb\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b"
    "\u3105-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9"
    "\U00016fe3\U00016ff0-\U00016ff6\U00020000-\U0003fffd"
)
# Hiragana and Katakana, also half-width, with their sound and iteration marks.
_KANA: Final = (
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
    "\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd\U0001affe\U0001b000-\U0001b122"
    "\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167"
)
_HANGUL: Final = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uffa0-\uffdc"
# Thai, Lao, Burmese, Tai Le, New Tai Lue, Khmer, Tai Tham, Tai Viet: letters, vowel signs and tone marks.
_SOUTH_EAST_ASIAN: Final = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109d"
    "\u1780-\u17d3\u17d7\u17dc\u17dd\u1950-\u1974\u1980-\u19c9\u1a20-\u1a7c\u1aa7"
    "\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f\uaa80-\uaac2\uaadb-\uaadd"
)

HAN: Final = re.compile(f"[{_HAN}]+")
KANA: Final = re.compile(f"[{_KANA}]+")
HANGUL: Final = re.compile(f"[{_HANGUL}]+")
SOUTH_EAST_ASIAN: Final = re.compile(f"[{_SOUTH_EAST_ASIAN}]+")
ANY: Final = re.compile(f"[{_HAN}{_KANA}{_HANGUL}{_SOUTH_EAST_ASIAN}]+")
