"""Old Office documents become current ones: LibreOffice converts them, in a process of its own for each.

`types` is the table of types, `sandbox` finds LibreOffice and confines it, and `child` supervises it.
Whether LibreOffice works here is checked once, with a small document: in the background when the service
starts, elsewhere when it is first needed.
"""

from __future__ import annotations

import asyncio
import os
import time
from asyncio import subprocess
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dragoman.conversion.errors import DocumentTimedOut, UnsupportedDocument
from dragoman.conversion.legacy import folders
from dragoman.conversion.legacy.child import (
    BROKE,
    DONE,
    NOTHING,
    PREFIX,
    SPACE,
    TIME,
    ConversionOrder,
    Limits,
    encode_limits,
    encode_order,
)
from dragoman.conversion.legacy.flags import LegacyFlags
from dragoman.conversion.legacy.sandbox import Office, find_office, find_program
from dragoman.conversion.legacy.types import LEGACY_TYPES, RTF_MAGIC, LegacyType
from dragoman.conversion.sampling import take_sample
from dragoman.errors import Misconfigured, Unavailable
from dragoman.fair_semaphore import FairSemaphore
from dragoman.formats.format import Recognition
from dragoman.isolation.processes import end_process, start_process
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted, DocumentError

_GRACE_SECONDS: Final = 5.0  # the process that watches ends LibreOffice before it is ended itself
_SPACE: Final = 512 * 1024 * 1024
_GROWTH: Final = 4  # a document may become so many times as large as any that is accepted
_LONGEST_OUTCOME: Final = 100
_RETRY_SECONDS: Final = 60.0  # after which a LibreOffice that did not work is tried again
_TRIAL: Final = RTF_MAGIC + rb"1\ansi Words.\par}"
_MISSING: Final = (
    "This installation does not convert old Office documents. Save it in the current format, as .{suffix}, "
    "and send that. Its operator can add them: `make setup-legacy`, or LibreOffice and bubblewrap."
)


