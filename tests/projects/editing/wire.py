"""An open translation on the provider's interface, and the programs that edit it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx2

from tests.projects.editing.desk import Desk, open_desk
from tests.projects.served import Client


@dataclass(frozen=True, kw_only=True)
class Wire:
    """A translation, as a client of the provider's staff sees it."""

    desk: Desk
    caller: Client

    @property
    def path(self) -> str:
        at = self.desk.address
        return f"/provider/v1/projects/{at.project_id}/translations/{at.translation_id}"

    def as_seen_by(self, caller: Client) -> Wire:
        return Wire(desk=self.desk, caller=caller)

    async def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        options = {} if body is None else {"json": body}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.caller.call(method, self.path + path, headers=named, **options)

    async def read(self, path: str) -> Any:
        return await self.caller.read(self.path + path)

    async def numbers(self, query: str) -> list[int]:
        """Those of the segments that pass filters."""
        return [one["number"] for one in (await self.read(f"/segments?{query}"))["segments"]]

    async def save(self, number: int, target: str, *, version: object = None, **said: Any) -> httpx2.Response:
        """Save from the version that is stored, unless another one is said."""
        if version is None:
            version = (await self.read(f"/segments/{number}"))["version"]
        body = {"target": target, "status": "translated", **said}
        return await self.send("PUT", f"/segments/{number}", body, If_Match=str(version))


async def open_wire(customer: Client, caller: Client) -> Wire:
    """A new order of a customer, open for people."""
    return Wire(desk=await open_desk(customer.shop), caller=caller)
