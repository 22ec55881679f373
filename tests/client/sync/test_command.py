"""`dragoman sync` as those use it who translate a repository, and as CI does."""

from __future__ import annotations

import json
import random
import signal
import time
from collections.abc import Iterator

import pytest

from dragoman_client.mock import Fault, MockServer
from tests.client.commands.conftest import CommandLine
from tests.client.sync.repository import Repository
from tests.client.sync.samples import SAMPLES
from tests.waiting import CEILING, wait_until

TEXTS = {"home": {"title": "The house.", "pet": "The dog."}}


def start(repository: Repository, *, targets: str = '["es"]', more: str = "") -> None:
    repository.write("locales/en.json", json.dumps(TEXTS, indent=2))
    repository.configure('"locales/{language}.json"', targets=targets, more=more)


def test_what_a_person_translated_before_stays(repository: Repository) -> None:
    start(repository)
    mine = '{\n    "home": {\n        "pet": "El perrito."\n    },\n    "own": "Mi texto"\n}'
    repository.write("locales/es.json", mine)
    done = repository.sync()
    assert (done.plan.new, done.plan.extra) == (("/home/title",), ("/own",))
    assert repository.read("locales/es.json") == mine.replace(
        '"home": {\n', '"home": {\n        "title": "La casa.",\n'
    )


def test_the_machines_translation_of_a_removed_text_goes(repository: Repository) -> None:
    start(repository)
    repository.sync()
    repository.write("locales/en.json", json.dumps({"home": {"title": "The house."}}, indent=2))
    assert not repository.is_up_to_date()
    assert repository.sync().plan.removed == ("/home/pet",)
    assert json.loads(repository.read("locales/es.json")) == {"home": {"title": "La casa."}}
    assert repository.is_up_to_date()


def test_only_what_changed_is_paid(repository: Repository) -> None:
    start(repository)
    repository.sync()
    used = repository.command.json("usage")
    repository.replace("locales/en.json", "The dog.", "The cat.")
    repository.sync()
    repository.sync()
    now = repository.command.json("usage")
    assert now["total"]["characters"] - used["total"]["characters"] == len("The cat.")


def test_several_languages_lines_and_statuses(repository: Repository) -> None:
    start(repository, targets='["es", "ca"]')
    done = repository.command.run("sync", "--check")
    assert (done.returncode, done.stdout) == (1, "locales/es.json: 2 new\nlocales/ca.json: 2 new\n")
    assert repository.command.ok("sync", "--dry-run", "--language", "ca") == "locales/ca.json: 2 new\n"
    assert sorted(repository.command.ok("sync").splitlines()) == [
        "locales/ca.json: 2 new",
        "locales/es.json: 2 new",
    ]
    assert repository.command.ok("sync") == ""
    assert repository.command.ok("sync", "--check") == ""
    done = repository.command.run("sync", "--language", "xx")
    assert (done.returncode, "none of the configuration's targets: es, ca" in done.stderr) == (1, True)


def test_one_language_that_cannot_be_translated_does_not_hold_up_others(repository: Repository) -> None:
    start(repository, targets='["ja", "es"]')
    done = repository.command.run("sync")
    assert (done.returncode, done.stdout) == (5, "locales/es.json: 2 new\n")
    assert "locales/ja.json: " in done.stderr
    assert not (repository.folder / "locales/ja.json").exists()


def test_files_of_other_types_are_translated_whole(repository: Repository) -> None:
    repository.write("docs/a.md", "# The house\n")
    repository.configure('{ source = "docs/*.md", target = "docs/{language}/*.md" }')
    assert repository.command.ok("sync") == "docs/es/a.md: 1 new\n"
    assert repository.read("docs/es/a.md") == "# La casa\n"
    assert repository.is_up_to_date()
    repository.write("docs/a.md", "# The dog\n")
    assert repository.command.ok("sync") == "docs/es/a.md: 1 changed\n"
    repository.write("docs/es/a.md", "# El perrito\n")
    repository.write("docs/a.md", "# The big dog\n")
    assert repository.command.ok("sync") == ""  # both were changed
    repository.write("docs/a.md", "# The cat\n")
    done = repository.command.run("sync")
    assert (done.returncode, "docs/es/a.md: outdated" in done.stderr) == (0, True)
    assert repository.read("docs/es/a.md") == "# El perrito\n"
    assert not repository.is_up_to_date()


def test_a_file_of_qt_linguist_is_filled(repository: Repository) -> None:
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="es">\n'
        "<context>\n    <name>Main</name>\n    <message>\n        <source>The house.</source>\n"
        '        <translation type="unfinished"></translation>\n    </message>\n'
        "    <message>\n        <source>The dog.</source>\n        <translation>El perrito.</translation>\n"
        "    </message>\n</context>\n</TS>\n"
    )
    repository.write("i18n/app_en.ts", text.replace("El perrito.", "").replace('"es"', '"en"'))
    repository.write("i18n/app_es.ts", text)
    repository.configure('"i18n/app_{language}.ts"')
    repository.sync()
    found = repository.read("i18n/app_es.ts")
    assert ("La casa." in found, "El perrito." in found) == (True, True)
    assert repository.is_up_to_date()


def test_options_and_words_of_the_configuration(repository: Repository) -> None:
    base = repository.command.ok("term-base", "create", "Product").strip()
    repository.command.ok("term-base", "add", base, "en=house", "es=morada")
    more = 'term_bases = ["Product"]\noptions = { json = { skipKeys = ["pet"] } }\n'
    start(repository, more=more)
    repository.sync()
    assert json.loads(repository.read("locales/es.json")) == {
        "home": {"title": "La morada.", "pet": "The dog."}
    }


