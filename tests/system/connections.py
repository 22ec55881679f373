"""What the tests of connection limits share: requests as bytes, addresses, and short looks at a service."""

from __future__ import annotations

import httpx2

from tests.live import LiveService
from tests.raw_http import RawClient
from tests.waiting import CEILING

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
LANGUAGES = b"GET /v2/languages HTTP/1.1\r\nHost: x\r\n\r\n"
FORM = b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
DOCUMENT = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"  # a megabyte
ATTACKER, NEIGHBOUR = "127.0.0.66", "127.0.0.77"


def status(service: LiveService, request: bytes = GET, source: str = NEIGHBOUR) -> int | None:
    with RawClient(service.port, source=source) as client:
        client.send(request)
        answer = client.answer()
        return answer.status if answer else None


def count_closed(service: LiveService, reason: str) -> float:
    """How many connections were closed for a limit."""
    lines = httpx2.get(f"{service.url}/metrics", timeout=CEILING).text.splitlines()
    name = f'dragoman_connections_closed_total{{reason="{reason}"}} '
    return next((float(line.removeprefix(name)) for line in lines if line.startswith(name)), 0)
