"""The program that reads documents: `python -I -m dragoman.conversion.child MEMORY SECONDS`.

It imports what formats need and gives up all it can; `fork_server` then has a process of its own for each
document. Standard input is the control connection; what formats print goes nowhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from traceback import walk_tb
from typing import Final

from dragoman.conversion.check import bound_notes, check_document, exclude_long_units
from dragoman.conversion.errors import TooManyWords
from dragoman.conversion.fork_server import serve_connections
from dragoman.conversion.placeholders import choose_placeholders
from dragoman.conversion.rehearsal import rehearse
from dragoman.conversion.serving import (
    STANDARD_STREAMS,
    end_imports,
    import_encodings,
    read_exactly,
    write_all,
)
from dragoman.conversion.wire import (
    DEFECT,
    MEMORY,
    PREFIX,
    READY,
    Answer,
    ChildFailure,
    Request,
    decode_request,
    encode_answer,
)
from dragoman.conversion.writing import write_document
from dragoman.counting import count_segment
from dragoman.formats import find_format, load_formats
from dragoman.formats.format import Document, Format
from dragoman.formats.units.limits import TooMuchText
from dragoman.isolation.limits import confine_program, peak_memory, start_clock
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentError

_MOST_REQUESTS: Final = 2  # of one document
_WAIT_SECONDS: Final = 30
_FRAMES: Final = 6
_SHARE_OF_TIME: Final = 3  # of the time there is, to find translations that cannot be written


def main(find: Callable[[str], Format] = find_format) -> None:
    """Serve documents with the formats that `find` finds by name, each in a process of its own."""
    memory, seconds = int(sys.argv[1]), int(sys.argv[2])
    is_usual = find is find_format  # others know other formats
    if is_usual:
        load_formats()
    import_encodings()
    confine_program(memory=memory, descriptors=STANDARD_STREAMS)
    if is_usual:
        rehearse(partial(_serve, find=find, seconds=seconds), find)
    end_imports()
    serve_connections(partial(_serve_requests, find, seconds), seconds=seconds)


def _serve_requests(find: Callable[[str], Format], seconds: int) -> None:
    """Serve the requests of one connection: to read a document, to write it, or one after the other."""
    start_clock(seconds)
    write_all(READY)
    for _ in range(_MOST_REQUESTS):
        try:
            lengths = read_exactly(PREFIX.size)
        except EOFError:  # not needed any more
            return
        start_clock(seconds)
        for piece in _answer(lengths, find, seconds):
            write_all(piece)
        start_clock(_WAIT_SECONDS)  # for the translations


def _answer(lengths: bytes, find: Callable[[str], Format], seconds: int) -> tuple[bytes, bytes]:
    """Serve the request; every error becomes an answer."""
    try:
        header_length, data_length = PREFIX.unpack(lengths)
        request = decode_request(read_exactly(header_length), read_exactly(data_length))
        return encode_answer(_serve(request, find, seconds))
    except DocumentError as error:
        data: Mapping[str, object] = {}
        if isinstance(error, TooManyWords):
            data = {**error.data, "atLeast": error.at_least}
        failure = ChildFailure(kind=error.code, message=error.message, data=data)
    except MemoryError:
        failure = ChildFailure(kind=MEMORY)
    except BaseException as error:  # formats read hostile files
        data = {"type": type(error).__name__, "places": list(_places(error))}
        failure = ChildFailure(kind=DEFECT, data=data)
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
    words = _count_units(document, request)
    short = exclude_long_units(document)
    if short is not document:
        document, words = short, _count_units(short, request)
    return Answer(document=document, words=words, peak=peak_memory())


def _count_units(document: Document, request: Request) -> int:
    return _count((unit.segment for unit in document.units if unit.reason is None), request)


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


if __name__ == "__main__":
    main()
