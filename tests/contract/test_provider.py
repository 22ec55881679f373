"""The provider's interface as a whole: who may use it, and the audit log."""

from __future__ import annotations

import re
from typing import Any, Final

import httpx2
import pytest
from fastapi.routing import APIRoute

from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.http.query_parameters import query_names
from dragoman.routers import ROUTERS
from tests.contract.conftest import Customer, Staffed
from tests.waiting import CEILING

LOG = "/provider/v1/audit-log"
# The lists that can be narrowed down to an account.
FILTERED: Final = {
    *("applications", "audit-log", "invoicing-accounts", "notifications", "project-templates", "projects"),
    *(
        "services",
        "term-bases",
        "style-guides",
        "translation-memories",
        "translation-memory-sets",
        "users",
        "work-areas",
    ),
}


def test_only_the_scope_provider_opens_it(production: Customer, staff: Staffed) -> None:
    assert httpx2.get(f"{production.client.base_url}{LOG}", timeout=CEILING).status_code == 401
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
        ({"accountId": 0}, "accountId"),
        ({"accountId": 2**31}, "accountId"),
    ],
)
def test_parameters_out_of_bounds_are_named(staff: Staffed, query: dict[str, Any], field: str) -> None:
    refused = staff("admin").get(LOG, params=query)
    assert refused.status_code == 422
    assert [item["loc"] for item in refused.json()["detail"]] == [["query", field]]


@pytest.mark.parametrize("path", sorted(FILTERED))
def test_an_unknown_parameter_is_refused_with_the_known_ones(staff: Staffed, path: str) -> None:
    refused = staff("admin").get(f"/provider/v1/{path}", params={"limit": 1, "acountId": 1})
    assert refused.status_code == 422
    (item,) = refused.json()["detail"]
    assert (item["loc"], item["type"]) == (["query", "acountId"], "unknown_parameter")
    assert all(name in item["msg"] for name in ("accountId", "limit", "offset"))


@pytest.mark.parametrize("path", sorted(FILTERED))
def test_the_old_name_of_a_parameter_filters_and_is_announced(staff: Staffed, path: str) -> None:
    admin = staff("admin")
    new = admin.get(f"/provider/v1/{path}", params={"accountId": 2**31 - 1})
    old = admin.get(f"/provider/v1/{path}", params={"account": 2**31 - 1})
    assert old.json() == new.json()
    assert re.fullmatch(r"@[0-9]+", old.headers["deprecation"])
    assert "deprecation" not in new.headers
    both = admin.get(f"/provider/v1/{path}", params={"account": 1, "accountId": 2})
    assert (both.status_code, both.json()["detail"][0]["loc"]) == (422, ["query", "accountId"])


def test_the_role_is_checked_before_the_parameters(staff: Staffed) -> None:
    assert staff("linguist").get(LOG, params={"nothing": 1}).status_code == 403


def test_every_route_of_staff_checks_its_parameters() -> None:
    routes = [one for router in ROUTERS for one in router.routes if isinstance(one, APIRoute)]
    staffed = [one for one in routes if one.path.startswith("/provider/")]
    assert len(staffed) > 50
    assert [one.path for one in staffed if not isinstance(one, StaffRoute)] == []
    filtered = {one.path.removeprefix("/provider/v1/") for one in staffed if takes(one, "accountId")}
    others = {"projects/stages", "requests", "usage"}  # which have no pages and no earlier names
    assert filtered == FILTERED | others
    assert [one.path for one in staffed for old in ("account", "source", "target") if takes(one, old)] == []


def takes(route: APIRoute, name: str) -> bool:
    return name in query_names(route.dependant)
