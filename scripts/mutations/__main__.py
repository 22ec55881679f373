"""`python -m scripts.mutations [DIR] [--count 20000] [--seed 1]`: mutants of the files of a folder.

Without a folder, of the samples of the tests. A campaign that was stopped goes on when it is started again.
Every mutant whose end is not allowed gets a line; exit status 1 if there is one. `--write NUMBER FILE` writes
a mutant instead.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

from dragoman.conversion.confined import open_confined
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from scripts.mutations.campaign import (
    Campaign,
    read_record,
    read_subjects,
    record_line,
    run_campaign,
    sample_subjects,
)
from scripts.mutations.mutants import make_mutant
from scripts.mutations.trial import Trial

_RECORDS: Final = Path(".cache/mutations")
_PROGRESS_SECONDS: Final = 30


def main() -> int:
    """Run the campaign of the command line; 1 if a mutant's end is not allowed."""
    arguments = _parse()
    subjects = read_subjects(arguments.folder) if arguments.folder else sample_subjects()
    if not subjects:
        raise SystemExit("The folder has no documents.")
    campaign = Campaign(
        subjects=subjects,
        seed=arguments.seed,
        numbers=range(arguments.first, arguments.count),
        at_once=arguments.at_once,
    )
    if arguments.write:
        number, file = arguments.write
        mutant = make_mutant(subjects, seed=arguments.seed, number=int(number))
        Path(file).write_bytes(mutant.data)
        print(f"{mutant.name}: {', '.join(mutant.ways)}")
        return 0
    return asyncio.run(_run(campaign))


async def _run(campaign: Campaign) -> int:
    path = _RECORDS / f"{campaign.name()}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    done = read_record(path)
    print(f"{len(campaign.subjects)} files; {path} has {len(done)} mutants")
    with tempfile.TemporaryDirectory(prefix="dragoman-mutations-") as data, path.open("a") as record:
        settings = Settings(data=Path(data), document_processes=campaign.at_once)
        problems = sum(map(bool, done.values()))
        reporter = _Reporter(record=record, total=len(campaign.numbers), done=len(done), problems=problems)
        async with open_confined(settings, Metrics()) as confined:
            await run_campaign(confined, campaign, done=done, report=reporter.report)
    print(", ".join(f"{ending} {count}" for ending, count in reporter.endings.most_common()))
    print(f"{reporter.problems} of {reporter.done} mutants ended as none may: see {path}")
    return 1 if reporter.problems else 0


@dataclass(slots=True)
class _Reporter:
    """Writes trials down and prints what is of interest."""

    record: TextIO
    total: int
    done: int
    endings: Counter[str] = field(default_factory=Counter)
    problems: int = 0
    reported: float = field(default_factory=time.monotonic)

    def report(self, trial: Trial) -> None:
        self.record.write(record_line(trial) + "\n")
        self.record.flush()
        self.endings[trial.ending] += 1
        self.done += 1
        if trial.problem:
            self.problems += 1
            print(trial.line(), flush=True)
        if time.monotonic() - self.reported > _PROGRESS_SECONDS:
            self.reported = time.monotonic()
            print(f"… {self.done} of {self.total}", file=sys.stderr, flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="default: the samples of the tests")
    parser.add_argument("--count", type=int, default=20_000, help="of mutants, from the first on")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1, help="another one makes other mutants")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--write", nargs=2, metavar=("NUMBER", "FILE"), help="write a mutant, and run nothing"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
