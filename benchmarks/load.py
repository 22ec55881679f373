"""A small HTTP/1.1 client that costs little, so that what is measured is the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request, ready to be written, and what it carries."""

    wire: bytes
    segments: int = 1
    words: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a series of calls took. Times are in seconds."""

    latencies: tuple[float, ...]
    duration: float
    segments: int
    words: int

    @property
    def speed(self) -> float:
        """Segments in a second."""
        return self.segments / self.duration

    def percentile(self, share: float) -> float:
        """The latency that this share of the calls kept, in milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000

    def __add__(self, other: Measured) -> Measured:
        return Measured(
            latencies=self.latencies + other.latencies,
            duration=self.duration + other.duration,
            segments=self.segments + other.segments,
            words=self.words + other.words,
        )


def make_request(
    url: str, *, body: bytes, kind: str, token: str = "", headers: Mapping[str, str] | None = None
) -> bytes:
    """The bytes of a POST that keeps its connection."""
    parts = urlsplit(url)
    lines = [
        f"POST {parts.path}{f'?{parts.query}' if parts.query else ''} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        *([f"Authorization: Bearer {token}"] if token else []),
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def send_all(url: str, calls: Sequence[Call], *, connections: int) -> Measured:
    """Send the calls over so many connections, each waiting for its answer; raises OSError on any but 200."""
    parts = urlsplit(url)
    queue = iter(calls)
    latencies: list[float] = []

    async def drain() -> None:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            for call in queue:
                started = time.perf_counter()
                writer.write(call.wire)
                await read_answer(reader)
                latencies.append(time.perf_counter() - started)
        finally:
            writer.close()

    started = time.perf_counter()
    await asyncio.gather(*(drain() for _ in range(connections)))
    return Measured(
        latencies=tuple(latencies),
        duration=time.perf_counter() - started,
        segments=sum(call.segments for call in calls),
        words=sum(call.words for call in calls),
    )


async def read_answer(reader: asyncio.StreamReader) -> bytes:
    """The body of an answer; raises OSError on any but 200."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status, *fields = head.split("\r\n")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in fields)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    if status.split(" ")[1] != "200":
        raise OSError(f"the server answered {status}: {body[:500]!r}")
    return body
