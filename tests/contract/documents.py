"""What the tests of document jobs share: sending one, and waiting for its end."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import httpx2

from tests.waiting import wait_until

PAGE = "<!DOCTYPE html>\n<html lang=en><title>The house</title><p>The <b>red book</b> is big.</p>\n"


def submit(
    client: httpx2.Client,
    data: bytes | str = PAGE,
    *,
    name: str | None = "page.html",
    headers: dict[str, str] | None = None,
    **fields: str,
) -> httpx2.Response:
    """Send a document from English to Spanish, unless `fields` say something else."""
    content = data.encode() if isinstance(data, str) else data
    form = {"source": "en", "target": "es", **fields}
    return client.post(
        "/v2/documents/translate", data=form, files={"file": (name, content)}, headers=headers or {}
    )


def submitted(client: httpx2.Client, data: bytes | str = PAGE, **options: Any) -> str:
    answer = submit(client, data, **options)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["jobId"])


def record(client: httpx2.Client, job: str, **query: str) -> dict[str, Any]:
    answer = client.get(f"/v2/documents/{job}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def finished(client: httpx2.Client, job: str, **query: str) -> dict[str, Any]:
    """The record of the job once it has ended."""
    return wait_until(
        lambda: record(client, job, **query),
        lambda found: found["status"] not in {"CREATED", "IN_PROGRESS"},
    )


def translated(client: httpx2.Client, data: bytes | str = PAGE, **options: Any) -> bytes:
    """The translated document."""
    job = submitted(client, data, **options)
    found = finished(client, job)
    assert found["status"] == "SUCCESS", found
    answer = client.get(f"/v2/documents/{job}/download")
    assert answer.status_code == 200, answer.text
    return answer.content


def zipped(**entries: bytes) -> bytes:
    """A zip archive; dots in names are written as `__`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name.replace("__", "."), content)
    return buffer.getvalue()
