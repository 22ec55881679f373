"""V2: two linguists' packages of one translation, over HTTP and by the operator's command."""

from __future__ import annotations

import re
from pathlib import Path

from tests.contract.conftest import Customer, Staffed
from tests.contract.test_translations import XLIFF, order, wait_for
from tests.live import LiveService


def say(package: str, text: str) -> str:
    """The package with a translation of its first sentence."""
    source = "<source>The red book is big.</source>"
    before, _, after = package.partition(source)
    before = before[: before.rindex('state="')] + re.sub(
        'state="[a-z]+"', 'state="translated"', before[before.rindex('state="') :]
    )
    return f"{before}{source}<target>{text}</target>{after}"


def test_v2_what_was_changed_since_the_export_stays(
    live: LiveService, production: Customer, staff: Staffed, tmp_path: Path
) -> None:
    linguist = staff("linguist")
    project, path = order(production)
    wait_for(linguist, path, "open")
    package = linguist.get(f"{path}/xliff").text
    hers = linguist.put(f"{path}/xliff", content=say(package, "El libro rojo.").encode(), headers=XLIFF)
    assert (hers.json()["changed"], hers.json()["problems"]) == (1, [])
    his = say(package, "El libro colorado.").encode()
    answer = linguist.post(f"{path}/xliff", files={"file": ("his.xlf", his)}).json()
    (problem,) = answer["problems"]
    assert (answer["changed"], problem["segment"], problem["code"]) == (0, 0, "CHANGED_SINCE_EXPORT")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", problem["changedAt"])
    assert first(linguist.get(f"{path}/segments").json()) == "El libro rojo."
    assert linguist.put(f"{path}/xliff?overwrite=maybe", content=his).status_code == 422

    (tmp_path / "his.xlf").write_bytes(his)
    words = ("translation", "import", str(project), path.rpartition("/")[2], str(tmp_path / "his.xlf"))
    assert live.admin(*words)["problems"] == [problem]
    assert live.admin(*words, "--overwrite")["changed"] == 1
    assert first(linguist.get(f"{path}/segments").json()) == "El libro colorado."
    back = linguist.put(
        f"{path}/xliff", params={"overwrite": "true"}, content=say(package, "El libro rojo.").encode()
    )
    assert (back.json()["changed"], back.json()["problems"]) == (1, [])
    log = staff("admin").get("/provider/v1/audit-log", params={"subject": f"translation:{words[3]}"}).json()
    assert [entry["details"].get("overwrite") for entry in log["entries"]] == [
        True,
        True,
        False,
        False,
        False,
        None,
    ]


def first(page: dict[str, list[dict[str, str]]]) -> str:
    return page["segments"][0]["target"]
