"""Many mutants, several at once, each end written down, so that a campaign goes on where it was stopped."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.conversion.confined import Confined
from dragoman.conversion.sampling import suffix_of
from dragoman.formats import FORMATS
from scripts.mutations.mutants import LARGEST, Mutant, Subject, make_mutant
from scripts.mutations.trial import Trial, try_mutant, watched_log

_LARGEST_SUBJECT: Final = 2 * 1024 * 1024  # of subjects: larger ones only take time


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What is to be tried."""

    subjects: Sequence[Subject]
    seed: int
    numbers: range
    at_once: int = 2
    largest: int = LARGEST  # bytes of a mutant

    def name(self) -> str:
        """Short, and another one for other subjects, another seed or other ways of damaging."""
        digest = hashlib.sha256(str(self.seed).encode())
        for source in sorted(Path(__file__).parent.glob("*.py")):
            digest.update(source.read_bytes())
        for subject in self.subjects:
            digest.update(subject.name.encode() + subject.data)
        return digest.hexdigest()[:12]


async def run_campaign(
    confined: Confined, campaign: Campaign, *, done: Container[int], report: Callable[[Trial], None]
) -> None:
    """Try every mutant that is not done, and report each."""
    numbers = iter(number for number in campaign.numbers if number not in done)

    def make(number: int) -> Mutant:
        return make_mutant(campaign.subjects, seed=campaign.seed, number=number, largest=campaign.largest)

    async def work() -> None:
        for number in numbers:
            report(await try_mutant(confined, await asyncio.to_thread(make, number)))

    with watched_log():
        async with asyncio.TaskGroup() as workers:
            for _ in range(campaign.at_once):
                workers.create_task(work())


def read_subjects(folder: Path) -> list[Subject]:
    """The files below a folder that some format takes."""
    known = {suffix for entry in FORMATS for suffix in entry.media_types}
    return [
        Subject(name=str(path.relative_to(folder)), data=path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and suffix_of(path.name) in known and 0 < path.stat().st_size <= _LARGEST_SUBJECT
    ]


def sample_subjects() -> list[Subject]:
    """The samples of the tests of formats."""

    def samples() -> Iterator[Subject]:
        for entry in FORMATS:
            module = importlib.import_module(f"tests.formats.{entry.name}.samples")
            for name, data in module.SAMPLES.items():
                yield Subject(name=f"{entry.name}/{name}", data=data)

    return list(samples())


def read_record(path: Path) -> dict[int, str]:
    """The numbers of the mutants that were tried, each with its problem. The last line may be cut off."""
    done: dict[int, str] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            try:
                trial = json.loads(line)
            except ValueError:
                continue
            done[trial["number"]] = trial["problem"]
    return done


def record_line(trial: Trial) -> str:
    """A trial as a line of the record."""
    mutant = trial.mutant
    said = {"number": mutant.number, "name": mutant.name, "ways": mutant.ways, "format": trial.format}
    said |= {"ending": trial.ending, "problem": trial.problem, "seconds": round(trial.seconds, 2)}
    return json.dumps(said)