@dataclass(slots=True, eq=False)
class LegacyOffice:
    """Converts old documents. Made by `open_legacy`."""

    _settings: Settings
    _metrics: Metrics
    _program: Path | None
    _places: FairSemaphore
    _trial: asyncio.Task[Office | None] | None = None
    _tried: float = 0.0  # a trial that failed counts until then
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def is_installed(self) -> bool:
        """Whether there is a LibreOffice; whether it works is known by `types`."""
        return self._program is not None

    def start_check(self) -> None:
        """Check in the background whether LibreOffice works, unless that is known or being checked."""
        if self._program is not None and (
            self._trial is None or (_has_failed(self._trial) and time.monotonic() > self._tried)
        ):
            self._trial = asyncio.create_task(self._try(self._program))

    async def types(self) -> tuple[LegacyType, ...]:
        """The types that can be converted here. It waits for the check, which may take half a minute."""
        return _types_of(await self._find())

    async def known_types(self, *, seconds: float) -> tuple[LegacyType, ...] | None:
        """The types that can be converted here; None if that is still being tried after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                return await self.types()
        except TimeoutError:
            return None

    async def require(self, kind: LegacyType) -> None:
        """Raise `UnsupportedDocument` for a type that cannot be converted here."""
        if kind not in await self.types():
            raise UnsupportedDocument(_missing(kind))

    async def convert(self, kind: LegacyType, data: bytes) -> bytes:
        """Make a current document. Raises a `DocumentError`, or `Unavailable` when no process starts."""
        flags = await asyncio.to_thread(kind.inspect, data)
        office = await self._find()
        if office is None or kind.module not in office.modules:
            raise ConversionFailed(_missing(kind))
        return await self._convert(office, kind, data, flags)

    async def run_order(
        self, order: ConversionOrder, data: bytes, *, module: str
    ) -> tuple[str, bytes] | None:
        """Have LibreOffice write a document as something else: how it ended, and what it wrote.

        None: there is no LibreOffice with this module. Raises `Unavailable` when no process starts.
        """
        office = await self._find()
        if office is None or module not in office.modules:
            return None
        async with self._places:
            return await self._run(office, order, data)

    async def close(self) -> None:
        """End what runs."""
        if self._trial is not None:
            self._trial.cancel()
            await asyncio.gather(self._trial, return_exceptions=True)
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def _find(self) -> Office | None:
        """LibreOffice, once the check has shown that it works; concurrent callers share one check."""
        self.start_check()
        return None if self._trial is None else await asyncio.shield(self._trial)

    async def _try(self, program: Path) -> Office | None:
        office, reason = None, "bubblewrap does not work here, and the setting libreoffice is auto"
        try:
            office = await find_office(self._settings, program)
            if office is not None:
                rtf = next(kind for kind in LEGACY_TYPES if not kind.streams)
                await self._convert(office, rtf, _TRIAL, LegacyFlags())
                log().info("legacy.ready", modules=sorted(office.modules), sandbox=office.folder is not None)
                return office
        except (DocumentError, Unavailable, Misconfigured) as error:
            reason = error.message
        self._tried = time.monotonic() + _RETRY_SECONDS
        log().warning("legacy.unusable", reason=reason)
        return None

    async def _convert(self, office: Office, kind: LegacyType, data: bytes, flags: LegacyFlags) -> bytes:
        async with self._places:
            began, outcome = time.monotonic(), "CANCELLED"
            try:
                answer = await self._run(office, _order(kind), data)
                converted = await asyncio.to_thread(_check, kind, answer, flags, self._settings)
                outcome = "ok"
            except DocumentError as error:
                outcome = error.code
                raise
            except Unavailable:
                outcome = "UNAVAILABLE"
                raise
            finally:
                self._metrics.conversion_seconds.labels("convert").observe(time.monotonic() - began)
                self._metrics.conversions.labels("convert", kind.name, outcome).inc()
        return converted

    async def _run(self, office: Office, order: ConversionOrder, data: bytes) -> tuple[str, bytes]:
        """How a conversion ended, and the new document."""
        with ExitStack() as stack:
            folder = office.folder
            if folder is None:
                private = folders.private_folder(folders.parent_directory())
                folder = str(stack.enter_context(private))
            process = await self._start((*office.command, encode_limits(self._limits(office, folder))))
            try:
                async with asyncio.timeout(self._settings.libreoffice_timeout_seconds + _GRACE_SECONDS):
                    most = _GROWTH * self._settings.max_document_bytes
                    return await _converse(process, order, data, most=most)
            except TimeoutError:
                return TIME, b""
            finally:
                await asyncio.shield(self._keep(asyncio.create_task(end_process(process))))

    def _limits(self, office: Office, folder: str) -> Limits:
        settings = self._settings
        return Limits(
            program=str(office.program),
            folder=folder,
            seconds=settings.libreoffice_timeout_seconds,
            memory=settings.libreoffice_memory_mb * 1024 * 1024,
            space=_SPACE,
            result=_GROWTH * settings.max_document_bytes,
            sandboxed=office.folder is not None,
        )

    async def _start(self, command: tuple[str, ...]) -> subprocess.Process:
        creating = asyncio.ensure_future(start_process(command))
        try:
            return await asyncio.shield(creating)
        except asyncio.CancelledError:  # asyncio would leave half a process
            self._keep(asyncio.create_task(_end_new(creating)))
            raise
        except OSError as error:
            raise Unavailable(f"No process for documents can be started: {error.strerror}.") from error

    def _keep(self, task: asyncio.Task[None]) -> asyncio.Task[None]:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def count_concurrent_conversions(settings: Settings) -> int:
    """How many documents one process converts at once."""
    return settings.libreoffice_processes or max(1, (os.cpu_count() or 1) // 2)


@asynccontextmanager
async def open_legacy(settings: Settings, metrics: Metrics) -> AsyncIterator[LegacyOffice]:
    """Get ready to convert. Raises `Misconfigured` when the setting names a program that is not there."""
    program = find_program(settings.libreoffice)
    if program is not None:
        await asyncio.to_thread(folders.remove_abandoned, folders.parent_directory())
    office = LegacyOffice(settings, metrics, program, FairSemaphore(count_concurrent_conversions(settings)))
    try:
        yield office
    finally:
        await office.close()


def _order(kind: LegacyType) -> ConversionOrder:
    return ConversionOrder(suffix=next(iter(kind.media_types)), result=kind.result.suffix, export=kind.export)


async def _converse(
    process: subprocess.Process, order: ConversionOrder, data: bytes, *, most: int
) -> tuple[str, bytes]:
    """Send the document and read the answer. Standard input stays open: its end would mean that we died."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(encode_order(order, data))
        process.stdin.write(data)
        await process.stdin.drain()
    try:
        outcome_length, length = PREFIX.unpack(await process.stdout.readexactly(PREFIX.size))
        if outcome_length > _LONGEST_OUTCOME or length > most:  # taken over by what it converts
            return BROKE, b""
        outcome_name = (await process.stdout.readexactly(outcome_length)).decode()
        return outcome_name, await process.stdout.readexactly(length)
    except (asyncio.IncompleteReadError, UnicodeDecodeError):
        return BROKE, b""


def _check(kind: LegacyType, answer: tuple[str, bytes], flags: LegacyFlags, settings: Settings) -> bytes:
    """The new document, if it is what it must be."""
    outcome, data = answer
    if outcome == TIME:
        raise DocumentTimedOut(
            f"The document could not be converted within {settings.libreoffice_timeout_seconds} seconds. "
            "Split it, or save it in the current format and send that."
        )
    if outcome == NOTHING and flags.protected:
        raise DocumentEncrypted("The document is protected by a password. Send it without one.")
    if outcome == NOTHING:
        raise DocumentCorrupt("The document cannot be opened: it is broken, or not quite of its type.")
    if outcome == SPACE:
        raise ConversionFailed("The document becomes too large when it is converted. Split it.")
    if outcome == DONE:
        sample = take_sample(data, f"document.{kind.result.suffix}")
        clean = not any(name.lower().endswith("vbaproject.bin") for name in sample.members or ())
        if clean and kind.sibling.recognise(sample) is Recognition.CERTAIN:
            return data
    raise ConversionFailed(
        "The document could not be converted: LibreOffice broke down, or needed more memory than is allowed. "
        "Save it in the current format and send that."
    )


def _types_of(office: Office | None) -> tuple[LegacyType, ...]:
    return () if office is None else tuple(t for t in LEGACY_TYPES if t.module in office.modules)


def _has_failed(trial: asyncio.Task[Office | None]) -> bool:
    return trial.done() and (trial.cancelled() or trial.exception() is not None or trial.result() is None)


async def _end_new(creating: asyncio.Future[subprocess.Process]) -> None:
    """End a process as soon as there is one."""
    with suppress(OSError):
        await end_process(await creating, at_once=True)


def _missing(kind: LegacyType) -> str:
    return _MISSING.format(suffix=kind.result.suffix)
