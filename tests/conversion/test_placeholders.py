"""D1: the placeholder grammars of a document's units: the job's choice, else the format's and the file's."""

from __future__ import annotations

import pytest

from dragoman.conversion.placeholders import choose_placeholders
from dragoman.formats.format import Document, FileType, FormatInfo, Unit
from dragoman.segments import Text


def info(*names: str) -> FormatInfo:
    return FormatInfo(
        file_type=FileType(name="made", media_types={}),
        title="Made-up",
        translated=(),
        left_alone=(),
        placeholders=names,
    )


@pytest.mark.parametrize(
    ("usual", "flagged", "option", "chosen"),
    [
        (("default",), (), (), ()),
        (("default",), ("qt",), (), ("default", "qt")),
        (("default", "laravel"), (), (), ("default", "laravel")),
        (("default", "qt"), ("qt", "no-printf"), (), ("default", "qt", "no-printf")),
        (("default", "laravel"), ("qt",), ("none",), ("none",)),
        (("default",), (), ("printf",), ("printf",)),
    ],
)
def test_the_option_wins_and_flags_add(
    usual: tuple[str, ...], flagged: tuple[str, ...], option: tuple[str, ...], chosen: tuple[str, ...]
) -> None:
    unit = Unit(id="1", segment=(Text(text="%1 files"),), placeholders=flagged)
    document = choose_placeholders(Document(units=(unit,)), info(*usual), {"placeholders": option})
    assert document.units[0].placeholders == chosen
