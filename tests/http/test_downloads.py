"""`Content-Disposition`: what browsers and scripts read of it, for any name."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from dragoman.http.downloads import download_headers


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("a.txt", "a.txt", None),
        ('a"; filename="b.exe', "a_; filename=_b.exe", 'a"; filename="b.exe'),
        ("a\r\nSet-Cookie: x=1", "a__Set-Cookie: x=1", None),
        ("../../etc/passwd", ".._.._etc_passwd", None),
        ("..\\a.txt", ".._a.txt", None),
        ("gpj.\u202eexe.txt", "gpj._exe.txt", None),
        ("\u2066\ufeff\x00\x85\ud800.txt", "_____.txt", None),
        ("Gr\xf6\xdfe 100 %.txt", "Gr__e 100 _.txt", "Gr\xf6\xdfe 100 %.txt"),
        ("a';<svg onload=zq()>.txt", "a';<svg onload=zq()>.txt", None),
        ("\u062a\u0642\u0631\u064a\u0631.txt", "_____.txt", "\u062a\u0642\u0631\u064a\u0631.txt"),
        ("e\u0301\u200d.txt", "e__.txt", "e\u0301\u200d.txt"),
    ],
)
def test_a_name_is_one_part_of_a_path_and_ends_where_it_ends(
    name: str, plain: str, whole: str | None
) -> None:
    headers = download_headers(name)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].endswith("; sandbox")
    value = headers["Content-Disposition"]
    assert value.isascii()
    assert value.isprintable()
    begin, _, extended = value.partition("; filename*=UTF-8''")
    assert begin == f'attachment; filename="{plain}"'
    assert (unquote(extended) or None) == whole
