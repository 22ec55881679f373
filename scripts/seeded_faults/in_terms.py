"""Faults in term bases: which term holds, which version is served, who has changed what."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_TERMS: Final = "src/dragoman/termbases"

TERMS: Final = (
    Fault(
        name="Terms: a compiled glossary is served although a term was changed",
        file=f"{_TERMS}/glossary_cache.py",
        old="(entry.pins != pins and entry.call < call)",
        new="(len(entry.pins) != len(pins) and entry.call < call)",
        tests=("tests/termbases/test_glossary_cache.py::test_every_change_is_in_the_next_glossary",),
    ),
    Fault(
        name="Terms: a change of a concept by another is overwritten",
        file=f"{_TERMS}/editing.py",
        old="if target.version is not None and target.version != kept.version:",
        new="if target.version is not None and target.version > kept.version:",
        tests=("tests/termbases/test_editing.py::test_a_change_of_an_older_state_is_refused",),
    ),
    Fault(
        name="Terms: two changes at once make one version",
        file=f"{_TERMS}/store.py",
        old="query = query.with_for_update(key_share=True) if lock else query",
        new="query = query if lock else query",
        tests=("tests/termbases/test_editing.py::test_of_two_at_once_one_wins_and_versions_have_no_holes",),
    ),
    Fault(
        name="Terms: a disabled term base that is chosen still holds",
        file=f"{_TERMS}/store.py",
        old="for base in bases if base.disabled is None and base.concepts)",
        new="for base in bases if base.concepts)",
        tests=(
            "tests/termbases/test_glossary_cache.py::test_chosen_term_bases_apply_in_their_order_while_they_are_enabled",
        ),
    ),
    Fault(
        name="Terms: the last of several term bases has precedence",
        file=f"{_TERMS}/recognition/glossary.py",
        old="best = min(ranks, default=None)",
        new="best = max(ranks, default=None)",
        tests=(
            "tests/termbases/test_glossary_cache.py::test_chosen_term_bases_apply_in_their_order_while_they_are_enabled",
        ),
    ),
    Fault(
        name="Terms: a shorter term wins over the longer one that it is in",
        file=f"{_TERMS}/recognition/glossary.py",
        old="key=lambda span: (offsets[span[0]] - offsets[span[1]], span[0])",
        new="key=lambda span: (offsets[span[1]] - offsets[span[0]], span[0])",
        tests=("tests/termbases/recognition/test_recognition.py::test_the_longest_term_is_used",),
    ),
    Fault(
        name="Terms: a forbidden term is found only where its concept is in the source",
        file=f"{_TERMS}/recognition/glossary.py",
        old="if is_matched or rule.always:",
        new="if is_matched:",
        tests=("tests/termbases/recognition/test_targets.py::test_forbidden_terms",),
    ),
    Fault(
        name="Terms: a key that another concept has is given again",
        file=f"{_TERMS}/editing.py",
        old="if proposed.id and proposed.id != kept.concept.id:",
        new="if not proposed.id:",
        tests=("tests/termbases/test_editing.py::test_a_key_belongs_to_one_concept",),
    ),
)
