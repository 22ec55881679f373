"""Folders of documents: what is in them, what has changed, where the results go."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from dragoman_client.errors import InvalidInputError
from tests.client.kinds import Caller, opened
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.words import Words


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_into_several_languages(caller: Caller, words: Words, tmp_path: Path) -> None:
    source = tmp_path / "site"
    (source / "deep/er").mkdir(parents=True)
    (source / ".git").mkdir()
    (source / "index.html").write_text("The house.")
    (source / "deep/er/page.txt").write_text("The dog.")
    (source / "picture.xyz").write_text("no document")
    (source / ".git/hidden.txt").write_text("The dog.")
    outcomes = caller.call(
        lambda client: client.translate_folder(
            source, source="en", targets=["es", "ca"], output=tmp_path / "out"
        )
    )
    assert all(one.succeeded for one in outcomes), [str(one.error) for one in outcomes]
    assert names(tmp_path / "out") == {
        *("es/index.html", "es/deep/er/page.txt", "ca/index.html", "ca/deep/er/page.txt")
    }
    assert (tmp_path / "out/es/deep/er/page.txt").read_text() == words("The dog.")


def translate(caller: Caller, folder: Path, **arguments: Any) -> list[str]:
    """Translate what has changed; the documents and targets that were."""
    wanted = {
        "source": "en",
        "targets": ["es", "ca"],
        "output": folder / "out",
        "only_changed": True,
        **arguments,
    }
    outcomes = caller.call(lambda client: client.translate_folder(folder / "site", **wanted))
    assert all(one.succeeded for one in outcomes), [str(one.error) for one in outcomes]
    return [f"{one.source.name} {one.target}" for one in outcomes]


def test_only_what_has_changed_is_translated_again(caller: Caller, words: Words, tmp_path: Path) -> None:
    source = tmp_path / "site"
    source.mkdir()
    (source / "house.txt").write_text("The house.")
    (source / "dog.txt").write_text("The dog.")
    assert translate(caller, tmp_path, targets=["es"], output=tmp_path / "out/es") == [
        "dog.txt es",
        "house.txt es",
    ]
    assert translate(caller, tmp_path) == ["dog.txt ca", "house.txt ca"]
    assert translate(caller, tmp_path) == []
    (source / "house.txt").write_text("The cat.")
    later = (tmp_path / "out/ca/house.txt").stat().st_mtime + 1
    os.utime(source / "house.txt", (later, later))
    assert translate(caller, tmp_path) == ["house.txt es", "house.txt ca"]
    assert (tmp_path / "out/es/house.txt").read_text() == words("The cat.")
    assert len(translate(caller, tmp_path, only_changed=False)) == 4


def test_a_result_of_another_type_counts_too(kind: str, tmp_path: Path) -> None:
    types = [{"format": "pdf", "fileExtensions": ["pdf"], "resultExtension": "docx"}]

    def script(asked: Asked) -> Told:
        assert asked.path == "/v2/documents/types", "nothing has changed"
        return told(types)

    for name in ("site/a.pdf", "out/a.docx"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"x")
    os.utime(tmp_path / "site/a.pdf", (1, 1))
    with scripted(script) as server, opened(kind, server.url) as caller:
        assert translate(caller, tmp_path, targets=["es"]) == []


@pytest.mark.parametrize("output", ["site", "site/es", "site/../site/deep"])
def test_results_do_not_go_into_the_folder_itself(kind: str, tmp_path: Path, output: str) -> None:
    (tmp_path / "site/deep").mkdir(parents=True)
    (tmp_path / "site/a.txt").write_text("The house.")
    with (
        scripted(lambda _: told([{"format": "txt", "fileExtensions": ["txt"]}])) as server,
        opened(kind, server.url) as caller,
        pytest.raises(InvalidInputError, match="lies in the folder itself"),
    ):
        translate(caller, tmp_path, output=tmp_path / output)
    assert names(tmp_path) == {"site/a.txt"}
