"""Every format has a file to be measured with, full of text; the benchmark of memories runs in any clone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.formats import MADE
from dragoman.conversion.detection import detect_format
from dragoman.conversion.options import check_options
from dragoman.formats import load_formats
from dragoman.formats.format import Format, Languages, Source
from dragoman.segments import plain_text

ROOT = Path(__file__).resolve().parents[2]
PAIR = Languages(source="en", target="de")


@pytest.mark.parametrize("entry", load_formats(), ids=lambda entry: entry.info.name)
def test_every_format_is_measured(entry: Format) -> None:
    suffix = next(iter(entry.info.media_types))
    data = MADE[entry.info.name](100_000)
    assert detect_format(data, f"made.{suffix}") is entry
    source = Source(data=data, suffix=suffix, options=check_options(entry.info, {}))
    units = entry.extract(source, PAIR).units
    said = sum(len(plain_text(unit.segment)) for unit in units if unit.reason is None)
    assert said > 15_000  # not all markup
    assert len(units) >= 100
    assert entry.rebuild(source, {unit.id: unit.segment for unit in units if unit.reason is None}, PAIR)


def test_a_memory_is_measured_without_sentences_of_its_own() -> None:
    """Made words are in every clone; what is printed begins with what was loaded."""
    command = [sys.executable, "-m", "benchmarks.memory", "--made", "--units", "300", "--only-load"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "300 units en-es made of made words" in done.stdout
    assert "| units a second |" in done.stdout
