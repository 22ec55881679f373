"""Structured logs and metrics. Neither ever holds customer text, addresses or keys."""

from __future__ import annotations

import json
import logging
import os
import select
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from io import UnsupportedOperation
from pathlib import Path
from typing import Any, Final, Literal

import orjson
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from structlog.typing import EventDict

from dragoman.errors import DragomanError

_FRAMES: Final = 6  # innermost stack frames logged of each exception
_one_writer: Final = threading.RLock()  # a signal handler may interrupt a write


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
    render = _rendering_always(console if style == "console" else _render_json)
    structlog.configure(  # our events go past the logging module, which takes three times as long
        processors=[*shared, render],
        logger_factory=lambda *_: _StandardError(),
        wrapper_class=structlog.make_filtering_bound_logger(least),
    )
    handler = _StandardErrorHandler()
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=render, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(least)
    for noisy in ("alembic", "procrastinate", "httpx", "httpx2", "httpcore2", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, least))


def write_line(line: str) -> None:
    """Write a line to standard error, or drop it where that is closed, full or not read any more.

    Problems of the log do not affect the service: nothing is raised, and nothing waits for a reader.
    """
    with suppress(OSError, ValueError, AttributeError):  # sys.stderr may be None, or closed
        data = (line + "\n").encode("utf-8", "backslashreplace")
        try:
            descriptor = sys.stderr.fileno()
        except UnsupportedOperation:  # a test's
            sys.stderr.write(data.decode())
            return
        sys.stderr.flush()
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT)
        with _one_writer:  # none of whom waits
            while data and poll.poll(0):  # a pipe that says so takes PIPE_BUF bytes without a wait, once
                data = data[os.write(descriptor, data[: select.PIPE_BUF]) :]


class _StandardError:
    """The output of our own log lines."""

    def info(self, line: str) -> None:
        write_line(line)

    debug = warning = error = critical = exception = info


class _StandardErrorHandler(logging.Handler):
    """The handler of the libraries' log records."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = self.format(record)
        except Exception as error:  # arguments that do not fit its message, for example
            line = _unrendered(record.name, error)
        write_line(line)


def _rendering_always(render: Any) -> Callable[[Any, str, EventDict], str]:
    """A renderer that makes a line of any event, also of values that have no representation."""

    def render_always(logger: Any, method: str, event: EventDict) -> str:
        try:
            return str(render(logger, method, dict(event)))  # renderers take things out of it
        except Exception:  # such as a path that is not UTF-8, or an integer of a hundred digits
            try:
                return json.dumps({str(key): _represent(value) for key, value in event.items()})
            except Exception as error:
                return _unrendered(str(event.get("event")), error)

    return render_always


def _unrendered(event: str, error: Exception) -> str:
    return json.dumps({"event": "log.unrendered", "of": event, "error": type(error).__name__})


def _represent(value: object) -> str:
    try:
        return value if isinstance(value, str) else repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: {type(error).__name__}>"


def _render_json(_logger: object, _method: str, event: EventDict) -> str:
    return orjson.dumps(event, default=repr).decode()


def _describe_exception(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Describe an exception by types and locations. Messages may quote customers, so few kinds keep them."""
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
    message = ""
    if isinstance(error, DragomanError | OSError):
        with suppress(Exception):  # its __str__ may raise
            message = str(error).partition("\n")[0]
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
    usage_spooled: Gauge = field(init=False)
    usage_spooled_seconds: Gauge = field(init=False)
    usage_spools_left: Gauge = field(init=False)
    request_log_waiting: Gauge = field(init=False)
    request_log_dropped: Counter = field(init=False)
    connections_closed: Counter = field(init=False)
    notifications: Counter = field(init=False)
    notification_seconds: Histogram = field(init=False)
    mails: Counter = field(init=False)

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
            **_conversion_metrics(r),
            "tokens_issued": Counter("dragoman_tokens_issued", "Access tokens issued", registry=r),
            "refusals": Counter("dragoman_refusals", "Calls refused before any work", ["reason"], registry=r),
            **(_usage_metrics(r) | _request_log_metrics(r)),
            **(_connection_metrics(r) | _delivery_metrics(r)),
        }.items():
            object.__setattr__(self, name, metric)


def _conversion_metrics(r: CollectorRegistry) -> dict[str, Counter | Histogram]:
    return {
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
    }


def _usage_metrics(r: CollectorRegistry) -> dict[str, Counter | Gauge]:
    return {
        "usage_spooled": Gauge(
            "dragoman_usage_spooled_records", "Records of use that the database does not have yet", registry=r
        ),
        "usage_spooled_seconds": Gauge(
            "dragoman_usage_spooled_seconds", "Age of the oldest of them", registry=r
        ),
        "usage_spools_left": Gauge(
            "dragoman_usage_spools_left",
            "Spools of processes that have ended and that could not be written yet",
            registry=r,
        ),
    }


def _request_log_metrics(r: CollectorRegistry) -> dict[str, Counter | Gauge]:
    return {
        "request_log_waiting": Gauge(
            "dragoman_request_log_waiting", "Calls that the request log does not have yet", registry=r
        ),
        "request_log_dropped": Counter(
            "dragoman_request_log_dropped", "Calls left out of the request log", ["reason"], registry=r
        ),
    }


def _connection_metrics(r: CollectorRegistry) -> dict[str, Counter | Histogram]:
    closed = Counter("dragoman_connections_closed", "Connections cut for a limit", ["reason"], registry=r)
    return {"connections_closed": closed}


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
        "mails": Counter("dragoman_mails", "Tries to send mail", ["outcome"], registry=r),
    }
