"""The provider's interface as a whole: who may use it, and the audit log."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed

LOG = "/provider/v1/audit-log"


def test_only_the_scope_provider_opens_it(production: Customer, staff: Staffed) -> None:
    assert httpx2.get(f"{production.client.base_url}{LOG}").status_code == 401
    refused = production.client.get(LOG)
    assert (refused.status_code, refused.json()) == (
        403,
        {"detail": "The access token lacks the scope provider."},
    )
    assert staff("admin").get(LOG).status_code == 200


@pytest.mark.parametrize("role", ["linguist", "manager"])
def test_the_audit_log_is_for_admins(staff: Staffed, role: str) -> None:
    refused = staff(role).get(LOG)
    assert refused.status_code == 403
    assert refused.json()["detail"].startswith(
        f"This needs the role admin; the application has the role {role}."
    )


def test_an_empty_page_says_where_it_is(staff: Staffed) -> None:
    answer = staff("admin").get(LOG, params={"subject": "memory:2147483647"})
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
def test_parameters_out_of_bounds_are_named(staff: Staffed, query: dict[str, Any], field: str) -> None:
    refused = staff("admin").get(LOG, params=query)
    assert refused.status_code == 422
    assert [item["loc"] for item in refused.json()["detail"]] == [["query", field]]
