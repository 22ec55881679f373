"""Addresses in texts: which there are, and where they end."""

from __future__ import annotations

import pytest

from dragoman.messages.addresses import find_addresses


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://a.example/b?c=d#e.", ["https://a.example/b?c=d#e"]),
        ("(see http://a.example/b_(c))", ["http://a.example/b_(c)"]),
        ("«www.a.example», 'ftp://b.example'", ["www.a.example", "ftp://b.example"]),
        ("参照https://a.example/bをご覧", ["https://a.example/b"]),
        ("http://例え.テスト/x", ["http://例え.テスト/x"]),
        ("Write to a.b+c@d.example, or mailto:e@f.example!", ["a.b+c@d.example", "mailto:e@f.example"]),
        ("http://user@a.example/", ["http://user@a.example/"]),
        ("http://a.example&quot;, it says", ["http://a.example"]),
        ("example.com, a@b, www., 12:30, http://", []),
    ],
)
def test_addresses(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_addresses(text)] == found


def test_addresses_of_a_long_text_take_linear_time() -> None:
    for piece in ("http://", "www.", "a@", "mailto:", "a://(", "x@y.", "www.a)"):
        assert len(find_addresses(piece * 20_000)) <= 20_000
