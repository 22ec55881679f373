"""Faults in term bases: which term holds, which version is served, who has changed what."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_TERMS: Final = "src/dragoman/termbases"

TERMS: Final = (
    Fault(
        name="Terms: a compiled glossary is served although a term was changed",
        file=f"{_TERMS}/serving.py",
        old="(place.pins != pins and place.asked < asked)",
        new="(len(place.pins) != len(pins) and place.asked < asked)",
        tests=("tests/termbases/test_serving.py",),
    ),
    Fault(
        name="Terms: a change of a concept by another is overwritten",
        file=f"{_TERMS}/editing.py",
        old="if target.version is not None and target.version != kept.version:",
        new="if target.version is not None and target.version > kept.version:",
        tests=("tests/termbases/test_editing.py",),
    ),
    Fault(
        name="Terms: two changes at once make one version",
        file=f"{_TERMS}/store.py",
        old="query = query.with_for_update(key_share=True) if lock else query",
        new="query = query if lock else query",
        tests=("tests/termbases/test_editing.py",),
    ),
    Fault(
        name="Terms: a disabled term base that is chosen still holds",
        file=f"{_TERMS}/store.py",
        old="for base in bases if base.disabled is None and base.concepts)",
        new="for base in bases if base.concepts)",
        tests=("tests/termbases/test_serving.py", "tests/translation/test_document_assets.py"),
    ),
    Fault(
        name="Terms: the last of several term bases has precedence",
        file=f"{_TERMS}/recognition/glossary.py",
        old="best = min(asking, default=None)",
        new="best = max(asking, default=None)",
        tests=("tests/termbases/recognition",),
    ),
    Fault(
        name="Terms: a shorter term wins over the longer one that it is in",
        file=f"{_TERMS}/recognition/glossary.py",
        old="key=lambda span: (places[span[0]] - places[span[1]], span[0])",
        new="key=lambda span: (places[span[1]] - places[span[0]], span[0])",
        tests=("tests/termbases/recognition/test_recognition.py",),
    ),
    Fault(
        name="Terms: a forbidden term is found only where its concept is in the source",
        file=f"{_TERMS}/recognition/glossary.py",
        old="if known or rule.always:",
        new="if known:",
        tests=("tests/termbases/recognition",),
    ),
    Fault(
        name="Terms: a key that another concept has is given again",
        file=f"{_TERMS}/editing.py",
        old="if proposed.id and proposed.id != kept.concept.id:",
        new="if not proposed.id:",
        tests=("tests/termbases/test_editing.py",),
    ),
)
