"""dragoman.toml: what is wrong in it is named; a first one is written by the files that are there."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from dragoman_client.errors import InvalidInputError
from dragoman_client.sync.configuration import find_configuration, read_configuration
from dragoman_client.sync.source_files import find_pairs
from tests.client.commands.conftest import CommandLine
from tests.client.sync.repository import Repository

RIGHT = '[sync]\nsource = "en"\ntargets = ["de", "pt-BR"]\nfiles = ["locales/{language}/*.json"]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[sync]\nsource = en", "line 2"),
        ("[other]\n", "no section [sync]"),
        (RIGHT.replace("targets", "target"), "Did you mean 'targets'?"),
        (RIGHT.replace('"en"', "1"), "'source' of [sync] must be a string"),
        (RIGHT.replace('["de", "pt-BR"]', "[]"), "'targets' of [sync] must be a list of strings"),
        (RIGHT.replace('"de"', '"en"'), "is the source and one of the targets"),
        (RIGHT.replace("files = ", "#"), "'files' is missing"),
        (RIGHT.replace("{language}", "en"), "needs {language}"),
        (RIGHT.replace('"locales/', '"../locales/'), "leaves the folder"),
        (RIGHT.replace('["locales/{language}/*.json"]', "[3]"), "neither a string"),
        (
            RIGHT.replace('"locales/{language}/*.json"', '{ source = "a/*.md", target = "{language}.md" }'),
            "the same number of *",
        ),
        (RIGHT + "options = { json = 1 }\n", "'options' of [sync] must be a table"),
        (RIGHT + "term_bases = [true]\n", "'term_bases' of [sync] must be a list of numbers or names"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "dragoman.toml").write_text(text)
    with pytest.raises(InvalidInputError) as refused:
        read_configuration(tmp_path / "dragoman.toml")
    assert said in str(refused.value)
    assert "dragoman.toml" in str(refused.value)


def test_files_and_their_translations(nobody: CommandLine) -> None:
    repository = Repository(nobody)
    text = RIGHT.replace(
        "files = [",
        'codes = { "pt-BR" = "pt-rBR" }\n'
        'files = [{ source = "docs/**/*.md", target = "{language}/**/*.md" },',
    )
    repository.write("dragoman.toml", text)
    for name in (
        "docs/a.md",
        "docs/deep/b.md",
        "docs/.hidden/c.md",
        "locales/en/x.json",
        "locales/de/x.json",
    ):
        repository.write(name, "{}")
    (repository.folder / "docs/deep/deeper").mkdir()
    found = find_configuration(repository.folder / "docs/deep/deeper")
    pairs = [(str(one.source), str(one.target)) for one in find_pairs(read_configuration(found))]
    assert pairs == [
        ("docs/a.md", "de/a.md"),
        ("docs/a.md", "pt-rBR/a.md"),
        ("docs/deep/b.md", "de/deep/b.md"),
        ("docs/deep/b.md", "pt-rBR/deep/b.md"),
        ("locales/en/x.json", "locales/de/x.json"),
        ("locales/en/x.json", "locales/pt-rBR/x.json"),
    ]


def test_translations_are_no_sources(nobody: CommandLine) -> None:
    repository = Repository(nobody)
    repository.configure('{ source = "*.md", target = "*.{language}.md" }', targets='["de"]')
    for name in ("a.md", "a.de.md"):
        repository.write(name, "x")
    pairs = find_pairs(read_configuration(find_configuration(repository.folder)))
    assert [one.target for one in pairs] == [PurePosixPath("a.de.md")]


@pytest.mark.parametrize(
    ("files", "pattern"),
    [
        (["locales/en.json", "locales/de.json"], '"locales/{language}.json"'),
        (["src/i18n/en/a.json", "src/i18n/en/b.json"], '"src/i18n/{language}/*.json"'),
        (["config/locales/devise.en.yml"], '"config/locales/devise.{language}.yml"'),
        (["lib/l10n/app_en.arb"], '"lib/l10n/app_{language}.arb"'),
        (["App/en.lproj/Localizable.strings"], '"App/{language}.lproj/Localizable.strings"'),
        (
            ["app/res/values/strings.xml", "app/res/values/colors.xml"],
            '{ source = "app/res/values/strings.xml", target = "app/res/values-{language}/strings.xml" }',
        ),
        (["po/app.pot"], '{ source = "po/app.pot", target = "po/{language}.po" }'),
        (["Texts.resx", "Texts.de.resx"], '{ source = "Texts.resx", target = "Texts.{language}.resx" }'),
        (["App/Localizable.xcstrings"], '"App/Localizable.xcstrings"'),
    ],
)
def test_a_first_configuration(nobody: CommandLine, files: list[str], pattern: str) -> None:
    repository = Repository(nobody)
    for name in (*files, "package.json", "node_modules/x/locales/en.json"):
        repository.write(name, "")
    assert nobody.ok("sync", "--init", "--from", "en", "--to", "de,fr") == "dragoman.toml\n"
    text = repository.read("dragoman.toml")
    assert f'targets = ["de", "fr"]\nfiles = [\n  {pattern},\n]\n' in text
    done = nobody.run("sync", "--init", "--from", "en", "--to", "de")
    assert (done.returncode, "already" in done.stderr) == (1, True)
    assert repository.read("dragoman.toml") == text


def test_a_first_configuration_of_nothing(nobody: CommandLine) -> None:
    done = nobody.run("sync", "--init", "--from", "en", "--to", "de")
    assert (done.returncode, "such as locales/en.json" in done.stderr) == (1, True)
    assert nobody.run("sync", "--init").returncode == 2
    done = nobody.run("sync")
    assert (done.returncode, "dragoman sync --init" in done.stderr) == (1, True)


def test_a_pattern_without_any_file_is_told(nobody: CommandLine) -> None:
    Repository(nobody).configure('"locales/{language}.json"')
    done = nobody.run("sync", "--check")
    assert done.returncode == 1
    assert f"There is no file locales/en.json in {nobody.folder}. Correct `files`" in done.stderr
