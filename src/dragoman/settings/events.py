"""The settings of events of accounts: their types, bounds and descriptions. `model` has their defaults."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

Retention: TypeAlias = Annotated[
    int,
    Field(
        ge=60,
        le=30 * 86_400,
        description="Events of an account are kept for so long, for streams that are resumed; those of a "
        "document go with it.",
    ),
]
Streams: TypeAlias = Annotated[
    int,
    Field(
        ge=1,
        le=10_000,
        description="Streams of events that one account may have open at once in each serving process; more "
        "are refused with 429. All accounts together have at most a quarter of `max_connections`.",
    ),
]
Heartbeat: TypeAlias = Annotated[
    float,
    Field(
        ge=1,
        le=300,
        description="A stream without events sends a comment so often, for proxies to keep it open.",
    ),
]
