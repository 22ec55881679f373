"""Finding the documents of a corpus, and checking as many at once as there are processors.

Part of `corpus`. Each process takes the next file when it is done with one.
"""

from __future__ import annotations

import asyncio
import csv
import multiprocessing
import queue
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Final

from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.detection import TYPES, detect_type
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.legacy.converting import LegacyOffice, open_legacy
from dragoman.conversion.legacy.types import LegacyType
from dragoman.conversion.sampling import suffix_of
from dragoman.conversion.sources import open_converted
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, configure_logging
from dragoman.text_io.errors import DocumentError
from scripts.corpus_trip import Outcome, go_there_and_back

_SKIPPED: Final = frozenset({"import_export"})
_EXPECTED: Final = frozenset({"roundtrip", "roundtrip_if_supported", "reject", "safe", *_SKIPPED})
_LOOKS_EVERY: Final = 5.0  # seconds: whether the processes are still there


def find_files(folder: Path) -> dict[str, str]:
    """The files to check, relative to the folder, and what is expected of each.

    Those of the manifest, or else every file whose extension is known. Raises SystemExit for a manifest that
    expects what there is not.
    """
    manifest = folder / "MANIFEST.csv"
    if manifest.is_file():
        with manifest.open(encoding="utf-8", newline="") as lines:
            return {row["file"]: _expectation(row["expect"]) for row in csv.DictReader(lines)}
    known = {suffix for entry in TYPES for suffix in entry.media_types}
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): "roundtrip" for path in files if suffix_of(path.name) in known}


def _expectation(value: str) -> str:
    if value not in _EXPECTED:
        raise SystemExit(
            f"MANIFEST.csv: {value!r} is not an expectation; they are {', '.join(sorted(_EXPECTED))}"
        )
    return value


def check_files(
    folder: Path, expected: Mapping[str, str], *, processes: int
) -> Iterator[tuple[str, Outcome]]:
    """Each file with what became of it, as soon as that is known."""
    context = multiprocessing.get_context("spawn")
    waiting: Queue[tuple[str, str]] = context.Queue()
    done: Queue[tuple[str, Outcome]] = context.Queue()
    for item in expected.items():
        waiting.put(item)
    workers = [
        context.Process(target=_work, args=(folder, waiting, done), daemon=False)
        for _ in range(min(processes, len(expected)))
    ]
    for worker in workers:
        worker.start()
    left = dict(expected)
    while left:
        with suppress(queue.Empty):
            name, outcome = done.get(timeout=_LOOKS_EVERY)
            del left[name]
            yield name, outcome
            continue
        if not any(worker.is_alive() for worker in workers):
            yield from ((name, Outcome(problems=("the process that checked it died",))) for name in left)
            break
    for worker in workers:
        worker.join()


def _work(folder: Path, waiting: Queue[tuple[str, str]], done: Queue[tuple[str, Outcome]]) -> None:
    """One process: takes files until none is left."""
    configure_logging(level="error", style="console")
    asyncio.run(_check_waiting(folder, waiting, done))


async def _check_waiting(
    folder: Path, waiting: Queue[tuple[str, str]], done: Queue[tuple[str, Outcome]]
) -> None:
    with tempfile.TemporaryDirectory(prefix="dragoman-corpus-") as data:
        settings, metrics = Settings(data=Path(data)), Metrics()
        async with open_confined(settings, metrics) as confined, open_legacy(settings, metrics) as legacy:
            programs = Programs(confined=confined, legacy=legacy)
            with suppress(queue.Empty):
                while True:
                    name, expected = await asyncio.to_thread(waiting.get, timeout=1.0)
                    done.put((name, await check_file(programs, folder / name, expected)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """What runs the formats, and what converts old documents for them."""

    confined: Confined
    legacy: LegacyOffice


async def check_file(programs: Programs, file: Path, expected: str) -> Outcome:
    """One file, as far as it goes; what a file may end in depends on what is expected of it."""
    if expected in _SKIPPED:
        return Outcome(note="skipped: no document, but something to import")
    name = file.name
    try:
        data = await asyncio.to_thread(file.read_bytes)
        outcome = await _check(programs, name, data, hostile=expected in {"reject", "safe"})
    except (UnsupportedDocument, DocumentError) as error:
        return _refused(name, error, expected)
    except Exception as error:  # the others are to be checked all the same
        said = error.message if isinstance(error, Unavailable) else f"{type(error).__name__}: {error}"
        return Outcome(problems=(f"could not be checked: {said}",))
    if expected == "reject":
        return Outcome(problems=("accepted, but must be refused",))
    return outcome


def _refused(name: str, error: UnsupportedDocument | DocumentError, expected: str) -> Outcome:
    refusal = f"{error.code}: {error.message}"
    if expected in {"reject", "safe"}:
        return Outcome(note=refusal)
    supported = any(suffix_of(name) in entry.media_types for entry in TYPES)
    if isinstance(error, UnsupportedDocument) and not supported:
        return Outcome(note="skipped: no format takes it")
    return Outcome(problems=(refusal,))


async def _check(programs: Programs, name: str, data: bytes, *, hostile: bool) -> Outcome:
    """One file there and back. An old document is converted once: what comes of it must keep the laws."""
    found = detect_type(data, Path(name).name)
    if not isinstance(found, LegacyType):
        return await go_there_and_back(
            programs.confined, found.load(), suffix_of(name), data, hostile=hostile
        )
    if found not in await programs.legacy.types():
        return Outcome(note="skipped: LibreOffice or bubblewrap, which convert it, are not installed here")
    converted = await programs.legacy.convert(found, data)
    readable = await open_converted(found, data, converted, options={})
    suffix = readable.source.suffix
    outcome = await go_there_and_back(programs.confined, found.sibling, suffix, converted)
    return replace(outcome, suffix=suffix)
