"""The references that are written from the code: every operation once, every public name of a package."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.http_pages import FOLDER, http_pages
from scripts.python_pages import python_pages
from tests.docs.blocks import DOCS

PACKAGE = '''"""A client of letters.

It writes them, too.
"""

from a_package.post import Office, send

__all__ = ["Office", "send"]
'''
OPERATIONS = '''"""Methods that are written once."""

from __future__ import annotations


class operation:
    def __init__(self, function):
        self.__wrapped__ = function


class Base:
    """What all parts have."""

    @operation
    def close(self) -> Flow[None]:
        """Lock the door."""
'''
POST = '''"""How letters travel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from a_package.operations import Base, operation
from a_package.paper import Lost, Sheet, Speed


def send(
    *words: str, to: str, by: Sequence[Speed] = (), weight: float | None = None, urgently: bool = False
) -> int:
    """Send words, and return how many. Raises `Lost`."""


def stamp() -> None:
    """Internal: the package does not name it."""


class Office(Base):
    """Where letters are handed in."""

    def __init__(self, width: int = 210) -> None:
        self.width = width

    @cached_property
    def newest(self) -> Sheet[R]:
        """The last one."""

    @property
    def is_open(self) -> bool:
        """Whether letters are taken."""

    @operation
    def fold(self, times: int, *, quietly: bool = True) -> Flow[Sheet]:
        """Fold one."""

    @operation
    def all(self) -> Callable[[Mark], Flow[Page[Sheet]]]:
        """All of them."""

    @classmethod
    def empty(cls) -> Office:
        """One without letters."""

    async def wait(self, days: int) -> None:
        """Wait for an answer."""

    def _tear(self) -> None:
        """Private."""
'''
PAPER = '''"""What letters are written on."""

from enum import StrEnum
from typing import TypedDict


class Speed(StrEnum):
    """How fast."""

    SLOW = "slow"
    FAST = "fast"


class Fields(TypedDict, total=False):
    """What a sheet may say."""

    to: str


class Sheet:
    """A sheet of paper."""

    fields: Fields


class Lost(Exception):
    """It did not arrive."""


class Ink:
    """Internal: nothing public leads to it."""
'''
WEBHOOKS = '''"""For who gets letters."""

class Arrived:
    """A letter is there."""
'''
MODULES = {
    "__init__": PACKAGE,
    "operations": OPERATIONS,
    "post": POST,
    "paper": PAPER,
    "webhooks": WEBHOOKS,
    "_inner": "class Inner: ...",
}


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    folder = tmp_path / "a_package"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield {path.name: text for path, text in python_pages("a_package").items()}
    for name in [one for one in sys.modules if one.partition(".")[0] == "a_package"]:
        del sys.modules[name]


def headings(page: str, level: int = 2) -> list[str]:
    return re.findall(f"^{'#' * level} (.*)$", page, re.MULTILINE)


def test_the_first_page_has_what_users_import(pages: dict[str, str]) -> None:
    first = pages["README.md"]
    assert headings(first) == ["Office", "send", "Arrived"]
    assert "A client of letters.\n\nIt writes them, too." in first
    assert "## Arrived\n\n`from a_package.webhooks import Arrived`" in first


def test_the_second_page_has_what_these_lead_to_and_nothing_internal(pages: dict[str, str]) -> None:
    objects = pages["objects.md"]
    assert headings(objects) == ["Fields", "Sheet", "Speed"]
    assert "`from a_package.paper import Speed`\n\n```text\nclass Speed(StrEnum)\n```\n\nHow fast." in objects
    assert "- `SLOW`: `'slow'`\n- `FAST`: `'fast'`" in objects
    assert "class Fields(TypedDict):\n    to: str\n" in objects


def test_a_class_has_its_public_members_as_callers_use_them(pages: dict[str, str]) -> None:
    first = pages["README.md"]
    assert "```text\nclass Office(width: int = 210)\n```\n\nWhere letters are handed in." in first
    for name, line, words in (
        ("newest", "newest: Sheet", "The last one."),
        ("is_open", "is_open: bool", "Whether letters are taken."),
        ("fold", "fold(times: int, *, quietly: bool = True) -> Sheet", "Fold one."),
        ("all", "all() -> Iterator[Sheet]", "All of them."),
        ("empty", "empty() -> Office", "One without letters."),
        ("wait", "async wait(days: int) -> None", "Wait for an answer."),
        ("close", "close() -> None", "Lock the door."),
    ):
        assert f"### Office.{name}\n\n```text\n{line}\n```\n\n{words}" in first
    assert len(headings(first, 3)) == 7


def test_a_long_signature_has_a_line_for_each_parameter(pages: dict[str, str]) -> None:
    assert (
        "send(\n    *words: str,\n    to: str,\n    by: Sequence[Speed] = (),\n"
        "    weight: float | None = None,\n    urgently: bool = False,\n) -> int\n"
    ) in pages["README.md"]


def test_every_operation_is_on_one_page_and_every_link_leads_to_a_heading() -> None:
    document = json.loads((DOCS / "openapi.json").read_bytes())
    wanted = [
        f"{method.upper()} {path}"
        for path, item in document["paths"].items()
        for method in item
        if method in {"get", "post", "put", "patch", "delete"}
    ]
    shown: list[str] = []
    for path, text in http_pages(document).items():
        assert path.parent == FOLDER
        shown += re.findall(r"^## `(.*)`$", text, re.MULTILINE)
        headings = re.findall(r"^#{2,3} (.*)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w\- ]", "", one.lower()).strip().replace(" ", "-") for one in headings}
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors, path
    assert sorted(shown) == sorted(wanted)
