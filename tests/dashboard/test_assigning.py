"""`/ui/projects/{id}/assign`: several translations of a project for one person at once."""

from __future__ import annotations

import re

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.orders import choose, one, send, start
from tests.waiting import wait_until


def order_into(browser: Browser, *targets: str) -> str:
    """A project of one file for people that has started; its number."""
    shown = send(browser, "manual.txt", targets=targets)
    project = shown.address.rpartition("=")[2]
    choose(browser, project, "uman")
    start(browser, project)
    return project


def ticks(shown: Shown) -> dict[str, str]:
    """The translations that can be ticked: their ids by the names of the boxes."""
    found = shown.tree.xpath("//input[@name='translation' and @form='assign']")
    return {box.get("aria-label").partition(" into ")[2]: box.get("value") for box in found}


def person(shown: Shown, name: str) -> str:
    return str(shown.tree.xpath(f"//select[@id='f-user']/option[contains(., '{name}')]/@value")[0])


def test_translations_are_given_to_one_person_at_once(dashboard: Dashboard) -> None:
    orderer, manager = dashboard.sign_in("orderer"), dashboard.sign_in("manager")
    project = send(orderer, "manual.txt", targets=("es", "ca", "pt")).address.rpartition("=")[2]
    address = f"/ui/projects/{project}/assign"
    page = one(manager, project)
    boxes, user = ticks(page), person(page, "manager-")
    assert sorted(boxes) == ["Catalan", "Portuguese", "Spanish"]

    nobody = manager.post(address, {"translation": boxes["Spanish"]})
    assert (nobody.status, nobody.text_of("#e-user")) == (422, "Choose a person.")
    assert nobody.tree.xpath("//input[@name='translation' and @checked]/@value") == [boxes["Spanish"]]
    nothing = manager.post(address, {"user": user})
    assert "Tick translations" in nothing.text_of("#e-which")
    assert nothing.value_of("user") == user

    two = manager.post(address, {"user": user, "translation": [boxes["Spanish"], boxes["Catalan"]]})
    assert "2 translations assigned." in two.words
    assert len(two.tree.xpath("//section[@id='files']//td/small")) == 2
    rest = manager.post(address, {"user": user, "which": "into-pt"})
    assert "1 translation assigned." in rest.words
    assert "All that nobody has" not in rest.words
    assert len(rest.tree.xpath("//section[@id='files']//td/small")) == 3
    assert "Somebody has all of these already." in manager.post(address, {"user": user, "which": "all"}).words
    back = manager.post(address, {"user": "none", "translation": boxes["Catalan"]})
    assert "All that nobody has (1)" in back.words

    assert ticks(one(orderer, project)) == {}  # customers neither assign nor see who translates
    assert "manager-" not in one(orderer, project).text_of("//main")
    assert orderer.post(address, {"user": user, "which": "all"}).status == 403


def test_one_that_is_over_is_named_and_none_is_assigned(dashboard: Dashboard) -> None:
    manager = dashboard.sign_in("manager")
    project = order_into(dashboard.sign_in("orderer"), "es", "ca")
    page = wait_until(lambda: one(manager, project), lambda shown: "Preparing" not in shown.words)
    boxes, user = ticks(page), person(page, "manager-")
    spanish = f"/ui/projects/{project}/translations/{boxes['Spanish']}"
    manager.post(f"{spanish}/deliver", {"override": "It stays empty."})
    wait_until(lambda: list(ticks(one(manager, project))) == ["Catalan"])
    refused = manager.post(
        f"/ui/projects/{project}/assign", {"user": user, "translation": list(boxes.values())}
    )
    assert refused.status == 422
    (problem,) = refused.tree.xpath("//div[@role='alert']//a")
    assert re.match("manual.txt into Spanish is over", problem.text)
    assert refused.tree.xpath(f"//*[@id='{problem.get('href')[1:]}']")
    assert "All that nobody has (1)" in refused.words
