"""What accounts may choose from: created, changed, listed, and seen by their clients."""

from __future__ import annotations

from datetime import date

import pytest

from dragoman_client import Client, errors
from tests.contract.conftest import Customer


def test_a_language_is_offered_and_withdrawn(staff_client: Client, customer: Client) -> None:
    languages = staff_client.provider.languages
    made = languages.create("tlh", name="Klingon")
    assert customer.reference.language(made.id).name == "Klingon"
    assert languages.change(made.id, name="tlhIngan Hol").name == "tlhIngan Hol"
    assert languages.change(made.id, disabled=True).disabled is not None
    assert languages.get(made.id) in list(languages.list())


def test_a_work_area_is_of_an_account_or_of_all(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    areas = staff_client.provider.work_areas
    own = areas.create("Beekeeping", account_id=production.account)
    shared = areas.create("Astronomy")
    assert (own.account_id, shared.account_id) == (production.account, None)
    assert {own.id, shared.id} <= {one.id for one in customer.reference.work_areas()}
    assert areas.change(own.id, name="Honey").name == "Honey"
    assert customer.reference.work_area(own.id).name == "Honey"
    assert areas.get(own.id) in list(areas.list(account_id=production.account))


def test_a_service_has_a_price_that_its_clients_read(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    services = staff_client.provider.services
    made = services.create(
        "Sworn translation",
        kind="human",
        account_id=production.account,
        currency="EUR",
        price_per_word="0.25",
        words_per_day=2000,
    )
    assert (made.price_per_word, made.currency, made.auto_start_after) == (0.25, "EUR", None)
    changed = services.change(made.id, price_per_word=0.3, weights={"exact": 10})
    assert changed.weights["exact"] == 10
    seen = customer.reference.service(made.id)
    assert (seen.price_per_word, seen.words_per_day, seen.kind) == (0.3, 2000, "human")
    assert services.change(made.id, disabled=True).disabled is not None
    assert services.get(made.id) in list(services.list(account_id=production.account))


def test_an_invoicing_account_runs_out(staff_client: Client, customer: Client, production: Customer) -> None:
    invoicing = staff_client.provider.invoicing_accounts
    made = invoicing.create("Branch", account_id=production.account, valid_until=date(2099, 1, 31))
    assert (made.valid_until, made.out_of_date) == (date(2099, 1, 31), False)
    assert invoicing.change(made.id, valid_until=date(2020, 1, 31)).out_of_date
    assert customer.reference.invoicing_account(made.id).out_of_date
    assert invoicing.change(made.id, valid_until=None).valid_until is None
    assert invoicing.get(made.id) in list(invoicing.list(account_id=production.account))


def test_a_template_gives_its_values_to_projects(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    templates = staff_client.provider.templates
    service = next(one.id for one in customer.reference.services() if one.kind == "machine")
    made = templates.create(
        "Manuals",
        account_id=production.account,
        title="Manual",
        service_id=service,
        source_language="en",
        target_languages=["es", "ca"],
    )
    assert customer.reference.template(made.id).target_languages == ("es", "ca")
    project = customer.projects.create(template_id=made.id)
    assert (project.title, project.service_id) == ("Manual", service)
    assert templates.change(made.id, title=None, target_languages=["es"]).target_languages == ("es",)
    assert templates.get(made.id) in list(templates.list(account_id=production.account))


def test_what_breaks_rules_is_told_with_its_code(staff_client: Client, production: Customer) -> None:
    areas = staff_client.provider.work_areas
    areas.create("Twice", account_id=production.account)
    with pytest.raises(errors.RulesError) as refused:
        areas.create("Twice", account_id=production.account)
    assert refused.value.code == "NAME_TAKEN"
    with pytest.raises(errors.NotFoundError):
        areas.get(2147483647)
    with pytest.raises(errors.ValidationError):
        staff_client.provider.services.create("No price", kind="human")
