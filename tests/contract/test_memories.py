"""Translation memories on the provider's interface (V4), as staff uses them."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Staffed
from tests.live import LiveService
from tests.memories.conftest import write_file
from tests.waiting import wait_until

MEMORIES = "/provider/v1/translation-memories"
SETS = "/provider/v1/translation-memory-sets"
TEXTS = [("The <ph x='1'/> red house", "La casa roja <ph x='1'/>"), ("Àn OLD bridge", "Un puente viejo")]


@pytest.fixture(scope="module")
def account(live: LiveService) -> int:
    return live.create_account("Memory Customer Ltd")


@pytest.fixture(scope="module")
def manager(staff: Staffed) -> httpx2.Client:
    return staff("manager")


@pytest.fixture(scope="module")
def filled(manager: httpx2.Client, account: int) -> str:
    """The path of a memory with two units."""
    made = manager.post(MEMORIES, json={"accountId": account, "name": "Filled"})
    path = str(made.headers["Location"])
    done = bring(manager, path, write_file(*TEXTS))
    assert (done["status"], done["added"]) == ("FINISHED", 2)
    return path


def bring(client: httpx2.Client, path: str, data: bytes, **fields: Any) -> dict[str, Any]:
    """Import a file and wait for its end."""
    answer = client.post(f"{path}/imports", data=fields, files={"file": ("units.tmx", data)})
    assert answer.status_code == 202, answer.text
    assert answer.headers["Location"] == f"{path}/imports/{answer.json()['id']}"
    return ended(client, answer.headers["Location"])


def ended(client: httpx2.Client, path: str) -> dict[str, Any]:
    return wait_until(
        lambda: dict(client.get(path).json()),
        lambda found: found["status"] not in {"WAITING", "RUNNING", "UNDOING"},
    )


def codes(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 400, answer.text
    assert all(set(problem) == {"code", "message", "hints"} for problem in answer.json())
    return [problem["code"] for problem in answer.json()]


def test_an_account_comes_with_its_primary_memory(manager: httpx2.Client, account: int) -> None:
    (first, *_) = manager.get(MEMORIES, params={"accountId": account}).json()["translationMemories"]
    assert (first["primary"], first["useForTranslation"], first["disabled"]) == (True, True, None)


def test_v4_a_memory_is_made_changed_and_deleted(manager: httpx2.Client, account: int) -> None:
    made = manager.post(
        MEMORIES, json={"accountId": account, "name": " Leaflets ", "useForTranslation": True}
    )
    path = made.headers["Location"]
    record = made.json()
    assert (made.status_code, record["name"], record["useForTranslation"]) == (201, "Leaflets", True)
    assert manager.get(path).json() == record
    changed = manager.patch(path, json={"name": "Booklets", "useForTranslation": False})
    assert changed.json() == {**record, "name": "Booklets", "useForTranslation": False}
    assert manager.patch(path, json={"disabled": True}).json()["disabled"] is not None
    assert codes(manager.patch(path, json={"primary": True})) == ["MEMORY_DISABLED"]
    assert manager.delete(path).status_code == 204
    assert [manager.get(path).status_code, manager.delete(path).status_code] == [404, 404]


def test_an_account_has_one_primary_memory(manager: httpx2.Client, account: int) -> None:
    def primaries() -> list[int]:
        found = manager.get(MEMORIES, params={"accountId": account}).json()["translationMemories"]
        return [one["id"] for one in found if one["primary"]]

    (before,) = primaries()
    made = manager.post(MEMORIES, json={"accountId": account, "name": "New first", "primary": True}).json()
    assert primaries() == [made["id"]]
    manager.patch(f"{MEMORIES}/{before}", json={"primary": True})
    assert primaries() == [before]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": "Filled"}, "NAME_TAKEN"),
        ({"accountId": 2147483647}, "ACCOUNT_NOT_FOUND"),
        ({"name": " "}, "RULE_BROKEN"),
    ],
    ids=["name", "account", "empty"],
)
def test_what_breaks_a_rule_says_which(
    manager: httpx2.Client, account: int, filled: str, change: dict[str, Any], code: str
) -> None:
    assert filled
    body = {"accountId": account, "name": "Another", **change}
    assert codes(manager.post(MEMORIES, json=body)) == [code]


def test_v4_units_are_listed_in_pages(manager: httpx2.Client, filled: str) -> None:
    first = manager.get(f"{filled}/units", params={"limit": 1}).json()
    second = manager.get(f"{filled}/units", params={"limit": 1, "after": first["nextAfter"]}).json()
    assert [first["units"][0]["source"], second["units"][0]["source"]] == [
        "The <1/> red house",
        "Àn OLD bridge",
    ]
    assert second["nextAfter"] is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"search": "an old"}, 1),
        ({"search": "CASA hous"}, 0),
        ({"search": "casa"}, 1),
        ({"search": "casa", "in": "source"}, 0),
        ({"search": '"red house"'}, 1),
        ({"search": '"house red"'}, 0),
        ({"search": "house", "sourceLanguage": "en", "targetLanguage": "es"}, 1),
        ({"search": "house", "target": "de"}, 0),
        ({"target": "es"}, 2),
    ],
    ids=str,
)
def test_v4_units_are_searched(
    manager: httpx2.Client, filled: str, query: dict[str, str], found: int
) -> None:
    assert len(manager.get(f"{filled}/units", params=query).json()["units"]) == found


def test_a_search_without_words_is_refused(manager: httpx2.Client, filled: str) -> None:
    assert codes(manager.get(f"{filled}/units", params={"search": "…"})) == ["SEARCH_EMPTY"]


def test_v4_a_linguist_adds_edits_and_deletes_units(staff: Staffed, filled: str) -> None:
    linguist = staff("linguist")
    body = {
        "sourceLanguage": "en",
        "targetLanguage": "es",
        "source": "A <1>blue</1> door & <b>",
        "target": "x",
    }
    assert codes(linguist.post(f"{filled}/units", json=body)) == ["UNIT_REFUSED"]
    body["source"] = "A <1>blue</1> door &amp; &lt;b>"
    made = linguist.post(f"{filled}/units", json=body)
    assert made.status_code == 201
    path, unit = made.headers["Location"], made.json()
    assert linguist.get(path).json() == unit
    changed = linguist.patch(path, json={"version": unit["version"], "target": "Una puerta <1>azul</1>"})
    assert changed.json()["target"] == "Una puerta <1>azul</1>"
    found = linguist.get(f"{filled}/units", params={"search": "puerta azul"}).json()["units"]
    assert found == [changed.json()]
    late = linguist.patch(path, json={"version": unit["version"], "status": "unconfirmed"})
    assert (late.status_code, late.json()["detail"][:37]) == (409, "The unit was changed meanwhile: its v")
    unknown = linguist.patch(path, json={"version": changed.json()["version"], "target": "<2/> x"})
    assert codes(unknown) == ["UNIT_REFUSED"]
    assert linguist.delete(path, params={"version": 1}).status_code == 409
    assert linguist.delete(path).status_code == 204
    assert linguist.get(path).status_code == 404


def test_the_rest_is_for_managers(staff: Staffed, account: int, filled: str) -> None:
    linguist = staff("linguist")
    refused = [
        linguist.post(MEMORIES, json={"accountId": account, "name": "Mine"}),
        linguist.patch(filled, json={"name": "Mine"}),
        linguist.delete(filled),
        linguist.post(f"{filled}/imports", files={"file": ("a.tmx", write_file(*TEXTS))}),
        linguist.get(f"{filled}/export"),
        linguist.post(SETS, json={"accountId": account, "name": "Mine", "members": []}),
    ]
    assert [answer.status_code for answer in refused] == [403] * len(refused)


def test_v4_an_export_comes_back_as_it_was(manager: httpx2.Client, account: int, filled: str) -> None:
    exported = manager.get(f"{filled}/export")
    assert exported.headers["Content-Disposition"] == 'attachment; filename="Filled.tmx"'
    path = manager.post(MEMORIES, json={"accountId": account, "name": "Copy"}).headers["Location"]
    assert bring(manager, path, exported.content)["added"] == 2
    again = manager.get(f"{path}/export").content
    assert body_of(again) == body_of(exported.content)
    assert b"<tu" not in manager.get(f"{path}/export", params={"target": "fr"}).content


def body_of(data: bytes) -> bytes:
    return data.partition(b"<body>")[2]


def test_v4_an_import_is_repeated_by_its_key(manager: httpx2.Client, account: int) -> None:
    path = manager.post(MEMORIES, json={"accountId": account, "name": "Repeated"}).headers["Location"]
    answers = [
        manager.post(
            f"{path}/imports",
            files={"file": ("a.tmx", write_file(*TEXTS))},
            headers={"Idempotency-Key": "memory-import"},
        )
        for _ in range(2)
    ]
    assert answers[0].json() == answers[1].json()
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert len(manager.get(f"{path}/imports").json()["imports"]) == 1


def test_v4_an_import_says_what_was_wrong_and_is_undone(manager: httpx2.Client, account: int) -> None:
    path = manager.post(MEMORIES, json={"accountId": account, "name": "Undone"}).headers["Location"]
    done = bring(manager, path, write_file(*TEXTS, ("", "x")), source="en", targets="es", origin="human")
    assert (done["read"], done["added"], done["refused"], done["progress"]) == (3, 2, 1, 1.0)
    assert {problem["number"] for problem in done["problems"]} == {3}
    record = f"{path}/imports/{done['id']}"
    assert manager.delete(record).status_code == 409
    assert manager.delete(record, params={"undo": True}).json()["status"] == "UNDOING"
    assert (ended(manager, record)["status"], ended(manager, record)["undone"]) == ("UNDONE", 2)
    assert manager.get(f"{path}/units").json() == {"units": [], "nextAfter": None}
    assert manager.get(f"{filled_other(path)}/imports/{done['id']}").status_code == 404


def filled_other(path: str) -> str:
    """Another memory's path: the one before."""
    head, _, number = path.rpartition("/")
    return f"{head}/{int(number) - 1}"