def test_what_cannot_be_read_stops_before_anything_is_sent(repository: Repository) -> None:
    start(repository)
    repository.write("locales/es.json", '{"home": {"title": "x", "title": "y"}}')
    done = repository.command.run("sync")
    assert (done.returncode, done.stdout) == (1, "")
    assert "locales/es.json: 'title' is there twice" in done.stderr
    repository.write("locales/es.json", "{}")
    repository.write("dragoman.lock", "<<<<<<< HEAD")
    done = repository.command.run("sync")
    assert (done.returncode, "After a conflict of branches" in done.stderr) == (1, True)


@pytest.fixture
def mocked(nobody: CommandLine) -> Iterator[tuple[Repository, MockServer]]:
    """A repository with a mock whose jobs end when a test says so."""
    with MockServer() as mock:
        environment = {
            "DRAGOMAN_URL": mock.url,
            "DRAGOMAN_CLIENT_ID": mock.client_id,
            "DRAGOMAN_CLIENT_SECRET": mock.client_secret,
        }
        yield Repository(CommandLine(folder=nobody.folder, environment=environment)), mock


def sync_while(
    repository: Repository, mock: MockServer, name: str, text: str, *words: str
) -> tuple[int, str, str]:
    """Write a file while the service is translating; how the command ends, and what it prints."""
    before = len(mock.requests_to("/v2/documents/translate"))
    mock.fail(Fault.SLOW_JOB, seconds=CEILING)
    process = repository.command.start("sync", *words)
    wait_until(lambda: len(mock.requests_to("/v2/documents/translate")) == before + 1)
    repository.write(name, text)
    mock.finish_jobs()
    output, complaints = process.communicate(timeout=CEILING)
    return process.returncode, output, complaints


def test_what_a_person_writes_meanwhile_stays(mocked: tuple[Repository, MockServer]) -> None:
    repository, mock = mocked
    start(repository)
    mine = '{"home": {"pet": "El perrito."}}'
    done = sync_while(repository, mock, "locales/es.json", mine)
    assert done == (0, "locales/es.json: 2 new, 1 left to people\n", "")
    found = json.loads(repository.read("locales/es.json"))["home"]
    assert (list(found), found["pet"]) == (["title", "pet"], "El perrito.")
    assert repository.is_up_to_date()
    edited = '{"home": {"title": "Mi casa.", "pet": "El can."}}'
    done = sync_while(repository, mock, "locales/es.json", edited, "--again", "/home/*")
    assert done[:2] == (0, "locales/es.json: 2 changed, 2 left to people\n")
    assert repository.read("locales/es.json") == edited


def test_a_whole_file_that_is_changed_meanwhile_stays(mocked: tuple[Repository, MockServer]) -> None:
    repository, mock = mocked
    repository.write("a.md", "The house.\n")
    repository.configure('{ source = "a.md", target = "{language}/a.md" }')
    repository.command.ok("sync")
    repository.write("a.md", "The dog.\n")
    status, output, complaints = sync_while(repository, mock, "es/a.md", "El perrito.\n")
    assert (status, output, "was changed while it was being translated" in complaints) == (1, "", True)
    assert repository.read("es/a.md") == "El perrito.\n"


def test_a_catalog_has_all_its_languages_in_one_file(repository: Repository) -> None:
    sample = SAMPLES["catalog"]
    repository.write(sample.source, sample.text)
    repository.configure(sample.pattern, targets='["es", "ca"]')
    repository.command.ok("sync")
    made = repository.read(sample.target)
    for text in ("La casa.", "El perro.", "El gato.", "El gos.", "El gat."):
        assert text in made
    assert repository.command.ok("sync") == ""
    assert repository.read(sample.target) == made
    repository.replace(sample.target, "El gos.", "El gosset.")
    assert repository.command.ok("sync", "--check") == ""


def test_killed_at_any_moment_nothing_is_taken_for_a_persons(repository: Repository) -> None:
    languages = ("es", "ca")
    texts = {f"k{index}": f"The house {index}." for index in range(30)}
    repository.write("locales/en.json", json.dumps(texts, indent=2))
    repository.configure('"locales/{language}.json"', targets='["es", "ca"]')
    chance = random.Random(16)
    began = time.monotonic()
    repository.command.ok("sync")
    lasted = time.monotonic() - began
    for round_ in range(6):
        texts = {key: text.replace("house", f"house {round_}") for key, text in texts.items()}
        repository.write("locales/en.json", json.dumps(texts, indent=2))
        process = repository.command.start("sync")
        time.sleep(lasted * chance.uniform(0.3, 1.0))  # a random moment is what is tried
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=CEILING)
    repository.command.ok("sync")
    assert "person" not in repository.read("dragoman.lock")
    for language in languages:
        found = json.loads(repository.read(f"locales/{language}.json"))
        assert [text.count("5 4 3 2 1 0") for text in found.values()] == [1] * 30, found
    assert repository.is_up_to_date()
    assert [path.name for path in repository.folder.rglob("*.part")] == []


def test_a_report_as_json(repository: Repository) -> None:
    start(repository)
    found = repository.command.json("sync")
    (file,) = found["files"]
    assert (found["upToDate"], file["written"], file["target"]) == (True, True, "locales/es.json")
    assert (file["new"], file["outdated"], file["error"]) == (["/home/title", "/home/pet"], [], None)
    assert repository.command.json("sync", "--check")["upToDate"] is True
    repository.replace("locales/en.json", "The dog.", "The cat.")
    done = repository.command.run("sync", "--check", "--json")
    assert (done.returncode, json.loads(done.stdout)["files"][0]["changed"]) == (1, ["/home/pet"])
