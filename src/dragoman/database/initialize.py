"""Making the embedded server's cluster: its roles and its database, all or nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from dragoman.database.cluster import Cluster, give
from dragoman.database.credentials import sync_directory
from dragoman.database.programs import Programs
from dragoman.database.server_process import explain_end, start_program, wait_until_dead


async def create_cluster(cluster: Cluster, programs: Programs) -> None:
    """Make the cluster with its roles and its database, all or nothing. Only the supervisor calls it."""
    unfinished = cluster.home / "cluster.new"
    os.close(await wait_until_dead(cluster))  # an earlier attempt may still be writing there
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    give(unfinished, cluster.account)
    command: list[str | Path] = [
        programs.folder / "initdb",
        "--username=postgres",
        "--encoding=UTF8",
        "--data-checksums",
    ]
    # A collation of PostgreSQL's own never changes under an index as the C library's do.
    builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    await _run(
        cluster,
        [*command, "--auth=reject", *(builtin if programs.major >= 17 else ["--locale=C.UTF-8"])],
        folder=unfinished,
    )
    with (unfinished / "pg_hba.conf").open("w", encoding="utf-8") as rules:
        rules.write("local all all scram-sha-256\n")
        rules.flush()
        os.fsync(rules.fileno())
    await _set_up(
        cluster,
        programs,
        [*_roles(cluster), "create database dragoman owner dragoman_owner"],
        folder=unfinished,
    )
    unfinished.rename(cluster.data)
    sync_directory(cluster.home)


async def reset_passwords(cluster: Cluster, programs: Programs) -> None:
    """Give the roles of a cluster, whose server does not run, the passwords of `Credentials`."""
    await _set_up(cluster, programs, _roles(cluster), folder=cluster.data)


def _roles(cluster: Cluster) -> list[str]:
    """One statement a line; the passwords hold nothing that needs quoting."""
    statements = [f"alter role postgres password '{cluster.credentials.superuser}'"]
    for role, password in (
        ("dragoman_owner", cluster.credentials.owner),
        ("dragoman_app", cluster.credentials.application),
    ):
        there = f"exists (select from pg_roles where rolname = '{role}')"
        statements += [
            f"do $$ begin if not {there} then create role {role}; end if; end $$",
            f"alter role {role} login nosuperuser nobypassrls password '{password}'",
            # Our sessions receive their errors; the server's log must not quote them.
            f"alter role {role} set log_min_messages = 'log'",
        ]
    return statements


async def _set_up(cluster: Cluster, programs: Programs, statements: Sequence[str], *, folder: Path) -> None:
    """Run statements in PostgreSQL's single-user mode, before clients can connect."""
    quiet = ["-c", "log_min_error_statement=panic"]  # an error's report must not quote a password
    output = await _run(
        cluster,
        [programs.folder / "postgres", "--single", *quiet],
        folder=folder,
        words=("postgres",),
        lines=statements,
    )
    errors = [line for line in output.splitlines() if "ERROR:" in line or "FATAL:" in line]
    if errors:  # the exit status does not show them
        raise explain_end("The database cannot be set up: " + " ".join(errors))


async def _run(
    cluster: Cluster,
    command: Sequence[str | Path],
    *,
    folder: Path,
    words: Sequence[str] = (),
    lines: Sequence[str] = (),
) -> str:
    """Run a program of PostgreSQL on a cluster whose server does not run; gives what it printed."""
    lock = await wait_until_dead(cluster)
    try:
        process = start_program(
            cluster,
            command,
            folder=folder,
            words=words,
            lock=lock,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    finally:
        os.close(lock)
    try:
        sent = "".join(f"{line}\n" for line in lines).encode()
        output = (await asyncio.to_thread(process.communicate, sent))[0].decode(errors="replace")
    except BaseException:
        process.kill()
        raise
    if process.returncode != 0:
        name = Path(command[0]).name
        raise explain_end(f"{name} failed: {output.strip()[-2000:]}")
    return output
