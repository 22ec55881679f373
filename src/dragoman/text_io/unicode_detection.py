"""Detect Unicode encodings: by a byte order mark, by the `<` of XML, by the NULs in Latin letters.

`charset_labels` knows the encodings that documents declare, `charset_guessing` guesses all others.
"""

from __future__ import annotations

import codecs
import unicodedata
from typing import Final

BOMS: Final = (  # the longer first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
BOM_OF: Final = {codec: bom for bom, codec in BOMS}
WIDE: Final = frozenset({"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"})  # more than one byte for `<`

_MARKUP: Final = tuple(("<".encode(codec), codec) for _, codec in BOMS if codec in WIDE)  # the longer first
_HEAD: Final = 4 * 1024  # bytes that NULs are counted in
_MOST_ODD_CHARACTERS: Final = 0.02


def find_bom(data: bytes) -> tuple[bytes, str]:
    """The byte order mark that bytes begin with, and the codec it names; empty without one."""
    return next(((bom, codec) for bom, codec in BOMS if data.startswith(bom)), (b"", ""))


def find_xml_unicode(data: bytes) -> tuple[bytes, str]:
    """As `find_bom`; without a mark, the codec that a `<` of several bytes at the beginning shows."""
    bom, codec = find_bom(data)
    return bom, codec or next((codec for markup, codec in _MARKUP if data.startswith(markup)), "")


def find_wide(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark, by the NULs that Latin letters, blanks and line ends have in them."""
    head = data[:_HEAD]
    if b"\0" not in head or len(data) % 2:
        return None
    nuls = [head[at::4].count(0) for at in range(4)]
    quarter = len(head) / 4
    even, odd = nuls[0] + nuls[2], nuls[1] + nuls[3]
    candidate = "utf-16-le" if odd > 20 * even else "utf-16-be" if even > 20 * odd else None
    if len(data) % 4 == 0 and min(nuls[2:]) > 0.9 * quarter and nuls[0] < 0.1 * quarter:
        candidate = "utf-32-le"
    elif len(data) % 4 == 0 and min(nuls[:2]) > 0.9 * quarter and nuls[3] < 0.1 * quarter:
        candidate = "utf-32-be"
    if candidate is None or sum(nuls) < max(2, len(head) / 200):
        return None
    try:
        text = head[: len(head) // 4 * 4 or 2].decode(candidate, "surrogatepass")
    except UnicodeDecodeError:
        return None
    odd_characters = sum(1 for character in text if unicodedata.category(character) in {"Cc", "Cn", "Co"})
    usual_controls = sum(map(text.count, "\t\n\r\f"))
    return candidate if odd_characters - usual_controls <= _MOST_ODD_CHARACTERS * len(text) else None
