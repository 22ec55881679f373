"""V5: term bases over the provider's interface, as a program of the staff uses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from dragoman.http.errors import USUAL_HINT
from tests.contract.conftest import Customer, Staffed
from tests.waiting import CEILING

BASES = "/provider/v1/term-bases"
CSV = "concept id,en,de\nP1,tray,Fach\nP2,paper jam,Papierstau\n"
CONCEPT = {
    "key": "P-7",
    "definition": "Keeps dust out",
    "domain": "printers",
    "terms": [
        {"language": "EN", "text": "cover", "match": "stem", "forms": ["covers"]},
        {"language": "de", "text": "Deckel", "partOfSpeech": "noun", "gender": "masculine"},
        {"language": "de", "text": "Klappe", "status": "forbidden", "note": "is another part"},
    ],
}


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The provider's own programs, and a customer's account."""

    linguist: httpx2.Client
    manager: httpx2.Client
    admin: httpx2.Client
    account: int

    def make(self, name: str = "Printers", **fields: Any) -> str:
        """The address of a new term base."""
        body = {"accountId": self.account, "name": name, **fields}
        made = self.manager.post(BASES, json=body)
        assert made.status_code == 201, made.text
        return str(made.headers["Location"])


@pytest.fixture(scope="module")
def desk(staff: Staffed, production: Customer) -> Desk:
    return Desk(
        linguist=staff("linguist"),
        manager=staff("manager"),
        admin=staff("admin"),
        account=production.account,
    )


def send(client: httpx2.Client, base: str, data: str | bytes, **fields: str) -> httpx2.Response:
    return client.post(f"{base}/imports", files={"file": ("terms.csv", data)}, data=fields)


def term(language: str, text: str, **said: Any) -> dict[str, Any]:
    """A term as it is shown."""
    usual = {
        "status": "preferred",
        "caseSensitive": False,
        "match": "stem",
        "forms": [],
        "note": "",
        "example": "",
    }
    return {
        "language": language,
        "text": text,
        **usual,
        "partOfSpeech": None,
        "gender": None,
        "type": None,
        **said,
    }


def test_v5_a_term_base_is_made_shown_changed_and_deleted(desk: Desk) -> None:
    base = desk.make(" Printers ", useForTranslation=False)
    shown = desk.linguist.get(base).json()
    assert shown == {
        "id": int(base.rpartition("/")[2]),
        "accountId": desk.account,
        "name": "Printers",
        "useForTranslation": False,
        "version": 0,
        "concepts": 0,
        "createdAt": shown["createdAt"],
        "disabled": None,
    }
    changed = desk.manager.patch(base, json={"name": "Office", "disabled": True, "useForTranslation": None})
    assert changed.json() == {**shown, "name": "Office", "disabled": changed.json()["disabled"]}
    assert changed.json()["disabled"].endswith("Z")
    listed = desk.linguist.get(BASES, params={"accountId": desk.account, "limit": 500}).json()
    assert changed.json() in listed["termBases"]
    assert desk.manager.delete(base).status_code == 204
    gone = desk.linguist.get(base)
    assert (gone.status_code, gone.json()) == (404, {"detail": f"There is no term base {shown['id']}."})


def test_v5_linguists_read_and_edit_concepts_and_managers_the_rest(desk: Desk) -> None:
    base = desk.make()
    assert desk.linguist.post(f"{base}/concepts", json=CONCEPT).status_code == 201
    refused = [
        desk.linguist.post(BASES, json={"accountId": desk.account, "name": "x"}),
        desk.linguist.patch(base, json={"name": "x"}),
        desk.linguist.delete(base),
        send(desk.linguist, base, CSV),
        desk.linguist.get(f"{base}/export"),
    ]
    assert [answer.status_code for answer in refused] == [403] * 5
    assert desk.linguist.get(base).json()["name"] == "Printers"


def test_customers_have_no_part_in_it(desk: Desk, production: Customer) -> None:
    base = desk.make()
    for path in (BASES, base, f"{base}/concepts", f"{base}/export"):
        assert production.client.get(path).status_code == 403
    assert httpx2.get(f"{production.client.base_url}{base}", timeout=CEILING).status_code == 401


