"""What stands before the entries: declaration, document type, root. Entities are refused, never expanded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dragoman.termbases.problems import TermsUnreadable
from dragoman.termbases.tbx.window import TbxWindow

_MOST: Final = 1024 * 1024  # characters
_BLANK: Final = re.compile(r"[\s\ufeff]*")
_ASIDE: Final = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_DOCTYPE_PART: Final = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|"[^"]*"|'[^']*'|<!(?P<entity>ENTITY\b)|(?P<open>\[)|(?P<close>\])|(?P<end>>)""",
    re.DOTALL,
)
_ROOT: Final = re.compile(r"<(?:[\w.\-]+:)?(?P<name>[A-Za-z][\w.\-]*)(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>")
_ROOTS: Final = frozenset({"martif", "tbx"})
_ELSEWHERE: Final = {
    "tmx": "The file is a translation memory (TMX); import it into a translation memory.",
    "xliff": "The file is XLIFF, which holds translations and no terms.",
    "html": "The file is a page of HTML, no TBX.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the beginning of a file says."""

    root: str  # in small letters, without a prefix
    empty: bool  # the root holds nothing


def read_opening(window: TbxWindow) -> Opening:
    """Read up to the end of the root's start tag. Raises `TermsUnreadable`."""
    while True:
        _skip_blank(window)
        if not _has(window, 9):
            raise TermsUnreadable("The file has no entries: it is empty, or ends before they begin.")
        text = window.text
        if text.startswith(("<!--", "<?")):
            window.drop(_need(window, _ASIDE).end())
        elif text[:9].upper() == "<!DOCTYPE":
            _skip_doctype(window)
        elif text.startswith("<"):
            return _root(window)
        else:
            raise TermsUnreadable("The file is no TBX: it does not begin as XML does.")


def _root(window: TbxWindow) -> Opening:
    found = _need(window, _ROOT)
    name = found["name"].lower()
    if name not in _ROOTS:
        raise TermsUnreadable(
            _ELSEWHERE.get(name, "The file is XML, but no TBX: its root is neither martif nor tbx.")
        )
    window.drop(found.end())
    return Opening(root=name, empty=found[0].endswith("/>"))


def _skip_doctype(window: TbxWindow) -> None:
    """Leave out a document type: nothing is loaded or expanded, so it says nothing."""
    position, inside = len("<!DOCTYPE"), False
    while True:
        found = _DOCTYPE_PART.search(window.text, position)
        if found is None or (found.end() == len(window.text) and not window.ended):
            if len(window.text) > _MOST or not window.more():
                raise TermsUnreadable("The document type at the beginning of the file does not end.")
            continue
        position = found.end()
        if found["entity"]:
            raise TermsUnreadable(
                "The file declares entities, which is not allowed; write characters instead."
            )
        if found["open"] or found["close"]:
            inside = bool(found["open"])
        elif found["end"] and not inside:
            window.drop(position)
            return


def _skip_blank(window: TbxWindow) -> None:
    while True:
        found = _BLANK.match(window.text)
        assert found is not None
        window.drop(found.end())
        if window.text or not window.more():
            return


def _need(window: TbxWindow, pattern: re.Pattern[str]) -> re.Match[str]:
    """Match at the beginning of the window, reading on as far as that takes."""
    while (found := pattern.match(window.text)) is None:
        if len(window.text) > _MOST or not window.more():
            raise TermsUnreadable("The beginning of the file is no XML; nothing of it can be read.")
    return found


def _has(window: TbxWindow, count: int) -> bool:
    while len(window.text) < count and window.more():
        pass
    return len(window.text) >= count
