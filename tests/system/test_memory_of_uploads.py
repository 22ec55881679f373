"""Large uploads leave no memory behind."""

from __future__ import annotations

import threading
from pathlib import Path

import psutil

from tests.contract.documents import submit
from tests.live import live_service

MEGABYTE = 1024**2
LINE = b"The house is red. " * 60 + b"\n"
LARGE = LINE * (19 * MEGABYTE // len(LINE))


def test_after_large_uploads_memory_is_what_it_was_before(tmp_path: Path) -> None:
    """Ten at once, so that many threads of the service have them in their hands."""
    with live_service(tmp_path / "data", DRAGOMAN_MAX_WAITING_DOCUMENTS="1000") as service:
        assert service.process is not None
        service.stop()
        service.start("--no-worker")  # what workers do is not what is measured
        service.wait_ready()
        application = service.create_application(service.create_account("Large Ltd"), "--rate-limit", "off")
        statuses: list[int] = []
        with service.client(application) as client:

            def upload(times: int) -> None:
                answers = [submit(client, LARGE, name="large.txt") for _ in range(times)]
                statuses.extend(answer.status_code for answer in answers)

            upload(1)  # what is loaded at the first call stays
            process = psutil.Process(service.process.pid)
            before = process.memory_info().rss
            threads = [threading.Thread(target=upload, args=[2]) for _ in range(10)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert set(statuses) == {202}
            assert process.memory_info().rss - before < 60 * MEGABYTE