def test_v5_a_concept_is_made_found_changed_and_taken_out(desk: Desk) -> None:
    base = desk.make()
    made = desk.linguist.post(f"{base}/concepts", json=CONCEPT)
    assert (made.status_code, made.headers["Location"]) == (201, f"{base}/concepts/1")
    shown = made.json()
    assert shown == {
        "id": 1,
        "key": "P-7",
        "version": 1,
        "definition": "Keeps dust out",
        "domain": "printers",
        "note": "",
        "doNotTranslate": False,
        "createdAt": shown["createdAt"],
        "changedAt": None,
        "terms": [
            term("de", "Deckel", partOfSpeech="noun", gender="masculine"),
            term("de", "Klappe", status="forbidden", match="exact", note="is another part"),
            term("en", "cover", match="stem", forms=["covers"]),
        ],
        "alsoIn": [],
    }
    found = desk.linguist.get(f"{base}/concepts", params={"search": "COVERS", "language": "en"}).json()
    assert found["concepts"] == [{name: value for name, value in shown.items() if name != "alsoIn"}]
    assert desk.linguist.get(f"{base}/concepts", params={"status": "admitted"}).json()["concepts"] == []
    change = {"version": 1, "terms": [{"language": "en", "text": "lid"}]}
    changed = desk.linguist.put(f"{base}/concepts/1", json=change)
    assert (changed.status_code, changed.json()["version"], changed.json()["key"]) == (200, 2, "P-7")
    late = desk.linguist.put(f"{base}/concepts/1", json=change)
    assert late.status_code == 409
    assert late.json()["detail"].startswith("Concept 1 was changed meanwhile: its version is 2, not 1.")
    assert desk.linguist.delete(f"{base}/concepts/1", params={"version": 1}).status_code == 409
    assert desk.linguist.delete(f"{base}/concepts/1", params={"version": 2}).status_code == 204
    assert desk.linguist.get(f"{base}/concepts/1").status_code == 404
    old = desk.linguist.get(f"{base}/concepts", params={"version": 1}).json()["concepts"]
    assert [concept["terms"][0]["text"] for concept in old] == ["Deckel"]
    versions = desk.linguist.get(f"{base}/versions", params={"limit": 2}).json()
    assert [
        (one["version"], one["added"], one["changed"], one["removed"]) for one in versions["versions"]
    ] == [
        (3, 0, 0, 1),
        (2, 0, 1, 0),
    ]
    assert versions["metadata"]["nextPage"] == 2


def test_all_that_is_wrong_with_a_concept_is_reported(desk: Desk) -> None:
    base = desk.make()
    terms = [{"language": "en", "text": ""}, {"language": "en", "text": "<b>x</b>"}]
    refused = desk.linguist.post(f"{base}/concepts", json={"key": "k" * 256, "terms": terms})
    assert refused.status_code == 400
    assert refused.json() == [
        {"code": "TERM_INVALID", "message": "terms[0]: the term is empty.", "hints": USUAL_HINT},
        {
            "code": "TERM_INVALID",
            "message": "terms[1]: the term has tags; write it as plain text.",
            "hints": USUAL_HINT,
        },
        {"code": "TEXT_TOO_LONG", "message": "key is longer than 255 characters.", "hints": USUAL_HINT},
    ]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, [["body", "terms"]]),
        ({"terms": [{"language": "english!", "text": "x"}]}, [["body", "terms", 0, "language"]]),
        ({"terms": [{"language": "en", "text": "a\0b"}]}, [["body", "terms", 0, "text"]]),
        ({"terms": [{"language": "en", "text": "x", "status": "loved"}]}, [["body", "terms", 0, "status"]]),
        ({"terms": "x", "version": -1}, [["body", "terms"]]),
    ],
    ids=["nothing", "language", "U+0000", "status", "no list"],
)
def test_shapes_are_checked(desk: Desk, body: dict[str, Any], fields: list[list[Any]]) -> None:
    refused = desk.linguist.post(f"{desk.make()}/concepts", json=body)
    assert refused.status_code == 422
    assert [item["loc"] for item in refused.json()["detail"]] == fields


@pytest.mark.parametrize("id_", ["0", "x", str(2**31)])
def test_ids_that_can_be_none(desk: Desk, id_: str) -> None:
    assert desk.linguist.get(f"{BASES}/{id_}").status_code == 422
    assert desk.linguist.get(f"{BASES}/1/concepts/{id_}").status_code == 422


