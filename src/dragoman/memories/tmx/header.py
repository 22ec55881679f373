"""Read a TMX file up to its header. Entity declarations are refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dragoman.memories.tmx.problems import TmxRefused
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.windows import StartTag, TextWindow, read_start_tag, skip_prolog

TOOL: Final = "Dragoman"  # the `creationtool` of our own files

_OTHER_ROOTS: Final = {
    "martif": "The file is a term base (TBX); import it into a term base.",
    "tbx": "The file is a term base (TBX); import it into a term base.",
    "xliff": "The file is XLIFF, not TMX. Translate it as a document, or convert it to TMX.",
    "html": "The file is HTML, not TMX.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TmxHeader:
    """The header of a file, which applies to all its units."""

    source_language: str  # as written; with `*all*` or "", the first language of each unit is its source
    tool: str  # that wrote the file


def read_header(window: TextWindow) -> TmxHeader:
    """Read up to the header's start tag. Raises `TmxRefused`."""
    try:
        root = _read_start_tag(window)
        if root is None:
            raise TmxRefused("The file has no translation units: it is empty or not TMX.")
        if root.name != "tmx":
            raise TmxRefused(_OTHER_ROOTS.get(root.name, "The file is XML, but not TMX."))
        before = window.position, window.line
        header = _read_start_tag(window)
    except DocumentCorrupt as error:
        raise TmxRefused(error.message) from None
    if header is None or header.name != "header":  # the required header is missing: the body begins here
        window.position, window.line = before
        return TmxHeader(source_language="", tool="")
    return TmxHeader(
        source_language=header.attributes.get("srclang", ""), tool=header.attributes.get("creationtool", "")
    )


def _read_start_tag(window: TextWindow) -> StartTag | None:
    return read_start_tag(window) if skip_prolog(window) else None
