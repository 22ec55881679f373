"""When a document's time is over, nothing of it is left anywhere (D6)."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import httpx2

from tests.contract.documents import finished, submit
from tests.live import LiveService, live_service
from tests.receiver import running_receiver
from tests.waiting import wait_until

CANARY = "The crimson walrus juggles seventeen umbrellas"
FILE_NAME = "zanzibar-merger-plan.html"


def test_after_its_time_no_trace_of_a_document_is_left(tmp_path: Path) -> None:
    began = time.time() - 1
    with (
        running_receiver() as receiver,
        live_service(
            tmp_path / "data",
            empty=True,
            DRAGOMAN_DOCUMENT_RETENTION_SECONDS="15",
            DRAGOMAN_CALLBACK_ALLOW="127.0.0.1",
        ) as service,
    ):
        application = service.create_application(service.create_account("Secret Ltd"), "--rate-limit", "off")
        with service.client(application) as client:
            text = "".join(f"<p>{CANARY} number {number}.</p>" for number in range(400))
            answer = submit(client, text, name=FILE_NAME, successCallbackUrl=receiver.url("/secret-path"))
            job = answer.json()["jobId"]
            assert finished(client, job)["status"] == "SUCCESS"
            result = client.get(f"/v2/documents/{job}/download").content.decode()
            translated = result.partition(" number")[0].removeprefix("<p>")
            receiver.wait_for(1)
            wait_until_gone(client, job)
        wait_for_no_files(service)
        words = [CANARY, FILE_NAME, "secret-path", translated.split(" número")[0]]
        assert traces(tmp_path, ["Secret Ltd"]), "the search finds what is there"
        assert traces(tmp_path, words) == []  # while it runs: database files, WAL, logs
        service.stop()
    assert traces(tmp_path, words) == []  # after the last checkpoint
    assert traces(Path(tempfile.gettempdir()), words, since=began, apart_from=tmp_path) == []


def wait_until_gone(client: httpx2.Client, job: str) -> None:
    wait_until(lambda: client.get(f"/v2/documents/{job}").status_code == 404)
    assert client.get(f"/v2/documents/{job}/download").status_code == 404
    assert client.get("/v2/documents").json()["documents"] == []


def wait_for_no_files(service: LiveService) -> None:
    """Documents are destroyed every 15 seconds; their folders go while they are looked into."""
    wait_until(lambda: not any(names for _, _, names in os.walk(service.data / "files")))


def traces(root: Path, words: list[str], *, since: float = 0, apart_from: Path | None = None) -> list[str]:
    """Files below `root` that hold any of the words, in either encoding a database or log may use."""
    needles = [word.encode(encoding) for word in words for encoding in ("utf-8", "utf-16-le")]
    found = []
    for folder, _, names in os.walk(root):
        if apart_from is not None and Path(folder).is_relative_to(apart_from.parent):
            continue
        for name in names:
            path = Path(folder) / name
            try:
                if path.is_file() and path.stat().st_mtime >= since:
                    content = path.read_bytes()
                    found += [f"{path}: {needle!r}" for needle in needles if needle in content]
            except OSError:
                continue
    return found