def test_an_unknown_account_or_a_bad_name_breaks_a_rule(desk: Desk) -> None:
    unknown = desk.manager.post(BASES, json={"accountId": 2**31 - 1, "name": "x"})
    assert (unknown.status_code, unknown.json()[0]["code"]) == (400, "ACCOUNT_NOT_FOUND")
    assert desk.manager.post(BASES, json={"accountId": desk.account, "name": " "}).status_code == 400


def test_v5_a_file_is_imported_and_exported_again(desk: Desk) -> None:
    base = desk.make("Gedruckt / 印刷")
    dry = send(desk.manager, base, CSV, dryRun="true")
    report = {
        "kind": "table",
        "dryRun": True,
        "version": 0,
        "read": 2,
        "added": 2,
        "updated": 0,
        "unchanged": 0,
        "removed": 0,
        "refused": 0,
        "problems": [],
        "problemCount": 0,
    }
    assert (dry.status_code, dry.json()) == (200, report)
    assert send(desk.manager, base, CSV).json() == {**report, "dryRun": False, "version": 1}
    kinds = {"csv": "text/csv; charset=utf-8", "tbx": "application/x-tbx", "tbx2": "application/x-tbx"}
    for file_format, kind in kinds.items():
        exported = desk.manager.get(f"{base}/export", params={"format": file_format})
        assert (exported.status_code, exported.headers["Content-Type"]) == (200, kind)
        assert (
            "filename*=UTF-8''Gedruckt%20_%20%E5%8D%B0%E5%88%B7." in exported.headers["Content-Disposition"]
        )
        again = send(desk.manager, base, exported.content, mode="replace").json()
        assert again == {
            **report,
            "kind": again["kind"],
            "dryRun": False,
            "version": 1,
            "added": 0,
            "unchanged": 2,
        }
    empty = desk.manager.get(f"{base}/export", params={"format": "csv", "version": 0})
    assert empty.content == b"\xef\xbb\xbf\r\n"
    assert desk.manager.get(f"{base}/export", params={"version": 2}).status_code == 404


def test_problems_of_a_file_are_reported_by_line(desk: Desk) -> None:
    answer = send(desk.manager, desk.make(), "en;de\ntray;Fach\n<b>a</b>;\nlid;<i>Deckel</i>\n").json()
    assert (answer["read"], answer["added"], answer["refused"], answer["problemCount"]) == (3, 2, 1, 3)
    assert [(problem["line"], problem["effect"]) for problem in answer["problems"]] == [
        (3, "part-left-out"),
        (3, "entry-left-out"),
        (4, "part-left-out"),
    ]
    assert "Deckel" not in str(answer)


def test_what_is_not_a_file_of_terms_is_refused(desk: Desk) -> None:
    base = desk.make()
    refused = send(desk.manager, base, b"PK\x03\x04\0\0")
    assert refused.status_code == 400
    assert refused.json()[0]["message"].startswith("The file is not text")
    assert send(desk.manager, base, CSV, mode="guess").status_code == 422
    assert desk.manager.post(f"{base}/imports", json={}).status_code == 422
    assert desk.manager.post(f"{BASES}/999999/imports", files={"file": ("a", CSV)}).status_code == 404


def test_a_file_may_be_larger_than_json_and_not_endless(desk: Desk) -> None:
    base = desk.make()
    large = "en,de,note\n" + f"tray,Fach,{'x' * 900}\n" + "," * 3_000_000
    assert send(desk.manager, base, large).status_code == 200
    refused = send(desk.manager, base, b"x" * (22 * 1024 * 1024))
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("File too large: at most 20971520 bytes")


def test_every_change_is_in_the_audit_log(desk: Desk) -> None:
    base = desk.make()
    desk.linguist.post(f"{base}/concepts", json=CONCEPT)
    send(desk.manager, base, CSV)
    desk.manager.delete(base)
    subject = f"term-base:{base.rpartition('/')[2]}"
    entries = desk.admin.get("/provider/v1/audit-log", params={"subject": subject}).json()["entries"]
    assert [(entry["action"], entry["accountId"]) for entry in entries] == [
        ("term-base.deleted", desk.account),
        ("term-base.imported", desk.account),
        ("term-base.concept-created", desk.account),
        ("term-base.created", desk.account),
    ]
    assert "Deckel" not in str(entries)
