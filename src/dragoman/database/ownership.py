"""The user that runs the embedded server, what it can reach, and locks that end with their processes."""

from __future__ import annotations

import fcntl
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_FALLBACK_ID: Final = 65534


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerAccount:
    """The user under whose name the server runs. PostgreSQL refuses to run as root."""

    uid: int
    gid: int
    switch: bool  # whether this process is root and must become that user

    def popen_arguments(self) -> dict[str, Any]:
        """What `subprocess.Popen` needs to start a program as this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.switch else {}


def choose_account(data: Path) -> ServerAccount:
    """Our own user; for root the owner of the data directory, or `nobody` where that is root too."""
    if os.geteuid() != 0:
        return ServerAccount(uid=os.geteuid(), gid=os.getegid(), switch=False)
    status = data.stat()
    if status.st_uid != 0:
        return ServerAccount(uid=status.st_uid, gid=status.st_gid, switch=True)
    try:
        fallback = pwd.getpwnam("nobody")
    except KeyError:
        return ServerAccount(uid=_FALLBACK_ID, gid=_FALLBACK_ID, switch=True)
    return ServerAccount(uid=fallback.pw_uid, gid=fallback.pw_gid, switch=True)


def can_reach(folder: Path, account: ServerAccount) -> bool:
    """Whether `account` may pass through every existing directory on the way to and including `folder`."""
    if not account.switch:
        return True
    resolved = folder.resolve()
    for directory in (resolved, *resolved.parents):
        try:
            status = directory.stat()
        except FileNotFoundError:
            continue
        if status.st_uid == account.uid:
            needed = stat.S_IXUSR
        elif status.st_gid == account.gid:
            needed = stat.S_IXGRP
        else:
            needed = stat.S_IXOTH
        if not status.st_mode & needed:
            return False
    return True


def try_lock(path: Path, *, shared: bool = False) -> int | None:
    """Lock a file, made when missing; None when another process holds it. Closing the descriptor unlocks.

    The lock belongs to the open file, so child processes that inherit the descriptor hold it too.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def private_directory(path: Path) -> Path:
    """Create a directory that no other user may enter (its parents as usual), unless it exists."""
    if not path.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
    return path
