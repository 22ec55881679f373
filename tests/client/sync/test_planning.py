"""What becomes of an entry, by who wrote its translation and what changed since."""

from __future__ import annotations

import pytest

from dragoman_client.sync.lock_file import LockedEntry, hash_of, while_writing
from dragoman_client.sync.planning import plan

OLD, NEW = "The house.", "The big house."
MACHINE, PERSON = "La casa.", "El hogar."


def locked(source: str, target: str, *, by_person: bool = False) -> LockedEntry:
    return LockedEntry(source=hash_of(source), targets=(hash_of(target),), is_by_person=by_person)


@pytest.mark.parametrize(
    ("source", "target", "known", "expected"),
    [
        (OLD, "", None, "new"),
        (OLD, "", locked(OLD, MACHINE), "new"),
        (OLD, MACHINE, locked(OLD, MACHINE), "machine"),
        (NEW, MACHINE, locked(OLD, MACHINE), "changed"),
        (OLD, PERSON, None, "person"),
        (OLD, PERSON, locked(OLD, MACHINE), "person"),
        (NEW, PERSON, locked(OLD, MACHINE), "person"),  # both were changed: it is of the new source
        (OLD, PERSON, locked(OLD, PERSON, by_person=True), "person"),
        (NEW, PERSON, locked(OLD, PERSON, by_person=True), "outdated"),
        ("", "", None, "nothing"),
        ("", PERSON, None, "nothing"),
    ],
)
def test_an_entry(source: str, target: str, known: LockedEntry | None, expected: str) -> None:
    found = plan({"k": source}, {"k": target}, {"k": known} if known else {})
    groups = {"new": found.new, "changed": found.changed, "outdated": found.outdated}
    assert [name for name, keys in groups.items() if keys] == ([expected] if expected in groups else [])
    if expected in {"machine", "person"}:
        assert found.lock["k"] == locked(source, target, by_person=expected == "person")
    assert not found.changes_file or expected in {"new", "changed"}


@pytest.mark.parametrize(("source", "again"), [(NEW, ()), (OLD, ("k",)), ("", ())])
def test_the_machines_stays_the_machines_until_another_one_comes_back(source: str, again: tuple[str]) -> None:
    """A translation may fail, and a text may be empty for a while."""
    known = {"k": locked(OLD, MACHINE)}
    lock = plan({"k": source}, {"k": MACHINE}, known, again=again).lock
    assert lock == known
    assert plan({"k": "Another one."}, {"k": MACHINE}, lock).changed == ("k",)


def test_what_has_no_source_any_more() -> None:
    known = {"gone": locked(OLD, MACHINE), "edited": locked(OLD, MACHINE)}
    found = plan({}, {"gone": MACHINE, "edited": PERSON, "own": PERSON}, known)
    assert (found.removed, found.extra, found.lock) == (("gone",), ("edited", "own"), {})


def test_what_is_accepted_or_made_anew() -> None:
    known = {"k": locked(OLD, PERSON, by_person=True)}
    accepted = plan({"k": NEW}, {"k": PERSON}, known, accept=True)
    assert (accepted.outdated, accepted.lock) == ((), {"k": locked(NEW, PERSON, by_person=True)})
    assert plan({"k": NEW}, {"k": PERSON}, known, again={"k"}).changed == ("k",)
    assert plan({"k": OLD}, {"k": PERSON}, {}, doubtful={"k"}).outdated == ("k",)


@pytest.mark.parametrize("text", ["1", "2"])
def test_a_kill_before_or_after_a_file_is_replaced(text: str) -> None:
    """A translation of the machine is known as that, and made once more at the worst."""
    lock = while_writing({"k": locked(OLD, "1")}, {"k": locked(NEW, "2")})
    assert plan({"k": NEW}, {"k": text}, lock).changed == ("k",)


def test_a_kill_before_or_after_a_new_translation_is_written() -> None:
    lock = while_writing({}, {"k": locked(NEW, "2")})
    assert plan({"k": NEW}, {}, lock).new == ("k",)
    assert plan({"k": NEW}, {"k": "2"}, lock).lock == {"k": locked(NEW, "2")}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (locked(OLD, PERSON, by_person=True), locked(NEW, MACHINE)),  # --again
        (locked(OLD, MACHINE), locked(OLD, PERSON, by_person=True)),
    ],
)
def test_a_kill_never_makes_a_persons_translation_the_machines(
    before: LockedEntry, after: LockedEntry
) -> None:
    lock = while_writing({"k": before}, {"k": after})
    found = plan({"k": "Another house."}, {"k": PERSON}, lock)
    assert (found.outdated, found.changed) == (("k",), ())
