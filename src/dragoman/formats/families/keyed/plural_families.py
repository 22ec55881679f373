"""Plural families among keyed strings: members of one mapping that are one text for different numbers.

Rails and go-i18n write a mapping with the keys `one` and `other`, i18next writes keys `items_one`,
`items_other`. A target language with more forms gets more members.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from dragoman.formats.format import Reason
from dragoman.formats.units.limits import MOST_STRINGS, too_many_strings
from dragoman.messages import plurals
from dragoman.messages.placeholders import has_placeholder, keeps_placeholders

_SUFFIX: Final = re.compile(r"(?s:(.*))_(zero|one|two|few|many|other)")
_ORDINAL: Final = "_ordinal"
_LONGEST_PATH: Final = 300  # characters
# Besides forms, a mapping of go-i18n may have these members.
ABOUT: Final = frozenset({"description", "comment", "hash", "id", "leftDelim", "rightDelim"})


class KeyedEntry(NamedTuple):
    """A string of a file, with its key and offsets."""

    text: str
    start: int  # offsets of the part that is replaced
    end: int
    key: str = ""  # in its mapping; of an item of a list: the list's key
    above: str = ""  # the path of its mapping or list
    place: int = -1  # in a list
    owner: int = -1  # the number of its mapping; -1: none
    style: str = ""  # its notation in the file, for the format's own writer
    key_start: int = -1  # offsets of its key
    key_end: int = -1
    reason: Reason | None = None  # why it is not translated, where the syntax decides that

    @property
    def path(self) -> str:
        """Its path, for people and for the client's patterns: `menu.items.3.label`."""
        return join_path(self.above, self.key if self.place < 0 else str(self.place))


def check_entries(entries: Sequence[KeyedEntry]) -> None:
    """Raise TooMuchText where there are too many entries."""
    if len(entries) > MOST_STRINGS:
        raise too_many_strings((entry.key, entry.text) for entry in entries)


def bounded(found: Iterable[KeyedEntry]) -> list[KeyedEntry]:
    """All entries as a list. Raises TooMuchText where there are too many."""
    entries: list[KeyedEntry] = []
    for entry in found:
        entries.append(entry)
        check_entries(entries)
    return entries


def join_path(above: str, name: str) -> str:
    """The path of a member; of a very long one the end is kept."""
    joined = f"{above}.{name}" if above else name
    return joined if len(joined) <= _LONGEST_PATH else "…" + joined[1 - _LONGEST_PATH :]


class KeyedString(Protocol):
    """A string with a key, as plural families need it."""

    @property
    def text(self) -> str:
        """Its text."""

    @property
    def key(self) -> str:
        """Its key in its mapping."""

    @property
    def owner(self) -> int:
        """The number of its mapping; -1: none."""

    @property
    def place(self) -> int:
        """Its index in a list; -1: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedMember:
    """A member that the target language needs and the source lacks."""

    key: str
    fed_by: int  # index of the entry that it is translated from


@dataclass(frozen=True, slots=True, kw_only=True)
class PluralFamily:
    """Members of one mapping."""

    members: Mapping[str, int]  # name of the form → index of the entry
    fed_by: Mapping[int, int]  # entry → the one that it is translated from, where that is another
    before: int  # the entry before whose member the additions are put
    additions: tuple[AddedMember, ...]
    named: bool  # the forms' names are the keys: the mapping is the family


def find_families(
    entries: Sequence[KeyedString], branching: Collection[int], target: str
) -> list[PluralFamily]:
    """All families among entries; `branching` are the mappings with values that are not strings."""
    by_suffix: dict[tuple[int, str], dict[str, int]] = {}
    by_name: dict[int, dict[str, int]] = {}
    other_members: set[int] = set(branching)
    for index, entry in enumerate(entries):
        if entry.owner < 0 or entry.place >= 0:
            continue
        if entry.key in plurals.CATEGORIES:
            by_name.setdefault(entry.owner, {})[entry.key] = index
            continue
        if entry.key not in ABOUT:
            other_members.add(entry.owner)
        if "_" in entry.key and (found := _SUFFIX.fullmatch(entry.key)) is not None:
            by_suffix.setdefault((entry.owner, found[1]), {})[found[2]] = index
    families = [
        _family(entries, members, target, ordinal=stem.endswith(_ORDINAL), named=False)
        for (_, stem), members in by_suffix.items()
        if _are_forms(entries, members)
    ]
    return families + [
        _family(entries, members, target, ordinal=False, named=True)
        for owner, members in by_name.items()
        if owner not in other_members and len(members) > 1 and plurals.OTHER in members
    ]


def _are_forms(entries: Sequence[KeyedString], members: Mapping[str, int]) -> bool:
    """Whether keys with the suffixes are a plural: "any_other" alone may be an ordinary key."""
    if plurals.OTHER not in members:
        return False
    return len(members) > 1 or has_placeholder(entries[members[plurals.OTHER]].text)


def _family(
    entries: Sequence[KeyedString], members: Mapping[str, int], target: str, *, ordinal: bool, named: bool
) -> PluralFamily:
    other = entries[members[plurals.OTHER]]
    shows = {name: keeps_placeholders(entries[index].text, other.text) for name, index in members.items()}

    def source(name: str) -> int:
        return members[plurals.feeding(name, shows_number=shows, language=target, ordinal=ordinal)]

    wanted = plurals.categories(target, ordinal=ordinal)
    return PluralFamily(
        members=members,
        fed_by={members[n]: source(n) for n in members if n in wanted and source(n) != members[n]},
        before=members[plurals.OTHER],
        additions=tuple(
            AddedMember(key=other.key.removesuffix(plurals.OTHER) + name, fed_by=source(name))
            for name in wanted
            if name not in members
        ),
        named=named,
    )
