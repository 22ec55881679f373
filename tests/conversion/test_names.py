"""Names and types of translated documents."""

from __future__ import annotations

import pytest

from dragoman.conversion.names import LONGEST_NAME, check_file_name, result_media_type, result_name
from dragoman.errors import RuleBroken
from dragoman.formats.format import FileType, ResultType

SAME = FileType(name="same", media_types={"one": "text/x-one", "two": "text/x-two"})
OTHER = FileType(
    name="other",
    media_types={"old": "application/x-old"},
    result=ResultType(suffix="newer", media_type="application/x-newer"),
)


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("report.old", "report.newer"),
        ("REPORT.OLD", "REPORT.newer"),
        ("a.b.old", "a.b.newer"),
        ("report.old ", "report.newer"),
        ("report", "report.newer"),
        ("version 1.5", "version 1.5.newer"),  # the part after the dot is not an extension of the format
        (".old", ".newer"),
        ("report.newer", "report.newer"),
    ],
)
def test_a_result_of_another_type_has_its_extension(sent: str, name: str) -> None:
    assert result_name(sent, OTHER) == name
    assert result_media_type(sent, OTHER) == "application/x-newer"


@pytest.mark.parametrize("letter", ["x", "é", "漢", "😀"])
def test_a_name_has_as_many_characters_as_are_allowed_of_any_bytes(letter: str) -> None:
    longest = letter * (LONGEST_NAME - 4) + ".old"
    assert check_file_name(longest) == longest
    with pytest.raises(RuleBroken, match="longer than 255 characters"):
        check_file_name(letter + longest)
    name = result_name(longest, OTHER)
    assert (len(name), name[-7:]) == (LONGEST_NAME, f"{letter}.newer")
    assert check_file_name(name) == name


def test_a_result_of_the_same_type_keeps_its_name_and_type() -> None:
    assert result_name("Report.two", SAME) == "Report.two"
    assert result_media_type("Report.TWO", SAME) == "text/x-two"
    assert result_media_type("Report", SAME) == "text/x-one"
