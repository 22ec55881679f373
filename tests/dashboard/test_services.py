"""`/ui/services`: services and their prices, and the lists beside them, as administrators handle them."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.dashboard.browser import Browser, Dashboard

NUMBERS = itertools.count(1)


@pytest.fixture
def admin(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("admin")


def test_a_service_is_made_and_its_price_changed(dashboard: Dashboard, admin: Browser) -> None:
    data = {
        "name": f"Certified {next(NUMBERS)}",
        "currency": "eur",
        "price_per_word": "0,12",
        "kind": "human",
    }
    made = admin.post(
        "/ui/services/new", {**data, "account": str(dashboard.account), "words_per_day": "2500"}
    )
    assert re.fullmatch(r"/ui/services/\d+", made.address), made.words
    assert "Linguists, with memories · Northwind Tools" in made.words
    fields = ("currency", "weight-exact", "weight-none", "words_per_day")
    assert [made.value_of(field) for field in fields] == ["EUR", "30", "100", "2500"]
    changed = admin.post(made.address, {**data, "price_per_word": "0.2", "weight-exact": "25"})
    assert (changed.value_of("weight-exact"), changed.value_of("words_per_day")) == ("25", "")
    listed = admin.get(f"/ui/services?account={dashboard.account}")
    assert "€0.20 at once" in listed.words
    assert "Disabled" in admin.post(f"{made.address}/disabled", {"disabled": "yes"}).title


def test_problems_of_a_service_stand_at_its_fields(admin: Browser) -> None:
    data = {"name": "Kept", "currency": "Euros", "price_per_word": "cheap", "weight-exact": "130"}
    wrong = admin.post("/ui/services/new", data)
    assert (wrong.status, wrong.value_of("name")) == (422, "Kept")
    assert wrong.text_of("#e-price_per_word") == "Write a price, such as 0.12."
    assert wrong.text_of("#e-weight-exact") == "Write a whole number from 0 to 100."
    assert wrong.text_of("#e-kind") == "Choose who translates."
    right = {**data, "price_per_word": "0.1", "weight-exact": "", "kind": "machine"}
    assert (
        admin.post("/ui/services/new", right).text_of("#e-currency").startswith("The currency is not a code")
    )


@pytest.mark.parametrize(
    ("typed", "price"), [("0,12", "0.12"), (".5", "0.5"), ("٠٫١٢", "0.12"), ("۰٫۵", "0.5"), ("1", "1")]
)
def test_prices_and_numbers_are_read_in_the_digits_of_each_language(
    admin: Browser, typed: str, price: str
) -> None:
    data = {"name": f"Digits {next(NUMBERS)}", "currency": "EUR", "kind": "human", "words_per_day": "٢٥٠٠"}
    made = admin.post("/ui/services/new", {**data, "price_per_word": typed})
    assert (made.value_of("price_per_word"), made.value_of("words_per_day")) == (price, "2500"), made.words


@pytest.mark.parametrize(
    "typed", ["1.234,50", "1,234.50", "1_0", "1e2", "1 000", "€1", "NaN", "0." + "1" * 40]
)
def test_what_is_no_plain_price_is_refused_and_kept(admin: Browser, typed: str) -> None:
    data = {"name": f"Typed {next(NUMBERS)}", "currency": "EUR", "kind": "human", "price_per_word": typed}
    shown = admin.post("/ui/services/new", data)
    assert shown.text_of("#e-price_per_word") == "Write a price, such as 0.12."
    assert shown.value_of("price_per_word") == typed


def test_a_language_is_added_renamed_and_disabled(admin: Browser) -> None:
    wrong = admin.post("/ui/services/languages", {"name": "Walloon", "code": "not a code"})
    assert wrong.text_of("#e-code").startswith("The code is not a BCP 47 language code.")
    added = admin.post("/ui/services/languages", {"name": "Walloon", "code": "WA"})
    assert (added.address, "Walloon wa" in added.words) == ("/ui/services/languages", True)
    one = str(added.find("//a[normalize-space()='Walloon']").get("href"))
    saved = admin.post(one, {"name": "Walloon of Li\u00e8ge", "disabled": "yes"})
    assert "Walloon of Li\u00e8ge Disabled" in saved.words


def test_work_areas_are_everybodys_or_one_accounts(dashboard: Dashboard, admin: Browser) -> None:
    shown = admin.post("/ui/services/work-areas", {"name": "Aviation"})
    assert "Aviation Everybody" in shown.words
    again = admin.post("/ui/services/work-areas", {"name": "Aviation", "account": str(dashboard.account)})
    assert again.text_of("#e-name").startswith("There is another work area with this name.")
    own = admin.post("/ui/services/work-areas", {"name": "Pumps", "account": str(dashboard.account)})
    assert "Pumps Northwind Tools" in own.words


def test_an_invoicing_account_that_is_a_default_cannot_be_disabled(
    dashboard: Dashboard, admin: Browser
) -> None:
    address = "/ui/services/invoicing-accounts"
    assert admin.post(address, {"name": "Nobody's"}).text_of("#e-account") == "Fill this in."
    data = {"name": "Northwind, purchasing", "account": str(dashboard.account), "valid_until": "2020-03-31"}
    added = admin.post(address, data)
    assert "31 Mar 2020 Over" in added.words or "Mar 31, 2020 Over" in added.words
    listed = admin.get(f"{address}?account={dashboard.account}")
    first = str(listed.find("//a[normalize-space()='Northwind Tools']").get("href"))
    refused = admin.post(first, {"name": "Northwind Tools", "disabled": "yes"})
    assert (refused.status, refused.text_of("#e-disabled")[:32]) == (422, "Accounts whose default it is: 1.")
