"""The documentation site, built once, and a service that serves it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.site.__main__ import POLICY, main
from scripts.site.navigation import SiteConfiguration, read_configuration
from tests.docs.blocks import ROOT
from tests.live import LiveService, live_service


@pytest.fixture(scope="session")
def configuration() -> SiteConfiguration:
    return read_configuration(ROOT / "mkdocs.yml")


@pytest.fixture(scope="session")
def site(configuration: SiteConfiguration, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, as `make docs` builds it; built by one of the processes that test it."""
    with (tmp_path_factory.getbasetemp().parent / "documentation-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_current(configuration):
            assert main() == 0, "make docs fails; see above"
    return configuration.site


def _is_current(configuration: SiteConfiguration) -> bool:
    """Whether the site is younger than all that it is made of."""
    made = configuration.site / POLICY
    sources = [configuration.file, *configuration.pages.rglob("*"), *(ROOT / "scripts/site").glob("*.py")]
    return made.is_file() and made.stat().st_mtime > max(path.stat().st_mtime for path in sources)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    data = tmp_path_factory.mktemp("docs") / "data"
    with live_service(data, DRAGOMAN_CALLBACK_ALLOW="127.0.0.1") as service:
        yield service
