"""Limits of connections, taken from the settings. `route_policy` has those of bodies."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.settings import Network, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """Limits of the number of connections."""

    total: int
    reserve: int  # further connections, for health checks
    per_address: int
    trusted_proxies: tuple[Network, ...]  # `per_address` does not hold for these

    @classmethod
    def from_settings(cls, settings: Settings) -> ConnectionLimits:
        """Take the limits from the settings."""
        return cls(
            total=settings.max_connections,
            reserve=settings.reserved_connections,
            per_address=settings.max_connections_per_address,
            trusted_proxies=tuple(settings.trusted_proxies),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """Limits of one connection. Times are in seconds."""

    head_bytes: int
    headers: int
    head_seconds: float
    idle_seconds: float
    answer_seconds: float
    bytes_per_second: int  # of bodies and answers
    unread_bytes: int
    unread_seconds: float

    @classmethod
    def from_settings(cls, settings: Settings) -> RequestLimits:
        """Take the limits from the settings."""
        return cls(
            head_bytes=settings.max_header_bytes,
            headers=settings.max_headers,
            head_seconds=settings.header_timeout_seconds,
            idle_seconds=settings.idle_timeout_seconds,
            answer_seconds=settings.answer_timeout_seconds,
            bytes_per_second=settings.body_bytes_per_second,
            unread_bytes=settings.max_unread_bytes,
            unread_seconds=settings.unread_timeout_seconds,
        )
