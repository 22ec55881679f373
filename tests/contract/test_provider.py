"""The provider's interface as a whole: who may use it, and the audit log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.live import LiveService

LOG = "/provider/v1/audit-log"
Employ = Callable[[str], httpx2.Client]


@pytest.fixture(scope="module")
def employ(live: LiveService) -> Iterator[Employ]:
    """Clients of the provider's own applications, by role."""
    home = live.create_account("Provider Ltd")
    clients: dict[str, httpx2.Client] = {}

    def get(role: str) -> httpx2.Client:
        if role not in clients:
            made = live.create_application(home, "--scopes", "provider", "--role", role)
            clients[role] = live.client(made)
        return clients[role]

    yield get
    for client in clients.values():
        client.close()


def test_only_the_scope_provider_opens_it(production: Customer, employ: Employ) -> None:
    assert httpx2.get(f"{production.client.base_url}{LOG}").status_code == 401
    refused = production.client.get(LOG)
    assert (refused.status_code, refused.json()) == (
        403,
        {"detail": "The access token lacks the scope provider."},
    )
    assert employ("admin").get(LOG).status_code == 200


@pytest.mark.parametrize("role", ["linguist", "manager"])
def test_the_audit_log_is_for_admins(employ: Employ, role: str) -> None:
    refused = employ(role).get(LOG)
    assert refused.status_code == 403
    assert refused.json()["detail"].startswith(
        f"This needs the role admin; the application has the role {role}."
    )


def test_an_empty_page_says_where_it_is(employ: Employ) -> None:
    answer = employ("admin").get(LOG, params={"subject": "memory:2147483647"})
    assert answer.json() == {
        "entries": [],
        "metadata": {
            "previousPage": 0,
            "currentPage": 1,
            "nextPage": 0,
            "itemsPerPage": 50,
            "previousPageLink": None,
            "nextPageLink": None,
        },
    }


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": 501}, "limit"),
        ({"offset": -1}, "offset"),
        ({"account": 0}, "account"),
        ({"account": 2**31}, "account"),
    ],
)
def test_parameters_out_of_bounds_are_named(employ: Employ, query: dict[str, Any], field: str) -> None:
    refused = employ("admin").get(LOG, params=query)
    assert refused.status_code == 422
    assert [item["loc"] for item in refused.json()["detail"]] == [["query", field]]
