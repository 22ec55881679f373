"""Every address of the OpenAPI document answers a wrong method with every right one (E5)."""

from __future__ import annotations

import re
from typing import Any, Final

from tests.projects.served import NO_FILE, Client, Served

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def fill(path: str) -> str:
    """An address of a path: whether something is there is asked later than the method."""
    return re.sub(r"\{(\w*)\}", lambda found: NO_FILE if "ile" in found[1] else "7", path)


def methods_of(item: dict[str, Any]) -> set[str]:
    found = {method.upper() for method in item} & METHODS
    return found | {"HEAD"} if "GET" in found else found


def methods_of_others(paths: dict[str, Any], path: str) -> set[str]:
    """What another path takes at the same address: `/documents/translate` may be asked for as a document."""
    address = fill(path)
    patterns = {other: re.sub(r"\{\w*\}", "[^/]+", other) for other in paths if other != path}
    return {
        method
        for other, pattern in patterns.items()
        if re.fullmatch(pattern, address)
        for method in methods_of(paths[other])
    }


async def test_e5_every_wrong_method_of_every_address(served: Served, client: Client) -> None:
    staff = await served.open_staff()
    paths: dict[str, Any] = (await client.http.get("/openapi.json")).json()["paths"]
    assert len(paths) > 100
    for path, item in paths.items():
        right = methods_of(item)
        caller = staff if path.startswith("/provider/") else client
        for method in sorted(METHODS - right - methods_of_others(paths, path)):
            answer = await caller.call(method, fill(path))
            where = f"{method} {path}: {answer.status_code} {answer.text}"
            assert answer.status_code == 405, where
            assert set(answer.headers["Allow"].split(", ")) == right, where
            if method == "HEAD":
                assert answer.content == b"", where
            else:
                allowed = answer.headers["Allow"]
                message = f"This address does not take the method. It takes: {allowed}."
                assert answer.json() == {"detail": message}, where
