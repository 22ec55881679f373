"""The master keys of an installation, and every key derived from them.

The file lists keys newest first, one `ID KEY` a line. New secrets use the first; those made with an older one
stay readable while its line is there. All machines share the file, and backups leave it out.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import secrets
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dragoman.errors import Misconfigured

_HEAD: Final = "# Dragoman master keys, newest first: ID KEY. Keep a copy, apart from the backups.\n"
_ID: Final = re.compile(r"[0-9a-f]{8}\Z")
_KEY_BYTES: Final = 32
_WRAP_VERSION: Final = b"w1"
_NONCE_BYTES: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterKey:
    """One key of the file."""

    id: str  # 8 hexadecimal digits
    secret: bytes = field(repr=False)


class Keyring:
    """The keys of one file. It is read again when something names a key that was not there.

    Raises `Misconfigured` when the file is missing, malformed, or others may read it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._load()

    @property
    def current_id(self) -> str:
        """The id of the key that new secrets are made with."""
        return self._keys[0].id

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all keys, newest first."""
        return tuple(key.id for key in self._keys)

    def derive(self, key_id: str, purpose: str) -> bytes:
        """The 32-byte key for one purpose. Raises `Misconfigured` when the file has no such master key."""
        key = self._find(key_id)
        if key is None and _stamp(self.path) != self._stamp:
            self._load()
            key = self._find(key_id)
        if key is None:
            raise Misconfigured(
                f"The master key {key_id} is needed, and {self.path} does not have it. "
                "Put its line back from your copy of the file."
            )
        return _derive(key.secret, purpose)

    def wrap(self, plaintext: bytes, *, purpose: str, context: str) -> bytes:
        """Encrypt a secret for the database. `context` names the row, so that it opens in that row only."""
        key_id = self.current_id
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = AESGCM(self.derive(key_id, purpose)).encrypt(nonce, plaintext, context.encode())
        return _WRAP_VERSION + key_id.encode() + nonce + sealed

    def unwrap(self, wrapped: bytes, *, purpose: str, context: str) -> bytes:
        """Undo `wrap`. Raises `Misconfigured` when the key is not there or the secret was tampered with."""
        version, key_id, nonce, sealed = wrapped[:2], wrapped[2:10], wrapped[10:22], wrapped[22:]
        if version != _WRAP_VERSION:
            raise Misconfigured("A stored secret has a form that this version cannot read.")
        key = self.derive(key_id.decode("ascii", errors="replace"), purpose)
        try:
            return AESGCM(key).decrypt(nonce, sealed, context.encode())
        except InvalidTag:
            raise Misconfigured(
                f"A stored secret does not open with the master key {key_id.decode('ascii', 'replace')} of "
                f"{self.path}: the file and the database do not belong together."
            ) from None

    def _load(self) -> None:
        self._stamp = _stamp(self.path)  # first: a change while reading is then seen as one
        self._keys = read_master_keys(self.path)

    def _find(self, key_id: str) -> MasterKey | None:
        return next((key for key in self._keys if key.id == key_id), None)


def read_master_keys(path: Path) -> tuple[MasterKey, ...]:
    """The keys of the file, newest first. Raises `Misconfigured` as `Keyring` does."""
    try:
        with path.open(encoding="ascii") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            text = file.read(64 * 1024)
    except FileNotFoundError:
        raise Misconfigured(
            f"The master key file {path} is missing. Put back your copy of it: the database's secrets "
            "cannot be read without it."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"The master key file {path} cannot be read: {error}.") from None
    if sys.platform != "win32" and mode & 0o077:
        raise Misconfigured(f"Others may read the master key file {path}. Run: chmod 600 {path}")
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    keys = tuple(_parse_line(words, path) for words in lines)
    if not keys or len({key.id for key in keys}) != len(keys):
        raise Misconfigured(f"The master key file {path} needs at least one key, and each id once.")
    return keys


def create_keyring(path: Path) -> Keyring:
    """Make the file with one new key, mode 0600, durable. When another process was quicker, use its file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = _write_part(path, [new_master_key()], like=path.parent)
    try:
        # Linking, unlike renaming, never replaces; and the file appears under its name only when complete.
        os.link(part, path)
    except FileExistsError:
        pass
    finally:
        part.unlink()
    _sync_directory(path.parent)
    return Keyring(path)


def add_master_key(path: Path) -> Keyring:
    """Put a new key first in the file; the others stay. Raises `Misconfigured` as `Keyring` does."""
    part = _write_part(path, [new_master_key(), *read_master_keys(path)], like=path)
    part.replace(path)
    _sync_directory(path.parent)
    return Keyring(path)


def new_master_key() -> MasterKey:
    """A random key under a random id."""
    return MasterKey(id=secrets.token_hex(4), secret=secrets.token_bytes(_KEY_BYTES))


def _parse_line(words: Sequence[str], path: Path) -> MasterKey:
    try:
        key_id, encoded = words
        secret = base64.b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        key_id, secret = "", b""
    if not _ID.match(key_id) or len(secret) != _KEY_BYTES:
        raise Misconfigured(
            f"The master key file {path} has a line that is not `ID KEY`: 8 hexadecimal digits, "
            f"and {_KEY_BYTES} bytes in base64."
        )
    return MasterKey(id=key_id, secret=secret)


def _write_part(path: Path, keys: Sequence[MasterKey], *, like: Path) -> Path:
    """Write the keys durably to a new file beside `path`, which only the owner of `like` can read."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(_HEAD)
        file.writelines(f"{key.id} {base64.b64encode(key.secret).decode()}\n" for key in keys)
        file.flush()
        if sys.platform != "win32" and os.geteuid() == 0:  # an operator's sudo must not lock the service out
            owner = like.stat()
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        os.fsync(file.fileno())
    return part


def _sync_directory(directory: Path) -> None:
    if sys.platform == "win32":  # directories cannot be opened there
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=64)
def _derive(secret: bytes, purpose: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"dragoman {purpose}".encode()).derive(secret)
