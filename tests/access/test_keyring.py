"""The master key file: made once, private, and never replaced by accident."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dragoman.access.keyring import Keyring, add_master_key, create_keyring, read_master_keys
from dragoman.errors import Misconfigured


def test_a_new_file_is_private_and_holds_one_key(tmp_path: Path) -> None:
    path = tmp_path / "new" / "master.key"
    keyring = create_keyring(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keyring.ids == (keyring.current_id,)
    assert [file.name for file in path.parent.iterdir()] == ["master.key"]


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    with ThreadPoolExecutor(8) as pool:
        ids = {keyring.current_id for keyring in pool.map(create_keyring, [path] * 24)}
    assert len(ids) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["master.key"]


def test_creating_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    first = create_keyring(path)
    assert create_keyring(path).ids == first.ids


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o622])
def test_a_file_that_others_may_read_is_refused_with_the_command_that_helps(
    tmp_path: Path, mode: int
) -> None:
    path = tmp_path / "master.key"
    create_keyring(path)
    path.chmod(mode)
    with pytest.raises(Misconfigured, match=f"chmod 600 {path}"):
        Keyring(path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a remark\n",
        "00000000\n",
        "00000000 AAAA\n",
        "0000000g AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "00000000 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= more\n",
        "00000000 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n" * 2,
        "00000000 ÄAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "master.key"
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Misconfigured, match=str(path)):
        Keyring(path)


def test_what_an_older_key_wrapped_stays_readable(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    before = create_keyring(path)
    wrapped = before.wrap(b"secret", purpose="test", context="row 1")
    after = add_master_key(path)
    assert after.ids == (after.current_id, before.current_id)
    assert after.current_id != before.current_id
    assert after.unwrap(wrapped, purpose="test", context="row 1") == b"secret"


def test_a_running_process_learns_a_new_key_when_it_meets_one(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    running = create_keyring(path)
    wrapped = add_master_key(path).wrap(b"secret", purpose="test", context="row 1")
    assert running.unwrap(wrapped, purpose="test", context="row 1") == b"secret"


def test_a_secret_opens_for_its_own_row_and_purpose_only(tmp_path: Path) -> None:
    keyring = create_keyring(tmp_path / "master.key")
    wrapped = keyring.wrap(b"secret", purpose="test", context="row 1")
    damaged = wrapped[:-1] + bytes([wrapped[-1] ^ 1])
    for blob, purpose, context in [
        (wrapped, "test", "row 2"),
        (wrapped, "other", "row 1"),
        (damaged, "test", "row 1"),
        (b"", "test", "row 1"),
        (b"w9" + wrapped[2:], "test", "row 1"),
    ]:
        with pytest.raises(Misconfigured):
            keyring.unwrap(blob, purpose=purpose, context=context)


def test_a_missing_master_key_is_named(tmp_path: Path) -> None:
    one, other = create_keyring(tmp_path / "one.key"), create_keyring(tmp_path / "other.key")
    wrapped = one.wrap(b"secret", purpose="test", context="row 1")
    with pytest.raises(Misconfigured, match=one.current_id):
        other.unwrap(wrapped, purpose="test", context="row 1")


def test_adding_a_key_keeps_the_file_private(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    create_keyring(path)
    add_master_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(read_master_keys(path)) == 2
