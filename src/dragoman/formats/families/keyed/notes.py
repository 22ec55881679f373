"""Notes for translators in files of keys and texts: comments above keys, descriptions in plural families."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.formats.families.keyed.plural_families import KeyedEntry, PluralFamily
from dragoman.formats.units.notes import join_notes, lines_above

ABOUT_TEXTS: Final = frozenset({"description", "comment"})  # members of a family that are for translators
_LEAD: Final = " \t-"  # before a key in its line: an item of a YAML list begins with "-"


class KeyedNotes:
    """The notes of one file's entries.

    `marks` are the characters that begin a comment line, "" without any.
    """

    def __init__(
        self, text: str, entries: Sequence[KeyedEntry], families: Sequence[PluralFamily], marks: str
    ) -> None:
        self._text = text
        self._entries = entries
        self._marks = marks
        self._families = {entries[f.before].owner: "" for f in families if f.named}
        for index, entry in enumerate(entries) if self._families else ():
            if entry.owner in self._families:
                notes = [self._families[entry.owner] or self._above_family(index)]
                notes += [entry.text] * (entry.key in ABOUT_TEXTS)
                self._families[entry.owner] = join_notes(notes)

    def of(self, index: int) -> str:
        """The note of the entry with this index."""
        entry = self._entries[index]
        family = self._families.get(entry.owner, "")
        start = entry.key_start if entry.key_start >= 0 else entry.start
        own = self._above(start, index)
        return join_notes([family, own]) if family and own else family or own

    def _above(self, start: int, index: int, lead: str | None = _LEAD) -> str:
        if not self._marks:
            return ""
        after = self._entries[index - 1].end if index else 0
        return lines_above(self._text, start, after=after, marks=self._marks, lead=lead)

    def _above_family(self, index: int) -> str:
        """The comment above the line that names a family, which is that above its first member."""
        entry = self._entries[index]
        after = self._entries[index - 1].end if index else 0
        at = self._text.rfind("\n", after, max(entry.key_start, after))
        if at <= after:
            return ""
        return self._above(at - (self._text[at - 1] == "\r"), index, lead=None)
