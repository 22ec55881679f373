"""`/ui/accounts/{id}`: an account with its defaults and what belongs to it."""

from __future__ import annotations

from tests.dashboard.browser import Dashboard


def test_an_account_shows_what_belongs_to_it_with_links(dashboard: Dashboard) -> None:
    developer = dashboard.person("developer")
    manager = dashboard.sign_in("manager")
    shown = manager.get(f"/ui/accounts/{dashboard.account}")
    assert developer in shown.text_of("//section[@aria-labelledby='people-title']")
    assert "Built in: people act through it" in shown.words
    query = f"?account={dashboard.account}"
    assets = ("memories", "term-bases", "style-guides", "templates", "memory-sets")
    lists = ("people", "applications", *assets, "usage")
    addresses = [f"/ui/{name}{query}" for name in lists]
    assert set(addresses) <= set(shown.links)
    assert {link: manager.get(link).status for link in addresses} == dict.fromkeys(addresses, 200)
    assert f"/ui/audit-log{query}" not in shown.links
    assert shown.tree.xpath("//form[contains(@action,'/defaults')]") == []
    assert "Invoicing accountNorthwind Tools" in shown.words
    assert manager.get("/ui/accounts/999999").status == 404


def test_accounts_are_searched_by_a_piece_of_the_name_or_the_number(dashboard: Dashboard) -> None:
    manager, account = dashboard.sign_in("manager"), dashboard.account
    rows = "//div[@id='accounts']//tbody//th/a/@href"
    by_name = manager.get("/ui/accounts?search=northWIND")
    assert by_name.tree.xpath(rows) == [f"/ui/accounts/{account}"]
    assert by_name.tree.xpath("//input[@name='search']/@value") == ["northWIND"]
    assert "Search: northWIND" in by_name.words
    assert manager.get(f"/ui/accounts?search={account}").tree.xpath(rows)[:1] == [f"/ui/accounts/{account}"]
    nothing = manager.get("/ui/accounts?search=nobody+is+called+this")
    assert "No account is like this" in nothing.words
    assert "/ui/accounts" in nothing.links


def test_administrators_choose_the_defaults_of_an_account(dashboard: Dashboard) -> None:
    admin = dashboard.sign_in("admin")
    address = f"/ui/accounts/{dashboard.other_account}"
    before = admin.get(address)
    names = ("invoicing_account_id", "user_id", "work_area_id")
    chosen = {name: before.value_of(name) for name in names}
    assert all(chosen.values())
    wrong = admin.post(f"{address}/defaults", {**chosen, "memory_threshold": "20", "user_id": ""})
    assert wrong.text_of("#e-memory_threshold") == "Write a whole number from 50 to 101."
    assert (wrong.value_of("memory_threshold"), wrong.value_of("user_id")) == ("20", "")
    unknown = admin.post(f"{address}/defaults", {**chosen, "work_area_id": "999999"})
    assert unknown.text_of("#e-work_area_id") == "There is no such work area. Choose one of the list."
    saved = admin.post(f"{address}/defaults", {**chosen, "memory_threshold": "90"})
    assert (saved.address, saved.value_of("memory_threshold")) == (address, "90")
    emptied = admin.post(f"{address}/defaults", chosen)
    assert emptied.value_of("memory_threshold") == ""
