"""Notifications (N) and the provider's interface (V)."""

from __future__ import annotations

from uuid import uuid4

from tests.client.mock.exchanges import Recorder

UNKNOWN = 2_000_000
V = "/provider/v1"
PROJECTS = "/project/v1/projects"
NAMED = (
    "languages",
    "work-areas",
    "services",
    "invoicing-accounts",
    "project-templates",
    "translation-memories",
    "term-bases",
    "style-guides",
    "users",
    "applications",
    "translation-memory-sets",
)


def read_notifications(call: Recorder) -> None:
    """Test events, the list, a replay."""
    call("notifications: test event", "POST", "/project/v1/test-event", json={"url": call.receiver_url})
    call("notifications: test event to nowhere", "POST", "/project/v1/test-event", json={"url": "nowhere"})
    call("notifications: test event without address", "POST", "/project/v1/test-event", json={})
    listed = call.wait(
        "/project/v1/notifications",
        lambda found: found["notifications"] and found["notifications"][0]["finishedAt"],
    )
    one = f"/project/v1/notifications/{listed['notifications'][0]['id']}"
    test = "/project/v1/events/test"
    call("events: test", "POST", test)
    for kind in ("document.finished", "project.translation", "test.event", "document.lost"):
        call(f"events: test {kind}", "POST", test, json={"kind": kind})
    key = {"Idempotency-Key": str(uuid4())}
    for name in ("first", "repeated"):
        call(f"events: test {name}", "POST", test, json={}, headers=key)
    call("events: test, key reused", "POST", test, json={"kind": "test.event"}, headers=key)
    call("notifications: listed", "GET", "/project/v1/notifications?limit=1")
    call("notifications: of a kind", "GET", "/project/v1/notifications?limit=1&kind=test.event")
    call("notifications: of two kinds", "GET", "/project/v1/notifications?kind=test.event&kind=x")
    call("notifications: one", "GET", one)
    call("notifications: replay", "POST", f"{one}/replay")
    call("notifications: unknown", "GET", f"/project/v1/notifications/{uuid4()}")
    call("notifications: no UUID", "GET", "/project/v1/notifications/1")


def read_as_provider(call: Recorder) -> None:
    """Every generic list, and one record of each."""
    account = call.get("/project/v1/account")["id"]
    call.made("/project/v1/term-bases", {"name": "Terms"})
    for name in ("accounts", *NAMED):
        own = "" if name in {"accounts", "languages"} else f"&accountId={account}"
        rows = call(f"V {name}: listed", "GET", f"{V}/{name}?limit=1{own}", token="provider").json()
        found = next((value for value in rows.values() if isinstance(value, list)), [])
        if found:
            call(f"V {name}: one", "GET", f"{V}/{name}/{found[0]['id']}", token="provider")
        call(f"V {name}: unknown", "GET", f"{V}/{name}/{UNKNOWN}", token="provider")
        call(f"V {name}: empty", "POST", f"{V}/{name}", token="provider", json={})
    call("V audit log", "GET", f"{V}/audit-log?limit=1&accountId={account}", token="provider")
    call("V notifications", "GET", f"{V}/notifications?limit=1&accountId={account}", token="provider")
    call("V usage", "GET", f"{V}/usage?accountId={account}", token="provider")


