"""One running service for all tests of the dashboard, with a provider and two customers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.chromium import running_chromium, sign_in, window
from tests.dashboard.connected import Connected, connected_dashboard
from tests.dashboard.engine_accounts import engine_dashboard
from tests.live import live_service


@pytest.fixture(scope="session")
def running_dashboard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    data = tmp_path_factory.mktemp("dashboard") / "data"
    settings = {
        "DRAGOMAN_CALLBACK_ALLOW": "127.0.0.1",
        "DRAGOMAN_ACCOUNT_APPLICATIONS": "500",
        "DRAGOMAN_TOKEN_FAILURES": "1000/60",  # tests ask for many device codes from one address
    }
    with live_service(data, **settings) as live:
        yield Dashboard(
            live=live,
            provider=live.create_account("Provider Ltd"),
            account=live.create_account("Northwind Tools"),
            other_account=live.create_account("Contoso Software"),
        )


@pytest.fixture
def dashboard(running_dashboard: Dashboard) -> Iterator[Dashboard]:
    yield running_dashboard
    while running_dashboard.browsers:
        running_dashboard.browsers.pop().close()


@pytest.fixture(scope="module")
def connected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connected]:
    with connected_dashboard(tmp_path_factory.mktemp("connected")) as running:
        yield running


@pytest.fixture(scope="session")
def with_engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A dashboard with engines of the tests: remote ones, a vast one, broken ones."""
    with engine_dashboard(tmp_path_factory.mktemp("engines")) as running:
        yield running


@pytest.fixture
def orderer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("orderer")


@pytest.fixture
def manager(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("manager")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """One browser for all windows of a module."""
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def developer_page(dashboard: Dashboard, chromium: Chromium) -> Iterator[Page]:
    """A window of a customer's developer."""
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("developer"))
        yield page


@pytest.fixture
def manager_page(dashboard: Dashboard, chromium: Chromium) -> Iterator[Page]:
    """A window of one of the provider's managers."""
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("manager"))
        yield page
