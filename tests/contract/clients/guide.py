"""The blocks of docs/guides/generate-a-client.md: the tests run what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import httpx2

from tests.contract.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING

_PAGE: Final = Path(__file__).parents[3] / "docs" / "guides" / "generate-a-client.md"
_ADDRESS: Final = "http://127.0.0.1:8080"


def read_block(language: str, *, containing: str = "") -> str:
    """The page's only block in a language that contains a text."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", _PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (block,) = [one for one in blocks if containing in one]
    return str(block)


def read_command(program: str, *, url: str) -> list[str]:
    """The page's call of a program, for the service at `url`."""
    block = read_block("sh", containing=program)
    assert _ADDRESS in block
    # The document is made at the first call, which may take a busy machine longer than generators wait.
    httpx2.get(f"{url}/openapi.json", timeout=CEILING).raise_for_status()
    return shlex.split(block.replace(_ADDRESS, url))


def environment_for(live: LiveService, customer: Customer) -> dict[str, str]:
    """What the programs of the page read."""
    return {
        "BASE_URL": live.url,
        "CLIENT_ID": customer.application.client_id,
        "CLIENT_SECRET": customer.application.client_secret,
    }
