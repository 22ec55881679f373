"""What became of a child, as the error that its caller sees."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from typing import Any, Final

from dragoman.conversion.errors import DocumentTimedOut, TooManyWords
from dragoman.conversion.wire import MEMORY, ChildFailure
from dragoman.telemetry import log
from dragoman.text_io.errors import (
    ConversionFailed,
    DocumentCorrupt,
    DocumentEmpty,
    DocumentEncrypted,
    DocumentError,
)

_KINDS: Final[Mapping[str, type[DocumentError]]] = {
    kind.code: kind for kind in (DocumentCorrupt, DocumentEncrypted, DocumentEmpty, ConversionFailed)
}
_MAX_MESSAGE: Final = 500
_NOT_PLAIN: Final = re.compile(r"[^\w.:<> -]")


def failure_error(failure: ChildFailure, *, call: str, format_name: str) -> DocumentError:
    """The error that a child reports."""
    if failure.kind == TooManyWords.code:
        words, allowed = failure.data.get("wordCount"), failure.data.get("maxAllowedWords")
        if isinstance(words, int) and isinstance(allowed, int) and 0 <= allowed < words:
            return TooManyWords(words=words, allowed=allowed, at_least=failure.data.get("atLeast") is True)
    if failure.kind in _KINDS:
        return _KINDS[failure.kind](_printable(failure.message[:_MAX_MESSAGE]))
    if failure.kind == MEMORY:
        return out_of_memory()
    return _defect(failure.data, call=call, format_name=format_name)


def _printable(message: str) -> str:
    """A message that the database can store, without controls of text direction."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in message)


def timed_out(seconds: float) -> DocumentTimedOut:
    """The wall clock or the processor's time ran out."""
    return DocumentTimedOut(
        f"The document could not be read or written within {seconds:.0f} seconds. Split it, or simplify it."
    )


def out_of_memory() -> ConversionFailed:
    """It needed more memory than it may have."""
    return ConversionFailed("The document needs more memory to be read or written than is allowed. Split it.")


def death_error(returncode: int, *, seconds: float, call: str, format_name: str) -> DocumentError:
    """What it means that a child ended without an answer. `returncode` as of subprocess."""
    # Under bubblewrap, which answers as a shell does.
    number = -returncode if returncode < 0 else returncode - 128 if returncode > 128 else 0
    if number in {signal.SIGXCPU, signal.SIGALRM}:
        return timed_out(seconds)
    log().warning("document.process_died", call=call, format=format_name, status=returncode)
    return ConversionFailed("The document could not be read or written: the program for its type broke down.")


def broken_answer(*, call: str, format_name: str) -> ConversionFailed:
    """The answer of a child is malformed or too long."""
    log().warning("document.answer_refused", call=call, format=format_name)
    return ConversionFailed("The document could not be read or written: the result is too large, or broken.")


def _defect(data: Mapping[str, Any], *, call: str, format_name: str) -> ConversionFailed:
    """An exception that no format may raise. The log has its type and location, both from the child."""
    if data.get("type") == "RecursionError":
        return ConversionFailed("The document is nested too deeply.")
    places = data.get("places")
    log().error(
        "document.format_defect",
        call=call,
        format=format_name,
        type=_plain(data.get("type")),
        places=[_plain(place) for place in places[:10]] if isinstance(places, list) else [],
    )
    return ConversionFailed(
        "The document could not be read or written because of a mistake in this program, which was logged."
    )


def _plain(value: object) -> str:
    return _NOT_PLAIN.sub("?", str(value))[:100]
