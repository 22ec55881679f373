"""The process that reads documents: `python -I -m dragoman.conversion.child MEMORY SECONDS`.

It imports whatever formats need, gives up all it can, says that it is ready, serves one request and ends. The
request comes on standard input, the answer goes to what was standard output; what formats print goes nowhere.
"""

from __future__ import annotations

import encodings
import gc
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import Final

from dragoman.conversion.check import bound_notes, check_document
from dragoman.conversion.confinement import give_up, peak_memory, start_clock
from dragoman.conversion.errors import TooManyWords
from dragoman.conversion.placeholders import choose_placeholders
from dragoman.conversion.wire import (
    DEFECT,
    MEMORY,
    PREFIX,
    READY,
    Answer,
    Failure,
    Request,
    decode_request,
    encode_answer,
)
from dragoman.conversion.writing import write_document
from dragoman.counting import count_segment
from dragoman.formats import find_format
from dragoman.formats.format import DocumentError, Format
from dragoman.formats.kits.limits import TooMuchText
from dragoman.segments import Segment

_REQUEST: Final = 0
_ANSWER: Final = 3
_READ: Final = 1024 * 1024
_FRAMES: Final = 6
_SHARE_OF_TIME: Final = 3  # of the time there is, to find translations that cannot be written


def main(find: Callable[[str], Format] = find_format) -> None:
    """Serve one request with the formats that `find` finds by name."""
    memory, seconds = int(sys.argv[1]), int(sys.argv[2])
    _import_encodings()
    os.dup2(1, _ANSWER)
    os.dup2(2, 1)  # standard error leads nowhere
    give_up(memory=memory, seconds=seconds, keep=_ANSWER + 1)
    sys.meta_path.clear()  # an encoding that nobody knows is looked for as a module, and no file can be read
    gc.freeze()  # what was imported stays
    gc.set_threshold(50_000, 20, 20)  # one short task that makes millions of values: a fifth of its time
    _write(READY)
    try:
        lengths = _read(PREFIX.size)
    except EOFError:  # not needed any more
        return
    start_clock(seconds)
    for piece in _answer(lengths, find, seconds):
        _write(piece)
    os._exit(0)  # nothing is left to tidy up


def _answer(lengths: bytes, find: Callable[[str], Format], seconds: int) -> tuple[bytes, bytes]:
    """Serve the request; whatever happens is an answer."""
    try:
        header_length, data_length = PREFIX.unpack(lengths)
        request = decode_request(_read(header_length), _read(data_length))
        return encode_answer(_serve(request, find, seconds))
    except DocumentError as error:
        data: Mapping[str, object] = {}
        if isinstance(error, TooManyWords):
            data = {**error.data, "atLeast": error.at_least}
        failure = Failure(kind=error.code, message=error.message, data=data)
    except MemoryError:
        failure = Failure(kind=MEMORY)
    except BaseException as error:  # formats read hostile files: anything may happen
        data = {"type": type(error).__name__, "places": list(_places(error))}
        failure = Failure(kind=DEFECT, data=data)
    return encode_answer(Answer(failure=failure, peak=peak_memory()))


def _serve(request: Request, find: Callable[[str], Format], seconds: int) -> Answer:
    format_ = find(request.format)
    if request.targets is not None:
        written = write_document(
            lambda targets: format_.rebuild(request.source, targets, request.languages),
            request.targets,
            seconds=seconds / _SHARE_OF_TIME,
        )
        return Answer(data=written.data, unwritten=written.unwritten, peak=peak_memory())
    try:
        document = format_.extract(request.source, request.languages)
    except TooMuchText as problem:
        _count(problem.read, request, at_least=True)
        raise
    check_document(document)
    document = choose_placeholders(bound_notes(document), format_.info, request.source.options)
    words = _count((unit.segment for unit in document.units if unit.reason is None), request)
    return Answer(document=document, words=words, peak=peak_memory())


def _count(segments: Iterable[Segment], request: Request, *, at_least: bool = False) -> int:
    """The words of all segments. Raises TooManyWords."""
    words = sum(count_segment(segment, language=request.languages.source) for segment in segments)
    if words > request.max_words:
        raise TooManyWords(words=words, allowed=request.max_words, at_least=at_least)
    return words


def _places(error: BaseException) -> Iterator[str]:
    """Where it happened, innermost last; its message might quote the document."""
    frames = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    for code, line in frames[-_FRAMES:]:
        yield f"{Path(code.co_filename).name}:{line} {code.co_name}"


def _import_encodings() -> None:
    """Python imports encodings when they are first used, which will be impossible."""
    for module in pkgutil.iter_modules(encodings.__path__):
        if module.name not in {"mbcs", "oem"}:  # of Windows
            with suppress(ImportError):
                import_module(f"encodings.{module.name}")


def _read(size: int) -> bytes:
    """Exactly so many bytes of the request. Raises EOFError."""
    content = bytearray(size)
    view, position = memoryview(content), 0
    while position < size:
        count = os.readv(_REQUEST, [view[position : position + _READ]])
        if not count:
            raise EOFError
        position += count
    view.release()
    return bytes(content)


def _write(content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(_ANSWER, view) :]


if __name__ == "__main__":
    main()
