"""A long document delays neither short ones nor the text endpoint."""

from __future__ import annotations

from pathlib import Path

from tests.contract.documents import finished, record, submitted
from tests.live import live_service

LONG = "\n".join(
    f"The house number {number} is red, and the dog number {number} eats." for number in range(4000)
)


def test_short_documents_and_texts_are_done_while_long_ones_are_on_their_way(tmp_path: Path) -> None:
    with live_service(tmp_path / "data", DRAGOMAN_RESULT_CACHE_MB="0") as service:
        account = service.create_account("Long Ltd")
        long_application = service.create_application(account, "--rate-limit", "off", name="long")
        short_application = service.create_application(account, "--rate-limit", "off", name="short")
        with service.client(long_application) as long, service.client(short_application) as short:
            submitted(short, "The house is red.", name="warm.txt")
            jobs = [
                submitted(long, LONG, name="long.txt") for _ in range(20)
            ]  # more than a worker takes at once
            for number in range(3):
                job = submitted(short, f"The dog number {number} eats.", name="short.txt")
                assert finished(short, job)["status"] == "SUCCESS"
                body = {
                    "source": "en",
                    "target": "es",
                    "segments": [{"text": f"The red book number {number}."}],
                }
                assert short.post("/v2/translate", json=body).status_code == 200
            unfinished = [job for job in jobs if record(long, job)["status"] in {"CREATED", "IN_PROGRESS"}]
            assert len(unfinished) >= 15
            for job in jobs:
                assert long.delete(f"/v2/documents/{job}").status_code == 204
