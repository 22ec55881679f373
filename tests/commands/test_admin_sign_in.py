"""`dragoman admin link` and what it does for people who sign in (W2)."""

from __future__ import annotations

from tests.commands.conftest import CommandLine


def test_the_operator_gets_a_link_for_the_first_admin(admin: CommandLine) -> None:
    made = admin("link", "--json")
    assert set(made.value) == {"url", "userId", "expiresAt"}
    base, _, token = made.value["url"].partition("/ui/welcome/")
    assert base == "http://127.0.0.1:8080", "no process has served yet"
    assert len(token) == 43
    again = admin("link")
    assert again.out.startswith("http://127.0.0.1:8080/ui/welcome/")
    assert again.out.strip() != made.value["url"]
    [user] = [row for row in admin.json("user", "list") if row["id"] == made.value["userId"]]
    assert (user["email"], user["role"]) == (None, "admin")
    assert user["roles"] == ["admin", "customer", "developer", "orderer"]
    assert [row["name"] for row in admin.json("account", "list")] == ["Provider"]
    [entry] = admin.json("audit-log", "list", "--subject", f"user:{user['id']}", "--limit", "1")
    assert (entry["actor"], entry["action"], entry["details"]) == (
        "operator", "user.link_made", {"purpose": "admin"}
    )  # fmt: skip
    assert admin.json("link", "--first")["userId"] == user["id"]


def test_a_link_is_for_admins_who_are_there(admin: CommandLine) -> None:
    account = str(admin.json("account", "create", "Acme", "--kind", "production")["id"])
    words = ["user", "create", "--account", account, "--no-password"]
    ada = admin.json(*words, "ada@example.com", "--role", "admin", "--role", "orderer")
    bo = admin.json(*words, "bo@example.com", "--role", "linguist")
    assert ada["roles"] == ["admin", "customer", "orderer"]
    assert admin.json("link", "--email", "ADA@example.com")["userId"] == ada["id"]
    for refused in (("--email", "bo@example.com"), ("--email", "nobody@example.com")):
        answer = admin("link", *refused)
        assert (answer.status, answer.out) == (1, "")
        assert "no admin with this" in answer.err
    assert admin("link", "--first", "--email", "ada@example.com").status == 2
    assert admin.json("link", "--first") == {"url": None, "userId": None, "expiresAt": None}
    invited = admin.json("user", "invite", str(bo["id"]))
    assert "/ui/invitation/" in invited["url"]
    assert admin.json("user", "end-sessions", str(bo["id"])) == {"id": bo["id"], "sessions": 0}
    assert admin.json("user", "remove-second-factor", str(bo["id"])) == {"id": bo["id"], "removed": False}
    last = admin("user", "disable", str(ada["id"]))
    assert (last.status, "last admin" in last.err) == (1, True)
