"""A child whose formats do what hostile files would make a broken parser do. Run as the real one is."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dragoman.conversion.child import main
from dragoman.formats.format import (
    Document,
    FileType,
    FormatInfo,
    Languages,
    Reason,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.format import DocumentWarning as FormatWarning
from dragoman.formats.units.limits import too_many
from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty, DocumentEncrypted


def _eat_memory(_: Source) -> Document:
    kept = []
    while True:
        kept.append(bytearray(16 * 1024 * 1024))


def _loop(_: Source) -> Document:
    while True:
        pass


def _sleep(_: Source) -> Document:
    time.sleep(3600)
    raise AssertionError


def _crash(_: Source) -> Document:
    ctypes.string_at(0)
    raise AssertionError


def _abort(_: Source) -> Document:
    os.abort()


def _raise(source: Source) -> Document:
    raise ValueError(f"customers' words: {source.data!r}")


def _leave(_: Source) -> Document:
    raise SystemExit(0)


def _leave_at_once(_: Source) -> Document:
    os._exit(0)


def _recurse(source: Source) -> Document:
    return _recurse(source)


def _interrupt(_: Source) -> Document:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _print(source: Source) -> Document:
    for stream in (sys.stdout, sys.stderr):
        stream.write("garbage" * 10_000)
        stream.flush()
    os.write(1, b"garbage")
    return _document(source)


def _answer_garbage(_: Source) -> Document:
    os.write(3, b"garbage" * 1000)
    raise SystemExit(0)


def _answer_endlessly(_: Source) -> Document:
    os.write(3, (2**40).to_bytes(8, "big") + (2**40).to_bytes(8, "big"))
    while True:
        os.write(3, b"\0" * 65536)


def _answer_wrongly(_: Source) -> Document:
    first = b'{"words": 0, "peak": 0, "leftAlone": {}, "warnings": []}'
    header = first + b'\n[["u1", [["c", "sideways", "x", "y"]], null, null, true, ""]]'
    os.write(3, len(header).to_bytes(8, "big") + bytes(8) + header)
    raise SystemExit(0)


def _close_and_sleep(source: Source) -> Document:
    os.close(3)
    return _sleep(source)


def _attempts(source: Source) -> Document:
    """Everything that must fail, and whether it did; also the environment and what can be read."""
    target = source.data.decode()
    tries: dict[str, Callable[[], Any]] = {
        "read": lambda: Path("/etc/passwd").read_bytes(),
        "read code": lambda: Path(__file__).read_bytes(),
        "write": lambda: Path(target).write_bytes(b"x"),
        "connect": lambda: socket.create_connection(("127.0.0.1", 9), timeout=1),
        "socket": socket.socket,
        "pipe": os.pipe,
        "program": lambda: subprocess.run(["/bin/true"], check=True),
        "more files": _raise_limit,
    }
    if not Path("/bin/true").exists():
        del tries["program"]
    done = []
    for name, attempt in tries.items():
        try:
            attempt()
            done.append(name)
        except (OSError, ValueError):
            pass
    if os.geteuid() != 0 and not _is_sandboxed():
        try:
            os.fork()
            done.append("fork")
        except OSError:
            pass
    if dict(os.environ).keys() - {"LC_CTYPE", "PWD"}:
        done.append("environment")
    return Document(units=(_unit("1", " ".join(done)),))


def _is_sandboxed() -> bool:
    return os.getpid() == 1


def _raise_limit() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))


def _start_thread(source: Source) -> Document:
    with suppress(RuntimeError):
        threading.Thread(target=time.sleep, args=(3600,)).start()  # not even a lively thread holds it up
    return _document(source)


def _same_ids(_: Source) -> Document:
    return Document(units=(_unit("1", "one"), _unit("1", "two")))


def _crossed_codes(_: Source) -> Document:
    kinds = (("a", CodeKind.OPEN), ("b", CodeKind.OPEN), ("a", CodeKind.CLOSE), ("b", CodeKind.CLOSE))
    return Document(units=(Unit(id="1", segment=tuple(_code(i, kind) for i, kind in kinds)),))


def _same_codes(_: Source) -> Document:
    return Document(units=(Unit(id="1", segment=(_code("a", CodeKind.STANDALONE),) * 2),))


def _code(identity: str, kind: CodeKind) -> Code:
    return Code(id=identity, kind=kind, type="fmt", data="<b>")


def _corrupt(_: Source) -> Document:
    raise DocumentCorrupt("Line 3 is cut off.")


def _encrypted(_: Source) -> Document:
    raise DocumentEncrypted("Send it without a password.")


def _nothing(_: Source) -> Document:
    raise DocumentEmpty("There is nothing in it.")


class _Deeper(DocumentCorrupt):
    """A format's own kind of error."""


def _own_error(_: Source) -> Document:
    raise _Deeper("Its own words.")


def _failed(_: Source) -> Document:
    raise ConversionFailed("No.", data={"x": object()})


def _too_much(_: Source) -> Document:
    units = [_unit("1", "Three words here"), _unit("2", "None of these", reason=Reason.HIDDEN)]
    raise too_many("texts", 2, units)


def _many_units(_: Source) -> Document:
    return Document(units=tuple(_unit(str(number), f"Number {number}") for number in range(2_500)))


def _unit(identity: str, text: str, **more: Any) -> Unit:
    return Unit(id=identity, segment=(Text(text=text),) if text else (), **more)


def _document(source: Source) -> Document:
    """A document with something of everything, and the options as they arrived."""
    marked: Segment = (
        Text(text="T"),
        _code("1", CodeKind.OPEN),
        Text(text="ika 🎉"),
        _code("1", CodeKind.CLOSE),
        Code(id="2", kind=CodeKind.STANDALONE, type="break", data="\n"),
        Text(text="two words"),
    )
    return Document(
        units=(
            Unit(id="1", segment=marked, target=(Text(text="Ziel"),), prose=False, context="a/b"),
            _unit("2", "hidden words do not count", reason=Reason.HIDDEN),
            _unit("3", repr(sorted(source.options.items()))),
            _unit("4", source.suffix, placeholders=("qt",)),
            _unit("5", ""),
        ),
        left_alone={Reason.FIELD: 3},
        warnings=(FormatWarning(code=WarningCode.ENCODING_GUESSED, message="Guessed."),),
    )


_BEHAVIOURS: Mapping[str, Callable[[Source], Document]] = {
    name.removeprefix("_").replace("_", "-"): behaviour
    for name, behaviour in list(globals().items())
    if name.startswith("_")
    and callable(behaviour)
    and getattr(behaviour, "__annotations__", {}).get("return") == "Document"
}


class _HostileFormat:
    """A format with one hostile behaviour."""

    info = FormatInfo(
        file_type=FileType(name="hostile", media_types={}), title="Hostile", translated=(), left_alone=()
    )

    def __init__(self, name: str) -> None:
        self._name = name

    def extract(self, source: Source, _languages: Languages) -> Document:
        return _BEHAVIOURS[self._name](source)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        if self._name == "write-nothing":
            return b""
        if self._name != "document":
            self.extract(source, languages)
        return repr((source.data, sorted(targets.items()), languages)).encode()


if __name__ == "__main__":
    main(_HostileFormat)
