"""The next sweep deletes what a crash leaves of projects' files, and nothing that is needed."""

from __future__ import annotations

import asyncio
import os
import time
import uuid
from dataclasses import dataclass, fields, replace
from typing import Any

from dragoman.blobs import Blobs
from dragoman.catalog.model import ServiceKind
from dragoman.projects import files
from dragoman.projects.retention import sweep_files
from tests.projects.shop import Shop
from tests.projects.test_path import read_result

DAY = 24 * 3600


def grow_old(shop: Shop, seconds: float = DAY + 60) -> None:
    """All blobs were written a day ago and more."""
    modified_at = time.time() - seconds
    for path in (shop.resources.settings.data / "files" / "projects").rglob("*"):
        if path.is_file():
            os.utime(path, (modified_at, modified_at))


async def names(shop: Shop) -> set[str]:
    return {info.key async for info in shop.resources.blobs.list(files.PREFIX)}


async def test_blobs_without_rows_go_and_all_others_stay(shop: Shop) -> None:
    project = await shop.order(ServiceKind.MACHINE)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    await shop.work()
    _, (file,), (translation,) = await shop.look(project)
    grow_old(shop)
    await sweep_files(shop.resources)  # what other tests left
    wanted = await names(shop)
    assert translation.result is not None
    own = {f"projects/{file.id}/source", f"projects/{file.id}/{translation.result.id}"}
    assert own <= wanted

    key = files.open_key(shop.resources.keyring, file)
    lost, half = uuid.uuid4(), uuid.uuid4()
    blobs = shop.resources.blobs
    await files.write_source(blobs, lost, key, b"An upload that a crash ended before its row.")
    await files.write_converted(blobs, lost, key, b"Converted")
    await files.write_result(blobs, file.id, half, key=key, data=b"A result that no row names.")
    left = {f"projects/{lost}/source", f"projects/{lost}/converted", f"projects/{file.id}/{half}"}
    await sweep_files(shop.resources)
    assert await names(shop) == wanted | left  # they may be on their way
    grow_old(shop)
    await sweep_files(shop.resources)
    assert await names(shop) == wanted
    assert "libro rojo" in await read_result(shop, translation)
    assert await files.read_source(blobs, file.id, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slow:
    """Blobs that are swept as soon as one is stored, before the caller knows it."""

    blobs: Blobs
    swept: asyncio.Event
    stored: asyncio.Event

    def __getattr__(self, name: str) -> Any:
        return getattr(self.blobs, name)

    async def put(self, *words: Any, **options: Any) -> Any:
        done = await self.blobs.put(*words, **options)
        self.stored.set()
        await self.swept.wait()
        return done


async def test_an_upload_on_its_way_is_left_alone(shop: Shop) -> None:
    project = await shop.order(ServiceKind.MACHINE)
    slow = _Slow(blobs=shop.resources.blobs, swept=asyncio.Event(), stored=asyncio.Event())
    resources = type(shop.resources)(
        **{one.name: getattr(shop.resources, one.name) for one in fields(shop.resources)} | {"blobs": slow}
    )
    before = await names(shop)
    uploading = asyncio.create_task(replace(shop, resources=resources).send(project))
    await asyncio.wait_for(slow.stored.wait(), 30)
    await sweep_files(shop.resources)
    (blob,) = await names(shop) - before
    slow.swept.set()
    sent = await uploading
    assert blob == f"projects/{sent['id']}/source"
    grow_old(shop)
    await sweep_files(shop.resources)
    assert await shop.work() == ["projects.analyse"]
    await shop.start(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    assert "libro rojo" in await read_result(shop, translation)
