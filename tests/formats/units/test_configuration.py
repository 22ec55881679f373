"""Configurations keep what programs read; catalogues lose not one text, however short."""

from __future__ import annotations

import configparser
import json
import time
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from ruamel.yaml import YAML

from dragoman.formats import load_formats
from dragoman.formats.format import Format, Reason
from dragoman.formats.units.configuration import FileKind, classify_file, is_for_people
from dragoman.formats.units.value_shapes import is_code, is_machine_list, is_machine_word, is_phrase
from dragoman.formats.units.values import ContentKind, judge
from tests.formats.translating import extract, shouted, texts
from tests.formats.units.configuration_samples import CATALOGUES, CONFIGURATIONS, Sample


def format_of(sample: Sample) -> Format:
    suffix = sample.name.rpartition(".")[2]
    return next(entry for entry in load_formats() if suffix in entry.info.media_types)


def leaves(value: Any) -> Iterator[str]:
    """Every string of what a reader of its own made of a file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from leaves(one)


def strings(name: str, content: str) -> list[str]:
    suffix = name.rpartition(".")[2]
    if suffix == "toml":
        return list(leaves(tomllib.loads(content)))
    if suffix in ("yml", "yaml"):
        return list(leaves(YAML(typ="safe", pure=True).load(content)))
    if suffix == "ini":
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(content)
        return [value for section in parser.sections() for value in parser[section].values()]
    if suffix == "json":
        return list(leaves(json.loads(content)))
    return [line.partition("=")[2] for line in content.splitlines() if "=" in line]


@pytest.mark.parametrize("sample", CONFIGURATIONS, ids=lambda sample: sample.name)
def test_of_a_configuration_only_texts_for_people_are_translated(sample: Sample) -> None:
    entry = format_of(sample)
    assert texts(entry, sample.content) == list(sample.texts)
    before, after = strings(sample.name, sample.content), strings(sample.name, shouted(entry, sample.content))
    assert after == [one.upper() if one in sample.texts else one for one in before]
    left = extract(entry, sample.content).left_alone
    assert left.get(Reason.KEY, 0) + left.get(Reason.CODE, 0) >= len(before) - len(sample.texts) - 4


@pytest.mark.parametrize("sample", CATALOGUES, ids=lambda sample: sample.name)
def test_a_catalogue_loses_nothing(sample: Sample) -> None:
    expected = [one.upper() for one in strings(sample.name, sample.content)]
    assert strings(sample.name, shouted(format_of(sample), sample.content)) == expected


@pytest.mark.parametrize("sample", CONFIGURATIONS, ids=lambda sample: sample.name)
def test_clients_can_have_all_of_a_configuration(sample: Sample) -> None:
    found = texts(format_of(sample), sample.content, texts="all")
    assert len(found) > len(sample.texts) + 2
    assert set(sample.texts) <= set(found)


@pytest.mark.parametrize("sample", CATALOGUES, ids=lambda sample: sample.name)
def test_clients_can_have_only_the_prose_of_a_catalogue(sample: Sample) -> None:
    entry = format_of(sample)
    prose, found = texts(entry, sample.content, texts="prose"), texts(entry, sample.content)
    if "one" not in sample.content and "other" not in sample.content:  # the forms of a plural are texts
        assert len(prose) < len(found)
    assert not {"save", "cart", "quit", "home"} & set(prose) or "other" in sample.content


def test_keys_that_are_asked_for_are_translated_in_a_configuration_too() -> None:
    sample = CONFIGURATIONS[0]
    assert texts(format_of(sample), sample.content, keys=["project.keywords.*"]) == [
        "weather",
        "sensors",
        "home",
    ]


CODE = [
    "^src/.*\\.py$",
    "feature/*",
    "**/*.map",
    "*.min.js",
    "--no-color",
    "--width=80",
    "spellchecker:off",
    "label:bug",
    "requests>=2.28,<3",
    "rich[jupyter]~=13.0",
    "@scope/package",
    "node@18",
    "^1.2.x || >=2.0-rc",
    "0 0 * * 6L",
    "0 0 4 * * MON",
    ".btn-primary .icon",
    "(?i)draft",
]
LANGUAGE = [
    "Save",
    "save",
    "cart",
    "e-mail",
    "Check-in",
    "and/or",
    "OK",
    "Name:",
    "Name*",
    "Note: this is new",
    "Version 1.2 is out",
    "10 % of 20",
    "What? No!",
    "Don't ask",
    "see a.b for more",
    "**bold** words",
    "C# and F#",
    "1st - 2nd",
]


@pytest.mark.parametrize("text", CODE)
def test_code_is_known_in_data_and_configurations_and_not_in_catalogues(text: str) -> None:
    assert is_code(text)
    assert judge("x", text, ContentKind.DATA) in (Reason.CODE, Reason.KEY)
    assert judge("x", text, ContentKind.CONFIGURATION) in (Reason.CODE, Reason.KEY)


@pytest.mark.parametrize("text", LANGUAGE)
def test_a_language_is_not_a_code(text: str) -> None:
    assert not is_code(text)
    assert judge("x", text, ContentKind.DICTIONARY) is None
    assert judge("x", text, ContentKind.LABELS) is None


@pytest.mark.parametrize(
    ("key", "text", "people"),
    [
        ("description", "Runs the tests", True),
        ("description", "runs tests", True),
        ("title", "Harbour", True),
        ("title", "harbour-x", False),
        ("name", "Install the tools", True),
        ("name", "harbour", False),
        ("name", "Harbour", False),
        ("run", "Make the cake", False),
        ("script", "npm run build", False),
        ("anything", "npm run build", False),
        ("anything", "a b c d", False),
        ("anything", "el barco de la isla", True),
        ("anything", "Das Schiff fährt", True),
        ("anything", "The file {name} is gone.", True),
        ("closeMessage", "no answer came", True),
        ("exclude_lines", "pragma: no cover", False),
        ("anything", "VAR=1 ./run.sh --fast", False),
        ("anything", "日本語の説明", True),
    ],
)
def test_what_people_read_in_a_configuration(key: str, text: str, people: bool) -> None:
    assert is_for_people(key, text) is people


def test_what_shows_a_configuration() -> None:
    machine = [("", f"k{n}", text) for n, text in enumerate(("too-many-locals", "*.py", "^a.*$", "x:y"))]
    people = [("", "a", "Two words"), ("", "b", "A sentence here."), ("", "c", "More")]
    known = [("jobs", "runs-on", "linux"), ("", "args", "x-y")]
    assert classify_file(machine) is FileKind.CONFIGURATION
    assert classify_file(machine + people) is FileKind.UNKNOWN
    assert classify_file(machine + people + known) is FileKind.CONFIGURATION
    assert classify_file(people) is FileKind.CATALOGUE
    assert classify_file([("", "language", "language"), ("", "version", "Version"), ("", "env", "env")]) is (
        FileKind.CATALOGUE
    )
    assert classify_file([]) is FileKind.UNKNOWN
    assert classify_file([("", "a", "red"), ("", "b", "blue")]) is FileKind.UNKNOWN


@pytest.mark.parametrize(
    "unit", ["a", "a-", "a.", "*", "a/", "[", "\\", "a:", ". ", "#a", "a b", "{{", "$", "<1", "'"]
)
def test_shapes_take_no_time(unit: str) -> None:
    begun = time.process_time()
    for length in (399, 400, 100_000):
        text = (unit * length)[:length] + "!"
        for shape in (is_code, is_machine_word, is_machine_list, is_phrase):
            shape(text)
        classify_file([("", "a", text)])
        is_for_people("x", text)
    assert time.process_time() - begun < 1
