"""E6 and E7: rate limits, and bodies that are too large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_header,
    expect_json,
    expect_status,
)
from dragoman_client.conformance.model import CannotCheck, CheckFailed, Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer

PAIRS: Final = "/v2/languages/text-translation"
_MOST_CALLS: Final = 20  # that a check uses up


@check("E6", needs=(Need.LIMITED,))
def rate_limit(server: CheckedServer) -> None:
    """Over the rate limit a call is 429 with a detail and Retry-After in whole seconds."""
    first = server.limited.get(PAIRS)
    policy = first.headers.get("RateLimit-Policy", "")
    quota = re.search(r"q=(\d+)", policy)
    if first.status_code != 429:
        expect(first, quota, "RateLimit-Policy with q=…", policy or "none")
    calls = int(quota[1]) if quota else 0
    if calls > _MOST_CALLS:
        raise CannotCheck(
            f"the limit of that application is {calls} calls, and at most {_MOST_CALLS} are used up"
        )
    for _ in range(calls + 1):
        answer = server.limited.get(PAIRS)
        if answer.status_code == 429:
            expect_detail(answer, 429)
            expect_header(answer, "Retry-After", r"[1-9]\d*$")
            return
        expect_status(answer, 200)
    raise CheckFailed(f"429 after {calls} calls", "200", f"GET {PAIRS}")


@check("E6", needs=(Need.LIMITED,))
def rate_limit_headers(server: CheckedServer) -> None:
    """Answers of /v2 tell the limit: RateLimit and RateLimit-Policy, with quota and window."""
    answer = server.limited.get(PAIRS)
    expect_status(answer, 200, 429)
    policy = expect_header(answer, "RateLimit-Policy", r'"?[\w-]+"?;')
    expect(answer, re.search(r"q=\d+", policy) and re.search(r"w=\d+", policy), "q=… and w=…", policy)
    expect_header(answer, "RateLimit", r'"?[\w-]+"?;.*r=\d+')


@check("E7", "T4")
def large_body(server: CheckedServer) -> None:
    """A JSON body of over 2 MiB is 422 with the limit."""
    size = _body_limit(server)
    answer = server.customer.post("/v2/translate", content=b" " * (size + 1))
    expect_detail(answer, 422, str(size))


@check("E7")
def streamed_body(server: CheckedServer) -> None:
    """A body without a declared length is refused too when it is over the limit."""
    size = _body_limit(server)

    def pieces() -> Iterator[bytes]:
        for _ in range(size // 65536 + 2):
            yield b" " * 65536

    expect_detail(server.customer.post("/v2/translate", content=pieces()), 422)


@check("E7", "T2")
def many_items(server: CheckedServer) -> None:
    """Too many segments are counted before they are looked at."""
    number = 200_000
    pair = f'"source":"{server.target.source}","target":"{server.target.target}"'
    content = f'{{{pair},"segments":[{",".join(["1"] * number)}]}}'.encode()
    answer = server.customer.post("/v2/translate", content=content)
    expect_detail(answer, 422, str(number))
    expect_equal(answer, "a short answer", len(answer.content) < 2000, True)


def _body_limit(server: CheckedServer) -> int:
    limits = server.customer.get("/v2/limits")
    found = expect_json(limits) if limits.status_code == 200 else {}
    return int(found.get("bodyBytes", 2 * 1024 * 1024))
