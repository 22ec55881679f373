"""`/ui/memories` and `/ui/memory-sets`: units, imports, settings and sets as people handle them."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.memories.conftest import write_file
from tests.waiting import wait_until

NUMBERS = itertools.count(1)


def new_memory(browser: Browser, *, file: bytes | None = None, **fields: str) -> str:
    """Create a memory in the dashboard; its address."""
    data = {"name": f"Manuals {next(NUMBERS)}", **fields}
    files = None if file is None else {"file": ("units.tmx", file)}
    shown = browser.post("/ui/memories/new", data, files=files)
    assert shown.status == 200, shown.words
    address = re.match(r"/ui/memories/\d+", shown.address)
    assert address is not None, shown.address
    if file is not None:
        wait_until(lambda: "Finished" in browser.get(shown.address).words)
    return address[0]


def add(browser: Browser, memory: str, source: str, target: str) -> str:
    """Add a unit; its address."""
    data = {"source_language": "en", "target_language": "de", "source": source, "target": target}
    shown = browser.post(f"{memory}/units/new", {**data, "confirmed": "yes"})
    assert shown.address.startswith(f"{memory}/units/"), shown.words
    return shown.address


def units(shown: Shown) -> list[str]:
    return [one.text_content() for one in shown.tree.xpath("//*[@id='units']//*[@class='tt'][1]")]


@pytest.fixture
def developer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("developer")


def test_imports_of_programs_have_the_names_of_their_applications(
    dashboard: Dashboard, developer: Browser
) -> None:
    memory = new_memory(developer)
    program = dashboard.live.create_application(dashboard.account, name="Content system")
    address = f"/project/v1/translation-memories/{memory.rpartition('/')[2]}/imports"
    with dashboard.live.client(program) as client:
        sent = client.post(address, files={"file": ("units.tmx", write_file(("Sun", "Sonne"), target="de"))})
    assert sent.status_code < 300, sent.text
    assert "by Content system" in developer.get(f"{memory}/imports").words


def test_a_memory_is_filled_by_a_file_whose_refused_units_are_told(developer: Browser) -> None:
    lone = b'<tu><tuv xml:lang="en"><seg>alone</seg></tuv></tu></body>'
    file = write_file(("Press reset", "Dr\u00fccken"), ("Sun", "Sonne"), target="de").replace(
        b"</body>", lone
    )
    memory = new_memory(developer, file=file)
    imports = developer.get(f"{memory}/imports")
    assert "3 units read · 2 added · 0 updated" in imports.words
    assert "Refused: 1 of 3. Show why" in imports.words
    one = next(link for link in imports.links if re.fullmatch(rf"{memory}/imports/\d+", link))
    assert "What could not be kept as it was" in developer.get(one).words
    assert "2 units · 1 direction" in developer.get(memory).words
    undone = developer.post(f"{one}/end", {"undo": "yes"})
    assert undone.address == one
    wait_until(lambda: "Undone" in developer.get(one).words)
    assert "0 units" in developer.get(memory).words


def test_a_search_marks_what_it_finds(developer: Browser) -> None:
    memory = new_memory(developer)
    for source in (
        "Press the <1>reset</1> button",
        "A button to press",
        "<script>alert(1)</script>".replace("<", "&lt;"),
    ):
        add(developer, memory, source, "Dr\u00fccken Sie")
    shown = developer.get(f"{memory}?search=press+button")
    assert len(units(shown)) == 2
    assert {one.text_content() for one in shown.tree.xpath("//mark")} == {"Press", "press", "button"}
    assert [
        one.get("aria-label") for one in shown.tree.xpath("//*[@id='units']//span[contains(@class,'chip')]")
    ] == [
        "Code 1 opens",
        "Code 1 closes",
    ]
    assert len(units(developer.get(f"{memory}?search=button+to&match=phrase"))) == 1
    assert units(developer.get(f"{memory}?search=press&side=target")) == []
    assert "Write at least one letter or digit." in developer.get(f"{memory}?search=%3F").words
    assert "<script>alert(1)</script>" in units(developer.get(memory))


def test_lists_go_on_where_they_ended(developer: Browser) -> None:
    pairs = [(f"Sentence {n}", f"Satz {n}") for n in range(120)]
    memory = new_memory(developer, file=write_file(*pairs, target="de"))
    found: list[str] = []
    address = memory
    while address:
        shown = developer.get(address)
        found += units(shown)
        address = next((link for link in shown.links if "after=" in link), "")
    assert found == [source for source, _ in pairs]


def test_both_versions_are_shown_when_a_unit_was_changed_meanwhile(
    dashboard: Dashboard, developer: Browser
) -> None:
    memory = new_memory(developer)
    unit = add(developer, memory, "Sun", "Sonne")
    number = unit.rsplit("/", 1)[1]
    mine = {"version": "1", f"target-{number}": "Die Sonne", "confirmed": "yes"}
    linguist = dashboard.sign_in("linguist")
    assert linguist.post(f"{unit}/edit", {**mine, f"target-{number}": "Eine Sonne"}).address == unit
    clash = developer.post(f"{unit}/edit", mine)
    assert (clash.status, clash.value_of(f"target-{number}")) == (409, "Die Sonne")
    assert "Provider changed this unit meanwhile. Nothing is lost: choose what stays." in clash.words
    assert "Eine Sonne" in clash.words
    kept = developer.post(f"{unit}/edit", {**mine, "version": "2"})
    assert (kept.status, kept.address) == (200, unit)
    assert "Die Sonne" in kept.words


def test_problems_of_a_unit_stand_at_its_fields(developer: Browser) -> None:
    memory = new_memory(developer)
    shown = developer.post(
        f"{memory}/units/new",
        {"source_language": "en", "target_language": "no language", "source": "a < b", "target": "x"},
    )
    assert (shown.status, shown.value_of("source")) == (422, "a < b")
    assert shown.text_of("#e-target_language") == "Write a language code, such as en, pt-BR or zh-Hans."
    shown = developer.post(
        f"{memory}/units/new",
        {"source_language": "en", "target_language": "de", "source": "a < b", "target": "x"},
    )
    assert "does not begin a tag" in shown.text_of("#e-source")


def test_units_are_deleted_when_it_is_confirmed(developer: Browser) -> None:
    memory = new_memory(developer)
    unit = add(developer, memory, "Sun", "Sonne")
    for word in ("One", "Two"):
        add(developer, memory, f"{word} house", "Haus")
    asked = developer.post(f"{unit}/delete", {"version": "1"})
    assert (asked.title, len(units(developer.get(memory)))) == ("Delete this unit?", 3)
    developer.post(f"{unit}/delete", {"version": "1", "confirmed": "yes"})
    assert len(units(developer.get(memory))) == 2
    every = f"{memory}/delete-units?search=house"
    assert "Delete 2 units" in developer.get(every).words
    refused = developer.post(every, {"number": "3"})
    assert refused.text_of("#e-number") == "The number of units is 2 now, not 3. Look at them again."
    assert developer.post(every, {"number": "2"}).address == memory
    assert units(developer.get(memory)) == []


@pytest.mark.parametrize(("language", "shown"), [("de", "1.200"), ("fr", "1 200")])
def test_the_number_of_units_is_typed_as_it_is_shown(developer: Browser, language: str, shown: str) -> None:
    doors = [(f"Door {number}", f"Tor {number}") for number in range(1200)]
    memory = new_memory(developer, file=write_file(*doors, target="de"))
    developer.get(f"/ui/language?language={language}&next={memory}")
    every = f"{memory}/delete-units?search=door"
    asked = developer.get(every)
    assert asked.text_of("//dd[@class='strong']") == shown
    assert shown in asked.text_of("//form//button[contains(@class, 'danger')]")
    assert developer.post(every, {"number": shown}).address == memory
    assert units(developer.get(memory)) == []


def test_settings_are_kept_and_a_memory_is_deleted_by_its_name(developer: Browser) -> None:
    memory = new_memory(developer, name="Memory to rename")
    taken = new_memory(developer, name="Name that is taken")
    assert "has a translation memory of this name" in developer.post(
        f"{memory}/settings", {"name": "Name that is taken"}
    ).text_of("#e-name")
    shown = developer.post(f"{memory}/settings", {"name": "Renamed", "use_for_translation": "yes"})
    assert (shown.title, "used in machine translation" in shown.words) == ("Renamed", True)
    refused = developer.post(f"{memory}/delete", {"typed_name": "renamed"})
    assert refused.text_of("#e-typed_name") == "Type the name of the memory as it is written above."
    assert developer.post(f"{memory}/delete", {"typed_name": "Renamed"}).address == "/ui/memories"
    assert (developer.get(memory).status, developer.get(taken).status) == (404, 200)


def test_a_memory_is_downloaded_by_direction(developer: Browser) -> None:
    memory = new_memory(developer)
    add(developer, memory, "Sun", "Sonne")
    whole = developer.client.get(f"{memory}/export?direction=en>de")
    assert whole.headers["content-type"] == "application/x-tmx+xml"
    assert "<seg>Sonne</seg>" in whole.text
    assert "<seg>" not in developer.client.get(f"{memory}/export?direction=en>fr").text


def test_customers_see_their_own_memories_only(dashboard: Dashboard, developer: Browser) -> None:
    memory = new_memory(developer, name="Only for Northwind")
    unit = add(developer, memory, "Sun", "Sonne")
    other = dashboard.sign_in("orderer", account=dashboard.other_account)
    assert "Only for Northwind" not in other.get("/ui/memories").words
    for address in (memory, unit, f"{memory}/imports", f"{memory}/settings", f"{memory}/export"):
        assert other.get(address).status == 404
    assert other.post(f"{unit}/delete", {"confirmed": "yes"}).status == 404
    linguist = dashboard.sign_in("linguist")
    assert linguist.get(f"{memory}?search=sun").status == 200
    assert linguist.get(f"{memory}/export").status == 403
    listed = linguist.get("/ui/memories?search=only+for")
    assert ("Only for Northwind" in listed.words, "New memory" in listed.words) == (True, False)


def test_sets_are_changed_by_versions_that_can_be_compared(dashboard: Dashboard, developer: Browser) -> None:
    first, second = (new_memory(developer).rsplit("/", 1)[1] for _ in range(2))
    manager = dashboard.sign_in("manager")
    made = manager.post(
        "/ui/memory-sets/new", {"name": f"Set {next(NUMBERS)}", "account": str(dashboard.account)}
    )
    edit = made.address
    assert edit.endswith("/edit")
    form = {"version": "1", "member": [first, second], f"penalty-{second}": "5", f"writable-{first}": "yes"}
    moved = manager.post(edit, {**form, "step": f"up-{second}"})
    assert moved.tree.xpath("//input[@name='member']/@value") == [second, first]
    assert moved.value_of(f"penalty-{second}") == "5"
    wrong = manager.post(edit, {**form, f"penalty-{second}": "101"})
    assert wrong.text_of(f"#e-penalty-{second}") == "Write a whole number from 0 to 100."
    saved = manager.post(edit, form)
    assert "rank 2, penalty 5" in saved.words
    assert "version 2" in saved.words
    clash = manager.post(edit, {**form, "member": [second]})
    assert clash.status == 409
    assert "Version 2 was made meanwhile." in clash.words
    assert manager.post(edit, {**form, "version": "2", "member": [second]}).status == 200
    assert "Removed" in manager.get(edit.removesuffix("/edit") + "?from=2&to=3").words
