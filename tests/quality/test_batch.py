"""Consistency over many pairs."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.quality import check_batch

from .pairs import pair


def findings_of(*rows: tuple[str, ...]) -> list[tuple[str, int, tuple[int, ...]]]:
    found = check_batch([pair(*(row if len(row) == 3 else ("en de", *row))) for row in rows])
    return [(one.finding.code, one.index, one.others) for one in found]


DIFFERENT_TARGETS: tuple[Any, ...] = (
    (("Open", "Öffnen"), ("Open", "Aufmachen")),
    (("Open", "Öffnen"), ("Open", "öffnen")),
    (("Open it.", "Öffnen."), ("Open  it.", "Aufmachen.")),
    (("<b>Open</b>", "<b>Öffnen</b>"), ("<b>Open</b>", "<b>Auf</b>")),
    (("en fr", "Open", "Ouvrir"), ("en fr", "Open", "Ouvert")),
    (("en ja", "Open", "開く"), ("en ja", "Open", "オープン")),
    (("Café", "Kaffee"), ("Cafe\u0301", "Café")),
    (("a <x/>", "b <x/>"), ("a <x/>", "<x/> b")),
)
ALIKE: tuple[Any, ...] = (
    (("Open", "Öffnen"), ("Open", "Öffnen")),
    (("Open", "Öffnen"), ("Open", "O\u0308ffnen")),
    (("Open", "Öffnen"), ("Open", "")),
    (("Open", "Öffnen"), ("Open", " Öffnen ")),
    (("en de", "Open", "Öffnen"), ("en fr", "Open", "Ouvrir")),
    (("en de", "Open", "Öffnen"), ("en-GB de", "Open", "Aufmachen")),
    (("<b>Open</b>", "Öffnen"), ("Open", "Aufmachen")),
    (("12", "12"), ("12", "13")),
    (("", "a"), ("", "b")),
)
DIFFERENT_SOURCES: tuple[Any, ...] = (
    (("Open", "Öffnen"), ("Unlock", "Öffnen")),
    (("one file", "Datei"), ("two files", "Datei")),
    (("en ja", "Open", "開く"), ("en ja", "Opened", "開く")),
    (("en ar", "Open", "فتح"), ("en ar", "Conquest", "فتح")),
    (("Save 1", "Sichern"), ("Save 2", "Sichern")),
    (("Open <x/>", "Öffnen <x/>"), ("Unlock <x/>", "Öffnen <x/>")),
    (("de en", "Gericht", "court"), ("de en", "Hof", "court")),
    (("en zh", "he", "他"), ("en zh", "him", "他")),
)
SAME_SOURCES: tuple[Any, ...] = (
    (("Open", "Öffnen"), ("Open", "Öffnen")),
    (("Open", "Öffnen"), ("open", "Öffnen")),
    (("Open…", "Öffnen"), ("Open...", "Öffnen")),
    (("Open:", "Öffnen"), ("Open", "Öffnen")),
    (("Open  it", "Öffnen"), ("Open it", "Öffnen")),
    (("Open", ""), ("Close", "")),
    (("1", "1"), ("2", "1")),
    (("en de", "Open", "Auf"), ("fr de", "Ouvert", "Auf")),
)


@pytest.mark.parametrize("rows", DIFFERENT_TARGETS)
def test_one_source_with_two_translations(rows: Any) -> None:
    assert findings_of(*rows) == [("TARGETS_DIFFER", 0, (1,)), ("TARGETS_DIFFER", 1, (0,))]


@pytest.mark.parametrize("rows", ALIKE)
def test_translations_that_agree(rows: Any) -> None:
    assert [code for code, *_ in findings_of(*rows) if code == "TARGETS_DIFFER"] == []


@pytest.mark.parametrize("rows", DIFFERENT_SOURCES)
def test_one_translation_of_two_sources(rows: Any) -> None:
    assert findings_of(*rows) == [("SOURCES_DIFFER", 0, (1,)), ("SOURCES_DIFFER", 1, (0,))]


@pytest.mark.parametrize("rows", SAME_SOURCES)
def test_sources_that_agree(rows: Any) -> None:
    assert [code for code, *_ in findings_of(*rows) if code == "SOURCES_DIFFER"] == []


def test_a_finding_names_all_pairs_that_it_disagrees_with() -> None:
    rows = (("Open", "A"), ("Close", "C"), ("Open", "B"), ("Open", "A"), ("Open", "D"))
    assert findings_of(*rows) == [
        ("TARGETS_DIFFER", 0, (2, 4)),
        ("TARGETS_DIFFER", 2, (0, 3, 4)),
        ("TARGETS_DIFFER", 3, (2, 4)),
        ("TARGETS_DIFFER", 4, (0, 2, 3)),
    ]


def test_nothing_disagrees_with_nothing() -> None:
    assert check_batch([]) == []
