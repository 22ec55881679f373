"""Translations on the provider's interface (V2): the package, the checks, the delivery."""

from __future__ import annotations

import re
from typing import Any

import httpx2

from tests.contract.conftest import Customer, Staffed
from tests.waiting import wait_until

TEXT = "The red book is big. It is new.\n\nThe dog eats.\n"
SPANISH = {
    "The red book is big.": "El libro rojo es grande.",
    "It is new.": "Es nuevo.",
    "The dog eats.": "El perro come.",
}
DONE = "El libro rojo es grande. Es nuevo.\n\nEl perro come.\n"
XLIFF = {"Content-Type": "application/xliff+xml"}


def order(customer: Customer) -> tuple[int, str]:
    """A started project of people's translation: its id, and the path of its one translation."""
    client = customer.client
    services = client.get("/project/v1/services").json()
    human = next(one["id"] for one in services if "human" in str(one).lower())
    memory = next(
        one["id"] for one in client.get("/project/v1/translation-memories").json() if one["primary"]
    )
    answer = client.post(
        "/project/v1/projects", json={"title": "Book", "serviceId": human, "translationMemoryId": memory}
    )
    assert answer.status_code == 201, answer.text
    project = answer.json()["id"]
    sent = client.post(
        f"/project/v1/projects/{project}/files",
        files={"file": ("book.txt", TEXT.encode())},
        data={"sourceLanguage": "en", "targetLanguages": "es"},
    )
    assert sent.status_code == 201, sent.text
    assert client.post(f"/project/v1/projects/{project}/do-start").status_code in (200, 202)
    (translation,) = sent.json()["translations"]
    return project, f"/provider/v1/projects/{project}/translations/{translation['id']}"


def wait_for(client: httpx2.Client, path: str, stage: str) -> dict[str, Any]:
    return wait_until(lambda: dict(client.get(path).json()), lambda found: found["stage"] == stage)


def translated(data: str) -> str:
    for source, target in SPANISH.items():
        data = re.sub(
            rf'state="[a-z]+"([^>]*)><source>{re.escape(source)}</source>(<target>[^<]*</target>)?',
            f'state="final"><source>{source}</source><target>{target}</target>',
            data,
        )
    return data


def codes(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 400, answer.text
    assert all(set(problem) == {"code", "message", "hints"} for problem in answer.json())
    return [problem["code"] for problem in answer.json()]


def test_v2_a_translation_goes_out_comes_back_and_is_delivered(production: Customer, staff: Staffed) -> None:
    linguist, manager = staff("linguist"), staff("manager")
    project, path = order(production)
    shown = wait_for(linguist, path, "open")
    assert (shown["status"], shown["segments"], shown["sourceFileName"]) == ("Active", {"new": 3}, "book.txt")
    (listed,) = linguist.get(path.rpartition("/")[0]).json()["translations"]
    assert listed == {name: value for name, value in shown.items() if name != "segments"}
    page = linguist.get(f"{path}/segments", params={"limit": 2, "offset": 1}).json()
    assert [(one["number"], one["source"], one["target"]) for one in page["segments"]] == [
        (1, "It is new.", None),
        (2, "The dog eats.", None),
    ]
    old = linguist.get(f"{path}/xliff", params={"version": "1.2"})
    assert '<xliff version="1.2"' in old.text
    sent = linguist.get(f"{path}/xliff", params={"version": "2.1"})
    assert sent.headers["content-type"].startswith("application/xliff+xml")
    assert "book.txt.es.xlf" in sent.headers["content-disposition"]

    review = linguist.get(f"{path}/qa").json()
    assert (review["blocking"], review["codes"]) == (3, {"TARGET_EMPTY": 3})
    assert codes(manager.post(f"{path}/delivery")) == ["DELIVERY_BLOCKED"]
    assert manager.post(f"{path}/delivery", json={"override": {"reason": 5}}).status_code == 422
    assert codes(manager.post(f"{path}/delivery", json={"override": {"reason": ""}})) == [
        "OVERRIDE_REASON_INVALID"
    ]

    changed = sent.text.replace("It is new.", "It is old.")
    assert codes(linguist.put(f"{path}/xliff", content=changed.encode(), headers=XLIFF)) == ["SOURCE_CHANGED"]
    assert codes(linguist.put(f"{path}/xliff", content=b"no")) == ["XLIFF_INVALID"]
    done = linguist.put(f"{path}/xliff", content=translated(sent.text).encode(), headers=XLIFF)
    assert done.json() == {
        "segments": 3,
        "changed": 3,
        "statuses": {"confirmed": 3},
        "problemCount": 0,
        "problems": [],
    }
    again = linguist.post(f"{path}/xliff", files={"file": ("a.xlf", translated(sent.text).encode())})
    assert again.json()["changed"] == 0

    assert linguist.post(f"{path}/delivery").status_code == 403
    delivered = manager.post(f"{path}/delivery")
    assert (delivered.status_code, delivered.json()["stage"]) == (202, "delivering")
    assert manager.post(f"{path}/delivery").status_code == 409
    finished = wait_for(manager, path, "done")
    assert (finished["status"], finished["fileName"]) == ("Finished", "book.txt")
    file = production.client.get(f"/project/v1/files/{finished['fileId']}/content")
    assert file.text == DONE
    assert linguist.put(f"{path}/xliff", content=b"no").status_code == 409
    record = production.client.get(f"/project/v1/projects/{project}").json()
    assert record["status"] == "Finished"


def test_v2_others_do_not_find_a_translation(production: Customer, staff: Staffed) -> None:
    _, path = order(production)
    assert production.client.get(path).status_code == 403
    missing = re.sub(r"\d+$", "2147483647", path)
    bodies = set()
    for method, end in (
        ("GET", ""),
        ("GET", "/segments"),
        ("GET", "/xliff"),
        ("GET", "/qa"),
        ("POST", "/delivery"),
        ("PUT", "/xliff"),
    ):
        answer = staff("manager").request(method, missing + end)
        assert answer.status_code == 404, end
        bodies.add(answer.text)
    assert bodies == {'{"detail":"There is no such translation."}'}
    assert staff("manager").get(re.sub(r"\d+$", "x", path)).status_code == 422
