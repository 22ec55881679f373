"""OpenDocument presentations: how slides are read and written."""

from __future__ import annotations

import pytest

from dragoman.formats.odp import FORMAT
from tests.formats.odp import samples
from tests.formats.odt import roundtrip
from tests.formats.odt.packages import unzipped
from tests.formats.odt.roundtrip import canonical, rebuild_all

SHOWN = [
    "The footer",
    "The <fmt>title</fmt>",
    "What it shows",
    "A star",
    "In a shape[break]of two lines",
    "First",
    "Inner",
    "What to say.",
    "In a table",
    "In a group",
]


def texts(data: bytes, **options: object) -> list[str]:
    return roundtrip.texts(data, options, FORMAT)


def test_what_is_read() -> None:
    assert texts(samples.PLAIN) == SHOWN
    assert texts(samples.CHARTED) == ["A chart.", "Mice per cat"]
    assert texts(samples.SAMPLES["flat.fodp"]) == ["A slide."]
    assert roundtrip.left_alone(samples.PLAIN, FORMAT) == {"hidden": 1}


def test_options_open_what_is_left_alone() -> None:
    assert texts(samples.PLAIN, masters=True) == [*SHOWN, "On every slide"]
    assert texts(samples.SAMPLES["flat.fodp"], masters=True) == ["On every slide", "A slide."]
    assert "Nobody sees this." in texts(samples.PLAIN, hiddenText=True)
    assert "What to say." not in texts(samples.PLAIN, notes=False)


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(name: str) -> None:
    data = samples.SAMPLES[name]
    again = rebuild_all(data, None, FORMAT)
    if data.startswith(b"PK"):
        assert canonical(unzipped(again)["content.xml"]) == canonical(unzipped(data)["content.xml"])
    else:
        assert canonical(again) == canonical(data)


def test_masters_stay_unless_requested() -> None:
    there = unzipped(roundtrip.translate(samples.PLAIN, entry=FORMAT))
    assert b"On every slide" in there["styles.xml"]
    asked = unzipped(roundtrip.translate(samples.PLAIN, options={"masters": True}, entry=FORMAT))
    assert b"ON EVERY SLIDE" in asked["styles.xml"]
