"""One running process of a model: texts in, answers out. It is never repaired: what fails is replaced.

`model_runner` owns it and decides what is sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psutil

from dragoman.engines.ctranslate2.description import ModelDescription
from dragoman.engines.engine import EngineUnavailable
from dragoman.isolation.processes import end_process, start_process
from dragoman.model_process import protocol
from dragoman.model_process.frames import BrokenFrame, FrameReader, write_frame
from dragoman.model_process.protocol import LoadMessage, WorkAnswer, WorkMessage
from dragoman.settings import Settings

_READ_BYTES: Final = 256 * 1024
_LOAD_SECONDS: Final = 60.0
_LOAD_BYTES_PER_SECOND: Final = 20_000_000  # of the slowest disk
# Address space: models of float32 are there twice while they are made int8, those of int8 four times as large
# where the processor has only float32.
_SPACE_FACTOR: Final = 6
_SPACE: Final = 6 * 1024**3

Ended = Callable[["ModelChild", str], None]  # why: "died" or "timeout"
Answered = Callable[["ModelChild", Sequence[WorkAnswer]], None]


class ModelRefusal(EngineUnavailable):
    """The model cannot be loaded; the message is CTranslate2's."""


def model_size(folder: Path, description: ModelDescription) -> int:
    """Bytes of a model's weights on disk."""
    return (folder / description.files.model / "model.bin").stat().st_size


def make_load_message(
    folder: Path, description: ModelDescription, settings: Settings, *, threads: int
) -> LoadMessage:
    """What the process is to load."""
    files = description.files
    space = _SPACE + _SPACE_FACTOR * model_size(folder, description)
    return LoadMessage(
        kind=protocol.LOAD,
        model=str(folder / files.model),
        source=str(folder / files.source),
        target=str(folder / files.target),
        device=settings.neural_device,
        compute_type=settings.neural_compute_type,
        threads=threads,
        memory=space if settings.neural_device == "cpu" else 0,  # a graphics card's driver reserves much
        unprivileged=_is_public(folder),
        longest=description.longest,
    )


def _is_public(folder: Path) -> bool:
    """Whether a user without rights can read the files of a folder."""
    folders = (folder.resolve(), *folder.resolve().parents)
    return all(path.stat().st_mode & 0o001 for path in folders) and all(
        path.stat().st_mode & (0o005 if path.is_dir() else 0o004) for path in folder.rglob("*")
    )


class ModelChild:
    """A process that has loaded its model. Belongs to one event loop."""

    def __init__(
        self, process: asyncio.subprocess.Process, *, timeout_seconds: float, answered: Answered, ended: Ended
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._process = process
        self._timeout_seconds = timeout_seconds
        self._answered = answered
        self._ended = ended
        self._closed = False
        self._heard = self._loop.time()
        self._sent: set[int] = set()  # numbers of texts, not answered yet
        self._begun: dict[int, None] = {}
        self._reading: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.device = ""
        self.compute_type = ""
        self.started = self.used = self._heard

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        load: LoadMessage,
        *,
        timeout_seconds: float,
        answered: Answered,
        ended: Ended,
    ) -> ModelChild:
        """Start a process and have it load its model. Raises `ModelRefusal` and `EngineUnavailable`."""
        try:
            process = await start_process(command)
        except OSError as error:
            raise EngineUnavailable(f"The process of a model cannot be started: {error.strerror}.") from error
        child = cls(process, timeout_seconds=timeout_seconds, answered=answered, ended=ended)
        try:
            await child._load(load)
        except BaseException:
            child.close()
            await child.wait_closed()  # who closes the pool waits for this start, and for its process
            raise
        return child

    async def _load(self, load: LoadMessage) -> None:
        assert self._process.stdout is not None
        reader = FrameReader()
        self._write(load)
        size = (Path(load["model"]) / "model.bin").stat().st_size
        messages: list[Any] = []
        try:
            async with asyncio.timeout(_LOAD_SECONDS + size / _LOAD_BYTES_PER_SECOND):
                while not messages and (some := await self._process.stdout.read(_READ_BYTES)):
                    messages += reader.feed(some)
        except (TimeoutError, BrokenFrame):
            messages.clear()
        if not messages:
            raise EngineUnavailable("The process of the model ended, or did not answer, while loading it.")
        if messages[0]["kind"] != protocol.LOADED:
            raise ModelRefusal(str(messages[0].get("reason", "The model cannot be loaded.")))
        self.device, self.compute_type = messages[0]["device"], messages[0]["compute_type"]
        self._heard = self.started = self.used = self._loop.time()
        self._reading = asyncio.create_task(self._read(reader))

    @property
    def load(self) -> int:
        """How many texts it has."""
        return len(self._sent)

    def begun(self) -> list[int]:
        """The numbers of the texts that it was decoding when it was last heard."""
        return list(self._begun)

    def send(self, work: WorkMessage) -> None:
        """Translate texts; `answered` is called for each, or `ended`."""
        self.used = self._loop.time()
        if not self._sent:
            self._heard = self.used
        self._sent.update(text["id"] for text in work["texts"])
        self._write(work)
        if self._timer is None:
            self._watch()

    def cancel(self, request: int, numbers: Sequence[int]) -> None:
        """Drop what was not begun of a request. Nothing more is reported of these texts."""
        self._sent.difference_update(numbers)
        for number in numbers:
            self._begun.pop(number, None)
        self._write({"kind": protocol.CANCEL, "request": request})

    def pids(self) -> list[int]:
        """The processes. Reads /proc."""
        with suppress(psutil.Error):
            process = psutil.Process(self._process.pid)
            return [process.pid, *(child.pid for child in process.children(recursive=True))]
        return []

    def close(self) -> None:
        """End the process; nothing is reported."""
        if self._closed:
            return
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._reading is not None:
            self._reading.cancel()
        self._ending = asyncio.create_task(end_process(self._process, at_once=True))

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended after it was closed."""
        return self._ending is not None and self._ending.done()

    async def wait_closed(self) -> None:
        """Wait until the process is gone."""
        if self._ending is not None:
            await asyncio.shield(self._ending)

    def _write(self, message: object) -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(write_frame(message))

    async def _read(self, reader: FrameReader) -> None:
        assert self._process.stdout is not None
        with suppress(BrokenFrame):
            while some := await self._process.stdout.read(_READ_BYTES):
                for message in reader.feed(some):
                    self._hear(message)
        self._fail("died")

    def _hear(self, message: protocol.Message) -> None:
        self._heard = self.used = self._loop.time()
        if message["kind"] == protocol.BEGUN:
            self._begun.update(dict.fromkeys(number for number in message["ids"] if number in self._sent))
            return
        answers: list[WorkAnswer] = [one for one in message["answers"] if one["id"] in self._sent]
        for answer in answers:
            self._sent.discard(answer["id"])
            self._begun.pop(answer["id"], None)
        self._answered(self, answers)

    def _watch(self) -> None:
        """Check periodically that it is heard, while it has work."""
        self._timer = None
        if not self._sent or self._closed:
            return
        late = self._loop.time() - self._heard
        if late >= self._timeout_seconds:
            self._fail("timeout")
            return
        self._timer = self._loop.call_later(
            min(self._timeout_seconds - late, self._timeout_seconds / 4) + 0.01, self._watch
        )

    def _fail(self, reason: str) -> None:
        if not self._closed:
            self.close()
            self._ended(self, reason)
