"""`/ui/style-guides`: made, listed, changed, disabled and deleted, and chosen where texts are translated."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.test_project_templates import new_template, option

NUMBERS = itertools.count(1)


def new_guide(browser: Browser, **fields: str) -> Shown:
    """Create a style guide in the dashboard; its page."""
    shown = browser.post("/ui/style-guides/new", {"name": f"Shop {next(NUMBERS)}", **fields})
    assert re.fullmatch(r"/ui/style-guides/\d+", shown.address), shown.words
    return shown


@pytest.fixture
def developer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("developer")


def test_a_style_guide_is_made_listed_and_changed(developer: Browser) -> None:
    said = {
        "target_language": "de",
        "formality": "informal",
        "tone": "friendly",
        "numbers": "point-comma",
        "dates": "iso",
        "quotation_marks": "low",
        "final_stop": "omit",
        "space_before_marks": "none",
        "instructions": "Call it “the Atlas”.\n\n  Say e-mail.  \n",
    }
    made = new_guide(developer, **said)
    expected = {**said, "instructions": "Call it “the Atlas”.\nSay e-mail."}
    assert {field: made.value_of(field) for field in said} == expected
    name = made.value_of("name")
    listed = developer.get("/ui/style-guides?search=shop")
    assert made.address in listed.links
    assert f"{name} German Form of address, Tone, Numbers, Dates, Punctuation, Instructions" in listed.words
    assert made.address not in developer.get("/ui/style-guides?search=nothing+like+it").links
    changed = developer.post(made.address, {"name": "Renamed", "tone": "", "instructions": ""})
    assert changed.status == 200
    assert [changed.value_of(field) for field in ("name", "tone", "target_language")] == ["Renamed", "", ""]


def test_problems_stand_at_their_fields_and_nothing_is_lost(developer: Browser) -> None:
    wrong = developer.post(
        "/ui/style-guides/new",
        {"name": " ", "tone": "plain", "instructions": "x" * 301, "target_language": "de"},
    )
    assert wrong.text_of("#e-name") == "Fill this in."
    assert (wrong.value_of("tone"), wrong.value_of("instructions")) == ("plain", "x" * 301)
    long = developer.post("/ui/style-guides/new", {"name": "X", "instructions": f"fine\n{'x' * 301}"})
    assert long.text_of("#e-instructions") == "Instruction 2 has 301 characters; at most 300 are accepted."
    many = developer.post("/ui/style-guides/new", {"name": "X", "instructions": "\n".join("abcdefghijk")})
    assert many.text_of("#e-instructions").startswith("A style guide has at most 10 instructions")
    odd = developer.post("/ui/style-guides/new", {"name": "X", "target_language": "deutsch!"})
    assert odd.text_of("#e-target_language").startswith("The target language is not a BCP 47 language code.")
    assert developer.get("/ui/style-guides?search=deutsch").status == 200
    unknown = new_guide(developer, tone="sardonic")
    assert unknown.value_of("tone") == ""


def test_a_style_guide_is_disabled_and_deleted_unless_a_template_names_it(dashboard: Dashboard) -> None:
    manager = dashboard.sign_in("manager")
    made = new_guide(manager, account=str(dashboard.account))
    assert "Northwind" in made.words
    form = manager.get(f"/ui/templates/new?account={dashboard.account}")
    style = option(form, "style_id", made.value_of("name"))
    template = new_template(manager, dashboard.account, style_id=style)
    assert template.value_of("style_id") == style
    assert template.address in manager.get(made.address).links
    off = manager.post(f"{made.address}/disabled", {"disabled": "yes"})
    assert "Disabled" in off.title
    assert (
        f"{made.value_of('name')}" not in manager.get(f"/ui/templates/new?account={dashboard.account}").words
    )
    kept = manager.get(template.address)
    assert kept.value_of("style_id") == style
    refused = manager.post(f"{made.address}/delete")
    assert refused.status == 422
    assert "Project templates that name it: 1." in refused.words
    assert "Disabled" not in manager.post(f"{made.address}/disabled").title
    manager.post(template.address, {"name": template.value_of("name")})
    assert manager.post(f"{made.address}/delete").address == "/ui/style-guides"
    assert manager.get(made.address).status == 404


def test_linguists_read_it_and_strangers_do_not_find_it(dashboard: Dashboard, developer: Browser) -> None:
    made = new_guide(developer, formality="formal", instructions="Be brief.")
    linguist = dashboard.sign_in("linguist")
    shown = linguist.get(made.address)
    assert "Formal: Sie, vous, usted" in shown.words
    assert "Be brief." in shown.words
    assert "Delete" not in shown.words
    assert linguist.post(made.address, {"name": "Mine"}).status == 403
    assert "/ui/style-guides/new" not in linguist.get("/ui/style-guides").links
    other = dashboard.sign_in("developer", account=dashboard.other_account)
    assert other.get(made.address).status == 404
    assert other.post(f"{made.address}/delete").status == 404
    assert made.address not in other.get("/ui/style-guides").links


def test_staff_choose_the_account_of_a_style_guide(dashboard: Dashboard) -> None:
    manager = dashboard.sign_in("manager")
    missing = manager.post("/ui/style-guides/new", {"name": "Tools"})
    assert missing.text_of("#e-account") == "Fill this in."
    made = new_guide(manager, account=str(dashboard.account))
    assert made.address in manager.get(f"/ui/style-guides?account={dashboard.account}").links
    assert made.address not in manager.get(f"/ui/style-guides?account={dashboard.other_account}").links


def test_a_style_guide_is_chosen_for_a_text(developer: Browser) -> None:
    made = new_guide(developer, target_language="es", formality="formal")
    page = developer.get("/ui/translate")
    style = option(page, "style", made.value_of("name"))
    sent = {"text": "The house is red.", "source": "en", "target": "es", "style": style}
    shown = developer.post("/ui/translate", sent)
    assert shown.status == 200
    assert shown.value_of("style") == style
    other = developer.post("/ui/translate", {**sent, "target": "ca"})
    assert other.status == 422
    assert "is for es, and the request is for another language" in other.words
