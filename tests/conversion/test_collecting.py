"""The collector of cyclic garbage is off during a piece of work, and on again after every outcome."""

from __future__ import annotations

import gc

import pytest

from dragoman.garbage_collection import without_collections


def test_it_is_off_during_the_work_and_on_afterwards() -> None:
    assert without_collections(gc.isenabled)() is False
    assert gc.isenabled()


def test_it_is_on_again_after_work_that_fails() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        without_collections(int)("none")

    assert gc.isenabled()


def test_who_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        without_collections(str)("work")
        assert not gc.isenabled()
    finally:
        gc.enable()
