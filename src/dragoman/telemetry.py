"""Structured logs and metrics. Neither ever holds customer text, addresses or keys."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import orjson
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from structlog.typing import EventDict

from dragoman.errors import DragomanError

_FRAMES: Final = 6  # innermost places told of each exception


def configure_logging(*, level: str, style: Literal["json", "console"]) -> None:
    """Send our own events and the libraries' records to standard error, one line each."""
    least = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _describe_exception,
    ]
    console = structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(  # our events go past the logging module, which takes three times as long
        processors=[*shared, console if style == "console" else _render_json],
        logger_factory=lambda *_: _StandardError(),
        wrapper_class=structlog.make_filtering_bound_logger(least),
    )
    renderer = console if style == "console" else structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=renderer, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(least)
    for noisy in ("alembic", "procrastinate", "httpx", "httpx2", "httpcore2", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, least))


class _StandardError:
    """Where lines go. A log that nobody reads any more must not stop the service."""

    def info(self, line: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    debug = warning = error = critical = exception = info


def _render_json(_logger: object, _method: str, event: EventDict) -> str:
    return orjson.dumps(event, default=repr).decode()


def _describe_exception(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Tell an exception by types and places; messages may quote customers: few kinds keep theirs."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    elif isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        event["exception"] = "; caused by ".join(_describe(one) for one in _chain(error))
    return event


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _describe(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = ", ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
    message = str(error).partition("\n")[0] if isinstance(error, DragomanError | OSError) else ""
    diagnostics = getattr(
        error, "diag", None
    )  # psycopg: the primary message holds no values, its details may
    message = getattr(diagnostics, "message_primary", None) or message
    return f"{type(error).__module__}.{type(error).__qualname__}: {message} at {places}"


def log() -> structlog.typing.FilteringBoundLogger:
    """The logger: `log().info("event.name", key=value)`."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger()
    return logger


@dataclass(frozen=True, slots=True)
class Metrics:
    """The counters of one process, in a registry of its own."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    requests: Counter = field(init=False)
    request_seconds: Histogram = field(init=False)
    segments: Counter = field(init=False)
    result_cache: Counter = field(init=False)
    result_cache_bytes: Gauge = field(init=False)
    code_placements: Counter = field(init=False)
    engine_restarts: Counter = field(init=False)
    engine_pipelines: Gauge = field(init=False)
    engine_memory_bytes: Gauge = field(init=False)
    engine_seconds: Histogram = field(init=False)
    conversions: Counter = field(init=False)
    conversion_seconds: Histogram = field(init=False)
    tokens_issued: Counter = field(init=False)
    refusals: Counter = field(init=False)
    notifications: Counter = field(init=False)
    notification_seconds: Histogram = field(init=False)

    def __post_init__(self) -> None:
        r = self.registry
        for name, metric in {
            "requests": Counter(
                "dragoman_http_requests", "Answers", ["method", "route", "status"], registry=r
            ),
            "request_seconds": Histogram(
                "dragoman_http_request_seconds",
                "Time to answer",
                ["route"],
                registry=r,
                buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
            ),
            "segments": Counter("dragoman_segments", "Segments translated", ["origin", "engine"], registry=r),
            "result_cache": Counter(
                "dragoman_result_cache", "Look-ups in the result cache", ["outcome"], registry=r
            ),
            "result_cache_bytes": Gauge(
                "dragoman_result_cache_bytes", "Size of the result cache", registry=r
            ),
            "code_placements": Counter(
                "dragoman_code_placements",
                "How inline codes were put into translations",
                ["method"],
                registry=r,
            ),
            "engine_restarts": Counter(
                "dragoman_engine_restarts", "Engine processes replaced", ["engine", "reason"], registry=r
            ),
            "engine_pipelines": Gauge(
                "dragoman_engine_pipelines", "Running pipelines", ["engine"], registry=r
            ),
            "engine_memory_bytes": Gauge(
                "dragoman_engine_memory_bytes", "Memory of engine processes", ["engine"], registry=r
            ),
            "engine_seconds": Histogram(
                "dragoman_engine_seconds",
                "Time of one batch in an engine",
                ["engine"],
                registry=r,
                buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
            ),
            "conversions": Counter(
                "dragoman_conversions",
                "Documents read (extract) and written (rebuild)",
                ["call", "format", "outcome"],
                registry=r,
            ),
            "conversion_seconds": Histogram(
                "dragoman_conversion_seconds",
                "Time to read or write a document",
                ["call"],
                registry=r,
                buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60),
            ),
            "tokens_issued": Counter("dragoman_tokens_issued", "Access tokens issued", registry=r),
            "refusals": Counter("dragoman_refusals", "Calls refused before any work", ["reason"], registry=r),
            **_delivery_metrics(r),
        }.items():
            object.__setattr__(self, name, metric)


def _delivery_metrics(r: CollectorRegistry) -> dict[str, Counter | Histogram]:
    return {
        "notifications": Counter(
            "dragoman_notifications", "Tries to deliver", ["kind", "outcome"], registry=r
        ),
        "notification_seconds": Histogram(
            "dragoman_notification_seconds",
            "Time of one try to deliver",
            registry=r,
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15),
        ),
    }
