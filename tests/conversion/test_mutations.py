"""Mutated documents: a slice of `make campaign-mutations`, and that the campaign finds what it looks for."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dragoman.conversion.confined import open_confined
from dragoman.conversion.options import check_options
from dragoman.formats import find_format
from dragoman.formats.format import Languages, Source
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import DocumentCorrupt
from scripts.mutations import on_archives, on_bytes, on_lines, on_markup
from scripts.mutations.campaign import (
    Campaign,
    read_record,
    read_subjects,
    record_line,
    run_campaign,
    sample_subjects,
)
from scripts.mutations.mutants import Mutant, Subject, make_mutant
from scripts.mutations.trial import Trial

SUBJECTS = sample_subjects()
SLICE = 240
LARGEST = 50_000  # bytes of a mutant in the slice
CAMPAIGN = 20_000


async def tried(
    tmp_path: Path, numbers: range, subjects: list[Subject] = SUBJECTS, *, largest: int = LARGEST
) -> list[Trial]:
    trials: list[Trial] = []
    campaign = Campaign(subjects=subjects, seed=1, numbers=numbers, at_once=4, largest=largest)
    settings = Settings(data=tmp_path, document_processes=4)
    async with open_confined(settings, Metrics()) as confined:
        await run_campaign(confined, campaign, done=frozenset(), report=trials.append)
    return trials


@pytest.mark.timeout(300)
async def test_mutants_are_refused_or_go_there_and_back(tmp_path: Path) -> None:
    trials = await tried(tmp_path, range(SLICE))
    assert [trial.line() for trial in trials if trial.problem] == []
    assert len(trials) == SLICE
    assert (
        Counter(trial.ending for trial in trials)["KEPT"] > SLICE / 5
    )  # or they are too broken to show much


@pytest.mark.campaign
@pytest.mark.timeout(0)
async def test_campaign_of_mutants(tmp_path: Path) -> None:
    trials = await tried(tmp_path, range(CAMPAIGN), largest=20 * 1024 * 1024)
    assert [trial.line() for trial in trials if trial.problem] == []


@pytest.mark.parametrize("number", range(0, 3 * len(SUBJECTS), 29))
def test_a_seed_and_a_number_make_one_mutant(number: int) -> None:
    one = make_mutant(SUBJECTS, seed=3, number=number)
    assert one == make_mutant(SUBJECTS, seed=3, number=number)
    assert one.name == SUBJECTS[number % len(SUBJECTS)].name
    assert one.ways
    assert make_mutant(SUBJECTS, seed=4, number=number).data != one.data or len(one.data) < 100


@pytest.mark.parametrize(
    "way", [*on_bytes.WAYS, *on_lines.WAYS, *on_markup.WAYS], ids=lambda way: way.__name__
)
def test_every_way_takes_every_content(way: on_bytes.Way) -> None:
    contents = [b"x", b"\n", b"<", b"<a>", b"<a b='c'>d</a>", b"<a/>", b'k = "v"\nb\n', b"1", bytes(300)]
    contents += [b'<a xmlns="x"><b>c</b><d/></a>']
    changed = 0
    for seed, content in enumerate(contents * 5):
        changed += way(Random(seed), content) != content
    assert changed


@pytest.mark.parametrize("way", on_archives.WAYS, ids=lambda way: way.__name__)
def test_every_way_takes_every_archive(way: object) -> None:
    assert callable(way)
    for seed in range(4):
        entries = [on_archives.Entry(name="a.xml", data=b"<a/>")] * (1 + seed % 3)
        assert isinstance(on_archives.write_entries(way(Random(seed), entries)), bytes)


def test_archives_are_read_and_written_whole() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", b"x/y")
        archive.writestr("ä/b.xml", b"<a/>" * 100, compress_type=zipfile.ZIP_DEFLATED)
    entries = on_archives.read_entries(target.getvalue())
    assert [(entry.name, len(entry.data), entry.stored) for entry in entries] == [
        ("mimetype", 3, True),
        ("ä/b.xml", 400, False),
    ]
    assert on_archives.read_entries(on_archives.write_entries(entries)) == entries
    assert on_archives.read_entries(b"PK\x03\x04 no archive") == []


async def test_the_nursery_is_as_the_real_child(tmp_path: Path) -> None:
    """The same ends from forks as from processes that start Python anew."""
    campaign = Campaign(subjects=SUBJECTS, seed=2, numbers=range(100, 104))
    ends: list[dict[int, tuple[str, str]]] = []
    settings = Settings(data=tmp_path)
    for opened in (open_confined(settings, Metrics()), open_confined(settings, Metrics())):
        found: dict[int, tuple[str, str]] = {}
        async with opened as confined:
            await run_campaign(
                confined,
                campaign,
                done=frozenset(),
                report=lambda t, found=found: found.update({t.mutant.number: (t.format, t.ending)}),
            )
        ends.append(found)
    assert ends[0] == ends[1]
    assert len(ends[0]) == 4


async def test_a_campaign_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.txt").write_text("Some words.\n\nMore of them.")
    (folder / "unknown.bin").write_bytes(b"x")
    (folder / "empty.txt").write_bytes(b"")
    subjects = read_subjects(folder)
    assert [subject.name for subject in subjects] == ["a.txt"]
    record = tmp_path / "record"
    trials = await tried(tmp_path, range(5), subjects)
    record.write_text("".join(record_line(trial) + "\n" for trial in trials[:3]) + '{"number": 4, "na')
    done = read_record(record)
    assert done == {trial.mutant.number: "" for trial in trials[:3]}
    again: list[Trial] = []
    async with open_confined(Settings(data=tmp_path), Metrics()) as confined:
        campaign = Campaign(subjects=subjects, seed=1, numbers=range(5))
        await run_campaign(confined, campaign, done=done, report=again.append)
    assert sorted(trial.mutant.number for trial in again) == sorted({0, 1, 2, 3, 4} - done.keys())


def test_a_trial_is_reported_in_a_line() -> None:
    mutant = Mutant(number=7, name="docx/a.docx", data=b"", ways=("delete", "entry.nest"))
    line = Trial(mutant=mutant, format="docx", problem="It broke.", seconds=1.23).line()
    assert line == "7 docx/a.docx [delete+entry.nest] docx 1.2 s: It broke."


async def test_an_unknown_encoding_is_the_documents_fault(tmp_path: Path) -> None:
    """Python looks for it as a module, which a process that can read no file must not stumble over."""
    data = b'<?xml version="1.0" encoding="x-none"?><resources><string name="a">Hi</string></resources>'
    async with open_confined(Settings(data=tmp_path), Metrics()) as confined:
        source = Source(data=data, suffix="xml", options=check_options(find_format("android").info, {}))
        with pytest.raises(DocumentCorrupt):
            await confined.extract("android", source, Languages(source="en", target="de"), max_words=10)
