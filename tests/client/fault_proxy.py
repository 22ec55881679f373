"""A TCP proxy that breaks connections: resets before, during and after a request, half answers, delays."""

from __future__ import annotations

import random
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What happens to a connection. None: nothing."""

    sent: int | None = None  # it is reset when so many bytes came from the client
    answered: int | None = None  # it is reset when so many bytes came from the server; the rest is lost
    delay: float = 0.0  # seconds before each part of an answer


class FaultProxy:
    """Connects 127.0.0.1:`port` with a server; each connection has a fault by chance."""

    def __init__(self, target: int, *, share: float, seed: int) -> None:
        self._target = target
        self._share = share
        self._random = random.Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._is_ended = False
        self.port = int(self._listener.getsockname()[1])
        self.broken = 0  # connections that were reset

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def run(self) -> None:
        """Accept connections until the end."""
        while not self._is_ended:
            with suppress(OSError):
                client, _ = self._listener.accept()
                fault = self._draw()
                threading.Thread(target=self._serve, args=(client, fault), daemon=True).start()

    def end(self) -> None:
        self._is_ended = True
        self._listener.close()

    def _draw(self) -> Fault:
        chance = self._random
        if chance.random() > self._share:
            return Fault()
        kind = chance.choice(["sent", "answered", "answered", "delay"])
        if kind == "sent":
            return Fault(sent=chance.randrange(1, 3000))
        if kind == "answered":
            return Fault(answered=chance.randrange(0, 2500))
        return Fault(delay=chance.uniform(0.01, 0.3))

    def _serve(self, client: socket.socket, fault: Fault) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            client.close()
            return
        up = threading.Thread(target=self._pass, args=(client, server, fault.sent, 0.0), daemon=True)
        up.start()
        self._pass(server, client, fault.answered, fault.delay)

    def _pass(self, source: socket.socket, sink: socket.socket, most: int | None, delay: float) -> None:
        """Pass bytes on until the end, or until `most` were passed: then both sides are reset."""
        passed = 0
        with suppress(OSError):
            while part := source.recv(16_384):
                time.sleep(delay)
                if most is not None and passed + len(part) >= most:
                    sink.sendall(part[: most - passed])
                    self.broken += 1
                    _reset(source)
                    _reset(sink)
                    return
                sink.sendall(part)
                passed += len(part)
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


def _reset(one: socket.socket) -> None:
    with suppress(OSError):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        one.shutdown(socket.SHUT_RD)  # wakes the thread that reads it: until then nothing is sent
        one.close()


@contextmanager
def fault_proxy(target: int, *, share: float, seed: int) -> Iterator[FaultProxy]:
    """A running proxy; `share` of its connections have a fault."""
    proxy = FaultProxy(target, share=share, seed=seed)
    thread = threading.Thread(target=proxy.run, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.end()
        with suppress(OSError):  # wakes `accept`
            socket.create_connection(("127.0.0.1", proxy.port), timeout=1).close()
        thread.join()
