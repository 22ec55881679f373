"""Ids and keys that dialects hand out."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.access.keyring import Keyring, add_master_key, create_keyring
from dragoman.api.compat.ids import IdKind, parse_id, write_id
from dragoman.api.compat.signing import is_signed, sign


@given(st.sampled_from(IdKind), st.integers(1, 2**31 - 1))
def test_an_id_is_a_uuid_of_its_kind_and_a_number_again(kind: IdKind, number: int) -> None:
    written = write_id(kind, number)
    assert UUID(written).version == 8
    assert parse_id(kind, written) == parse_id(kind, written.upper()) == parse_id(kind, str(number)) == number
    assert [parse_id(other, written) for other in IdKind if other is not kind] == [None, None]


@given(st.text(max_size=60))
def test_any_other_text_is_no_id(text: str) -> None:
    if not text.isdecimal():
        assert parse_id(IdKind.MEMORY, text) is None


@pytest.mark.parametrize(
    "text", ["0", "-1", "2147483648", "1.0", " 1", "١", "d7a60000-0002-8000-8000-000000000000"]
)
def test_numbers_that_no_thing_has_are_no_ids(text: str) -> None:
    assert parse_id(IdKind.MEMORY, text) is None


def test_a_key_is_good_for_its_text_and_purpose_also_after_the_master_key_was_renewed(tmp_path: Path) -> None:
    keyring = create_keyring(tmp_path / "keys")
    key = sign(keyring, "document", purpose="a")
    renewed: Keyring = add_master_key(tmp_path / "keys")
    assert renewed.current_id != keyring.current_id
    for known in (keyring, renewed):
        assert is_signed(known, "document", key, purpose="a")
        for text, purpose in (("documents", "a"), ("document", "b")):
            assert not is_signed(known, text, key, purpose=purpose)
    for forged in ("", "x", key[:-1], key + "0", key[:8] + "0" * 64, "é" * 72, "0" * 72, "x" * 1000):
        assert not is_signed(renewed, "document", forged, purpose="a")
