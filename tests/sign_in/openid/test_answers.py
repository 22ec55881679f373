"""Answers of an identity provider: the good one, and each way in which one can be wrong."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dragoman.access.tokens import parse_token
from dragoman.errors import Misconfigured, NotFound, Unauthenticated, Unavailable
from dragoman.settings import ExternalIssuer, Settings
from dragoman.sign_in.openid.actions import begin_sign_in, list_choices
from dragoman.sign_in.openid.model import OpenidChoice, OpenidSignIn, OpenidSignInRefused
from tests.access.provider import external, make_key
from tests.sign_in.openid.conftest import Company, OpenCompany
from tests.sign_in.openid.provider import REDIRECT, SignInProvider, now


async def test_the_browser_is_sent_with_state_nonce_and_challenge(company: Company) -> None:
    begun = [await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT) for _ in range(2)]
    assert begun[0].url.startswith(f"http://127.0.0.1:{company.provider.port}/authorize?tenant=acme&")
    first, second = (parse_qs(urlsplit(one.url).query) for one in begun)
    assert first.keys() == {
        "tenant", "response_type", "client_id", "redirect_uri", "scope", "state", "nonce",
        "code_challenge", "code_challenge_method",
    }  # fmt: skip
    assert (first["response_type"], first["code_challenge_method"]) == (["code"], ["S256"])
    assert first["scope"] == ["openid email profile"]
    for name in ("state", "nonce", "code_challenge"):
        assert first[name] != second[name]
        assert len(first[name][0]) == 43
    assert begun[0].browser_token not in begun[0].url


async def test_a_person_signs_in_and_the_client_names_itself(company: Company) -> None:
    user = await company.person()
    company.show(user)
    assert await company.sign_in() == OpenidSignIn(user_id=user.id, issuer=company.provider.issuer)
    assert company.provider.basic() == ("dragoman", "s3cret/+")
    assert company.provider.requests[0][1].keys() == {"grant_type", "code", "redirect_uri", "code_verifier"}
    assert await company.sign_in()
    assert len(company.provider.asked) == 2  # discovery and keys, once


@pytest.mark.parametrize(
    ("fields", "methods", "sent"),
    [
        ({}, ["client_secret_post"], {"client_id": "dragoman", "client_secret": "s3cret/+"}),
        ({"client_secret": None}, ["client_secret_basic"], {"client_id": "dragoman"}),
    ],
)
async def test_the_client_names_itself_in_the_form_where_that_is_wanted(
    open_company: OpenCompany, fields: Any, methods: list[str], sent: dict[str, str]
) -> None:
    company = await open_company(**fields)
    company.provider.discovery = {"token_endpoint_auth_methods_supported": methods}
    company.show(await company.person())
    assert await company.sign_in()
    headers, form = company.provider.requests[0]
    assert "authorization" not in headers
    assert {name: form[name] for name in form if name.startswith("client")} == sent


async def test_a_secret_may_be_in_a_file(open_company: OpenCompany, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    company = await open_company(client_secret=None, client_secret_file=file)
    company.show(await company.person())
    with pytest.raises(Misconfigured, match="client_secret_file"):
        await company.sign_in()
    file.write_text("from file\n")
    assert await company.sign_in()
    assert company.provider.basic() == ("dragoman", "from file")


class _Seconds(int):
    """A time as a distance from now, so that every process names the test alike."""


@pytest.mark.parametrize(
    "changes",
    [
        {"nonce": "another"}, {"nonce": ...}, {"nonce": 5},
        {"aud": "crm"}, {"aud": ...}, {"aud": ["dragoman", "crm"]}, {"azp": "crm"},
        {"aud": ["dragoman", "crm"], "azp": "crm"},
        {"iss": "https://evil.example"}, {"iss": ...},
        {"exp": _Seconds(-5)}, {"exp": ...}, {"iat": _Seconds(-3600)}, {"iat": ...}, {"iat": _Seconds(3600)},
        {"sub": ...}, {"sub": ""}, {"sub": 7}, {"sub": "x" * 300},
    ],
    ids=str,
)  # fmt: skip
async def test_a_wrong_claim_signs_nobody_in(company: Company, changes: dict[str, Any]) -> None:
    company.show(await company.person())
    good = dict(company.provider.changes)
    wrong = {name: now() + one if isinstance(one, _Seconds) else one for name, one in changes.items()}
    company.provider.changes = {**good, **wrong}
    with pytest.raises(OpenidSignInRefused, match="cannot be trusted"):
        await company.sign_in()
    company.provider.changes = good
    assert await company.sign_in()


@pytest.mark.parametrize(
    "tokens", [{}, {"id_token": 5}, {"id_token": "a.b.c"}, {"id_token": "eyJhbGciOiJub25lIn0.e30."}], ids=str
)
async def test_what_is_no_id_token_signs_nobody_in(company: Company, tokens: dict[str, Any]) -> None:
    company.provider.tokens = tokens
    with pytest.raises(OpenidSignInRefused, match="cannot be trusted"):
        await company.sign_in()


async def test_a_key_that_the_provider_does_not_publish_signs_nobody_in(company: Company) -> None:
    company.show(await company.person())
    published = company.provider.keys
    assert await company.sign_in()
    company.provider.keys = [make_key("one")]  # of the same name
    with pytest.raises(OpenidSignInRefused, match="cannot be trusted"):
        await company.sign_in()
    company.provider.keys = [make_key("two")]
    with pytest.raises(OpenidSignInRefused, match="cannot be trusted"):
        await company.sign_in()
    company.provider.keys = published
    assert await company.sign_in()


async def test_an_answer_belongs_to_one_browser_and_is_good_once(company: Company) -> None:
    company.show(await company.person())
    begun = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    other = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    returned = company.provider.visit(begun.url)
    for token, state in (
        (other.browser_token, returned["state"]),  # of another browser: an attacker's answer
        ("", returned["state"]),
        (begun.browser_token, "forged"),
    ):
        with pytest.raises(OpenidSignInRefused, match="another window"):
            await company.come_back(token, code=returned["code"], state=state)
    assert await company.come_back(begun.browser_token, **returned)
    with pytest.raises(OpenidSignInRefused, match="another window"):
        await company.come_back(begun.browser_token, **returned)


async def test_of_two_answers_at_once_one_counts(company: Company) -> None:
    company.show(await company.person())
    begun = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    returned = company.provider.visit(begun.url)
    ends = await asyncio.gather(
        *(company.come_back(begun.browser_token, **returned) for _ in range(3)), return_exceptions=True
    )
    assert sorted(type(end).__name__ for end in ends) == ["OpenidSignIn"] + ["OpenidSignInRefused"] * 2


async def test_a_sign_in_ends_after_ten_minutes(company: Company) -> None:
    company.show(await company.person())
    begun = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    later = company.later(clock_offset=timedelta(minutes=10, seconds=1))
    with pytest.raises(OpenidSignInRefused, match="too long"):
        await later.come_back(begun.browser_token, **company.provider.visit(begun.url))


async def test_a_code_of_another_sign_in_is_refused_by_its_challenge(company: Company) -> None:
    company.show(await company.person())
    victim = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    stolen = company.provider.visit(victim.url)["code"]
    with pytest.raises(OpenidSignInRefused, match="did not confirm"):
        await company.sign_in(code=stolen)


async def test_answers_of_another_provider_are_refused(
    open_company: OpenCompany, provider: SignInProvider
) -> None:
    """Mix-up (RFC 9207): by `iss`, and by the address that the browser comes back to."""
    other = SignInProvider()
    await other.start()
    company = await open_company(others=(other.sign_in_entry(key="other"),))
    company.show(await company.person())
    with pytest.raises(OpenidSignInRefused, match="another identity provider"):
        await company.sign_in(issuer=other.issuer)
    assert provider.requests == []  # the code was not shown to anyone
    begun = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    with pytest.raises(OpenidSignInRefused, match="another window"):
        await company.come_back(begun.browser_token, **{**provider.visit(begun.url), "key": "other"})
    assert await company.sign_in(issuer=provider.issuer)
    await other.stop()


async def test_a_provider_that_promises_its_name_must_send_it(company: Company) -> None:
    company.provider.discovery = {"authorization_response_iss_parameter_supported": True}
    company.show(await company.person())
    with pytest.raises(OpenidSignInRefused, match="another identity provider"):
        await company.sign_in()
    assert await company.sign_in(issuer=company.provider.issuer)


@pytest.mark.parametrize(("error", "shown"), [("access_denied", "access_denied"), ("<b>x</b>", "unknown")])
async def test_a_refusal_of_the_provider_is_passed_on(company: Company, error: str, shown: str) -> None:
    with pytest.raises(OpenidSignInRefused, match=rf"Acme did not sign you in \({shown}\)"):
        await company.sign_in(error=error)


async def test_a_provider_that_is_away_is_said(company: Company) -> None:
    company.show(await company.person())
    begun = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    company.provider.token_status = "502 Bad Gateway"
    with pytest.raises(Unavailable, match="Acme cannot be reached"):
        await company.come_back(begun.browser_token, **company.provider.visit(begun.url))
    again = await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    returned = company.provider.visit(again.url)
    await company.provider.stop()
    with pytest.raises(Unavailable, match="Acme cannot be reached"):
        await company.come_back(again.browser_token, **returned)
    await company.provider.start()


async def test_a_provider_that_was_never_there_is_said(company: Company) -> None:
    await company.provider.stop()
    with pytest.raises(Unavailable, match="identity provider cannot be reached"):
        await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)
    await company.provider.start()


async def test_an_unprotected_page_of_the_provider_is_not_used(company: Company) -> None:
    company.provider.discovery = {"authorization_endpoint": "http://idp.example/authorize"}
    with pytest.raises(Unavailable, match="Acme cannot be used"):
        await begin_sign_in(company.identity, key="acme", redirect_uri=REDIRECT)


async def test_only_the_providers_of_the_settings_are_offered(open_company: OpenCompany) -> None:
    programs = ExternalIssuer(issuer="https://programs.example", audiences=["x"])
    company = await open_company(others=(programs,))
    assert list_choices(company.identity.settings) == [OpenidChoice(key="acme", name="Acme")]
    with pytest.raises(NotFound):
        await begin_sign_in(company.identity, key="other", redirect_uri=REDIRECT)


async def test_an_id_token_is_no_access_token(provider: SignInProvider) -> None:
    entry = provider.sign_in_entry()
    async with external(entry) as issuers:
        with pytest.raises(Unauthenticated, match="another service"):
            await issuers.verify(parse_token(provider.token(aud="dragoman")), now=now())


GOOD = {"key": "a", "name": "A", "client_id": "dragoman"}


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([{"issuer": "https://a.example"}], "audiences, for tokens of programs, or sign_in"),
        ([{"issuer": "https://a.example", "audiences": ["dragoman"], "sign_in": GOOD}], "must not contain"),
        ([{"issuer": "https://a.example", "sign_in": {**GOOD, "create": True}}], "create needs account"),
        ([{"issuer": "https://a.example", "sign_in": {**GOOD, "key": "A/b"}}], "pattern"),
        ([{"issuer": "https://a.example", "sign_in": {**GOOD, "scopes": ["email"]}}], "openid"),
        (
            [
                {
                    "issuer": "https://a.example",
                    "sign_in": {**GOOD, "client_secret": "x", "client_secret_file": "y"},
                }
            ],
            "not both",
        ),
        ([{"issuer": f"https://{one}.example", "sign_in": GOOD} for one in "ab"], "key of its own"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(entries: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Settings(issuers=entries)


async def test_a_role_that_does_not_exist_is_refused_at_the_start(provider: SignInProvider) -> None:
    with pytest.raises(Misconfigured, match="no role boss"):
        async with external(provider.sign_in_entry(roles={"g": ["boss"]})):
            pass
