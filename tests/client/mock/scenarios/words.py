"""Customers' own memories, term bases and style guides (P17)."""

from __future__ import annotations

from uuid import uuid4

from tests.client.mock.exchanges import Recorder
from tests.contract.own_words import BASES, CSV, GUIDES, MEMORIES, TBX, TMX

UNIT = {"sourceLanguage": "en", "targetLanguage": "es", "source": "A <1>cat</1>", "target": "Un <1>gato</1>"}
UNKNOWN = 2_000_000


def keep_memories(call: Recorder) -> None:
    """A memory, its units, an import and an export."""
    made = call("memory: create", "POST", MEMORIES, json={"name": f"Memory {uuid4()}"}).json()
    one = f"{MEMORIES}/{made['id']}"
    call("memory: name taken", "POST", MEMORIES, json={"name": made["name"]})
    call("memory: no name", "POST", MEMORIES, json={})
    call("memory: read", "GET", one)
    call("memory: change", "PATCH", one, json={"name": f"Memory {uuid4()}", "useForTranslation": True})
    call("memory: change badly", "PATCH", one, json={"name": 5})
    unit = call("unit: create", "POST", f"{one}/units", json=UNIT).json()
    call("unit: create again", "POST", f"{one}/units", json={**UNIT, "target": "Otro <1>gato</1>"})
    call("unit: no target", "POST", f"{one}/units", json={"sourceLanguage": "en"})
    call("unit: same language", "POST", f"{one}/units", json={**UNIT, "targetLanguage": "en"})
    call("unit: listed", "GET", f"{one}/units")
    call("unit: searched", "GET", f"{one}/units?search=cat&limit=1")
    call("unit: bad limit", "GET", f"{one}/units?limit=0")
    call("unit: read", "GET", f"{one}/units/{unit['id']}")
    version = call.get(f"{one}/units/{unit['id']}")["version"]
    call(
        "unit: change",
        "PATCH",
        f"{one}/units/{unit['id']}",
        json={"version": version, "target": "Un <1>felino</1>"},
    )
    call(
        "unit: change of an old one",
        "PATCH",
        f"{one}/units/{unit['id']}",
        json={"version": version, "target": "x"},
    )
    call("unit: change nothing", "PATCH", f"{one}/units/{unit['id']}", json={})
    call("unit: unknown", "GET", f"{one}/units/{UNKNOWN}")
    call("memory: export", "GET", f"{one}/export")
    call("memory: duplicates", "GET", f"{one}/duplicates")
    sent = call(
        "memory: import",
        "POST",
        f"{one}/imports?fileName=a.tmx",
        content=TMX,
        headers={"Content-Type": "application/x-tmx+xml"},
    )
    number = sent.json()["id"]
    call.wait(f"{one}/imports/{number}", lambda found: found["status"] not in {"WAITING", "RUNNING"})
    call("memory: import read", "GET", f"{one}/imports/{number}")
    call("memory: imports", "GET", f"{one}/imports")
    call("memory: unknown import", "GET", f"{one}/imports/{UNKNOWN}")
    number = call("memory: import of no TMX", "POST", f"{one}/imports", content=b"no").json()["id"]
    call.wait(f"{one}/imports/{number}", lambda found: found["status"] not in {"WAITING", "RUNNING"})
    call("memory: import of no TMX read", "GET", f"{one}/imports/{number}")
    call("memory: import as a form", "POST", f"{one}/imports", files={"file": ("b.tmx", TMX)})
    call("unit: delete", "DELETE", f"{one}/units/{unit['id']}")
    call("unit: delete again", "DELETE", f"{one}/units/{unit['id']}")
    call("memory: delete", "DELETE", one)
    call("memory: deleted", "GET", one)
    call("memory: units of the deleted", "GET", f"{one}/units")


