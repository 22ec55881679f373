"""What is language and what programs read; patterns of paths."""

from __future__ import annotations

import time

import pytest

from dragoman.formats.families.keyed.key_paths import matches
from dragoman.formats.format import Reason
from dragoman.formats.units.values import ContentKind, is_prose, judge, last_word


def test_last_words_of_keys() -> None:
    assert [
        last_word(key) for key in ("imageUrl", "image-url", "IMAGE_URL", "url", "HTTPCode", "", "été")
    ] == [
        "url",
        "url",
        "url",
        "url",
        "code",
        "",
        "été",
    ]


@pytest.mark.parametrize(
    "path",
    [
        "C:\\Program Files\\app",
        "c:\\My Files\\A long report.docx",
        r"\\server\share\Old files\x",
        "D:\\",
        "/usr/bin/x",
    ],
)
def test_paths_are_for_programs(path: str) -> None:
    assert judge("x", path, ContentKind.LABELS) is Reason.KEY
    assert judge("x", f"See {path} for more", ContentKind.LABELS) is None
    assert judge("x", f"{path} is a path", ContentKind.LABELS) is None


def test_long_values_are_judged_soon() -> None:
    begun = time.process_time()
    for value in (
        "C:\\" + "a" * 200_000 + "<",
        "C:" + "\\a" * 100_000 + "<",
        "\\\\" + "a.\\" * 100_000 + "|",
    ):
        judge("x", value, ContentKind.LABELS)
    assert time.process_time() - begun < 2


def test_running_text() -> None:
    assert is_prose("One sentence. And another.", ContentKind.DATA)
    assert not is_prose("One sentence. And another.", ContentKind.LABELS)
    assert is_prose("One sentence. And another. " * 20, ContentKind.LABELS)
    assert not is_prose("Version 1.2 of it.", ContentKind.DATA)


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("title", "a.title", True),
        ("a.*", "a.b.c", True),
        ("*.c", "a.b.c", True),
        ("a.c", "a.b.c", False),
        ("*", "x.y", True),
        ("a*b*.c", "axxb.c", True),
        ("", "a", False),
    ],
)
def test_patterns_of_paths(pattern: str, path: str, fits: bool) -> None:
    assert matches([pattern], path) is fits


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["a", "a.", "a/", "aB", "1", "a_", "-", "a@", "A1-", "a::", "://a", "{", "%d"]
)
def test_long_values_are_judged_in_linear_time(unit: str) -> None:
    begun = time.process_time()
    for content_kind in ContentKind:
        judge("type", unit * 200_000 + "!", content_kind)
        judge("x", "a" + unit * 200_000 + " ", content_kind)
        is_prose(unit * 200_000, content_kind)
    assert time.process_time() - begun < 3


def test_switches_of_settings_are_not_languages() -> None:
    assert {judge("x", value, ContentKind.DATA) for value in ("true", "False", "on", "none")} == {Reason.KEY}
    assert judge("x", "true", ContentKind.DICTIONARY) is Reason.KEY
    assert [judge("x", value, ContentKind.DICTIONARY) for value in ("True", "on", "Yes")] == [None] * 3
    assert judge("x", "On", ContentKind.DATA) is None
    assert judge("x", "true", ContentKind.LABELS) is None
