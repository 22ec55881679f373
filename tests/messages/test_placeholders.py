"""Placeholders that are compared: where they are, and which are the same."""

from __future__ import annotations

import pytest

from dragoman.messages.placeholders import find_placeholders, has_placeholder, keeps_placeholders


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("%s of %2$5d, %(name)s", ["s", "d", "%(name)s"]),
        ("{0} {{ x }} ${y} %{z} {% if a %}", ["{0}", "{{x}}", "${y}", "%{z}", "{%ifa%}"]),
        ("{n, number, percent} $t(key) $NAME$ %NAME%", ["{n,number,percent}", "$t(key)", "$NAME$", "%NAME%"]),
        ("100%, 5 %d'intérêt, 50%%", []),
        ("no placeholder", []),
    ],
)
def test_placeholders_have_keys(text: str, keys: list[str]) -> None:
    assert [found.key for found in find_placeholders(text)] == keys
    assert has_placeholder(text) == bool(keys)


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("%d file of {x}", "%d files", True),
        ("%1$d file", "%d files", True),
        ("{{ n }} file", "{{n}} files", True),
        ("One file", "%d files", False),
        ("%d file", "%d of %d files", False),
        ("One file", "Many files", True),
    ],
)
def test_placeholders_of_two_texts(text: str, other: str, expected: bool) -> None:
    assert keeps_placeholders(text, other) is expected
