"""Check whether LibreOffice opens documents: all of a run in one batch, with a separate profile."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

_SECONDS_EACH: Final = 5
_SECONDS: Final = 30


def find_unopened(results: Mapping[str, bytes], sources: Mapping[str, bytes]) -> set[str]:
    """The names of results that LibreOffice does not open although it opens their sources."""
    opened = open_in_office(results)
    return {name for name in results.keys() - opened if open_in_office({name: sources[name]})}


def open_in_office(documents: Mapping[str, bytes]) -> set[str]:
    """The names of the documents that LibreOffice converts to PDF. Raises SystemExit without LibreOffice.

    The others are tried once more, one by one, because a crash of LibreOffice ends a batch.
    """
    opened = _open_together(documents)
    left = {name: data for name, data in documents.items() if name not in opened}
    if len(documents) > 1:
        for name, data in left.items():
            opened |= _open_together({name: data})
    return opened


def _open_together(documents: Mapping[str, bytes]) -> set[str]:
    program = shutil.which("soffice")
    if program is None:
        raise SystemExit("LibreOffice (soffice) is not installed")
    if not documents:
        return set()
    with tempfile.TemporaryDirectory(prefix="dragoman-office-") as folder:
        place = Path(folder)
        (place / "pdf").mkdir()
        files = {name: place / f"{number}{Path(name).suffix}" for number, name in enumerate(documents)}
        for name, file in files.items():
            file.write_bytes(documents[name])
        _run(
            [
                program,
                f"-env:UserInstallation={(place / 'profile').as_uri()}",
                *("--headless", "--norestore", "--convert-to", "pdf", "--outdir", str(place / "pdf")),
                *map(str, files.values()),
            ],
            seconds=_SECONDS + _SECONDS_EACH * len(files),
        )
        return {name for name, file in files.items() if (place / "pdf" / f"{file.stem}.pdf").is_file()}


def _run(command: list[str], *, seconds: float) -> None:
    """Run a program with a time limit; LibreOffice ignores SIGTERM, so its process group is killed."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
