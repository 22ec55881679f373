"""What stands before the units: declaration, document type, root, header. Entities are refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import unescape

from dragoman.memories.tmx.problems import TmxRefused
from dragoman.memories.tmx.window import TmxWindow

TOOL: Final = "Dragoman"  # how our own files name what made them

_MOST: Final = 1024 * 1024  # characters of a comment, a document type or a tag
_BLANK: Final = re.compile(r"[ \t\n\ufeff]*")
_ASIDE: Final = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_TAG: Final = re.compile(r"<([A-Za-z_][\w.:\-]*)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>")
_ATTRIBUTE: Final = re.compile(r"""([\w.:\-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_DOCTYPE_PART: Final = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|"[^"]*"|'[^']*'|<!(?P<entity>ENTITY\b)|(?P<open>\[)|(?P<close>\])|(?P<end>>)""",
    re.DOTALL,
)
_ELSEWHERE: Final = {
    "martif": "The file is a term base (TBX); import it into a term base.",
    "tbx": "The file is a term base (TBX); import it into a term base.",
    "xliff": "The file is XLIFF, no translation memory; translate it as a document, or convert it to TMX.",
    "html": "The file is a page of HTML, no TMX.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TmxHeader:
    """What a file says of all its units."""

    source_language: str  # as it is written; `*all*` or nothing: each unit's first one
    tool: str  # what made it


def read_header(window: TmxWindow) -> TmxHeader:
    """Read as far as the header's start tag. Raises `TmxRefused`."""
    name, _ = _next_tag(window)
    if name != "tmx":
        raise TmxRefused(_ELSEWHERE.get(name, "The file is XML, but no TMX."))
    header: dict[str, str] = {}
    before = window.position, window.line
    if _stands_tag(window):
        before = window.position, window.line
        name, header = _next_tag(window)
    if name != "header":  # required, and missing: what stands here belongs to the body
        window.position, window.line = before
    return TmxHeader(source_language=header.get("srclang", ""), tool=header.get("creationtool", ""))


def _next_tag(window: TmxWindow) -> tuple[str, dict[str, str]]:
    """The next start tag: its name without prefix, and its attributes."""
    if not _stands_tag(window):
        raise TmxRefused("The file has no translation units: it is empty, or no TMX.")
    found = _need(window, _TAG)
    attributes = {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(found[2])}
    window.go(found.end())
    return found[1].rpartition(":")[2], attributes


def _stands_tag(window: TmxWindow) -> bool:
    """Pass over what says nothing; whether a start tag follows."""
    while True:
        _skip_blank(window)
        window.fill(9)
        ahead = window.text[window.position : window.position + 9]
        if ahead.startswith(("<!--", "<?")):
            window.go(_need(window, _ASIDE).end())
        elif ahead.upper() == "<!DOCTYPE":
            _skip_doctype(window)
        else:
            return ahead.startswith("<") and not ahead.startswith(("</", "<!"))


def _skip_blank(window: TmxWindow) -> None:
    while True:
        found = _BLANK.match(window.text, window.position)
        assert found is not None
        window.go(found.end())
        if window.position < len(window.text) or not window.more():
            return


def _skip_doctype(window: TmxWindow) -> None:
    """Leave out a document type: nothing is loaded or expanded, so it says nothing."""
    offset, inside = len("<!DOCTYPE"), False
    while True:
        found = _DOCTYPE_PART.search(window.text, window.position + offset)
        if found is None or (found.end() == len(window.text) and not window.ended):
            if len(window.text) - window.position > _MOST or not window.more():
                raise TmxRefused("The document type at the beginning of the file does not end.")
            continue
        offset = found.end() - window.position
        if found["entity"]:
            raise TmxRefused("The file declares entities, which is not allowed; write characters instead.")
        if found["open"] or found["close"]:
            inside = bool(found["open"])
        elif found["end"] and not inside:
            window.go(found.end())
            return


def _need(window: TmxWindow, pattern: re.Pattern[str]) -> re.Match[str]:
    """Match at the position, reading on as far as that takes."""
    while (found := pattern.match(window.text, window.position)) is None:
        if len(window.text) - window.position > _MOST or not window.more():
            raise TmxRefused("The beginning of the file is no XML; nothing of it can be read.")
    return found
