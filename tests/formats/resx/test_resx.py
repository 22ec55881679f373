"""resx: which entries are strings for people, and that nothing else changes."""

from __future__ import annotations

from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition
from dragoman.formats.resx import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from tests.formats.resx.samples import FORM, HEAD, PLAIN
from tests.formats.translating import extract, rebuild, shouted, texts


def test_strings_are_translated_and_the_rest_is_not() -> None:
    assert texts(FORMAT, PLAIN) == [
        "Hello {0}, you have {1:N0} & more",
        'One line\nand the "next" one',
        "Name of the label",
    ]
    assert extract(FORMAT, PLAIN).left_alone == {Reason.LOCKED: 1, Reason.KEY: 1}


def test_settings_of_controls_stay_in_files_of_form_designers() -> None:
    assert texts(FORMAT, FORM) == ["&Apply", "Apply changes", "My window"]
    assert extract(FORMAT, FORM).left_alone == {Reason.KEY: 3}
    windows = FORM.replace("okButton.Font", "ok.[using:Windows.UI.Xaml.Automation]AutomationProperties.Name")
    assert "Segoe UI" in texts(FORMAT, windows)


def test_only_the_values_change() -> None:
    data = PLAIN.replace("\n", "\r\n")
    assert shouted(FORMAT, data) == data.replace(
        "Hello {0}, you have {1:N0} &amp; more", "HELLO {0}, YOU HAVE {1:N0} &amp; MORE"
    ).replace("One line\r\nand the &quot;next&quot; one", "ONE LINE\r\nAND THE &quot;NEXT&quot; ONE").replace(
        "Name of the label", "NAME OF THE LABEL"
    )


def test_recognition() -> None:
    assert FORMAT.recognise(take_sample(PLAIN.encode(), "a.resx")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(b"<root><data/></root>", "a.resx")) is Recognition.POSSIBLE
    assert FORMAT.recognise(take_sample(b"<root><data/></root>", "a.xml")) is Recognition.NO
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "  ")
    with pytest.raises(DocumentCorrupt, match="rot"):
        extract(FORMAT, "<rot/>")
    with pytest.raises(DocumentCorrupt, match="entities"):
        extract(FORMAT, '<!DOCTYPE root [<!ENTITY a "b">]><root/>')


XML_TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=30
)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(XML_TEXTS, max_size=4), new=XML_TEXTS)
def test_any_text_goes_there_and_back(values: list[str], new: str) -> None:
    entries = [f'<data name="n{n}"><value>{escape(value)}</value></data>' for n, value in enumerate(values)]
    data = HEAD + "".join(entries) + "</root>"
    units = extract(FORMAT, data).units
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in units}) == data.encode()
    target = (Text(text=f"Letters {new}"),)
    again = extract(FORMAT, rebuild(FORMAT, data, dict.fromkeys((unit.id for unit in units), target)))
    assert [unit.segment for unit in again.units] == [target] * len(units)
