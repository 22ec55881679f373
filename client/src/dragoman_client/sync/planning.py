"""What is to be done with each entry of a translated file, by what is known of it; nothing is read or sent.

A translation is the machine's when it is still as the machine wrote it; any other one is a person's, and is
never replaced or removed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from dragoman_client.sync.lock_file import LockedEntry, LockedFile, hash_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be done with a translated file. Keys are in the order of the source."""

    new: tuple[str, ...] = ()  # to be translated, as there is nothing
    changed: tuple[str, ...] = ()  # to be translated again: the source has changed, or it is wanted
    outdated: tuple[str, ...] = ()  # by a person, and the source has changed since
    removed: tuple[str, ...] = ()  # of the machine, without a source
    extra: tuple[str, ...] = ()  # by a person, without a source; they stay
    lock: LockedFile = field(default_factory=dict)  # what is known now; it stays true if nothing comes back

    @property
    def to_translate(self) -> tuple[str, ...]:
        """Keys of what is to be sent."""
        return (*self.new, *self.changed)

    @property
    def changes_file(self) -> bool:
        """Whether the translated file is to be written."""
        return bool(self.new or self.changed or self.removed)


def plan(
    source: Mapping[str, str],
    target: Mapping[str, str],
    lock: LockedFile,
    *,
    doubtful: Collection[str] = (),
    again: Collection[str] = (),
    accept: bool = False,
) -> Plan:
    """Compare texts with their translations, by key; "" is nothing.

    `again` are keys to translate even where a person wrote the translation; `doubtful` are those that the
    file marks as not to be relied on. With `accept`, outdated translations count as right for the new source.
    """
    groups: dict[str, list[str]] = {"new": [], "changed": [], "outdated": []}
    known: dict[str, LockedEntry] = {}
    for key, text in source.items():
        translation, locked = target.get(key, ""), lock.get(key)
        if locked is not None:
            known[key] = locked
        if not text:
            continue
        if not translation:
            groups["new"].append(key)
        elif key in again:
            groups["changed"].append(key)
        else:
            found = _judge(hash_of(text), hash_of(translation), locked)
            if found == "kept" and key in doubtful and (locked is None or locked.is_by_person):
                found = "outdated"
            if found in groups and not (accept and found == "outdated"):
                groups[found].append(key)
            else:
                known[key] = _known(hash_of(text), hash_of(translation), locked)
    without_source = [key for key in target if key not in source]
    removed = tuple(key for key in without_source if _is_machines(target[key], lock.get(key)))
    return Plan(
        **{name: tuple(keys) for name, keys in groups.items()},
        removed=removed,
        extra=tuple(key for key in without_source if key not in removed),
        lock=known,
    )


def _judge(source: str, target: str, locked: LockedEntry | None) -> str:
    """ "kept", "changed" or "outdated", by the hashes of a text and its translation."""
    if locked is None or target not in locked.targets or locked.source == source:
        return "kept"
    return "outdated" if locked.is_by_person else "changed"


def _known(source: str, target: str, locked: LockedEntry | None) -> LockedEntry:
    by_person = locked is None or locked.is_by_person or target not in locked.targets
    return LockedEntry(source=source, targets=(target,), is_by_person=by_person)


def _is_machines(translation: str, locked: LockedEntry | None) -> bool:
    return locked is not None and not locked.is_by_person and hash_of(translation) in locked.targets
