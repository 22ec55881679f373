"""A process that uses the embedded server of a data directory, for tests that kill it.

    python -m tests.database.server_user DATA [--uid N] [--bin FOLDER] [--insert]

Says `ready` and the application's address, then lives until its standard input closes. With `--insert` it
inserts numbers all the time and says each one that was acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures.thread  # noqa: F401 - asyncio loads it late, when --uid cannot reach it
import os
import sys
from dataclasses import replace
from pathlib import Path

from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, open_database, transaction
from dragoman.database.server import open_server
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging
from tests.waiting import CEILING


async def main(arguments: argparse.Namespace) -> None:
    settings = Settings(data=arguments.data, postgres_bin=arguments.bin)
    async with open_server(settings) as urls, open_database(urls.application) as database:
        _say("ready", urls.application)
        inserting = asyncio.create_task(_insert(database)) if arguments.insert else None
        await asyncio.to_thread(sys.stdin.read)
        if inserting is not None:
            inserting.cancel()


def _say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def _insert(database: Database) -> None:
    number = 0
    database = replace(database, outage_seconds=CEILING)  # a busy machine restarts the server in its own time
    while True:
        number += 1
        try:
            async with transaction(database, account=NO_ACCOUNT) as tx:
                await tx.connection.execute(text("insert into numbers values (:number)"), {"number": number})
        except Unavailable:
            _say("unavailable", number)
        else:
            _say("inserted", number)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--uid", type=int)
    parser.add_argument("--bin", type=Path)
    parser.add_argument("--insert", action="store_true")
    parsed = parser.parse_args()
    if parsed.uid is not None:
        # Here and not by the parent: that user may not be able to reach the interpreter.
        os.setgroups([])
        os.setgid(parsed.uid)
        os.setuid(parsed.uid)
    configure_logging(level="info", style="json")
    asyncio.run(main(parsed))
