"""People through the provider's interface: several roles, invitations, sessions (V3, W2)."""

from __future__ import annotations

import httpx2
import pytest

from tests.contract.conftest import Staffed
from tests.contract.test_catalog import codes, patch, post


@pytest.fixture(scope="module")
def admin(staff: Staffed) -> httpx2.Client:
    return staff("admin")


@pytest.fixture(scope="module")
def account(admin: httpx2.Client) -> int:
    return int(post(admin, "accounts", name="People Ltd", kind="production")["id"])


def test_v3_the_built_in_application_of_an_account_stays(admin: httpx2.Client, account: int) -> None:
    found = admin.get("/provider/v1/applications", params={"accountId": account}).json()["applications"]
    [builtin] = [one for one in found if one["builtin"]]
    path = f"/provider/v1/applications/{builtin['id']}"
    for change in ({"disabled": True}, {"scopes": ["provider"]}, {"role": "admin"}):
        assert codes(admin.patch(path, json=change)) == ["RULE_BROKEN"]
    assert admin.get(path).json() == builtin


def test_v3_people_have_several_roles_and_are_invited(admin: httpx2.Client, account: int) -> None:
    """O5, W2."""
    made = post(admin, "users", accountId=account, email="eve@example.com", roles=["developer", "linguist"])
    assert (made["role"], made["roles"]) == ("linguist", ["customer", "developer", "linguist"])
    path = f"/provider/v1/users/{made['id']}"
    changed = patch(admin, f"users/{made['id']}", role="linguist", firstName="Eve")
    assert changed["roles"] == made["roles"], "who writes back the role that they read changes nothing"
    assert patch(admin, f"users/{made['id']}", role="manager")["roles"] == ["manager"]
    invited = admin.post(f"{path}/invitation")
    assert invited.status_code == 201
    assert set(invited.json()) == {"url", "expiresAt"}
    base, _, token = invited.json()["url"].partition("/ui/invitation/")
    assert base == str(admin.base_url).rstrip("/")
    assert len(token) == 43
    assert token not in admin.get("/provider/v1/audit-log", params={"subject": f"user:{made['id']}"}).text
    assert admin.get(f"{path}/sessions").json() == {"sessions": []}
    assert admin.delete(f"{path}/sessions").status_code == 204
    assert admin.delete(f"{path}/second-factor").status_code == 204
    patch(admin, f"users/{made['id']}", password="correct horse battery")
    refused = admin.post(f"{path}/invitation")
    assert (refused.status_code, refused.json()["code"]) == (409, "INVITATION_ACCEPTED")
    for missing in (
        admin.post("/provider/v1/users/999999/invitation"),
        admin.delete("/provider/v1/users/999999/sessions"),
    ):
        assert missing.status_code == 404
