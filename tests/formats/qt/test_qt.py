"""Qt Linguist: existing translations, plural forms by Qt's count, and declared languages."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition, WarningCode
from dragoman.formats.qt import FORMAT
from dragoman.formats.qt.plural_counts import count_forms
from dragoman.segments import Text, render
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.qt.samples import MESSAGES
from tests.formats.translating import extract, rebuild, shouted, texts


def test_finished_translations_stay() -> None:
    document = extract(FORMAT, MESSAGES)
    kept = [unit for unit in document.units if unit.reason is Reason.TRANSLATED]
    assert [render(unit.target or ()) for unit in kept] == [
        "%2: &offen %1",
        "%Ln Tag",
        "%Ln Tage",
        "Langer Text",
    ]
    assert texts(FORMAT, MESSAGES) == [
        "%n file(s) here",
        "%n file(s) here",
        'Tab<byte value="x9"/>here, %L1',
        "Without",
    ]
    assert document.left_alone == {Reason.LOCKED: 1}
    assert kept[0].context == "MainWindow / menu"


def test_translations_are_written_as_linguist_writes_them() -> None:
    result = shouted(FORMAT, MESSAGES)
    assert (
        "        <translation>\n"
        "            <numerusform>%n FILE(S) HERE</numerusform>\n"
        "            <numerusform>%n FILE(S) HERE</numerusform>\n"
        "        </translation>\n"
    ) in result
    assert '<translation>TAB<byte value="x9"/>HERE, %L1</translation>' in result
    assert "<source>Without</source>\n        <translation>WITHOUT</translation>" in result
    assert 'type="vanished">Weg' in result
    assert texts(FORMAT, result) == []
    marked = shouted(FORMAT, MESSAGES, markUnfinished=True)
    assert '<translation type="unfinished">WITHOUT</translation>' in marked
    assert '<translation type="unfinished">\n            <numerusform>%n FILE' in marked


def test_another_language_replaces_everything() -> None:
    document = extract(FORMAT, MESSAGES, "pl")
    assert [warning.code for warning in document.warnings] == [WarningCode.TRANSLATIONS_REPLACED]
    result = shouted(FORMAT, MESSAGES, "pt-BR")
    assert '<TS version="2.1" language="pt_BR" sourcelanguage="en">' in result
    assert "&amp;OPEN %1 OF %2&lt;BR&gt;" in result
    assert shouted(FORMAT, MESSAGES, "pl").count("<numerusform>") == 6
    assert shouted(FORMAT, MESSAGES, "tr").count("<numerusform>") == 2


def test_the_option_replaces_existing_translations() -> None:
    assert len(texts(FORMAT, MESSAGES, existing="replace")) == 8
    assert "LONG TEXT</translation>" in shouted(FORMAT, MESSAGES, existing="replace")


def test_plural_forms_are_counted_as_qt_counts() -> None:
    counts = {
        code: count_forms(code) for code in ("ja", "hu", "en", "fr", "pt-BR", "ga", "sl", "cy", "ar", "zz")
    }
    assert list(counts.values()) == [1, 1, 2, 2, 2, 3, 4, 5, 6, 2]


def test_codes_must_be_there() -> None:
    with pytest.raises(ConversionFailed):
        rebuild(FORMAT, MESSAGES, {"4": (Text(text="none"),)})


def test_recognition_and_refusals() -> None:
    assert FORMAT.recognise(take_sample(MESSAGES.encode(), "a.ts")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(b"export const a = 1;", "a.ts")) is Recognition.NO
    assert FORMAT.recognise(take_sample(b"G" + bytes(400), "a.ts")) is Recognition.NO
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "<TS/>")
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, MESSAGES[:500])
