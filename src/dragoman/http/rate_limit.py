"""The `RateLimit` headers of counted calls (E6, draft-ietf-httpapi-ratelimit-headers)."""

from __future__ import annotations

import math

from dragoman.access.model import RateState
from dragoman.settings import Rate


def rate_limit_headers(rate: RateState) -> dict[str, str]:
    """`RateLimit-Policy`: a quota of `q` calls in a window of `w` seconds.

    `RateLimit`: `r` calls remain, and in `t` seconds the whole quota is there again.
    """
    reset = max(0, math.ceil(rate.backlog))
    return {
        "RateLimit-Policy": f'"default";q={rate.rate.calls};w={rate.rate.seconds}',
        "RateLimit": f'"default";r={rate.remaining};t={reset}',
    }


def guess_limit_headers(rate: Rate, wait: float, *, policy: str = "wrong-credentials") -> dict[str, str]:
    """The same for wrong credentials, of which none remain. They may be sent again in `wait` seconds.

    `policy` is the name of what is counted.
    """
    seconds = max(1, math.ceil(wait))
    return {
        "RateLimit-Policy": f'"{policy}";q={rate.calls};w={rate.seconds}',
        "RateLimit": f'"{policy}";r=0;t={seconds}',
        "Retry-After": str(seconds),
    }
