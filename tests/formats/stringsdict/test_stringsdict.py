"""stringsdict: forms, variables, widths; and forms that only the target language has."""

from __future__ import annotations

import plistlib

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition
from dragoman.formats.stringsdict import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.stringsdict.samples import FILES, HEAD
from tests.formats.translating import extract, rebuild, shouted, texts


def test_forms_and_texts_are_translated() -> None:
    assert texts(FORMAT, FILES) == [
        "%1$#@files@ in this folder",
        "No files",
        "%d file",
        "%d files & %#@folders@",
        "Plain text",
        "Short text",
        "A much longer text",
    ]
    assert extract(FORMAT, FILES).left_alone == {Reason.KEY: 2}
    assert [unit.context for unit in extract(FORMAT, FILES).units][:3] == [
        "%d files",
        "%d files.files (zero)",
        "%d files.files (one)",
    ]


def test_the_target_language_gets_its_forms() -> None:
    result = plistlib.loads(shouted(FORMAT, FILES.replace("\n", "\r\n"), "pl").encode())
    assert result["%d files"]["files"] == {
        "NSStringFormatSpecTypeKey": "NSStringPluralRuleType",
        "NSStringFormatValueTypeKey": "d",
        "zero": "NO FILES",
        "one": "%D FILE",
        "few": "%D FILES & %#@folders@",
        "many": "%D FILES & %#@folders@",
        "other": "%D FILES & %#@folders@",
    }
    assert "\t\t\t<key>few</key>\n\t\t\t<string>%D FILES" in shouted(FORMAT, FILES, "pl")
    once = shouted(FORMAT, FILES, "pl")
    assert shouted(FORMAT, once, "pl") == once


def test_devices_are_not_a_plural() -> None:
    data = (
        HEAD + "<key>tap</key><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>mac</key>"
        "<string>Click</string><key>other</key><string>Tap</string></dict></dict></dict></plist>"
    )
    assert shouted(FORMAT, data, "ru") == data.replace("Click", "CLICK").replace("Tap", "TAP")


def test_variables_are_codes() -> None:
    with pytest.raises(ConversionFailed):
        rebuild(FORMAT, FILES, {"1": (Text(text="without"),)})


def test_recognition_and_refusals() -> None:
    assert FORMAT.recognise(take_sample(FILES.encode(), "a.stringsdict")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(b"<plist/>", "a.plist")) is Recognition.NO
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\n")
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, "<dict/>")
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, FILES[:600])
