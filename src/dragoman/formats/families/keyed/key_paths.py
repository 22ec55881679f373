"""Patterns of key paths: which members of a file a client wants translated, or not."""

from __future__ import annotations

from collections.abc import Sequence


def matches(patterns: Sequence[str], path: str) -> bool:
    """Whether one of the patterns matches a path such as `menu.items.0.label`.

    `*` matches any characters, also dots. A pattern without a dot is compared with the last key alone.
    """
    key = path.rpartition(".")[2]
    return any(_fits(pattern, path if "." in pattern else key) for pattern in patterns)


def _fits(pattern: str, text: str) -> bool:
    """Compare in at most len(pattern) * len(text) steps: it backtracks to the last star only."""
    at = where = 0
    star, resume = -1, 0
    while where < len(text):
        if at < len(pattern) and pattern[at] == "*":
            star, resume = at, where
            at += 1
        elif at < len(pattern) and pattern[at] == text[where]:
            at += 1
            where += 1
        elif star >= 0:
            resume += 1
            at, where = star + 1, resume
        else:
            return False
    return not pattern[at:].strip("*")
