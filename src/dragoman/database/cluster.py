"""Where the parts of one embedded server are, who runs it, and how it is addressed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.database.credentials import RolePasswords
from dragoman.database.ownership import ServerAccount
from dragoman.database.urls import render_url
from dragoman.errors import Misconfigured

_SOCKET_PARENTS: Final = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))  # noqa: S108 - verified before use
_PORT: Final = "5432"  # names the socket file; nothing listens on the network

CANNOT_SWITCH: Final = (
    "The service runs as root but may not start the database as another user, and PostgreSQL refuses to run "
    "as root. Run the service as an ordinary user, or set DRAGOMAN_DATABASE_URL to a server of yours."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Where the parts of one embedded server are, and who runs it."""

    home: Path  # "postgres" in the data directory; ours
    account: ServerAccount
    credentials: RolePasswords

    @property
    def data(self) -> Path:
        """PostgreSQL's own directory; its user's."""
        return self.home / "cluster"

    @property
    def log_file(self) -> Path:
        """Where the server writes."""
        return self.home / "postgres.log"

    @property
    def lock_file(self) -> Path:
        """Locked as long as any process of the server lives."""
        return self.home / "server.lock"

    @property
    def name(self) -> str:
        """A unique name that cannot be guessed. It never changes, because pools keep the socket's path."""
        secret = f"{self.credentials.socket_salt}:{self.home.resolve()}".encode("utf-8", "surrogateescape")
        return "dragoman-" + hashlib.sha256(secret).hexdigest()[:16]

    def socket_directory(self) -> Path:
        """The directory of the socket: a short path, because a socket's path is limited to 100 bytes."""
        for parent in _SOCKET_PARENTS:
            if parent.is_dir() and os.access(parent, os.W_OK | os.X_OK):
                return parent / self.name
        parents = ", ".join(map(str, _SOCKET_PARENTS))
        raise Misconfigured(f"None of {parents} can be written to, for the database's socket.")


def cluster_major(home: Path) -> int | None:
    """The major version of the cluster in `home`; None when there is none yet."""
    try:
        return int((home / "cluster/PG_VERSION").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        raise Misconfigured(f"{home / 'cluster'} is not a PostgreSQL directory that can be used.") from None


def url_for(cluster: Cluster, *, role: str) -> str:
    """The address of the cluster's database for `dragoman_owner`, `dragoman_app` or `postgres`."""
    passwords = {
        "dragoman_owner": cluster.credentials.owner,
        "dragoman_app": cluster.credentials.application,
        "postgres": cluster.credentials.superuser,
    }
    return render_url(
        {
            "host": str(cluster.socket_directory()),
            "port": _PORT,
            "dbname": "dragoman",
            "user": role,
            "password": passwords[role],
            "require_auth": "scram-sha-256",
        }
    )


def make_socket_directory(cluster: Cluster) -> Path:
    """Make the directory of the server's socket, or check that the one there is ours alone."""
    directory = cluster.socket_directory()
    try:
        directory.mkdir(mode=0o700)
        give(directory, cluster.account)
    except FileExistsError:
        pass
    status = directory.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != cluster.account.uid or status.st_mode & 0o077:
        raise Misconfigured(
            f"{directory} belongs to another user, or other users may enter it. The database needs it "
            "for its socket: remove it and start again."
        )
    return directory


@contextmanager
def reachable(folder: Path) -> Iterator[tuple[Path, list[int]]]:
    """A name of `folder` for a program that is started with the given descriptors.

    On Linux the name leads there without passing the directories above it, which the server's user may not
    enter (such as /root), and is short however long the real path is. Elsewhere it is the path.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        link = Path(f"/proc/self/fd/{descriptor}")
        yield (link, [descriptor]) if link.exists() else (folder, [])
    finally:
        os.close(descriptor)


def give(folder: Path, account: ServerAccount) -> None:
    """Make the server's user the owner of a directory of its own."""
    if account.switch:
        try:
            os.chown(folder, account.uid, account.gid)
        except PermissionError:
            raise Misconfigured(CANNOT_SWITCH) from None
