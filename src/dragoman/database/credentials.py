"""The passwords of the embedded server, made at random and kept in one file that only its owner reads."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from dragoman.errors import Misconfigured


@dataclass(frozen=True, slots=True, kw_only=True)
class RolePasswords:
    """One password for each role, and a random word that makes the socket's directory unpredictable."""

    superuser: str = field(repr=False)  # role postgres: only making and mending the cluster, and backups
    owner: str = field(repr=False)  # role dragoman_owner
    application: str = field(repr=False)  # role dragoman_app
    socket_salt: str = field(repr=False)


def read_credentials(path: Path) -> RolePasswords | None:
    """Read the file; None when it is missing. Raises `Misconfigured` when it cannot be used."""
    try:
        return RolePasswords(**json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise Misconfigured(
            f"{path} cannot be used ({type(error).__name__}). It holds the embedded database's passwords; "
            "delete it while the service is stopped and new ones are made at the next start."
        ) from None


def new_credentials() -> RolePasswords:
    """Make up new passwords."""
    return RolePasswords(
        superuser=secrets.token_urlsafe(32),
        owner=secrets.token_urlsafe(32),
        application=secrets.token_urlsafe(32),
        socket_salt=secrets.token_urlsafe(12),
    )


def write_credentials(path: Path, credentials: RolePasswords) -> None:
    """Store them for good: the file is whole or not there, also after a power cut."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(credentials), file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
    sync_directory(path.parent)


def sync_directory(folder: Path) -> None:
    """Make renames and new names in a directory survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
