"""D1: options are those of the format, complete, and wrong ones are reported."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.conversion.options import check_options
from dragoman.errors import RuleBroken
from dragoman.formats.format import FileType, FormatInfo, Option

INFO = FormatInfo(
    file_type=FileType(name="made", media_types={"made": "text/x-made"}),
    title="Made-up",
    translated=("everything",),
    left_alone=(),
    options=(
        Option(name="comments", default=False, description="Whether."),
        Option(name="style", default="plain", choices=("plain", "rich"), description="Which."),
        Option(name="keys", default=("a",), description="What."),
        Option(name="parts", default=(), choices=("x", "y"), description="Which."),
    ),
)


def test_defaults_fill_what_is_missing() -> None:
    assert check_options(INFO, {"keys": ["b", "c"], "comments": True}) == {
        "comments": True,
        "style": "plain",
        "keys": ("b", "c"),
        "parts": (),
        "placeholders": (),
    }


def test_every_format_takes_grammars_of_placeholders() -> None:
    chosen = check_options(INFO, {"placeholders": ["qt", "default", "no-laravel"]})
    assert chosen["placeholders"] == ("qt", "default", "no-laravel")


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (
            {"coments": True},
            'no option "coments". Their options are: comments, style, keys, parts, placeholders.',
        ),
        ({"comments": 1}, "comments must be true or false"),
        ({"comments": "true"}, "comments must be true or false"),
        ({"comments": None}, "comments must be true or false"),
        ({"style": "loud"}, "style must be one of plain, rich"),
        ({"style": ["plain"]}, "style must be one of plain, rich"),
        ({"keys": "a"}, "keys must be a list"),
        ({"keys": [1]}, "keys must be a list"),
        ({"keys": ["x" * 501]}, "at most 500 characters"),
        ({"keys": ["x"] * 201}, "at most 200 strings"),
        ({"parts": ["z"]}, "parts must be a list of x, y"),
        ({"placeholders": ["qt", "cobol"]}, "placeholders must be a list of default, printf, python,"),
    ],
)
def test_wrong_ones_are_reported(values: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        check_options(INFO, values)
    assert says in caught.value.message
