"""What browsers load for a page: few bytes of script and style, and nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import urljoin, urlsplit

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.editor.opened import open_translation
from tests.dashboard.filled import kind_of, walk

MOST_BYTES = 60_000  # of script and style, compressed; of script alone in the editor
REFERENCE = "/ui/api"  # has the script and style of Swagger UI
EDITOR = "/ui/projects/#/t/#"
ROLES = ("orderer", "developer", "linguist", "admin")
# What a browser loads by itself. Links lead elsewhere only when somebody follows them.
_LOADED = "//@src | //@srcset | //@poster | //link/@href | //*[local-name()='use']/@href | //@data-uploader"
_IN_FILES = re.compile(r"""(?:url\(|@import |\bfrom|\bimport\(?)\s*["']([^"']+)["']""")


def _pages(browser: Browser) -> Iterator[Shown]:
    side = browser.get("/ui/profile").tree.xpath("//nav[@id='side']//a/@href")
    yield from walk(browser, [*map(str, side), "/ui/profile"], most=1)


def _loaded_by(shown: Shown) -> set[str]:
    found = {str(one).partition("#")[0] for one in shown.tree.xpath(_LOADED)}
    return {urljoin(shown.address, one) for one in found if one}


def _files_of(
    browser: Browser, addresses: Collection[str], known: dict[str, tuple[int, set[str]]]
) -> set[str]:
    """Scripts and styles among the addresses, and those that they load themselves; `known` gets each one's
    compressed size and all that it names."""
    files: set[str] = set()
    waiting = [one for one in addresses if one.endswith((".js", ".css"))]
    while waiting:
        address = waiting.pop()
        if address not in known:
            answer = browser.client.get(address, headers={"Accept-Encoding": "gzip"})
            assert answer.headers["content-encoding"] == "gzip", address
            named = {urljoin(address, one) for one in _IN_FILES.findall(answer.text)}
            known[address] = int(answer.headers["content-length"]), named
        files.add(address)
        waiting += [one for one in known[address][1] - files if one.endswith((".js", ".css"))]
    return files


@pytest.mark.parametrize("role", ROLES)
def test_a_page_loads_little_and_from_this_service_only(dashboard: Dashboard, role: str) -> None:
    browser = dashboard.sign_in(role)
    known: dict[str, tuple[int, set[str]]] = {}
    weights: dict[str, int] = {}
    hosts: set[str] = set()
    for shown in _pages(browser):
        loaded = _loaded_by(shown)
        files = _files_of(browser, loaded, known)
        hosts |= {urlsplit(one).netloc for one in loaded.union(*(known[one][1] for one in files))}
        if shown.address != REFERENCE and kind_of(shown.address) != EDITOR:
            weights[shown.address] = sum(known[one][0] for one in files)
    assert len(weights) > 5
    assert min(weights.values()) > 10_000  # they were found
    assert {address: size for address, size in weights.items() if size > MOST_BYTES} == {}
    assert hosts == {""}


def test_w4_the_editor_loads_little_script_and_from_this_service_only(
    orderer: Browser, manager: Browser
) -> None:
    shown = manager.get(open_translation(orderer, manager).path)
    known: dict[str, tuple[int, set[str]]] = {}
    loaded = _loaded_by(shown)
    files = _files_of(manager, loaded, known)
    scripts = {one: known[one][0] for one in files if one.endswith(".js")}
    assert len(scripts) > 20  # they were found
    assert sum(scripts.values()) <= MOST_BYTES, scripts
    assert {urlsplit(one).netloc for one in loaded.union(*(known[one][1] for one in files))} == {""}
