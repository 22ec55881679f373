"""Comments for translators: the comments beside a text in its file, as the note of its unit.

Formats find their comments. This module joins them to one text of bounded length that databases and XML can
hold, and finds comments on the lines directly above a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dragoman.formats.format import LONGEST_NOTE
from dragoman.text_io.charsets import show_text

_MOST_COMMENTS: Final = 100  # of one text
_MOST_READ: Final = 2 * LONGEST_NOTE  # characters of one comment: some of them may go
_MOST_BLANKS: Final = 200  # bytes of white space between a comment and an element
_FURTHEST: Final = 20_000  # characters or bytes before a text in which its comments are looked for
_IMPOSSIBLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")  # in XML 1.0
_BLANKS: Final = re.compile(r"[ \t]*\n[ \t]*")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_LINE_ENDS: Final = re.compile(rb"\r\n|\r|\n")
_HAS_TEXT: Final = re.compile(r"[^\W_]")


def join_notes(comments: Iterable[str]) -> str:
    """Join comments to one note: one per line, equal ones once, at most `LONGEST_NOTE` characters.

    Comments without letter or digit, such as rulers, are left out.
    """
    lines: dict[str, None] = {}
    length = 0
    for comment in comments:
        text = _cleaned(comment)
        if _HAS_TEXT.search(text) is None or text in lines:
            continue
        lines[text] = None
        length += len(text) + 1
        if length > LONGEST_NOTE + 1 or len(lines) >= _MOST_COMMENTS:
            break
    note = "\n".join(lines)
    return note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1].rstrip() + "…"


def _cleaned(comment: str) -> str:
    text = show_text(comment.strip()[:_MOST_READ], _MOST_READ)
    if "\r" in text or "\n" in text:
        text = _BLANKS.sub("\n", _LINE_END.sub("\n", text))
    return _IMPOSSIBLE.sub("", text).strip()


def lines_above(text: str, start: int, *, after: int, marks: str, lead: str | None = " \t") -> str:
    """The comment lines directly above the line in which a text begins at `start`, as a note.

    `marks` are the characters that begin a comment. `after` is the end of the text before, 0 for none:
    comments are looked for after it, and not on its own line. On the line of `start`, only characters of
    `lead` may precede it; None: any.
    """
    after = max(after, start - _FURTHEST, 0)
    lines = _LINE_END.split(text[after:start])
    line = lines.pop()
    if lead is not None and line.strip(lead):
        return ""
    if after:
        del lines[:1]
    found: list[str] = []
    for above in reversed(lines[-_MOST_COMMENTS:]):
        comment = above.lstrip(" \t\f\ufeff")
        if comment[:1] not in marks or not comment:
            break
        found.append(comment.lstrip(marks))
    return join_notes(["\n".join(map(str.strip, reversed(found)))])


def comments_in(blank: str, *, begins: bool) -> str:
    """The comments at the end of the text between two entries, `//` and `/* */`, as a note.

    An empty line separates them from the next entry. `begins`: nothing precedes; otherwise comments on the
    line of the entry before belong to that one.
    """
    blank = blank[-_FURTHEST:]
    found: list[str] = []
    at = 0
    first = not begins
    while at < len(blank):
        opening = blank[at : at + 2]
        if opening == "/*":
            end = blank.find("*/", at + 2)
            found.append("" if first else _without_stars(blank[at + 2 : end]))
            at = end + 2 if end >= 0 else len(blank)
        elif opening == "//":
            line = _LINE_END.search(blank, at)
            end = line.start() if line else len(blank)
            found.append("" if first else blank[at:end].lstrip("/"))
            at = end
        elif (line := _LINE_END.match(blank, at)) is not None:
            first = False
            at = line.end()
            if _LINE_END.match(blank, at + len(blank[at:]) - len(blank[at:].lstrip(" \t"))):
                found.clear()
        else:
            at += 1
    return join_notes(found)


def _without_stars(comment: str) -> str:
    """The lines of a comment without the stars that some begin with."""
    return "\n".join(line.strip().lstrip("*").strip() for line in _LINE_END.split(comment))


def xml_comments_above(body: bytes, start: int) -> list[str]:
    """The XML comments directly before an element that begins at `start`, in UTF-8.

    At most one line end may be between; a comment after an element on its line belongs to that.
    """
    found: list[str] = []
    floor = max(start - _FURTHEST, 0)
    while len(found) < _MOST_COMMENTS:
        before = body[max(start - _MOST_BLANKS, floor) : start]
        end = start - len(before) + len(before.rstrip(b" \t\r\n"))
        opening = body.rfind(b"<!--", floor, end) if body.endswith(b"-->", floor, end) else -1
        if opening < 0 or body.find(b"--", opening + 4, end - 3) >= 0:
            break
        line = body[max(opening - _MOST_BLANKS, floor) : opening].rstrip(b" \t")
        ends = len(_LINE_ENDS.findall(body, end, start))
        if ends > 1 or (ends and line and line[-1:] not in b"\r\n" and not line.endswith(b"-->")):
            break
        found.append(body[opening + 4 : end - 3].decode("utf-8", "replace"))
        start = opening
    return found[::-1]
