"""Faults in `dragoman sync`: whose translation it is, what is sent, what stays in a file."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_SYNC: Final = "client/src/dragoman_client/sync"
_PLANNING: Final = "tests/client/sync/test_planning.py"
_FORMATS: Final = "tests/client/sync/test_formats.py"

SYNC: Final = (
    Fault(
        name="sync: a person's outdated translation is replaced",
        file=f"{_SYNC}/planning.py",
        old='return "outdated" if locked.is_by_person else "changed"',
        new='return "changed"',
        tests=(f"{_PLANNING}::test_an_entry",),
    ),
    Fault(
        name="sync: a translation that was there before counts as the machine's",
        file=f"{_SYNC}/planning.py",
        old="by_person = locked is None or locked.is_by_person or target not in locked.targets",
        new="by_person = locked is not None and (locked.is_by_person or target not in locked.targets)",
        tests=(f"{_PLANNING}::test_an_entry",),
    ),
    Fault(
        name="sync: a person's translation without a source is removed",
        file=f"{_SYNC}/planning.py",
        old="and not locked.is_by_person and hash_of(translation) in locked.targets",
        new="and not locked.is_by_person",
        tests=(f"{_PLANNING}::test_what_has_no_source_any_more",),
    ),
    Fault(
        name="sync: a translation of the machine that could not be made anew becomes a person's",
        file=f"{_SYNC}/planning.py",
        old="        if locked is not None:\n            known[key] = locked\n        if not text:\n",
        new="        if not text:\n",
        tests=(f"{_PLANNING}::test_the_machines_stays_the_machines_until_another_one_comes_back",),
    ),
    Fault(
        name="sync: a kill while a file is written makes a person's translation the machine's",
        file=f"{_SYNC}/lock_file.py",
        old="        elif not new.is_by_person:\n",
        new="        else:\n",
        tests=(f"{_PLANNING}::test_a_kill_never_makes_a_persons_translation_the_machines",),
    ),
    Fault(
        name="sync: a kill while a file is written hides that its translation is of an older source",
        file=f"{_SYNC}/lock_file.py",
        old="found[key] = replace(old, targets=",
        new="found[key] = replace(new, targets=",
        tests=(f"{_PLANNING}::test_a_kill_before_or_after_a_file_is_replaced",),
    ),
    Fault(
        name="sync: what a person writes into a whole file meanwhile is overwritten",
        file=f"{_SYNC}/synchronizing.py",
        old="if task.read_target() != task.target:",
        new="if task.read_target().file != task.target.file:",
        tests=("tests/client/sync/test_command.py::test_a_whole_file_that_is_changed_meanwhile_stays",),
    ),
    Fault(
        name="sync: all of a file is sent again",
        file=f"{_SYNC}/synchronizing.py",
        old="selected = source.file.select(set(task.plan.to_translate), beside=task.target.file)",
        new="selected = source.content",
        tests=("tests/client/sync/test_command.py::test_only_what_changed_is_paid",),
    ),
    Fault(
        name="sync: an entry that is to be removed stays",
        file=f"{_SYNC}/formats/blocks.py",
        old="elif one.key is None or one.key not in drop:",
        new="elif one.key is None or not drop:",
        tests=(f"{_FORMATS}::test_entries_are_merged_and_the_others_stay",),
    ),
)
