"""Starting, wiring and ending programs: raw pipes, no threads, nothing inherited but the standard files.

Every program of ours ends when its input does, so none outlives the server, however that dies: the kernel
closes the server's ends of the pipes, and the end of input runs down each pipeline. A stopped one is woken by
the kernel as its process group is orphaned.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from dragoman.engines.apertium.recipe import Command, Installation

_REAP_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Running programs, each one's output the next one's input, in a process group of their own.

    The group keeps a terminal's Ctrl-C away from them: the server ends them when it has drained.
    """

    pids: tuple[int, ...]
    stdin: int  # our ends of the pipes, not blocking
    stdout: int
    stderr: int | None  # only when asked for; else what they say there is thrown away


def start_chain(installation: Installation, commands: Sequence[Command], *, stderr: bool = False) -> Chain:
    """Start programs in a row. About 0.15 ms each, so it may run on the event loop. Raises OSError."""
    ours: list[int] = []  # to be closed if anything fails
    pids: list[int] = []
    theirs: list[int] = []
    try:
        source, stdin = os.pipe()
        ours.append(stdin)
        theirs.append(source)
        heard, errors = os.pipe() if stderr else (None, os.open(os.devnull, os.O_WRONLY))
        ours += [heard] if heard is not None else []
        theirs.append(errors)
        for command in commands:
            outlet, sink = os.pipe()
            theirs += [outlet, sink]
            pids.append(_spawn(installation, command, (source, sink, errors), group=pids[0] if pids else 0))
            source = outlet
        theirs.remove(source)
        ours.append(source)
        for end in ours:
            os.set_blocking(end, False)
    except OSError:
        for end in ours:
            os.close(end)
        end_processes(pids)
        raise
    finally:
        for end in theirs:
            os.close(end)
    return Chain(pids=tuple(pids), stdin=stdin, stdout=source, stderr=heard)


def close_chain(chain: Chain) -> None:
    """End the programs of a chain at once and close our ends of its pipes."""
    for end in (chain.stdin, chain.stdout, chain.stderr):
        if end is not None:
            os.close(end)
    end_processes(chain.pids)


def end_processes(pids: Sequence[int]) -> None:
    """Kill children of ours and take note of their end without waiting for it."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    _reap(list(pids))


def _reap(pids: list[int]) -> None:
    """Collect ended children now, the others a moment later; without a running loop, wait for them."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        loop = None
    left = [pid for pid in pids if not _has_ended(pid, wait=loop is None)]
    if left and loop is not None:
        loop.call_later(_REAP_SECONDS, _reap, left)


def _has_ended(pid: int, *, wait: bool) -> bool:
    try:
        return os.waitpid(pid, 0 if wait else os.WNOHANG)[0] != 0
    except ChildProcessError:  # somebody else collected it
        return True


def _spawn(installation: Installation, command: Command, files: tuple[int, int, int], *, group: int) -> int:
    return os.posix_spawn(
        command.program,
        [command.name, *command.arguments],
        installation.environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, ours, theirs) for theirs, ours in enumerate(files)],
        setpgroup=group,
        # Python ignores SIGPIPE; a stage that cannot write must die of it.
        setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP],
        setsigmask=[],
    )
