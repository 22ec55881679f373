"""`/ui/templates`: project templates as managers handle them."""

from __future__ import annotations

import itertools
import re

from tests.dashboard.browser import Browser, Dashboard, Shown

NUMBERS = itertools.count(1)


def option(shown: Shown, field: str, text: str) -> str:
    """The value of a choice by its text."""
    return str(shown.find(f"//select[@name='{field}']/option[normalize-space()='{text}']").get("value"))


def new_template(manager: Browser, account: int, **fields: str | list[str]) -> Shown:
    data = {"account": str(account), "name": f"Manuals {next(NUMBERS)}", **fields}
    return manager.post("/ui/templates/new", data)


def test_a_template_is_made_of_what_its_account_can_choose(dashboard: Dashboard, manager: Browser) -> None:
    assert "Whose projects is it for?" in manager.get("/ui/templates/new").words
    form = manager.get(f"/ui/templates/new?account={dashboard.account}")
    service = option(form, "service_id", "Machine translation")
    targets = ["de", "es"]
    made = new_template(
        manager,
        dashboard.account,
        service_id=service,
        source_language="en",
        target_languages=targets,
        memory_threshold="90",
        use_memory="no",
    )
    assert re.fullmatch(r"/ui/templates/\d+", made.address), made.words
    fields = ("service_id", "source_language", "memory_threshold", "use_memory")
    assert [made.value_of(field) for field in fields] == [service, "en", "90", "no"]
    ticked = made.tree.xpath("//input[@name='target_languages'][@checked]/@value")
    assert sorted(ticked) == targets
    listed = manager.get(f"/ui/templates?account={dashboard.account}")
    assert made.address in listed.links
    assert "English → German, Spanish" in listed.words
    assert made.address not in manager.get(f"/ui/templates?account={dashboard.other_account}").links


def test_problems_of_a_template_stand_at_its_fields(dashboard: Dashboard, manager: Browser) -> None:
    wrong = new_template(
        manager, dashboard.account, source_language="en", target_languages="en", title="kept"
    )
    assert (wrong.status, wrong.value_of("title")) == (422, "kept")
    assert wrong.text_of("#e-source_language").startswith("The source language is a target language too.")
    far = new_template(manager, dashboard.account, memory_threshold="300", service_id="999999")
    assert far.text_of("#e-memory_threshold") == "Write a whole number from 50 to 101."
    unknown = new_template(manager, dashboard.account, service_id="999999")
    assert unknown.text_of("#e-service_id") == "There is no such service. Choose one of the list."
    made = new_template(manager, dashboard.account)
    taken = new_template(manager, dashboard.account, name=made.value_of("name"))
    assert taken.text_of("#e-name") == "There is another project template with this name. Use that one."


def test_a_template_is_changed_and_disabled(dashboard: Dashboard, manager: Browser) -> None:
    made = new_template(manager, dashboard.account, title="Old")
    changed = manager.post(made.address, {"name": made.value_of("name"), "title": ""})
    assert (changed.status, changed.value_of("title")) == (200, "")
    off = manager.post(f"{made.address}/disabled", {"disabled": "yes"})
    assert "Disabled" in off.title
    assert "Disabled" not in manager.post(f"{made.address}/disabled").title
