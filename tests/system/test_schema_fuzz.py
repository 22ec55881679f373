"""schemathesis over the whole OpenAPI document: no 5xx, no undocumented status, every body as promised."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.live import live_service
from tests.waiting import CEILING

CASES = 60  # for each example; about twice as many are made, depending on the data that the service gives
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
]


@pytest.mark.parametrize("examples", [3, pytest.param(50, marks=pytest.mark.nightly)])
def test_no_generated_request_breaks_the_contract(tmp_path: Path, examples: int) -> None:
    with live_service(tmp_path / "data", DRAGOMAN_ACCESS_TOKEN_SECONDS="3600") as service:
        account = service.create_account("Fuzz Ltd")
        scopes = ("--scopes", "translate,projects,reference,provider", "--role", "admin")
        application = service.create_application(account, "--rate-limit", "off", *scopes)
        token = service.fetch_token(application)["access_token"]
        # It is made at the first call, which may take a busy machine longer than schemathesis waits.
        httpx2.get(f"{service.url}/openapi.json", timeout=CEILING).raise_for_status()
        done = subprocess.run(
            [
                Path(sys.executable).parent / "schemathesis",
                "--no-color", "run", f"{service.url}/openapi.json",
                "--header", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS),
                "--max-examples", str(examples), "--seed", "1", "--continue-on-failure", "--warnings", "off",
                "--request-timeout", str(CEILING), "--suppress-health-check", "all",
                "--generation-database", "none",
                "--exclude-path", "/project/v1/events",  # answers have no end
            ],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
        generated = re.search(r"(\d+) generated", done.stdout)
        assert generated is not None, done.stdout[-3000:]
        assert int(generated[1]) >= CASES * examples
        assert '"request.failed"' not in service.log
