"""A TCP relay whose network can be cut: then connections stay open, and nothing passes any more."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Relay:
    """Connects 127.0.0.1:`port` to a Unix socket."""

    def __init__(self, target: Path) -> None:
        self._target = str(target)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._peers: dict[socket.socket, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._open = threading.Event()
        self._open.set()
        self._ended = False

    def cut(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    def end(self) -> None:
        self._ended = True
        self._open.set()

    def run(self) -> None:
        while not self._ended:
            self._open.wait()
            for key, _ in self._selector.select(timeout=0.05):
                if not self._open.is_set():
                    break
                with suppress(OSError):
                    self._pass_on(key.fileobj)  # type: ignore[arg-type] # only sockets are registered
        for one in (self._listener, *self._peers):
            one.close()

    def _pass_on(self, source: socket.socket) -> None:
        if source is self._listener:
            client, _ = source.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._target)
            for one, other in ((client, server), (server, client)):
                self._peers[one] = other
                self._selector.register(one, selectors.EVENT_READ)
            return
        if source not in self._peers:
            return
        try:
            data = source.recv(65536)
            if data:
                self._peers[source].sendall(data)
                return
        except OSError:
            pass
        for one in (source, self._peers.pop(source)):
            self._peers.pop(one, None)
            self._selector.unregister(one)
            one.close()


@contextmanager
def running_relay(target: Path) -> Iterator[Relay]:
    relay = Relay(target)
    thread = threading.Thread(target=relay.run)
    thread.start()
    try:
        yield relay
    finally:
        relay.end()
        thread.join()