def keep_term_bases(call: Recorder) -> None:
    """A term base, its concepts, imports and exports."""
    made = call("term base: create", "POST", BASES, json={"name": f"Base {uuid4()}"}).json()
    one = f"{BASES}/{made['id']}"
    call("term base: name taken", "POST", BASES, json={"name": made["name"]})
    call("term base: no name", "POST", BASES, json={})
    call("term base: read", "GET", one)
    call("term base: change", "PATCH", one, json={"name": f"Base {uuid4()}"})
    terms = [{"language": "en", "text": "paper"}, {"language": "es", "text": "papel"}]
    concept = call("concept: create", "POST", f"{one}/concepts", json={"terms": terms}).json()
    twice = [{"language": "en", "text": "same"}] * 2
    call("concept: a term twice", "POST", f"{one}/concepts", json={"terms": twice})
    call(
        "concept: an empty term", "POST", f"{one}/concepts", json={"terms": [{"language": "en", "text": " "}]}
    )
    call("concept: no terms", "POST", f"{one}/concepts", json={"terms": []})
    call("concept: bad term", "POST", f"{one}/concepts", json={"terms": [{"language": "e"}]})
    path = f"{one}/concepts/{concept['concept']['id'] if 'concept' in concept else concept['id']}"
    call("concept: listed", "GET", f"{one}/concepts")
    call("concept: searched", "GET", f"{one}/concepts?search=pap&language=en")
    call("concept: read", "GET", path)
    call("concept: replace", "PUT", path, json={"terms": terms, "definition": "Sheets", "version": 1})
    call("concept: unknown", "GET", f"{one}/concepts/{UNKNOWN}")
    call("term base: versions", "GET", f"{one}/versions")
    call("term base: export", "GET", f"{one}/export")
    call("term base: export as CSV", "GET", f"{one}/export?format=csv")
    call("term base: export as another", "GET", f"{one}/export?format=xls")
    pair = {"sourceLanguage": "en", "targetLanguage": "es"}
    for name, entries in (
        ("a list", [{"source": "ink", "target": "tinta"}]),
        ("text", "ink\ttinta\npaper\tpapel"),
        ("half a line", "ink,tinta\npaper"),
        ("an empty term", [{"source": "", "target": "tinta"}]),
    ):
        body = {"name": f"Base {uuid4()}", **pair, "entries": entries}
        call(f"term base: entries as {name}", "POST", BASES, json=body)
    call("term base: entries of no language", "POST", BASES, json={"name": "x", "entries": "ink,tinta"})
    for name, body, kind in (
        ("a.csv", CSV, "text/csv"),
        ("a.tbx", TBX, "application/x-tbx"),
        ("broken.tbx", b"<tbx", "application/x-tbx"),
    ):
        sent = call(
            f"term base: import {name}",
            "POST",
            f"{one}/imports?fileName={name}",
            content=body,
            headers={"Content-Type": kind},
        )
        number = sent.json()["id"]
        call.wait(f"{one}/imports/{number}", lambda found: found["status"] not in {"WAITING", "RUNNING"})
        call(f"term base: import of {name} read", "GET", f"{one}/imports/{number}")
    call("term base: imports", "GET", f"{one}/imports")
    call("concept: delete", "DELETE", path)
    call("concept: deleted", "GET", path)
    call("term base: delete", "DELETE", one)
    call("term base: deleted", "GET", one)


def keep_style_guides(call: Recorder) -> None:
    """A style guide."""
    made = call("style guide: create", "POST", GUIDES, json={"name": f"Guide {uuid4()}"}).json()
    one = f"{GUIDES}/{made['id']}"
    call("style guide: no name", "POST", GUIDES, json={})
    call("style guide: read", "GET", one)
    call("style guide: change", "PATCH", one, json={"formality": "formal"})
    call("style guide: change badly", "PATCH", one, json={"formality": "very"})
    call("style guide: delete", "DELETE", one)
    call("style guide: deleted", "GET", one)
