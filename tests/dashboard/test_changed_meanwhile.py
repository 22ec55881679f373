"""Two people with the form of one record: nothing is lost of what the first and the second one send."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown

_numbers = itertools.count(1)
_SERVICE = {"currency": "EUR", "price_per_word": "0.12"}


@dataclass(frozen=True, kw_only=True)
class Record:
    """A kind of record: how one is made, and a field of its form with the values that two people give it."""

    new: str  # where one is made
    made_with: Mapping[str, str | Sequence[str]]
    page: str = "{made}"  # the page of its form
    action: str = "{page}"  # where the form is sent
    values: Mapping[str, str | Sequence[str]]  # of the form's other fields
    field: str = "name"
    first: str = "Of the first"
    second: str = "Of the second"


RECORDS = {
    "service": Record(new="/ui/services/new", made_with={**_SERVICE, "kind": "human"}, values=_SERVICE),
    "price": Record(
        new="/ui/services/new",
        made_with={**_SERVICE, "kind": "human"},
        values={**_SERVICE, "name": "With a price {number}"},
        field="price_per_word",
        first="0.15",
        second="0.2",
    ),
    "work area": Record(
        new="/ui/services/work-areas", made_with={}, page="{link}", values={"disabled": "yes"}
    ),
    "template": Record(new="/ui/templates/new", made_with={"account": "{account}"}, values={}),
    "account": Record(new="/ui/accounts/new", made_with={"kind": "production"}, values={}),
    "defaults": Record(
        new="/ui/accounts/new",
        made_with={"kind": "production"},
        action="{page}/defaults",
        values={},
        field="memory_threshold",
        first="70",
        second="90",
    ),
    "application": Record(
        new="/ui/applications/new",
        made_with={"account": "{other_account}", "scopes": ["translate"]},
        page="{link}/settings",
        values={"scopes": ["translate"]},
    ),
    "memory": Record(
        new="/ui/memories/new", made_with={"account": "{account}"}, page="{made}/settings", values={}
    ),
    "style guide": Record(new="/ui/style-guides/new", made_with={"account": "{account}"}, values={}),
    "term base": Record(
        new="/ui/term-bases/new", made_with={"account": "{account}"}, page="{made}/settings", values={}
    ),
}


@dataclass(frozen=True, kw_only=True)
class Made:
    """A record that was made: the addresses of its form, and the values of the form's other fields."""

    page: str
    action: str
    values: Mapping[str, str | Sequence[str]]


def make(dashboard: Dashboard, admin: Browser, record: Record) -> Made:
    name = f"Shared {next(_numbers)}"
    made = admin.post(record.new, {"name": name, **_fill(record.made_with, dashboard)})
    assert made.status == 200, made.words
    link = ""
    if "{link}" in record.page:
        folder = record.new.removesuffix("/new")
        listed = admin.get(folder)
        link = str(listed.tree.xpath(f"//a[normalize-space()='{name}']/@href")[0])
    page = record.page.format(made=made.address.partition("?")[0], link=link)
    return Made(page=page, action=record.action.format(page=page), values=_fill(record.values, dashboard))


def _fill(
    values: Mapping[str, str | Sequence[str]], dashboard: Dashboard
) -> Mapping[str, str | Sequence[str]]:
    return {
        field: value.format(
            account=dashboard.account, other_account=dashboard.other_account, number=next(_numbers)
        )
        if isinstance(value, str)
        else value
        for field, value in values.items()
    }


def version_in(shown: Shown, action: str) -> str:
    return str(shown.find(f"//form[@action='{action}']//input[@name='version']").get("value"))


