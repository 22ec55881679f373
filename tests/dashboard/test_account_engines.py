"""`/ui/accounts/{id}/engines`: which engines get an account's texts, in which order, and what was sent."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.engine_accounts import Choosing, new_choosing, new_number, rows, version_in


@pytest.fixture(scope="module")
def admin(with_engines: Dashboard) -> Browser:
    return with_engines.sign_in("admin")


@pytest.fixture(scope="module")
def manager(with_engines: Dashboard) -> Browser:
    return with_engines.sign_in("manager")


@pytest.fixture
def choosing(with_engines: Dashboard, admin: Browser) -> Choosing:
    return new_choosing(with_engines, admin)


def test_no_text_leaves_before_it_is_allowed_and_each_that_does_is_told(choosing: Choosing) -> None:
    text = f"The house number {new_number()}."
    before = choosing.translate(text)
    assert "sent to" not in before.words
    assert "By the engine near 1" in before.text_of("//*[@id='o-1']")
    assert "Machine translation keeps your account's texts" in choosing.developer.get("/ui/profile").words
    assert choosing.developer.get("/ui/usage").tree.xpath("//*[@id='sent']") == []
    assert "are sent to" not in choosing.developer.get("/ui/translate/files").words

    assert choosing.allow("far").status == 200
    assert choosing.add("en", "de", "far").status == 200
    after = choosing.translate(text)
    assert "sent to far 2026-01" in after.text_of("//*[@id='o-1']")
    assert "What you write is sent to far" in after.text_of("#result")
    files = choosing.developer.get("/ui/translate/files")
    assert "Depending on the languages, the texts of these files are sent to far" in files.words

    sent = [str(len(text.rstrip("."))), str(len(text))]
    told = choosing.developer.get("/ui/profile").text_of("//section[@aria-labelledby='texts']")
    assert any(f"Characters sent to far this month: {number}" in told for number in sent)
    ((_, engine, characters, calls),) = rows(choosing.developer.get("/ui/usage"), "sent")
    assert (engine, calls) == ("far", "1")
    assert characters in sent
    by_application = choosing.developer.get("/ui/usage?by=application")
    assert rows(by_application, "sent") == [["far", characters, "1"]]
    (link,) = by_application.tree.xpath("//*[@id='sent']//a/@href")
    table = choosing.developer.get(link)
    assert table.headers["content-disposition"].startswith('attachment; filename="sent-')
    (line,) = csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff")))
    assert line == {"begins": "", "engine": "far", "characters": characters, "calls": "1"}
    assert rows(choosing.admin.get(choosing.address), "sent-table") == [["far", characters, "1"]]
    of_engine = choosing.admin.get("/ui/engines/far")
    assert choosing.address in of_engine.links


def test_each_engine_of_a_pivot_is_named_and_which_one_is_remote(choosing: Choosing) -> None:
    choosing.allow("far")
    made = choosing.translate(f"The garden number {new_number()}.", source="en-GB", target="ja")
    origin = made.find("//*[@id='o-1']")
    named = [" ".join(one.text_content().split()) for one in origin.xpath(".//p[contains(@class, 'row')]")]
    assert named[1:3] == ["sent to far 2026-01", "near 1"]  # through German


def test_usage_of_one_account_is_not_seen_by_another(with_engines: Dashboard, choosing: Choosing) -> None:
    choosing.allow("far")
    choosing.add("en", "de", "far")
    choosing.translate(f"The secret number {new_number()}.")
    assert rows(choosing.developer.get("/ui/usage"), "sent")
    stranger = with_engines.sign_in("developer", account=with_engines.other_account)
    for query in ("", f"?account={choosing.account}"):
        assert stranger.get(f"/ui/usage{query}").tree.xpath("//*[@id='sent']") == []
    assert "far" not in stranger.get("/ui/profile").text_of("//section[@aria-labelledby='texts']")


def test_managers_read_and_admins_choose(manager: Browser, choosing: Choosing) -> None:
    choosing.allow("far")
    choosing.add("en", "de", "near")
    shown = manager.get(choosing.address)
    allowed = shown.text_of("//section[@aria-labelledby='remote-title']")
    assert "far Allowed" in allowed
    assert "locked Not allowed" in allowed
    assert shown.tree.xpath("//main//form[@method='post']") == []
    assert f"{choosing.address}/new" not in shown.links
    for path in ("", "/new", "/en/de", "/en/de/remove"):
        assert manager.post(choosing.address + path).status == 403
    assert "Its texts may leave these machines, to: far" in manager.get(
        f"/ui/accounts/{choosing.account}"
    ).text_of("//section[@aria-labelledby='engines-title']")


def test_of_two_who_allow_engines_the_second_sees_what_the_first_did(
    with_engines: Dashboard, choosing: Choosing
) -> None:
    version = version_in(choosing.admin.get(choosing.address), choosing.address)
    assert choosing.allow("far", version=version).status == 200
    clash = choosing.allow("locked", version=version)
    assert clash.status == 409
    assert "Their version: ticked" in clash.text_of("//label[contains(., 'far')]")
    assert "Their version: not ticked" in clash.text_of("//label[contains(., 'locked')]")
    assert choosing.allow("locked", version=version_in(clash, choosing.address)).status == 200
    ticked = choosing.admin.get(choosing.address).tree.xpath("//input[@name='remote'][@checked]/@value")
    assert ticked == ["locked"]
    log = choosing.admin.get(f"/ui/audit-log?account={choosing.account}").words
    assert log.count("account.engines_chosen") >= 2


def test_an_engine_that_is_nowhere_cannot_be_allowed(choosing: Choosing) -> None:
    refused = choosing.allow("nowhere")
    assert refused.status == 422
    assert "There is no engine 'nowhere'." in refused.text_of("//*[@role='alert']")
    assert choosing.admin.get(choosing.address).tree.xpath("//input[@checked]") == []


def test_a_pair_is_added_changed_and_removed(choosing: Choosing) -> None:
    assert choosing.add("en", "de", "near", "far").status == 200
    listed = choosing.admin.get(choosing.address)
    assert rows(listed, "pairs") == [["English → German", "near · far not allowed", "afterwards"]]
    address = f"{choosing.address}/en/de"
    form = choosing.admin.get(address)
    assert [form.value_of(f"engine_{number}") for number in (1, 2, 3)] == ["near", "far", ""]
    changed = choosing.admin.post(
        address, {"version": version_in(form, address), "engine_2": "near", "exclusive": "yes"}
    )
    assert changed.address == choosing.address
    assert rows(changed, "pairs") == [["English → German", "near", "never"]]
    form = choosing.admin.get(f"{address}?dialog=remove")
    assert form.find("//dialog[@id='remove']").get("open") is not None
    removed = choosing.admin.post(f"{address}/remove", {"version": version_in(form, f"{address}/remove")})
    assert (removed.address, rows(removed, "pairs")) == (choosing.address, [])
    assert "No pair has engines of its own" in removed.words


def test_the_order_decides_who_translates(choosing: Choosing) -> None:
    route = f"{choosing.address}?source=en-US&target=de"
    assert choosing.admin.get(route).text_of("#route") == "English → German: near"
    choosing.allow("far", "locked")
    assert choosing.admin.get(route).text_of("#route") == (
        "English → German: near · far elsewhere · locked elsewhere"
    )
    choosing.add("en", "de", "locked", "near", exclusive="yes")
    assert choosing.admin.get(route).text_of("#route") == "English → German: locked elsewhere · near"
    nothing = choosing.admin.get(f"{choosing.address}?source=de&target=aa")
    assert nothing.text_of("#route").startswith("No engine that this account uses has this pair")
    assert choosing.admin.get(f"{choosing.address}?source=%00&target=*").status == 200


def test_a_pair_whose_engines_cannot_translate_is_told(choosing: Choosing) -> None:
    choosing.add("de", "ja", "vast", "broken", "far", exclusive="yes")
    ((pair, engines, _),) = rows(choosing.admin.get(choosing.address), "pairs")
    assert "None of these can translate, and no others are used." in pair
    assert engines == "vast does not have this pair · broken cannot be used now · far not allowed"


@pytest.mark.parametrize(
    ("fields", "at", "problem"),
    [
        ({"target": "de", "engine_1": "near"}, "source", "Choose a language."),
        ({"source": "en", "target": "x", "engine_1": "near"}, "target", "Choose a language."),
        ({"source": "en", "target": "de"}, "engine_1", "Choose an engine."),
        ({"source": "EN", "target": "fr", "engine_1": "near"}, "target", "has its engines already"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_typed_is_lost(
    choosing: Choosing, fields: dict[str, Any], at: str, problem: str
) -> None:
    choosing.add("en", "fr", "near")
    refused = choosing.admin.post(
        f"{choosing.address}/new", {**fields, "exclusive": "yes", "boxes": "exclusive"}
    )
    assert refused.status == 422
    assert problem in refused.text_of(f"#e-{at}")
    assert refused.find("//input[@name='exclusive']").get("checked") is not None
    assert refused.value_of("engine_1") == fields.get("engine_1", "")
    assert len(rows(choosing.admin.get(choosing.address), "pairs")) == 1


def test_two_who_change_a_pair_see_each_others_versions(choosing: Choosing) -> None:
    choosing.add("en", "de", "near")
    address = f"{choosing.address}/en/de"
    version = version_in(choosing.admin.get(address), address)
    assert choosing.admin.post(address, {"version": version, "engine_1": "far"}).status == 200
    clash = choosing.admin.post(address, {"version": version, "engine_1": "locked"})
    assert clash.status == 409
    assert clash.text_of("#t-engine_1") == "Their version: far, not allowed"
    removing = choosing.admin.post(f"{address}/remove", {"version": version})
    assert removing.status == 409
    assert rows(choosing.admin.get(choosing.address), "pairs")[0][1] == "far not allowed"
    # Another part of the choice does not disturb the form of this one.
    assert choosing.allow("far").status == 200
    again = {"version": version_in(clash, address), "engine_1": "locked"}
    assert choosing.admin.post(address, again).status == 200


def test_a_form_has_one_place_more_than_there_are_engines(choosing: Choosing) -> None:
    choosing.add("en", "de", "near", "far", "locked", "vast")
    form = choosing.admin.get(f"{choosing.address}/en/de")
    assert len(form.tree.xpath("//select[starts-with(@name, 'engine_')]")) == 5


def test_addresses_of_no_pair_or_no_account_are_not_found(choosing: Choosing) -> None:
    for path in (f"{choosing.address}/e/de", f"{choosing.address}/en/", "/ui/accounts/999999/engines/en/de"):
        assert choosing.admin.get(path).status == 404
    assert choosing.admin.post("/ui/accounts/999999/engines").status == 404


def test_a_sandbox_is_told_that_nothing_leaves(with_engines: Dashboard, admin: Browser) -> None:
    account = with_engines.live.create_account("Box", "sandbox")
    shown = admin.get(f"/ui/accounts/{account}/engines")
    assert "This account is a sandbox" in shown.text_of("//*[contains(@class, 'note')]")
    assert shown.tree.xpath("//*[@id='route-title']") == []
    developer = with_engines.sign_in("developer", account=account)
    assert "Your account is a sandbox" in developer.get("/ui/profile").words
