"""Clause T11 over HTTP: `auto`, low lines in codes, several targets, chosen assets, context."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dragoman.memories.model import Context
from tests.contract.conftest import Customer, Staffed
from tests.contract.documents import submit, translated
from tests.contract.test_text_assets import as_owner
from tests.contract.text_requests import ask, make_base, post, refusal
from tests.live import LiveService
from tests.translation.assets import Owner, unit

ENGLISH = "Good morning everybody, the big house is red and the dog eats."
SPANISH = "Buenos días a todos, la casa grande es roja y el perro come."
UNKNOWN = {"id": 2_000_000_000}


@pytest.fixture(scope="module")
def owner(live: LiveService) -> Iterator[Customer]:
    account = live.create_account("Additions Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off")
    with live.client(application) as client:
        yield Customer(account=account, application=application, client=client)


def test_t11_the_specified_form_is_answered_as_ever(production: Customer) -> None:
    sent = {"source": "en", "target": "es", "segments": [{"text": "The house is red."}]}
    assert post(production.client, sent).content == b'{"translations":[{"translation":"La casa es roja."}]}'
    for left_out, location in (("target", "target"), ("source", "source"), ("segments", "segments")):
        body = {name: value for name, value in sent.items() if name != left_out}
        answer = post(production.client, body)
        assert answer.status_code == 422
        assert answer.json() == {
            "detail": [{"loc": ["body", location], "msg": "Field required", "type": "missing"}]
        }


def test_t11_auto_is_detected_over_all_segments_and_reported(production: Customer) -> None:
    texts = (SPANISH, "OK", "123", "La casa")
    found = ask(production.client, *texts, source="auto", target="en")
    assert found["detectedSource"] == "es"
    assert found["translations"] == ask(production.client, *texts, source="es", target="en")["translations"]
    assert set(found["translations"][0]) == {"translation"}
    assert "detectedSource" not in ask(production.client, ENGLISH)


def test_t11_auto_is_read_in_any_case_and_explained(production: Customer) -> None:
    body = {"source": "AUTO", "target": "es", "segments": [{"text": ENGLISH}]}
    answer = post(production.client, body, explain="true").json()
    assert answer["detectedSource"] == "en"
    assert answer["translations"][0]["origin"] == "engine"


@pytest.mark.parametrize("texts", [("OK",), ("123 456",), ("",), (ENGLISH, SPANISH), ("😀", "{name}")])
def test_t11_e1_an_unsure_language_is_refused_with_candidates(
    production: Customer, texts: tuple[str, ...]
) -> None:
    detail = refusal(production.client, *texts, source="auto", target="ca")
    assert "`source`" in detail
    candidates = detail.partition("Candidates: ")[2].split(", ")
    assert "es" in candidates
    assert "ca" not in candidates


@pytest.mark.parametrize("targets", [["xx"], ["es", "xx"]])
def test_t11_t3_an_unsure_language_without_any_candidate_is_an_unsupported_pair(
    production: Customer, targets: list[str]
) -> None:
    detail = refusal(production.client, "OK", source="auto", target=None, targets=targets)
    assert detail == f"Language pair (auto -> {', '.join(targets)}) is not supported"


def test_t11_one_quotation_does_not_make_a_text_mixed(production: Customer) -> None:
    assert ask(production.client, *[ENGLISH] * 9, SPANISH, source="auto")["detectedSource"] == "en"


def test_t11_context_helps_to_detect_and_is_neither_translated_nor_counted(owner: Customer) -> None:
    before = owner.client.get("/v2/usage").json()["total"]
    assert "Candidates" in refusal(owner.client, "Hola", source="auto", target="en")
    found = ask(owner.client, "Hola", source="auto", target="en", context=SPANISH)
    assert (found["detectedSource"], len(found["translations"])) == ("es", 1)
    after = owner.client.get("/v2/usage").json()["total"]
    assert after["characters"] - before["characters"] == len("Hola")


def test_t11_t3_what_was_detected_must_be_supported_too(production: Customer) -> None:
    assert refusal(production.client, SPANISH, source="auto") == "Language pair (es -> es) is not supported"


@pytest.mark.parametrize(("source", "target"), [("en_GB", "es_MX"), ("EN_us", "es"), ("en", "ES_es")])
def test_t3_t11_low_lines_are_read_as_hyphens(production: Customer, source: str, target: str) -> None:
    found = ask(production.client, "The house is red.", source=source, target=target)
    assert found == {"translations": [{"translation": "La casa es roja."}]}


def test_t11_d1_low_lines_in_documents(production: Customer) -> None:
    sent = translated(production.client, "The house.", name="a.txt", source="en_GB", target="es_ES")
    assert sent == b"La casa."


def test_t11_several_targets_are_answered_by_their_codes(production: Customer) -> None:
    found = ask(production.client, "The house is red.", "123", target=None, targets=["es", "ca", "es_MX"])
    first, second = found["translations"]
    assert set(first) == set(second) == {"translations"}
    assert first["translations"]["es"] == first["translations"]["es_MX"] == "La casa es roja."
    assert list(first["translations"]) == ["es", "ca", "es_MX"]
    alone = ask(production.client, "The house is red.", target="ca")["translations"][0]["translation"]
    assert first["translations"]["ca"] == alone
    assert second["translations"] == {"es": "123", "ca": "123", "es_MX": "123"}


def test_t6_t11_several_targets_are_explained_each(production: Customer) -> None:
    body = {"source": "auto", "targets": ["es", "ca"], "segments": [{"text": ENGLISH}]}
    found = post(production.client, body, explain="true").json()
    [item] = found["translations"]
    assert found["detectedSource"] == "en"
    assert set(item) == {"translations", "details"}
    alone = post(
        production.client, {"source": "en", "target": "ca", "segments": [{"text": ENGLISH}]}, explain="true"
    ).json()["translations"][0]
    assert item["details"]["ca"] == alone
    assert item["translations"]["es"] == item["details"]["es"]["translation"]


def test_t9_t11_each_target_is_counted(owner: Customer) -> None:
    before = owner.client.get("/v2/usage").json()["total"]
    ask(owner.client, "The house is red.", "Dog", target=None, targets=["es", "ca", "pt"])
    after = owner.client.get("/v2/usage").json()["total"]
    grown = {name: after[name] - before[name] for name in ("characters", "words", "segments")}
    assert grown == {"characters": 3 * 20, "words": 3 * 5, "segments": 3 * 2}


@pytest.mark.parametrize(
    ("fields", "location", "kind"),
    [
        ({"target": "es", "targets": ["ca"]}, "target", "target_or_targets"),
        ({"target": None, "targets": []}, "targets", "targets_empty"),
        ({"target": None, "targets": ["es", "ES"]}, "targets", "targets_repeated"),
        ({"termBaseIds": [1, 2, 3, 4, 5, 6]}, "termBaseIds", "too_long"),
        ({"translationMemoryId": "1"}, "translationMemoryId", "int_type"),
        ({"context": "a\x00b"}, "context", "nul_character"),
    ],
)
def test_t11_e2_fields_that_contradict_or_are_malformed(
    production: Customer, fields: dict[str, Any], location: str, kind: str
) -> None:
    [item] = refusal(production.client, **fields)
    assert (item["loc"], item["type"]) == (["body", location], kind)


def test_t2_t11_targets_have_limits(production: Customer) -> None:
    many = [f"es-x-{number:02}" for number in range(21)]
    assert "at most 20 targets; this one has 21" in refusal(production.client, target=None, targets=many)
    texts = ["a" * 10_000] * 6
    detail = refusal(production.client, *texts, target=None, targets=["es", "ca"])
    assert "60000 x 2 = 120000" in detail
    assert "context" in refusal(production.client, context="a" * 10_001)


def test_t11_t3_one_unsupported_target_is_named(production: Customer) -> None:
    detail = refusal(production.client, target=None, targets=["es", "tlh"])
    assert detail == "Language pair (en -> tlh) is not supported"


def test_t11_chosen_term_bases_are_used_in_their_order(owner: Customer, staff: Staffed) -> None:
    first = make_base(staff, owner.account, "First", ("printer", "aparato"))
    second = make_base(staff, owner.account, "Second", ("printer", "máquina"), ("dog", "can"))
    enforced = make_base(staff, owner.account, "Enforced", ("printer", "impresorota"), useForTranslation=True)

    def made(**fields: Any) -> str:
        return str(ask(owner.client, "The printer and the dog.", **fields)["translations"][0]["translation"])

    assert "impresorota" in made()
    assert "aparato" in (both := made(termBaseIds=[first, second]))
    assert "can" in both.rstrip(".").split()
    assert "máquina" in made(termBaseIds=[second, first])
    assert "perro" in made(termBaseIds=[first])
    free = made(termBaseIds=[])
    assert not {"impresorota", "aparato", "máquina"} & set(free.split())
    # A change holds for the next request.
    concept = {"terms": [{"language": "en", "text": "dog"}, {"language": "es", "text": "chucho"}]}
    staff("manager").post(f"/provider/v1/term-bases/{first}/concepts", json=concept)
    assert "chucho" in made(termBaseIds=[first, second])
    staff("manager").patch(f"/provider/v1/term-bases/{enforced}", json={"disabled": True})
    assert f"The term base {enforced} is disabled" in refusal(owner.client, termBaseIds=[enforced])


def test_t11_precedence_holds_against_what_the_engine_says_and_a_later_base_forbids(
    owner: Customer, staff: Staffed
) -> None:
    """The engine says what the second base asks for: the first one holds. A later one cannot forbid it."""
    plain = make_base(staff, owner.account, "Plain", ("house", "casa"))
    own = make_base(staff, owner.account, "Own", ("house", "vivienda"))
    client = staff("manager")
    against = make_base(staff, owner.account, "Against")
    forbidden = {"terms": [{"language": "es", "text": "vivienda", "status": "forbidden"}]}
    assert client.post(f"/provider/v1/term-bases/{against}/concepts", json=forbidden).status_code == 201
    body = {"source": "en", "target": "es", "segments": [{"text": "The house is red."}]}
    item = post(owner.client, {**body, "termBaseIds": [own, plain, against]}, explain="true").json()
    [shown] = item["translations"]
    assert "vivienda" in shown["translation"]
    assert shown["terms"] == [
        {"source": "house", "target": "vivienda", "applied": True, "method": "replaced"}
    ]
    assert "TERM_FORBIDDEN" not in {issue["code"] for issue in shown["issues"]}


def test_t11_another_accounts_ids_are_refused_as_absent_ones(
    production: Customer, owner: Customer, staff: Staffed
) -> None:
    base = make_base(staff, owner.account, "Secret", ("dog", "can"))
    memory = staff("manager").post(
        "/provider/v1/translation-memories", json={"accountId": owner.account, "name": "Secret"}
    )
    for name, number in (("termBaseIds", base), ("translationMemoryId", memory.json()["id"])):
        answers = [
            refusal(production.client, **{name: [one] if name == "termBaseIds" else one})
            for one in (number, UNKNOWN["id"])
        ]
        assert answers[0].replace(str(number), "N") == answers[1].replace(str(UNKNOWN["id"]), "N")


def test_t11_a_chosen_memory_is_looked_into_alone(live: LiveService, owner: Customer) -> None:
    async def equip(one: Owner) -> None:
        await one.add_memory(unit("The cat eats.", "El minino come."))
        await one.add_memory(unit("The cat eats.", "El gatito come."), used=False)

    as_owner(live, owner, equip)
    memories = owner.client.get("/project/v1/translation-memories").json()
    used, unused = (
        [one["id"] for one in memories if one["useForTranslation"] is is_used and not one["primary"]]
        for is_used in (True, False)
    )
    assert ask(owner.client, "The cat eats.")["translations"] == [{"translation": "El minino come."}]
    for wanted, text in ((unused[-1], "El gatito come."), (used[-1], "El minino come.")):
        found = ask(owner.client, "The cat eats.", translationMemoryId=wanted)
        assert found["translations"] == [{"translation": text}]


def test_t11_context_chooses_among_a_memorys_translations(live: LiveService, owner: Customer) -> None:
    kept = (
        unit("Open", "Abierto", context=Context(previous="Opening hours", next="Closed")),
        unit("Open", "Abrir", context=Context(previous="The file", next="Save")),
    )
    memory = as_owner(live, owner, lambda one: one.add_memory(*kept, used=False))

    def explained(**fields: str) -> dict[str, Any]:
        body = {"source": "en", "target": "es", "segments": [{"text": "Open"}], "translationMemoryId": memory}
        [item] = post(owner.client, {**body, **fields}, explain="true").json()["translations"]
        return dict(item)

    assert explained()["memory"]["score"] < 100
    for context, said in (
        ("Our opening  hours\nOpen\nClosed on Sundays", "Abierto"),
        ("The file: Open. Save. Close.", "Abrir"),
    ):
        found = explained(context=context)
        assert (found["translation"], found["memory"]["score"]) == (said, 101)
    # Neighbours in another order, or as parts of other words, are none.
    for context in ("Closed. Open. Opening hours", "The files: Open. Saved."):
        assert explained(context=context)["memory"]["score"] < 100


def test_t11_d1_documents_choose_term_bases_and_a_memory(
    live: LiveService, owner: Customer, staff: Staffed
) -> None:
    base = make_base(staff, owner.account, "For documents", ("horse", "corcel"))
    memory = as_owner(
        live, owner, lambda one: one.add_memory(unit("The cow eats.", "La res come."), used=False)
    )
    text = "The horse is red.\n\nThe cow eats.\n"
    fields = {"name": "a.txt", "termBaseIds": str(base), "translationMemoryId": str(memory)}
    made = translated(owner.client, text, **fields).decode()
    assert "corcel" in made
    assert "La res come." in made
    assert "corcel" not in translated(owner.client, text, name="a.txt").decode()
    answer = submit(owner.client, text, name="a.txt", termBaseIds="2000000000")
    assert (answer.status_code, answer.json()) == (422, {"detail": "There is no term base 2000000000."})
