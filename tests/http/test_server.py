"""The end of the server loses no request of a client that had connected."""

from __future__ import annotations

import socket
from pathlib import Path

from fastapi import FastAPI

from dragoman.http.server import create_server
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.waiting import CEILING

REQUEST = b"GET /color HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_connections_that_nobody_has_taken_yet_are_answered_when_the_sockets_close(
    tmp_path: Path,
) -> None:
    app = FastAPI()
    app.state.metrics, app.state.draining = Metrics(), False

    @app.get("/color")
    async def color() -> str:
        return "red"

    server = create_server(app, settings=Settings(data=tmp_path), failed=lambda: False)
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        await server.startup(sockets=[listener])
        # The kernel takes them; the server cannot before it has the event loop again.
        clients = [socket.create_connection(listener.getsockname(), timeout=CEILING) for _ in range(3)]
        for client in clients:
            client.sendall(REQUEST)
        await server.shutdown(sockets=[listener])
    for client in clients:
        with client:
            assert client.recv(12) == b"HTTP/1.1 200"
