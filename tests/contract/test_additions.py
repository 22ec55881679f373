"""Clause E9: within `/project/v1` and `/v2` there are only additions."""

from __future__ import annotations

from pathlib import Path

from dragoman.app import create_app
from dragoman.settings import Settings
from scripts.interface_floor import find_promises, read_floor

ROOT = Path(__file__).parents[2]


def test_e9_nothing_that_was_once_promised_is_taken_back() -> None:
    """What is to go is announced by `Deprecation` and `Sunset` six months before it leaves the file."""
    promised = read_floor(ROOT)
    assert len(promised) > 300
    kept = find_promises(create_app(Settings(), issuer="http://127.0.0.1:8080").openapi())
    assert promised - kept == set()


def test_e9_what_is_new_is_promised_from_its_first_day() -> None:
    kept = find_promises(create_app(Settings(), issuer="http://127.0.0.1:8080").openapi())
    assert kept - read_floor(ROOT) == set(), "run `make references`"
