"""What becomes of one mutant, and whether that is allowed.

Allowed is that it is refused, that it ends in an error of documents with a reason, or that it goes there and
back: what is written for its units is what is read from the result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog

from dragoman.conversion.confined import Confined
from dragoman.conversion.detection import detect_format
from dragoman.conversion.errors import DocumentTimedOut, UnsupportedDocument
from dragoman.conversion.options import check_options
from dragoman.conversion.outcomes import out_of_memory
from dragoman.conversion.sampling import suffix_of
from dragoman.engines.pseudo.letters import pseudo_translate
from dragoman.formats.format import Document, Format, Languages, Source
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentError
from scripts.mutations.laws import broken_law
from scripts.mutations.mutants import Mutant

_TARGETS: Final = ("de", "ar", "ja", "ru", "pt-BR", "zh-Hant-TW", "en")
_MOST_WORDS: Final = 100_000_000
_SLOW_DETECTION: Final = 1.0  # seconds of the serving process
_LONGEST_MESSAGE: Final = 400
_TOO_DENSE: Final = "times its size."  # a file may become one that looks like a bomb if it was nearly one


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One mutant's end."""

    mutant: Mutant
    format: str = ""
    ending: str = "KEPT"  # or the code of the error
    problem: str = ""  # what is not allowed
    seconds: float = 0.0

    def line(self) -> str:
        """For people."""
        mutant = self.mutant
        made = f"{mutant.name} [{'+'.join(mutant.ways)}]"
        return f"{mutant.number} {made} {self.format} {self.seconds:.1f} s: {self.problem or self.ending}"


class _Broken(Exception):
    """The mutant's end is not allowed, for this reason."""


@contextmanager
def watched_log() -> Iterator[None]:
    """Keep what the service logs, so that `try_mutant` sees which mutant made it break down."""
    before = structlog.get_config()
    structlog.configure(processors=[_keep])
    try:
        yield
    finally:
        structlog.configure(**before)


_log: Final[ContextVar[list[dict[str, Any]]]] = ContextVar("log")


def _keep(_logger: object, _method: str, event: Any) -> Any:
    if (log := _log.get(None)) is not None:
        log.append(dict(event))
    raise structlog.DropEvent


async def try_mutant(confined: Confined, mutant: Mutant) -> Trial:
    """Detect, extract, translate, rebuild, extract again, within `watched_log`."""
    began = time.monotonic()
    logged: list[dict[str, Any]] = []
    token = _log.set(logged)
    found: dict[str, Any] = {}
    try:
        format_ = _detect(mutant)
        found["format"] = format_.info.name
        await _there_and_back(confined, format_, mutant)
    except (UnsupportedDocument, DocumentError) as error:
        found |= {"ending": error.code, "problem": _judge(error)}
    except _Broken as broken:
        found["problem"] = str(broken)
    finally:
        _log.reset(token)
    if logged:
        found["problem"] = "; ".join(map(_describe, logged))
    return Trial(mutant=mutant, seconds=time.monotonic() - began, **found)


def _detect(mutant: Mutant) -> Format:
    """Its format; this runs in the serving process."""
    began = time.thread_time()
    try:
        format_ = detect_format(mutant.data, mutant.name)
    except UnsupportedDocument:
        raise
    except Exception as error:  # the very thing that is looked for
        raise _Broken(f"detection raised {type(error).__name__}: {error}") from error
    if time.thread_time() - began > _SLOW_DETECTION:
        raise _Broken("detection is slow")
    return format_


async def _there_and_back(confined: Confined, format_: Format, mutant: Mutant) -> None:
    languages = Languages(source="en", target=_TARGETS[mutant.number % len(_TARGETS)])
    source = _source(format_, mutant.data, suffix_of(mutant.name))
    document = await _extract(confined, format_, source, languages)
    targets = _translate(document, languages.target)
    result = (await confined.rebuild(format_.info.name, source, targets, languages)).data
    if format_.info.result is None:
        reader, written = format_, replace(source, data=result)
    else:  # the result is of another type
        reader = detect_format(result, f"result.{format_.info.result.suffix}")
        written = _source(reader, result, format_.info.result.suffix)
    try:
        again = await _extract(confined, reader, written, languages)
    except DocumentError as error:
        if error.message.endswith(_TOO_DENSE):
            return
        raise _Broken(f"what was written is not read again: {error.code}: {error.message}") from error
    if not (problem := broken_law(format_.info, document, again, targets)):
        return
    # A document that names its languages is now one in the target's.
    there = Languages(source=languages.target, target=languages.target)
    again = await _extract(confined, reader, written, there)
    if format_.info.bilingual or broken_law(format_.info, document, again, targets):
        raise _Broken(f"to {languages.target}: {problem}")


def _source(format_: Format, data: bytes, suffix: str) -> Source:
    return Source(data=data, suffix=suffix, options=check_options(format_.info, {}))


async def _extract(confined: Confined, format_: Format, source: Source, languages: Languages) -> Document:
    return (await confined.extract(format_.info.name, source, languages, max_words=_MOST_WORDS)).document


def _translate(document: Document, target: str) -> dict[str, Segment]:
    return {unit.id: pseudo_translate(unit.segment, target) for unit in document.units if unit.reason is None}


def _judge(error: UnsupportedDocument | DocumentError) -> str:
    """What is not allowed about an error; "" if nothing."""
    if isinstance(error, DocumentTimedOut):
        return error.message
    if error.message == out_of_memory().message:
        return error.message
    if len(error.message) < 10 or len(error.message) > _LONGEST_MESSAGE or not error.message.endswith("."):
        return f"a message of {len(error.message)} characters: {error.message[:_LONGEST_MESSAGE]}"
    return ""


def _describe(event: dict[str, Any]) -> str:
    places = map(str, reversed(event.get("places") or [event.get("status", "")]))
    return f"{event['event']} in {event.get('call')}: {event.get('type', '')} {' < '.join(places)}"
