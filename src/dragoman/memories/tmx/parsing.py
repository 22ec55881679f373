"""The XML of one unit to its tree, control characters included, which XML cannot have."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import XML, Element, ParseError
from xml.parsers import expat

from dragoman.memories.tmx.names import NO_XML

# While a unit is parsed, these of the last private plane stand for control characters.
_VEIL: Final = 0x10FF00
_VEILED: Final = re.compile("[\U0010ff01-\U0010ff1f]")
_REFERENCE: Final = re.compile("&#(?:x0*([0-9a-fA-F]{1,6})|0*([0-9]{1,7}));")
_UNBOUND: Final = expat.errors.codes[expat.errors.XML_ERROR_UNBOUND_PREFIX]
_DECLARING: Final = "<body"
_PREFIX: Final = re.compile(r"[<\s/]([A-Za-z_][A-Za-z0-9_.\-]*):[A-Za-z_]")


def parse_unit(text: str) -> tuple[Element, bool]:
    """The tree, and whether characters were left out because no text has them.

    Raises `ParseError` for what is not well formed, UnicodeEncodeError for lone surrogates.
    """
    try:
        root = XML(text)  # which begins with `<tu`: no document type can stand in it
    except ParseError as error:
        if error.code == _UNBOUND and not text.startswith(_DECLARING):
            return _parse_prefixed(text)
        veiled = _veil(text)
        if veiled is None:
            raise
        root, lost = parse_unit(veiled.replace("\x00", ""))
        _unveil(root)
        return root, lost or "\x00" in veiled
    if "xmlns" in text:
        _forget_namespaces(root)
    return root, False


def _parse_prefixed(text: str) -> tuple[Element, bool]:
    """Prefixes are declared at the root of a file; here they only have to be some."""
    prefixes = sorted(set(_PREFIX.findall(text)) - {"xml", "xmlns"})
    declared = "".join(f' xmlns:{prefix}="urn:{prefix}"' for prefix in prefixes)
    root, lost = parse_unit(f"{_DECLARING}{declared}>{text}</body>")
    return root[0], lost


def _forget_namespaces(root: Element) -> None:
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]


def _veil(text: str) -> str | None:
    """The text with stand-ins for control characters and for references to them, and NUL for what is lost.

    None when there are none.
    """
    if _VEILED.search(text):
        return None
    veiled = NO_XML.sub(lambda found: _stand_in(ord(found[0])), text)
    veiled = _REFERENCE.sub(_refer, veiled)
    return None if veiled == text and "\x00" not in text else veiled


def _refer(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    return _stand_in(code) if code < 0x110000 and NO_XML.match(chr(code)) else found[0]


def _stand_in(code: int) -> str:
    return chr(_VEIL + code) if 0 < code < 0x20 else "\x00"


def _unveil(root: Element) -> None:
    table = {_VEIL + code: code for code in range(1, 0x20)}
    for node in root.iter():
        node.text = node.text and node.text.translate(table)
        node.tail = node.tail and node.tail.translate(table)
        for name, value in node.items():
            node.set(name, value.translate(table))