@pytest.fixture
def admin(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("admin")


@pytest.mark.parametrize("kind", RECORDS)
def test_both_versions_are_shown_and_either_can_be_kept(
    dashboard: Dashboard, admin: Browser, kind: str
) -> None:
    record = RECORDS[kind]
    made = make(dashboard, admin, record)
    version = version_in(admin.get(made.page), made.action)
    theirs = {"version": version, **made.values, record.field: record.first}
    assert admin.post(made.action, theirs).status == 200
    mine = {"version": version, **made.values, record.field: record.second}
    clash = admin.post(made.action, mine)
    assert clash.status == 409, clash.words
    assert "This was changed meanwhile" in clash.words
    assert clash.value_of(record.field) == record.second
    assert clash.text_of(f"#t-{record.field}") == f"Their version: {record.first}"
    assert f"t-{record.field}" in str(clash.find(f"//*[@id='f-{record.field}']").get("aria-describedby"))
    taken = str(clash.find("//a[normalize-space()='Take theirs']").get("href"))
    assert admin.get(taken).value_of(record.field) == record.first  # nothing was changed
    again = {**mine, "version": version_in(clash, made.action)}
    assert admin.post(made.action, again).status == 200
    assert admin.get(made.page).value_of(record.field) == record.second


@pytest.mark.parametrize("kind", RECORDS)
def test_of_two_who_save_at_once_one_is_told(dashboard: Dashboard, admin: Browser, kind: str) -> None:
    record = RECORDS[kind]
    made = make(dashboard, admin, record)
    version = version_in(admin.get(made.page), made.action)
    browsers = [admin, *(dashboard.sign_in("admin") for _ in range(3))]
    sent = [
        {"version": version, **made.values, record.field: str(value)}
        for value in ((51, 62, 73, 84) if record.field == "memory_threshold" else (1, 2, 3, 4))
    ]
    with ThreadPoolExecutor(len(browsers)) as pool:
        answers = list(
            pool.map(lambda one: one[0].post(made.action, one[1]), zip(browsers, sent, strict=True))
        )
    assert sorted(one.status for one in answers) == [200, 409, 409, 409]


def test_a_person_shows_both_versions_of_names_and_roles(dashboard: Dashboard, admin: Browser) -> None:
    email = dashboard.add_person("manager")
    listed = admin.get(f"/ui/people?search={email}")
    page = str(listed.tree.xpath(f"//tr[contains(., '{email}')]//a/@href")[0])
    version = version_in(admin.get(page), page)
    form = {"version": version, "boxes": "roles", "email": email}
    theirs = {**form, "first_name": "Lise", "roles": ["manager", "linguist"]}
    assert admin.post(page, theirs).status == 200
    clash = admin.post(page, {**form, "first_name": "Grace", "roles": ["manager"]})
    assert clash.status == 409
    assert clash.text_of("#t-first_name") == "Their version: Lise"
    boxes = {one.get("value"): one for one in clash.tree.xpath("//input[@type='checkbox']")}
    assert "checked" not in boxes["linguist"].attrib
    told = [one for one in boxes if "Their version" in boxes[one].getparent().text_content()]
    assert told == ["linguist"]


def test_a_form_with_a_problem_stays_at_its_version(dashboard: Dashboard, admin: Browser) -> None:
    """Else what somebody else saved between the two tries would be overwritten unseen."""
    made = make(dashboard, admin, RECORDS["service"])
    version = version_in(admin.get(made.page), made.action)
    wrong = {**_SERVICE, "name": "Mine", "price_per_word": "cheap", "version": version}
    assert admin.post(made.action, {**_SERVICE, "name": "Theirs"}).status == 200
    refused = admin.post(made.action, wrong)
    assert (refused.status, version_in(refused, made.action)) == (422, version)
    assert admin.post(made.action, {**wrong, "price_per_word": "0.3"}).status == 409


def test_boxes_stay_ticked_when_another_form_of_the_page_is_refused(
    dashboard: Dashboard, admin: Browser
) -> None:
    made = make(dashboard, admin, RECORDS["memory"])
    admin.post(made.action, {"name": f"Ticked {next(_numbers)}", "use_for_translation": "yes"})
    assert "checked" in admin.get(made.page).find("//input[@id='f-use_for_translation']").attrib
    refused = admin.post(made.page.replace("/settings", "/delete"), {"typed_name": "Another"})
    assert refused.status == 422
    assert "checked" in refused.find("//input[@id='f-use_for_translation']").attrib
