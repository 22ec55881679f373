"""Documents from a file to a file, step by step, many at once; whole or not at all."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from typing import Any

import pytest

from dragoman_client.documents.results import DocumentProgress, DocumentStage
from dragoman_client.errors import (
    ConnectionFailedError,
    DocumentFailedError,
    DocumentNotReadyError,
    DragomanError,
    InvalidInputError,
    NotFoundError,
)
from tests.client.kinds import Caller, opened
from tests.client.scripted_server import RESET, Asked, Told, scripted, told
from tests.client.words import Words
from tests.waiting import CEILING

RECORD = {
    "jobId": "job-1",
    "source": "en",
    "target": "es",
    "fileName": "house.txt",
    "status": "SUCCESS",
    "progress": 1.0,
    "createdAt": "2026-11-27T10:00:00Z",
}


def file(folder: Path, text: str = "The house.", name: str = "house.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_document_is_translated_beside_itself(caller: Caller, words: Words, tmp_path: Path) -> None:
    path = file(tmp_path)
    seen: list[DocumentProgress] = []
    done = caller.call(
        lambda client: client.translate_document(path, source="en", target="es", progress=seen.append)
    )
    assert done.path == tmp_path / "house.es.txt"
    assert done.path.read_text() == words("The house.")
    assert done.document.status == "SUCCESS"
    assert names(tmp_path) == {"house.txt", "house.es.txt"}
    stages = [one.stage for one in seen]
    assert stages == sorted(stages, key=list(DocumentStage).index)
    assert set(stages) == set(DocumentStage)
    assert {one.job_id for one in seen if one.stage is not DocumentStage.UPLOAD} == {done.document.job_id}


@pytest.mark.parametrize("output", ["there.txt", "folder"])
def test_an_output_is_a_file_or_a_folder(caller: Caller, words: Words, tmp_path: Path, output: str) -> None:
    (tmp_path / "folder").mkdir()
    done = caller.call(
        lambda client: client.translate_document(
            file(tmp_path), source="en", target="es", output=tmp_path / output
        )
    )
    expected = "folder/house.es.txt" if output == "folder" else "there.txt"
    assert done.path == tmp_path / expected
    assert done.path.read_text() == words("The house.")


@pytest.mark.parametrize("as_file", [False, True], ids=["bytes", "file"])
def test_bytes_and_open_files_come_back_in_memory(caller: Caller, words: Words, as_file: bool) -> None:
    content: Any = io.BytesIO(b"The house.") if as_file else b"The house."
    done = caller.call(
        lambda client: client.translate_document(content, name="house.txt", source="en", target="es")
    )
    assert (done.path, done.content) == (None, words("The house.").encode())
    assert words("The house.")[1:-1] not in repr(done)


def test_step_by_step(caller: Caller, words: Words, tmp_path: Path) -> None:
    job = caller.call(lambda client: client.documents.submit(file(tmp_path), source="en", target="es"))
    document = caller.call(lambda client: client.documents.wait(job, timeout=CEILING))
    assert (document.job_id, document.file_name, document.is_finished) == (job, "house.txt", True)
    made = words("The house.").encode()
    assert caller.call(lambda client: client.documents.download(job)).content == made
    got = caller.call(lambda client: client.documents.download(job, tmp_path / "x.txt"))
    assert got.path.read_bytes() == made
    assert job in {one.job_id for one in caller.call(lambda client: client.documents.list())}
    assert caller.call(lambda client: client.documents.get(job, details=True)).report is not None
    caller.call(lambda client: client.documents.delete(job))
    with pytest.raises(NotFoundError):
        caller.call(lambda client: client.documents.get(job))


def test_types_and_words(caller: Caller, tmp_path: Path) -> None:
    types = caller.call(lambda client: client.documents.types())
    assert "docx" in {extension for one in types for extension in one.file_extensions}
    path = file(tmp_path, "The house is red. The house is red.")
    found = caller.call(lambda client: client.documents.analyze(path, source="en", target="es"))
    assert found.total.words == 8
    assert {one.band: one.words for one in found.total.bands if one.words} == {"none": 4, "repetition": 4}


def test_why_a_document_failed_is_told(caller: Caller, tmp_path: Path) -> None:
    empty = file(tmp_path, " \n", "empty.txt")
    with pytest.raises(DocumentFailedError) as caught:
        caller.call(lambda client: client.translate_document(empty, source="en", target="es"))
    assert caught.value.code == "DOCUMENT_EMPTY"
    assert caught.value.job
    assert names(tmp_path) == {"empty.txt"}


def test_a_wait_that_is_over_goes_on_later(kind: str, tmp_path: Path) -> None:
    waiting = {**RECORD, "status": "IN_PROGRESS", "progress": 0.4}
    is_done = False

    def script(asked: Asked) -> Told:
        if asked.method == "POST":
            return told({"jobId": "job-1"}, 202)
        if asked.path.endswith("/download"):
            return Told(body=b"La casa.")
        return told(RECORD if is_done else waiting, Retry_After="0")

    with scripted(script) as server, opened(kind, server.url) as caller:
        with pytest.raises(DocumentNotReadyError, match=r"40% translated after 0\.5 seconds") as caught:
            caller.call(
                lambda client: client.translate_document(
                    file(tmp_path), source="en", target="es", timeout=0.5
                )
            )
        is_done = True
        job = caught.value.job
        assert caller.call(lambda client: client.documents.wait(job)).status == "SUCCESS"
        assert caller.call(lambda client: client.documents.download(job)).content == b"La casa."
        assert len(server.of("/v2/documents/translate")) == 1


def test_an_exception_after_acceptance_has_the_job(kind: str, tmp_path: Path) -> None:
    def script(asked: Asked) -> Told:
        return told({"jobId": "job-1"}, 202) if asked.method == "POST" else RESET

    with scripted(script) as server, opened(kind, server.url) as caller:
        with pytest.raises(ConnectionFailedError) as caught:
            caller.call(lambda client: client.translate_document(file(tmp_path), source="en", target="es"))
        assert caught.value.job == "job-1"
    assert names(tmp_path) == {"house.txt"}


def test_a_truncated_download_leaves_no_file_and_is_fetched_again(kind: str, tmp_path: Path) -> None:
    cuts = [Told(body=b"La casa.", cut=3), Told(body=b"La casa.", cut=0), Told(body=b"La casa.")]
    seen: list[set[str]] = []

    def script(asked: Asked) -> Told:
        if asked.path.endswith("/download"):
            seen.append({one for one in names(tmp_path) if not one.startswith(".")})
            return cuts.pop(0)
        return told({"jobId": "job-1"}, 202) if asked.method == "POST" else told(RECORD)

    with scripted(script) as server, opened(kind, server.url) as caller:
        done = caller.call(lambda client: client.translate_document(file(tmp_path), source="en", target="es"))
    assert done.path.read_text() == "La casa."
    assert seen == [{"house.txt"}] * 3
    assert names(tmp_path) == {"house.txt", "house.es.txt"}


def test_a_download_that_stays_truncated_leaves_nothing(kind: str, tmp_path: Path) -> None:
    old = file(tmp_path, "old", "house.es.txt")

    def script(asked: Asked) -> Told:
        if asked.path.endswith("/download"):
            return Told(body=b"La casa.", cut=3)
        return told({"jobId": "job-1"}, 202) if asked.method == "POST" else told(RECORD)

    with (
        scripted(script) as server,
        opened(kind, server.url) as caller,
        pytest.raises(ConnectionFailedError, match="broke before the answer was complete"),
    ):
        caller.call(lambda client: client.translate_document(file(tmp_path), source="en", target="es"))
    assert old.read_text() == "old"
    assert names(tmp_path) == {"house.txt", "house.es.txt"}


def test_a_repeated_upload_sends_the_whole_file_under_the_same_key(kind: str, tmp_path: Path) -> None:
    answers = [RESET, told({"detail": "x"}, 503), told({"jobId": "job-1"}, 202)]

    with scripted(lambda _: answers.pop(0)) as server, opened(kind, server.url) as caller:
        for content in (file(tmp_path, "x" * 300_000), b"x" * 300_000, io.BytesIO(b"x" * 300_000)):
            answers[:] = [RESET, told({"detail": "x"}, 503), told({"jobId": "job-1"}, 202)]
            server.asked.clear()
            assert (
                caller.call(
                    lambda client, content=content: client.documents.submit(
                        content, name="house.txt", source="en", target="es"
                    )
                )
                == "job-1"
            )
            sent = server.of("/v2/documents/translate")
            assert len({one.headers["idempotency-key"] for one in sent}) == 1
            assert [one.body.count(b"x" * 300_000) for one in sent] == [1, 1, 1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"file": "missing.txt"}, "There is no file 'missing.txt'"),
        ({"file": b"x"}, "needs a name"),
        ({"output": "no/folder/x.txt"}, "There is no folder"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_sent(
    kind: str, tmp_path: Path, arguments: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {"file": file(tmp_path), **arguments}
    with scripted(lambda _: told({"jobId": "job-1"}, 202)) as server, opened(kind, server.url) as caller:
        with pytest.raises(InvalidInputError, match=said):
            caller.call(lambda client: client.translate_document(**given, source="en", target="es"))
        assert server.asked == []


def test_a_document_is_not_written_over_itself(kind: str, tmp_path: Path) -> None:
    path = file(tmp_path)
    with scripted(lambda _: told({"jobId": "job-1"}, 202)) as server, opened(kind, server.url) as caller:
        with pytest.raises(InvalidInputError, match="is the document itself"):
            caller.call(lambda client: client.translate_document(path, source="en", target="es", output=path))
        assert server.asked == []


def test_a_file_that_vanishes_before_a_retry_is_told(kind: str, tmp_path: Path) -> None:
    path = file(tmp_path)

    def script(_: Asked) -> Told:
        path.unlink(missing_ok=True)
        return told({"detail": "x"}, 503)

    with (
        scripted(script) as server,
        opened(kind, server.url) as caller,
        pytest.raises(InvalidInputError, match=r"The file house\.txt cannot be read: No such file"),
    ):
        caller.call(lambda client: client.documents.submit(path, source="en", target="es"))


def test_many_documents_at_once_and_one_that_fails_holds_up_none(
    caller: Caller, words: Words, tmp_path: Path
) -> None:
    paths = [file(tmp_path, f"The house {number}.", f"{number}.txt") for number in range(12)]
    paths.insert(3, file(tmp_path, "", "empty.txt"))
    (tmp_path / "es").mkdir()
    outcomes = caller.call(
        lambda client: client.translate_documents(paths, source="en", target="es", output=tmp_path / "es")
    )
    assert [one.source for one in outcomes] == paths
    assert [one.succeeded for one in outcomes].count(False) == 1
    assert outcomes[3].error.code == "DOCUMENT_EMPTY"
    assert (tmp_path / "es/7.es.txt").read_text() == words("The house {}.", 7)


def test_two_files_that_would_become_one_are_refused(kind: str, tmp_path: Path) -> None:
    for folder in ("a", "b", "out"):
        (tmp_path / folder).mkdir()
    paths = [file(tmp_path / "a"), file(tmp_path / "b")]
    with (
        opened(kind, "http://127.0.0.1:1") as caller,
        pytest.raises(InvalidInputError, match=r"Two files are called house\.txt"),
    ):
        caller.call(
            lambda client: client.translate_documents(
                paths, source="en", target="es", output=tmp_path / "out"
            )
        )


def test_a_result_that_cannot_be_written_is_told(caller: Caller, tmp_path: Path) -> None:
    target = tmp_path / "taken"
    (target / "house.es.txt").mkdir(parents=True)
    with pytest.raises(DragomanError, match="cannot be written") as caught:
        caller.call(
            lambda client: client.translate_document(file(tmp_path), source="en", target="es", output=target)
        )
    assert caught.value.job
    assert stat.S_ISDIR((target / "house.es.txt").stat().st_mode)
    assert names(target) == set()
