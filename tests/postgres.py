"""PostgreSQL for tests: a cluster with all migrations to copy, and programs that do not wait for the disk.

A crash of the whole machine is the subject of few tests. All others copy a cluster that was made once for
this state of the code, and run it without fsync: what was committed still survives the death of any process.
Tests of first starts and of durability use an empty data directory and the product's own programs.
"""

from __future__ import annotations

import atexit
import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dragoman.database.ownership import choose_account
from dragoman.database.programs import find_programs

_ROOT = Path(__file__).parents[1]
_KEPT = _ROOT / ".pytest_cache/postgres"
_KEPT_SECONDS = 24 * 3600  # clusters of other states of the code

_POSTGRES = """\
#!/bin/sh
case "$1" in
--*) exec "{programs}/postgres" "$@" ;;
*) exec "{programs}/postgres" "$@" -c fsync=off -c full_page_writes=off ;;
esac
"""
_INITDB = """\
#!/bin/sh
exec "{programs}/initdb" --no-sync "$@"
"""


@functools.cache
def quick_programs(chosen: Path | None = None) -> Path:
    """A folder of programs that start those of `chosen`, or of the wheel, without waiting for the disk."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    programs = find_programs(setting=chosen, home=_KEPT, account=choose_account(_KEPT), major=None)
    folder = Path(tempfile.mkdtemp(prefix="dragoman-tests-"))  # where the server's user can reach it
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, script in (("postgres", _POSTGRES), ("initdb", _INITDB)):
        (folder / name).write_text(script.format(programs=programs.folder))
        (folder / name).chmod(0o755)
    folder.chmod(0o755)
    return folder


def copy_cluster(data: Path, chosen: Path | None = None) -> Path:
    """Put a migrated cluster into a new data directory; gives the programs that run it."""
    programs = quick_programs(chosen)
    original = _migrated_data(programs, chosen) / "postgres"
    home = data / "postgres"
    home.mkdir(mode=0o700, parents=True)
    data.chmod(0o700)
    subprocess.run(
        ["cp", "-a", "--sparse=always", original / "cluster", original / "credentials.json", home], check=True
    )
    return programs


@functools.cache
def _migrated_data(programs: Path, chosen: Path | None) -> Path:
    """The data directory that is copied, made by the first process that needs it."""
    data = _KEPT / f"data-{_fingerprint(chosen)}"
    with (_KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.exists():
            for older in _KEPT.glob("data-*"):
                if time.time() - older.stat().st_mtime > _KEPT_SECONDS:
                    shutil.rmtree(older)
            unfinished = _KEPT / "unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            subprocess.run(
                [sys.executable, "-m", "dragoman", "migrate", "--data", unfinished],
                env={**os.environ, "DRAGOMAN_POSTGRES_BIN": str(programs)},
                check=True,
            )
            unfinished.rename(data)
    return data


def _fingerprint(chosen: Path | None) -> str:
    """Of all that decides what a new cluster contains."""
    digest = hashlib.sha256(str(chosen).encode())
    for path in sorted((_ROOT / "src/dragoman/database").rglob("*.py")):
        digest.update(path.read_bytes())
    digest.update((_ROOT / "requirements/runtime.lock").read_bytes())  # has PostgreSQL's version
    return digest.hexdigest()[:16]