def change_as_provider(call: Recorder) -> None:
    """Accounts, applications, people and reference data: create and change."""

    def make(heading: str, path: str, **fields: object) -> int:
        answer = call(f"V create {heading}", "POST", f"{V}/{path}", token="provider", json=fields)
        made = answer.json()
        return int(made.get("id") or made["application"]["id"])

    def change(heading: str, path: str, **fields: object) -> None:
        call(f"V change {heading}", "PATCH", f"{V}/{path}", token="provider", json=fields)

    account = make("account", "accounts", name=f"Account {uuid4()}", kind="production")
    change("account", f"accounts/{account}", name=f"Account {uuid4()}")
    change("account badly", f"accounts/{account}", name=5)
    application = make("application", "applications", accountId=account, name="App", scopes=["translate"])
    change("application", f"applications/{application}", disabled=True)
    path = f"{V}/applications/{application}"
    call("V new secret", "POST", f"{path}/regenerate-secret", token="provider", json={})
    call("V new webhook secret", "POST", f"{path}/regenerate-webhook-secret", token="provider", json={})
    call("V revoke tokens", "POST", f"{path}/revoke-tokens", token="provider")
    user = make(
        "user",
        "users",
        accountId=account,
        firstName="Ada",
        lastName="Byron",
        email=f"{uuid4()}@example.com",
        role="customer",
    )
    change("user", f"users/{user}", firstName="Augusta")
    area = make("work area", "work-areas", accountId=account, name=f"Area {uuid4()}")
    change("work area", f"work-areas/{area}", name=f"Area {uuid4()}")
    service = make(
        "service",
        "services",
        accountId=account,
        name=f"Service {uuid4()}",
        kind="human",
        currency="EUR",
        pricePerWord=0.1,
    )
    change("service", f"services/{service}", pricePerWord=0.2)
    invoicing = make("invoicing account", "invoicing-accounts", accountId=account, name="Invoices")
    change("invoicing account", f"invoicing-accounts/{invoicing}", validUntil="2030-01-01")
    template = make("template", "project-templates", accountId=account, name="Leaflets", serviceId=service)
    change("template", f"project-templates/{template}", title="A leaflet")
    memory = make("memory", "translation-memories", accountId=account, name=f"Memory {uuid4()}")
    change("memory", f"translation-memories/{memory}", name=f"Memory {uuid4()}")
    base = make("term base", "term-bases", accountId=account, name=f"Base {uuid4()}")
    change("term base", f"term-bases/{base}", name=f"Base {uuid4()}")


def run_as_provider(call: Recorder) -> None:
    """A customer's project, performed by the provider."""
    human = next(one["id"] for one in call.get("/project/v1/services") if one["kind"] == "human")
    one = call.made(PROJECTS, {"title": "An order", "serviceId": human})
    path = f"{V}/projects/{one}"

    def act(name: str, verb: str, **fields: object) -> None:
        call(f"V project: {name}", "POST", f"{path}/{verb}", token="provider", json=fields)

    account = call.get("/project/v1/account")["id"]
    call("V project: listed", "GET", f"{V}/projects?limit=1&accountId={account}", token="provider")
    call("V project: stages", "GET", f"{V}/projects/stages?accountId={account}", token="provider")
    call("V project: read", "GET", path, token="provider")
    call("V project: unknown", "GET", f"{V}/projects/{UNKNOWN}", token="provider")
    act("start empty", "start")
    call.made(
        f"{PROJECTS}/{one}/files?fileName=a.txt&sourceLanguage=en&targetLanguages=es", b"Words of a text."
    )
    call.wait(f"{PROJECTS}/{one}/do-quote", lambda found: found["words"], method="POST")
    act("hold", "hold", message="Wait, please")
    act("release", "release")
    call(
        "V project: deadline",
        "PUT",
        f"{path}/deadline",
        token="provider",
        json={"deadline": "2035-01-01T00:00:00Z"},
    )
    call("V project: bad deadline", "PUT", f"{path}/deadline", token="provider", json={"deadline": "soon"})
    act("start", "start")
    act("start again", "start")
    call("V project: change started", "PATCH", f"{PROJECTS}/{one}", json={"title": "Late"})
    call("V project: cancel started", "POST", f"{PROJECTS}/{one}/do-cancel")
    call("V project: bands", "GET", f"{PROJECTS}/{one}/progress")
    act("finish undelivered", "finish")
    act("hold active", "hold")
    act("release active", "release")
    act("cancel without reason", "cancel")
    act("cancel", "cancel", reason="No capacity")
    act("finish cancelled", "finish")
    call("V project: progress", "GET", f"{path}/progress", token="provider")
    call("V project: history", "GET", f"{path}/history", token="provider")
