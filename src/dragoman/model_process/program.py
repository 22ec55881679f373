"""Translate with one model: `python -I -m dragoman.model_process.program`.

Messages come on standard input and go to standard output (see `protocol`, `frames`). It ends when its input
ends. Before it loads the model it gives up what it does not need: files to write, privileges, root.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Never

from dragoman.isolation.limits import drop_root, limit, peak_memory
from dragoman.isolation.seccomp import forbid_new_privileges
from dragoman.model_process import protocol
from dragoman.model_process.frames import BrokenFrame, FrameReader, write_frame
from dragoman.model_process.protocol import LoadMessage

_READ_BYTES: Final = 1024 * 1024
_MALLOPT_ARENAS: Final = -8
_OPEN_FILES: Final = 256
_FIRST_TO_KILL: Final = "800"  # of 1000: when the machine's memory is short, rather this than the service


def main() -> Never:
    """Load a model and translate until the input ends."""
    output = os.dup(1)
    os.dup2(2, 1)  # output of libraries is not part of the protocol; standard error is discarded
    reader = FrameReader()
    messages = _receive(reader)
    try:
        load: LoadMessage = next(messages)
    except StopIteration:
        os._exit(0)
    service = _load(load, _Output(output))
    for message in messages:
        service.handle(message)
    os._exit(0)  # the workers may still decode a batch whose request is over


def _receive(reader: FrameReader) -> Any:
    while some := os.read(0, _READ_BYTES):
        try:
            yield from reader.feed(some)
        except BrokenFrame:
            os._exit(2)


class _Output:
    """Writes whole messages from any thread."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def write(self, message: object) -> None:
        content = memoryview(write_frame(message))
        with self._lock:
            try:
                while content:
                    content = content[os.write(self._descriptor, content) :]
            except OSError:  # the service is gone
                os._exit(0)


def _confine(load: LoadMessage) -> None:
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_KILL, encoding="ascii")
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_MALLOPT_ARENAS, 2)  # memory that was freed goes back sooner
    if load["unprivileged"]:
        drop_root()
    forbid_new_privileges()
    limit("RLIMIT_CORE", 0)
    limit("RLIMIT_FSIZE", 0)
    limit("RLIMIT_NOFILE", _OPEN_FILES)
    if load["memory"]:
        limit("RLIMIT_AS", load["memory"])


def _load(load: LoadMessage, output: _Output) -> Any:
    """Load the model and start the workers; end with a message where it cannot be loaded."""
    os.environ["OMP_NUM_THREADS"] = "1"
    try:
        import ctranslate2  # noqa: PLC0415 - heavy, and wanted only in this process

        from dragoman.model_process.pieces import PieceModel  # noqa: PLC0415
        from dragoman.model_process.translation import BatchTranslator  # noqa: PLC0415

        _confine(load)  # after the imports: another user may not be able to read Python's files
        source = PieceModel(Path(load["source"]))
        target = source if load["source"] == load["target"] else PieceModel(Path(load["target"]))
        translator = ctranslate2.Translator(
            load["model"],
            device=load["device"],
            compute_type=_compute_type(load, ctranslate2),
            inter_threads=load["threads"],
            intra_threads=1,
        )
    except (ImportError, OSError, RuntimeError, ValueError, MemoryError) as error:
        reason = str(error).splitlines()[0][:300] if str(error) else type(error).__name__
        output.write({"kind": protocol.REFUSED, "reason": reason})
        os._exit(1)
    service = BatchTranslator(
        translator,
        source=source,
        target=target,
        longest=load["longest"],
        threads=load["threads"],
        write=output.write,
    )
    output.write(
        {
            "kind": protocol.LOADED,
            "device": translator.device,
            "compute_type": translator.compute_type,
            "memory": peak_memory(),
        }
    )
    return service


def _compute_type(load: LoadMessage, library: Any) -> str:
    """The wanted type; by default int8, and on a graphics card with halves where it has them."""
    if load["compute_type"] != "default":
        return load["compute_type"]
    device = load["device"]
    if device == "auto":
        device = "cuda" if library.get_cuda_device_count() else "cpu"
    known: Sequence[str] = sorted(library.get_supported_compute_types(device))
    wanted = ("int8_float16", "float16", "int8") if device == "cuda" else ("int8",)
    return next((kind for kind in wanted if kind in known), "default")


if __name__ == "__main__":
    main()
