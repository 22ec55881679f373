"""The log that the embedded server writes: bounded, with one older part."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import Final

from dragoman.database.cluster import Cluster

_LOG_BYTES: Final = 8 * 1024 * 1024


def rotate_log(cluster: Cluster) -> None:
    """Keep the server's log and one older part, each of about 8 MiB at most."""
    with contextlib.suppress(FileNotFoundError):
        if cluster.log_file.stat().st_size > _LOG_BYTES:
            older = cluster.log_file.with_name("postgres.log.1")
            shutil.copyfile(cluster.log_file, older)
            older.chmod(0o600)
            os.truncate(cluster.log_file, 0)  # the server appends: its next line begins at 0
