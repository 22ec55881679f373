"""Making the embedded server's cluster: its roles and its database, all or nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

from dragoman.database.cluster import CANNOT_SWITCH, ENVIRONMENT, Cluster, as_seen_inside, give
from dragoman.database.credentials import sync_directory
from dragoman.database.programs import Programs
from dragoman.database.server_process import wait_until_dead
from dragoman.errors import Misconfigured, Unavailable


async def create_cluster(cluster: Cluster, programs: Programs) -> None:
    """Make the cluster with its roles and its database, all or nothing. The caller holds the supervisor's lock."""
    unfinished = cluster.home / "cluster.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    give(unfinished, cluster.account)
    locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    if programs.major < 17:
        locale = ["--locale=C.UTF-8"]
    await _run(
        cluster, programs, "initdb", "--username=postgres", "--encoding=UTF8", "--data-checksums",
        "--auth=reject", *locale, folder=unfinished,
    )  # fmt: skip
    rules = unfinished / "pg_hba.conf"
    rules.write_text("local all all scram-sha-256\n", encoding="ascii")
    await set_passwords(cluster, programs, folder=unfinished)
    with rules.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.rename(cluster.data)
    sync_directory(cluster.home)


async def set_passwords(cluster: Cluster, programs: Programs, *, folder: Path) -> None:
    """Give roles and database what `Credentials` says, while no server runs. Safe to repeat."""
    statements = [f"alter role postgres password '{cluster.credentials.superuser}'"]
    for role, password in (
        ("dragoman_owner", cluster.credentials.owner),
        ("dragoman_app", cluster.credentials.application),
    ):
        statements += [
            "do $$ begin if not exists (select from pg_roles where rolname = '" + role + "') "
            f"then create role {role}; end if; end $$",
            f"alter role {role} login nosuperuser nobypassrls password '{password}'",
            # What fails in our sessions is told to us; the server's log must not quote it.
            f"alter role {role} set log_min_messages = 'log'",
        ]
    statements += [
        "select 'nothing' where not exists (select from pg_database where datname = 'dragoman')",
        "create database dragoman owner dragoman_owner",
    ]
    await _run(cluster, programs, "postgres", "--single", folder=folder, statements=statements)


async def _run(
    cluster: Cluster,
    programs: Programs,
    name: str,
    *options: str,
    folder: Path,
    statements: list[str] | None = None,
) -> None:
    """Run a program of PostgreSQL on a cluster that no server runs on; its processes hold the server's lock."""
    lock = await wait_until_dead(cluster)
    try:
        process = subprocess.Popen(
            [programs.folder / name, *options, "-D", as_seen_inside(folder), *(["postgres"] if statements else [])],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=[lock],
            start_new_session=True, umask=0o077, env=ENVIRONMENT, **cluster.account.popen_arguments(),
        )  # fmt: skip
    except (PermissionError, subprocess.SubprocessError):
        raise Misconfigured(CANNOT_SWITCH) from None
    finally:
        os.close(lock)
    try:
        sent = "".join(f"{statement}\n" for statement in statements or []).encode()
        output, _ = await asyncio.to_thread(process.communicate, sent)
    except BaseException:
        process.kill()
        raise
    if process.returncode != 0:
        raise Unavailable(f"{name} failed: {output.decode(errors='replace').strip()[-2000:]}", retry_after=30)
