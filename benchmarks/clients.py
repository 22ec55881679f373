"""Blocking HTTP for measurements in which the client's speed does not matter."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping
from typing import Any

from benchmarks.services import Service

_BOUNDARY = "the-boundary-of-the-parts"


def post_form(
    url: str, fields: Mapping[str, str], *, file_name: str, data: bytes, token: str = ""
) -> dict[str, Any]:
    """Send a form with a file; the JSON that comes back, or nothing of an answer that is none."""
    parts = b"".join(
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    )
    disposition = f'form-data; name="file"; filename="{file_name}"'
    parts += f"--{_BOUNDARY}\r\nContent-Disposition: {disposition}\r\n\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(
        url, data=parts + data + f"\r\n--{_BOUNDARY}--\r\n".encode(), headers=headers
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        content = answer.read()
        is_json = answer.headers.get_content_type() == "application/json"
    return dict(json.loads(content)) if is_json else {}


def fetch_record(service: Service, token: str, job: str) -> dict[str, Any]:
    """A document job's record with its report. Raises RuntimeError for one that failed."""
    request = urllib.request.Request(
        f"{service.url}/v2/documents/{job}?details=true", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        record: dict[str, Any] = json.load(answer)
    if record["status"] == "FAILED":
        raise RuntimeError(f"{record['errorCode']}: {record['reason']}")
    return record
