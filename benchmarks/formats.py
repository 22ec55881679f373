"""`python -m benchmarks.formats [NAMES] [--mib 20]`: reading and writing made files, in confined processes.

Prints a table: seconds, and the most memory that the process had. Nothing else should run beside it.
`made_texts` and `made_packages` make the files, dense with text; a package's parts have the size. A format
that refuses so much text is measured with half of it, and so on: the column MiB says which size was read.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.made_packages import PACKAGES
from benchmarks.made_texts import TEXTS
from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.options import check_options
from dragoman.conversion.wire import Answer, Request
from dragoman.formats import FORMATS, find_format
from dragoman.formats.format import Format, Languages, Source
from dragoman.segments import Segment
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, configure_logging
from dragoman.text_io.errors import ConversionFailed

# Format → what makes a file of about so many bytes.
MADE: Final[Mapping[str, Callable[[int], bytes]]] = {
    **PACKAGES,
    **{name: functools.partial(made.fill) for name, made in TEXTS.items()},
}
_MEBI: Final = 1024 * 1024
_PAIR: Final = Languages(source="en", target="de")
_MOST_SECONDS: Final = 10.0  # the aims, for 20 MiB: to extract, and to rebuild
_MOST_MEMORY: Final = 300e6
_STANDARD: Final = "text"  # the format that the others are compared with


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one format took."""

    size: int  # bytes of the text, unpacked
    units: int
    seconds: tuple[float, float]  # to extract, to rebuild
    peaks: tuple[int, int]  # bytes

    @property
    def speed(self) -> float:
        """Mebibytes a second, there and back."""
        return self.size / _MEBI / sum(self.seconds)

    def line(self, name: str, standard: float) -> str:
        """The row of the table; `standard` is the speed of plain text."""
        aim = max(max(self.seconds) / _MOST_SECONDS, max(self.peaks) / _MOST_MEMORY)
        cells = (
            name,
            f"{self.size / _MEBI:g}",
            f"{self.units:,}",
            f"{self.seconds[0]:.1f}",
            f"{self.seconds[1]:.1f}",
            f"{self.speed:.1f}",
            f"{standard / self.speed:.1f}",
            f"{max(self.peaks) / 1e6:.0f}",
            f"{100 * aim:.0f}",
        )
        return f"| {' | '.join(cells)} |"


def main() -> int:
    """Measure the formats that are named, or all; 1 if one misses its aims."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    known = [entry.name for entry in FORMATS]
    parser.add_argument("names", nargs="*", help="formats; default: all")
    parser.add_argument("--mib", type=float, default=20, help="size of each file")
    arguments = parser.parse_args()
    configure_logging(level="error", style="console")
    names = [_STANDARD, *(name for name in arguments.names or known if name != _STANDARD)]
    return asyncio.run(_measure(names, int(arguments.mib * _MEBI)))


async def _measure(names: list[str], size: int) -> int:
    aims = f"{_MOST_SECONDS:.0f} s to extract, {_MOST_SECONDS:.0f} s to rebuild, {_MOST_MEMORY / 1e6:.0f} MB"
    print(f"Files of {size / _MEBI:g} MiB. × text: how many times as long as plain text takes.")
    print(f"% of aims: the worst of {aims}.\n")
    print("| format | MiB | units | extract s | rebuild s | MiB/s | × text | peak MB | % of aims |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    missed, standard = 0, 0.0
    with tempfile.TemporaryDirectory(prefix="dragoman-benchmark-") as data:
        async with open_confined(Settings(data=Path(data)), Metrics()) as confined:
            for name in names:
                row = await _measure_readable(confined, find_format(name), size)
                standard = standard or row.speed
                missed += max(row.seconds) > _MOST_SECONDS or max(row.peaks) > _MOST_MEMORY
                print(row.line(name, standard), flush=True)
    return 1 if missed else 0


async def _measure_readable(confined: Confined, entry: Format, size: int) -> Row:
    """Of the largest size that is not refused as too much."""
    while True:
        try:
            return await _measure_one(confined, entry, size)
        except ConversionFailed:
            if size < _MEBI:
                raise
            size //= 2


async def _measure_one(confined: Confined, entry: Format, size: int) -> Row:
    data = await asyncio.to_thread(MADE[entry.info.name], size)
    source = Source(
        data=data, suffix=next(iter(entry.info.media_types)), options=check_options(entry.info, {})
    )
    extracted, reading = await _time(confined, entry, source, None)
    assert extracted.document is not None
    targets = {unit.id: unit.segment for unit in extracted.document.units if unit.reason is None}
    units = len(extracted.document.units)
    rebuilt, writing = await _time(confined, entry, source, targets)
    return Row(size=size, units=units, seconds=(reading, writing), peaks=(extracted.peak, rebuilt.peak))


async def _time(
    confined: Confined, entry: Format, source: Source, targets: Mapping[str, Segment] | None
) -> tuple[Answer, float]:
    await asyncio.sleep(1)  # the next process is ready
    request = Request(
        format=entry.info.name, source=source, languages=_PAIR, max_words=10**9, targets=targets
    )
    began = time.monotonic()
    answer = await confined.call(request)
    return answer, time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
