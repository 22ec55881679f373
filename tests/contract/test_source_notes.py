"""Comments for translators in a customer's file reach the linguists (P12, V2): segments, both packages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from tests.contract.conftest import Customer, Staffed
from tests.contract.test_translations import XLIFF, wait_for
from tests.projects.exchange.omegat import translate

PO: Final = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#. On the button & in the menu,
#. at most 12 letters
msgid "Save the file"
msgstr ""

msgid "Nothing is said here"
msgstr ""
"""
NOTE: Final = "On the button & in the menu,\nat most 12 letters"
SPANISH: Final = [("Save the file", "Guardar"), ("Nothing is said here", "Nada se dice")]


def order(customer: Customer) -> str:
    """A started project of people's translation with one catalogue; the path of its translation."""
    client = customer.client
    services = client.get("/project/v1/services").json()
    human = next(one["id"] for one in services if "human" in str(one).lower())
    answer = client.post("/project/v1/projects", json={"title": "Program", "serviceId": human})
    project = answer.json()["id"]
    sent = client.post(
        f"/project/v1/projects/{project}/files",
        files={"file": ("program.po", PO.encode())},
        data={"sourceLanguage": "en", "targetLanguages": "es"},
    )
    assert sent.status_code == 201, sent.text
    assert client.post(f"/project/v1/projects/{project}/do-start").status_code in (200, 202)
    (translation,) = sent.json()["translations"]
    return f"/provider/v1/projects/{project}/translations/{translation['id']}"


def notes_of(text: str, unit: str, note: str) -> dict[str, list[str | None]]:
    """The notes of each unit of a package by its source."""
    found = {}
    for element in ElementTree.fromstring(text).findall(f".//{{*}}{unit}"):
        source = element.find(".//{*}source")
        assert source is not None
        found["".join(source.itertext())] = [one.text for one in element.findall(note)]
    return found


def test_v2_comments_of_the_source_file_reach_linguists(production: Customer, staff: Staffed) -> None:
    linguist, path = staff("linguist"), order(production)
    wait_for(linguist, path, "open")
    listed = linguist.get(f"{path}/segments").json()["segments"]
    assert [(one["source"], one["note"]) for one in listed] == [
        ("Save the file", NOTE),
        ("Nothing is said here", None),
    ]
    expected = {"Save the file": [NOTE], "Nothing is said here": []}
    new = linguist.get(f"{path}/xliff", params={"version": "2.1"}).text
    assert notes_of(new, "unit", "{*}notes/{*}note") == expected
    old = linguist.get(f"{path}/xliff", params={"version": "1.2"}).text
    assert notes_of(old, "trans-unit", "{*}note") == expected

    for source, target in SPANISH:
        new = re.sub(
            rf'state="initial"><source>{source}</source>',
            f'state="final"><source>{source}</source><target>{target}</target>',
            new,
        )
    done = linguist.put(f"{path}/xliff", content=new.encode(), headers=XLIFF).json()
    assert (done["changed"], done["problems"]) == (2, [])


@pytest.mark.skipif(shutil.which("omegat") is None, reason="OmegaT is not installed")
def test_v2_what_omegat_makes_of_a_package_with_notes_comes_back(
    production: Customer, staff: Staffed, tmp_path: Path
) -> None:
    linguist, path = staff("linguist"), order(production)
    wait_for(linguist, path, "open")
    archive = linguist.get(f"{path}/omegat")
    made, _ = translate(tmp_path / "omegat", archive.content, SPANISH)
    done = linguist.put(f"{path}/xliff", content=made, headers=XLIFF).json()
    assert (done["changed"], done["problems"]) == (2, [])
    listed = linguist.get(f"{path}/segments").json()["segments"]
    assert [(one["target"], one["note"]) for one in listed] == [("Guardar", NOTE), ("Nada se dice", None)]
