"""What waits to be decoded, and what is decoded together: dynamic batching without any delay.

A worker that is free takes what waits, up to a number of pieces, of inputs of about the same length. Whose
inputs they are is decided in turn: one of each account, of its requests in turn. So a small request joins
the next batch, and is not behind a large one.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final

# Measured: fewer pieces leave the processor idle, and many more are no faster.
BATCH_PIECES: Final = 1024
_MOST_PIECES: Final = 1536  # where that is all there is
_SMALL_BATCH: Final = 256  # a share that is smaller is not divided among workers that are busy
_LEAST_BATCH: Final = 64
_WINDOW: Final = 4  # batches among which inputs of like length are looked for
_SECONDS: Final = 4.0  # that a batch may take on a slow machine: then it gets fewer pieces


@dataclass(frozen=True, slots=True)
class DecodingOptions:
    """How inputs are decoded; those of one batch are alike in it."""

    beam: int
    hypotheses: int = 1
    attention: bool = False
    is_retry: bool = False  # penalises repetitions and unknown pieces
    is_alone: bool = False  # its batch has nothing else: something failed at it


@dataclass(eq=False, slots=True)
class DecodingInput:
    """Some pieces to translate."""

    pieces: list[str]
    prefix: list[str]
    options: DecodingOptions
    request: int
    owner: Hashable
    job: Any  # the text that it is a part of
    part: int = 0

    @property
    def size(self) -> int:
        """The pieces that count."""
        return len(self.pieces)


class DecodingQueue:
    """The inputs that wait, shared by the workers of a process."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._idle = 0
        self._changed = threading.Condition()
        self._requests: dict[Hashable, dict[int, deque[DecodingInput]]] = {}  # by owner; the next ones first
        self._waiting = 0  # pieces
        self._rate = 0.0  # pieces a second that a worker decodes
        self._decoding: dict[int, tuple[int, float]] = {}  # by thread: pieces of its batch, and when it began
        self._closed = False

    def add(self, inputs: Iterable[DecodingInput], *, first: bool = False) -> None:
        """Queue inputs; `first`: before others of their request."""
        with self._changed:
            for one in inputs:
                waiting = self._requests.setdefault(one.owner, {}).setdefault(one.request, deque())
                if first:
                    waiting.appendleft(one)
                else:
                    waiting.append(one)
                self._waiting += one.size
            self._changed.notify_all()

    def cancel(self, request: int) -> None:
        """Drop what waits of a request."""
        with self._changed:
            for owner, requests in list(self._requests.items()):
                for one in requests.pop(request, ()):
                    self._waiting -= one.size
                if not requests:
                    del self._requests[owner]

    def take(self) -> list[DecodingInput] | None:
        """Wait for inputs and take a batch; None when the queue is closed."""
        with self._changed:
            self._idle += 1
            self._decoding.pop(threading.get_ident(), None)
            while not self._requests and not self._closed:
                self._changed.wait()
            batch = None if self._closed else self._choose()
            self._idle -= 1
            if batch:
                pieces = sum(one.size for one in batch)
                self._decoding[threading.get_ident()] = pieces, time.monotonic()
            return batch

    def close(self) -> None:
        """Let all workers end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def note_speed(self, pieces: int, seconds: float) -> None:
        """Learn from a batch how fast a worker is."""
        if seconds > 0:
            with self._changed:
                self._rate = pieces / seconds if not self._rate else 0.7 * self._rate + 0.3 * pieces / seconds

    def _choose(self) -> list[DecodingInput]:
        budget = self._budget()
        window = self._take_in_turn(_WINDOW * budget)
        first = window[0]
        if first.options.is_alone:
            batch = [first]
        else:
            alike = [one for one in window if one.options == first.options]
            # Those of about the length of the first, which has waited longest.
            alike.sort(key=lambda one: abs(one.size - first.size))
            batch = _fill(alike, budget)
        chosen = set(map(id, batch))
        self._put_back([one for one in window if id(one) not in chosen])
        return batch

    def _budget(self) -> int:
        """The pieces of the next batch: a worker's share of the work, so that all end at about one time."""
        share = -(-(self._waiting + self._being_decoded()) // self._workers)
        if share < _SMALL_BATCH:
            share = min(_SMALL_BATCH, -(-self._waiting // max(1, self._idle)))
        most = share if share <= _MOST_PIECES else BATCH_PIECES
        if self._rate:
            most = max(_LEAST_BATCH, min(most, int(self._rate * _SECONDS)))
        return max(1, min(most, share))

    def _being_decoded(self) -> int:
        """The pieces that busy workers have still to decode, as far as their speed tells."""
        now = time.monotonic()
        left = (pieces - self._rate * (now - begun) for pieces, begun in self._decoding.values())
        return int(sum(max(0.0, pieces) for pieces in left))

    def _take_in_turn(self, most: int) -> list[DecodingInput]:
        taken: list[DecodingInput] = []
        pieces = 0
        while self._requests and (pieces < most or not taken):
            owner = next(iter(self._requests))
            requests = self._requests.pop(owner)
            number = next(iter(requests))
            waiting = requests.pop(number)
            one = waiting.popleft()
            if waiting:
                requests[number] = waiting
            if requests:
                self._requests[owner] = requests
            taken.append(one)
            pieces += one.size
        self._waiting -= pieces
        return taken

    def _put_back(self, inputs: list[DecodingInput]) -> None:
        """What was not chosen is the first of its request again."""
        for one in reversed(inputs):
            self._requests.setdefault(one.owner, {}).setdefault(one.request, deque()).appendleft(one)
            self._waiting += one.size


def _fill(inputs: list[DecodingInput], budget: int) -> list[DecodingInput]:
    """The first inputs that fit, padding counted: all take as much room as the longest."""
    batch: list[DecodingInput] = []
    longest = 0
    for one in inputs:
        longest = max(longest, one.size)
        if batch and longest * (len(batch) + 1) > budget:
            break
        batch.append(one)
    return batch
