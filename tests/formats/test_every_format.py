"""What holds for every format of the table, on the samples that its own tests keep.

A format's samples are `SAMPLES` in `tests/formats/<name>/samples.py`: file name → contents.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.conversion.check import check_document
from dragoman.conversion.confined import open_confined
from dragoman.conversion.detection import detect_format
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.options import check_options
from dragoman.conversion.placeholders import choose_placeholders
from dragoman.conversion.sampling import suffix_of, take_sample
from dragoman.errors import DragomanError
from dragoman.formats import FORMATS, RegisteredFormat, find_format, load_formats
from dragoman.formats.format import Document, Format, Languages, Recognition, Source
from dragoman.segments import Code, Text, codes, normalise
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed, DocumentError
from scripts.corpus_checks import differences
from scripts.corpus_results import missing_texts
from scripts.corpus_units import own_segments, own_targets, pseudo_segments, retranslated
from tests.formats.damage import mutated, mutated_parts

PAIR = Languages(source="en", target="de")
MOST_DATA = 200  # characters of a code's picture


def samples_of(name: str) -> Mapping[str, bytes]:
    package = f"tests.formats.{name}"
    if find_spec(package) is None or find_spec(f"{package}.samples") is None:
        return {}
    samples: Mapping[str, bytes] = importlib.import_module(f"{package}.samples").SAMPLES
    return samples


SAMPLES = [
    pytest.param(entry, file, data, id=f"{entry.info.name}-{file}")
    for entry in load_formats()
    for file, data in samples_of(entry.info.name).items()
]
every_format = pytest.mark.parametrize("entry", load_formats(), ids=lambda entry: entry.info.name)
every_sample = pytest.mark.parametrize(("entry", "file", "data"), SAMPLES)


def source_of(entry: Format, file: str, data: bytes, **options: Any) -> Source:
    return Source(data=data, suffix=suffix_of(file), options=check_options(entry.info, options))


def extract(entry: Format, file: str, data: bytes) -> Document:
    return entry.extract(source_of(entry, file, data), PAIR)


@every_format
def test_it_tells_users_what_they_need(entry: Format) -> None:
    info = entry.info
    assert info.name == info.name.lower()
    assert find_format(info.name) is entry
    assert info.title
    assert info.translated
    assert info.left_alone
    for suffix, media_type in info.media_types.items():
        assert suffix == suffix.lower().strip(".")
        assert suffix_of(f"a.{suffix}") == suffix
        assert media_type.count("/") == 1
    names = [option.name for option in info.options]
    assert len(names) == len(set(names))
    for option in info.options:
        assert option.name.isidentifier()
        assert option.name[0].islower()
        assert "_" not in option.name
        assert option.description.endswith(".")
        assert check_options(info, {option.name: option.default})[option.name] == option.default
        if option.choices:
            chosen = (option.default,) if isinstance(option.default, str) else option.default
            assert set(chosen) <= set(option.choices)  # type: ignore[arg-type]


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_a_format_takes_its_file_types_from_its_entry(entry: RegisteredFormat) -> None:
    assert entry.load().info.file_type is entry


def test_names_and_extensions_are_not_shared_by_chance() -> None:
    assert len({entry.name for entry in FORMATS}) == len(FORMATS)
    with pytest.raises(ConversionFailed):
        find_format("none")


@every_format
def test_every_format_has_samples(entry: Format) -> None:
    if not samples_of(entry.info.name):
        pytest.skip("no samples yet")
    assert {suffix_of(file) for file in samples_of(entry.info.name)} <= set(entry.info.media_types)


@every_sample
def test_its_own_files_are_recognised(entry: Format, file: str, data: bytes) -> None:
    assert entry.recognise(take_sample(data, file)) is not Recognition.NO
    assert detect_format(data, file) is entry


@every_sample
def test_extraction_is_deterministic_and_sound(entry: Format, file: str, data: bytes) -> None:
    document = extract(entry, file, data)
    assert extract(entry, file, data) == document
    check_document(document)
    for unit in document.units:
        assert unit.segment == normalise(unit.segment)
        assert all(len(code.data) <= MOST_DATA for code in codes(unit.segment))
        assert all(text.text for text in unit.segment if isinstance(text, Text))
    assert all(count > 0 for count in document.left_alone.values())


@every_sample
def test_rebuilding_what_is_there_changes_nothing(entry: Format, file: str, data: bytes) -> None:
    document = extract(entry, file, data)
    source = source_of(entry, file, data)
    if entry.info.result is not None:
        own = own_segments(document)
        result = entry.rebuild(source, own, PAIR)
        assert list(missing_texts(entry.info, document, own, result, PAIR)) == []
        assert entry.rebuild(source, {}, PAIR) == entry.rebuild(source, own, PAIR) == result
        return
    xml = entry.info.media_types[suffix_of(file)].endswith("xml")
    assert list(differences(data, entry.rebuild(source, {}, PAIR), xml=xml)) == []
    own = own_targets(document) if entry.info.bilingual else own_segments(document)
    same = entry.rebuild(source, own, PAIR)
    if not entry.info.bilingual:  # their translations may have been into another language
        assert list(differences(data, same, xml=xml)) == []
    assert entry.rebuild(source, own, PAIR) == same


@every_sample
def test_translations_are_read_back(entry: Format, file: str, data: bytes) -> None:
    """The texts of every unit, changed in every letter; `test_every_translation` has texts of every kind."""
    document = extract(entry, file, data)
    targets = pseudo_segments(document)
    result = entry.rebuild(source_of(entry, file, data), targets, PAIR)
    if entry.info.result is not None:
        assert list(missing_texts(entry.info, document, targets, result, PAIR)) == []
        return
    rebuilt = extract(entry, file, result)
    if entry.info.name == "csv":  # translations may have a column of their own: it is read as the source's
        back = Languages(source=PAIR.target, target=PAIR.source)
        cells = zip(document.units, entry.extract(source_of(entry, file, result), back).units, strict=True)
        read = (replace(cell, id=unit.id) if unit.id in targets else unit for unit, cell in cells)
        rebuilt = replace(document, units=tuple(read))
    assert list(retranslated(document, rebuilt, targets, bilingual=entry.info.bilingual)) == []


@every_sample
def test_wrong_codes_are_refused(entry: Format, file: str, data: bytes) -> None:
    """A target that lost a code never becomes a broken file."""
    for unit in extract(entry, file, data).units:
        if unit.reason is None and any(codes(unit.segment)):
            lost = tuple(part for part in unit.segment if not isinstance(part, Code)) or (Text(text="x"),)
            with pytest.raises(ConversionFailed):
                entry.rebuild(source_of(entry, file, data), {unit.id: lost}, PAIR)
            return
    pytest.skip("no codes in it")


def harmless(entry: Format, file: str, data: bytes) -> None:
    """Detect, extract and rebuild: it works, or ends in an error that users understand."""
    try:
        detect_format(data, file)
        document = extract(entry, file, data)
        check_document(document)
        entry.rebuild(source_of(entry, file, data), own_segments(document), PAIR)
    except (UnsupportedDocument, DocumentError) as error:
        assert error.message
        assert len(error.message) < 400
    except DragomanError as error:
        raise AssertionError(f"{type(error).__name__} is not an error of documents") from error


GARBAGE = {
    "white space": b" \r\n\t ",
    "NULs": bytes(1000),
    "all bytes": bytes(range(256)) * 8,
    "not UTF-8": b"\xff\xfe\xfd" * 100,
    "a mark alone": b"\xef\xbb\xbf",
    "UTF-16 mark alone": b"\xff\xfe",
    "half a UTF-16 letter": b"\xff\xfea",
    "half a tag": b"<",
    "many tags": b"<a>" * 20_000,
    "many brackets": b"[" * 50_000,
    "many braces": b'{"a":' * 20_000,
    "many quotes": b'"' * 50_000,
    "many comments": b"<!--" * 20_000,
    "a long line": b"word " * 100_000,
    "an old Office file": bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2000),
    "zip beginning": b"PK\x03\x04" + bytes(100),
    "zip end": b"PK\x05\x06" + bytes(18),
}


@pytest.mark.slow
@every_format
@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_refused_or_harmless(entry: Format, name: str) -> None:
    for suffix in entry.info.media_types:
        harmless(entry, f"file.{suffix}", GARBAGE[name])


@every_sample
def test_cut_off_files_are_refused_or_harmless(entry: Format, file: str, data: bytes) -> None:
    for part in range(1, 12):
        harmless(entry, file, data[: len(data) * part // 12])
    harmless(entry, file, data[:-1])


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("entry", "file", "data"), SAMPLES)
def test_damaged_files_are_refused_or_harmless(entry: Format, file: str, data: bytes) -> None:
    _damage(entry, file, data, examples=max(4, 240 // max(1, len(SAMPLES))))


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("entry", "file", "data"), SAMPLES)
def test_campaign_of_damage(entry: Format, file: str, data: bytes) -> None:
    _damage(entry, file, data, examples=2_000)


def _damage(entry: Format, file: str, data: bytes, *, examples: int) -> None:
    mutate = mutated_parts if data.startswith(b"PK\x03\x04") else mutated

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def damage(drawn: st.DataObject) -> None:
        harmless(entry, file, mutate(drawn, data))

    damage()


@pytest.mark.slow
@pytest.mark.timeout(400)  # two processes for each sample
@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.campaign), 10], ids=["all", "some"])
async def test_samples_pass_through_the_confined_process(tmp_path: Path, every: int) -> None:
    """There nothing can be imported and no file be opened any more: a format that needs one fails."""
    targets = itertools.cycle(["de", "ar", "ja", "ru", "pt-BR", "zh-Hant-TW", "x-own"])
    async with open_confined(Settings(data=tmp_path), Metrics()) as confined:
        for parameters in SAMPLES[::every]:
            entry, file, data = parameters.values  # type: ignore[misc]
            pair = Languages(source="en", target=next(targets))
            source = source_of(entry, file, data)
            extracted = await confined.extract(entry.info.name, source, pair, max_words=10**6)
            document = choose_placeholders(entry.extract(source, pair), entry.info, source.options)
            assert extracted.document == document
            own = own_segments(extracted.document)
            there = await confined.rebuild(entry.info.name, source, own, pair)
            assert there.unwritten == ()
            assert there.data == entry.rebuild(source, own, pair)


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_one_sample_of_each_passes_behind_plain_limits(tmp_path: Path) -> None:
    settings_ = Settings(data=tmp_path, document_isolation="limits")
    async with open_confined(settings_, Metrics()) as confined:
        for entry in load_formats():
            for file, data in list(samples_of(entry.info.name).items())[:1]:
                source = source_of(entry, file, data)
                extracted = await confined.extract(entry.info.name, source, PAIR, max_words=10**6)
                own = own_segments(extracted.document)
                assert (await confined.rebuild(entry.info.name, source, own, PAIR)).data
