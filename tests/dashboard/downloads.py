"""What a download has to be, whatever its name and contents: a file for its reader's disk, nothing else."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

import httpx2
from lxml import etree

from dragoman.dashboard.areas import ROUTERS
from dragoman.dashboard.page.page_route import PageRoute

# Kinds of addresses, as `kind_of` writes them.
DOWNLOADS: Final = frozenset(
    {
        *("/ui/audit-log/csv", "/ui/usage/csv", "/ui/documents/#/download", "/ui/memories/#/export"),
        *("/ui/term-bases/#/export", "/ui/projects/#/archive", "/ui/projects/#/files/#"),
        *("/ui/projects/#/packages/download", "/ui/projects/#/translations/#/package", "/ui/work/#/package"),
        "/ui/projects/#/t/#/quality-report/csv",
    }
)
# Of the same download in several forms, what is added to its address.
QUERIES: Final[Mapping[str, Sequence[str]]] = {
    "/ui/term-bases/#/export": ("?format=tbx", "?format=tbx2", "?format=csv"),
    "/ui/work/#/package": ("?kind=1.2", "?kind=2.1", "?kind=omegat"),
    "/ui/projects/#/packages/download": ("?kind=1.2", "?kind=2.1&matches=no", "?kind=omegat"),
}
_DISPOSITION: Final = re.compile(
    r'attachment; filename="([^"\\/%\x00-\x1f\x7f-\U0010ffff]+)"'
    r"(?:; filename\*=UTF-8''((?:[\w.~-]|%[0-9A-F]{2})+))?",
    re.ASCII,
)
_NOT_IN_NAMES: Final = re.compile(
    "[/\\\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_FORMULAS: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def download_routes() -> frozenset[str]:
    """The kinds of addresses of all routes that give a file, by the names of their endpoints."""
    return frozenset(
        re.sub(r"\{[^}]*\}", "#", route.path)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, PageRoute)
        and "GET" in (route.methods or ())
        and route.endpoint.__name__.startswith(("download", "export", "save"))
    )


def check_download(answer: httpx2.Response) -> None:
    """Check the headers of a download, and what programs that open it could take for more than text."""
    assert answer.status_code == 200, answer.text
    headers = answer.headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in headers["content-security-policy"].split("; ")
    assert headers.get_list("content-disposition") == [headers["content-disposition"]]
    found = _DISPOSITION.fullmatch(headers["content-disposition"])
    assert found is not None, headers["content-disposition"]
    name = unquote(found[2], errors="strict") if found[2] else found[1]
    assert not _NOT_IN_NAMES.search(name), name
    media_type = headers["content-type"].partition(";")[0]
    if media_type == "text/csv":
        _check_table(answer.content.decode("utf-8-sig"))
    elif media_type == "application/zip":
        _check_archive(answer.content)
    elif media_type.startswith("application/x"):  # XLIFF, TMX, TBX
        _check_xml(answer.content)
    else:
        assert media_type in {"application/octet-stream", "text/plain"}


def _check_table(text: str) -> None:
    """No cell is a formula, by whatever sign a spreadsheet parts cells."""
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            assert not [one for one in row if one.lstrip().startswith(_FORMULAS)], row
    cells = re.split("[;\t\r\n]", text)  # as those that heed no quotation marks within lines
    assert not [one for one in cells if one.strip().startswith(_FORMULAS)]


def _check_archive(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = [one.filename for one in archive.infolist()]
        assert len({one.casefold() for one in names}) == len(names) > 0
        for name in names:
            parts = PurePosixPath(name).parts
            assert not name.startswith("/"), name
            assert ".." not in parts, name
            assert not any(_NOT_IN_NAMES.search(one) or set(one) & set('<>:"|?*') for one in parts), name
            if name.endswith(".zip"):
                _check_archive(archive.read(name))
            elif name.endswith((".xlf", ".tmx", ".project")):
                _check_xml(archive.read(name))


def _check_xml(data: bytes) -> None:
    tree = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    assert not [one for one in tree.iter("*") if etree.QName(one).localname in {"script", "svg", "html"}]
