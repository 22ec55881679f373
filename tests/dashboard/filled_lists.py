"""What the operator keeps lists of: programs, people, accounts, services, and what stands beside them."""

from __future__ import annotations

import itertools

from tests.dashboard.filled_account import FilledAccount, in_line, next_number
from tests.dashboard.test_applications import address_of

_LETTERS = itertools.count()  # private codes of languages


def fill_programs(filled: FilledAccount) -> None:
    """Programs, which customers may have 20 of."""
    for name in filled.names():
        program = {"name": name, "account": str(filled.account), "scopes": "translate"}
        shown = filled.admin.post("/ui/applications/new", program)
        assert shown.status == 200, shown.words
        filled.see(address_of(shown))


def fill_people(filled: FilledAccount) -> None:
    """People of the account, the developer's own name, a linguist, and other accounts."""
    for text in filled.some():
        person = {"first_name": in_line(text), "last_name": in_line(text)}
        email = f"person-{next_number()}@example.com"
        filled.add("/ui/people/new", {**person, "email": email, "roles": "developer"})
    profile = {**person, "time_zone": "UTC", "theme": "light", "keys": "on"}
    assert filled.developer.post("/ui/profile", profile).status == 200
    provider = {"account_id": str(filled.dashboard.provider), "roles": "linguist"}
    email = f"person-{next_number()}@example.com"
    filled.add("/ui/people/new", {**person, **provider, "email": email}, by_staff=True)
    for name in filled.names():
        filled.add("/ui/accounts/new", {"name": name, "kind": "trial"}, by_staff=True)


def fill_catalog(filled: FilledAccount) -> None:
    """Services, templates, languages, work areas and invoicing accounts."""
    account = {"account": str(filled.account)}
    for name in filled.names():
        service = {"name": name, "currency": "EUR", "price_per_word": "0.1", "kind": "human", **account}
        filled.add("/ui/services/new", service, by_staff=True)
    titles = filled.lines(490)
    for name in filled.names():
        template = {"name": name, "title": next(titles), **account}
        filled.add("/ui/templates/new", template, by_staff=True)
    for name in filled.names():
        _add_to_list(filled, "work-areas", {"name": name, **account})
    for name in filled.names():
        _add_to_list(filled, "invoicing-accounts", {"name": name, "valid_until": "2031-03-31", **account})
    for name in filled.names():
        _add_to_list(filled, "languages", {"name": name, "code": _private_code()})


def fill_engines(filled: FilledAccount) -> None:
    """The account's engines for a pair of languages."""
    address = f"/ui/accounts/{filled.account}/engines"
    filled.add(f"{address}/new", {"source": "en", "target": "es", "engine_1": "apertium"}, by_staff=True)
    filled.see(f"{address}/new", f"{address}/en/es", f"{address}?source=en&target=fr", by_staff=True)


def _add_to_list(filled: FilledAccount, slug: str, fields: dict[str, str]) -> None:
    """Add an entry, and note its page, which the list has a link to."""
    shown = filled.admin.post(f"/ui/services/{slug}", fields)
    assert shown.status == 200, shown.words
    if "account" in fields:
        shown = filled.admin.get(f"/ui/services/{slug}?account={filled.account}")
    named = [one for one in shown.tree.xpath("//main//th/a") if one.text_content() == fields["name"]]
    filled.see(*(str(one.get("href")) for one in named), by_staff=True)
    assert len(named) == 1, fields["name"]


def _private_code() -> str:
    """A code of a language that nobody else has."""
    at = next(_LETTERS)
    return f"q{chr(ord('a') + at // 26)}{chr(ord('a') + at % 26)}"