def test_what_is_not_tmx_fails_with_a_reason(manager: httpx2.Client, filled: str) -> None:
    done = bring(manager, filled, b"%PDF-1.7")
    assert (done["status"], done["added"]) == ("FAILED", 0)
    assert done["failure"]["code"] == "TMX_UNREADABLE"
    assert all(done["failure"].values())


def test_v4_a_set_is_changed_by_new_versions(manager: httpx2.Client, account: int, filled: str) -> None:
    memory = int(filled.rpartition("/")[2])
    members = [{"memoryId": memory, "penalty": 5, "writable": True}]
    made = manager.post(SETS, json={"accountId": account, "name": "Both", "members": members})
    path, record = made.headers["Location"], made.json()
    assert (made.status_code, record["version"], record["members"]) == (201, 1, members)
    second = manager.post(f"{path}/versions", json={"members": []})
    assert (second.status_code, second.json()["version"], second.json()["members"]) == (201, 2, [])
    assert manager.get(path).json() == second.json()
    assert manager.get(f"{path}/versions/1").json()["members"] == members
    assert [one["version"] for one in manager.get(f"{path}/versions").json()["versions"]] == [2, 1]
    assert manager.get(f"{path}/versions/3").status_code == 404
    listed = manager.get(SETS, params={"accountId": account}).json()["translationMemorySets"]
    assert second.json() in listed


def test_anothers_memory_is_refused_as_one_that_does_not_exist(
    live: LiveService, manager: httpx2.Client, filled: str
) -> None:
    other = live.create_account("Memory Rival Ltd")

    def ask(memory: int) -> httpx2.Response:
        members = [{"memoryId": memory}]
        return manager.post(SETS, json={"accountId": other, "name": "Theirs", "members": members})

    theirs, absent = ask(int(filled.rpartition("/")[2])), ask(2147483647)
    assert (theirs.status_code, theirs.content) == (absent.status_code, absent.content)
    assert codes(theirs) == ["MEMORY_NOT_FOUND"]


def test_the_audit_log_has_what_staff_did_and_no_text(staff: Staffed, filled: str) -> None:
    subject = f"memory:{filled.rpartition('/')[2]}"
    entries = staff("admin").get("/provider/v1/audit-log", params={"subject": subject}).json()["entries"]
    assert {"memory.created", "memory.import_started", "memory.unit_changed"} <= {
        entry["action"] for entry in entries
    }
    assert "puerta" not in str(entries)
