"""Faults of a server are noticed: each distortion fails the check that is named with it."""

from __future__ import annotations

import base64
import json

import pytest

from dragoman_client.conformance import CheckedTarget, Need, Outcome, all_checks
from tests.client.conformance.conftest import Check
from tests.client.conformance.distortions import DISTORTIONS, TOKEN, Distortion, at, become
from tests.client.conformance.proxy import Exchange, running_proxy
from tests.live import Application, LiveService

TENANCY = (
    "tenancy.documents", "tenancy.projects", "tenancy.listed_projects", "tenancy.files",
    "tenancy.references_in_projects", "tenancy.reference_data", "tenancy.own_words",
    "tenancy.chosen_by_others", "tenancy.usage", "idempotency.keys_of_others",
)  # fmt: skip


def test_the_checks_pass_where_nothing_is_distorted(live: LiveService, check_at: Check) -> None:
    names = {one.check for one in DISTORTIONS if one.deliver is None} | {*TENANCY}
    with running_proxy(live.url) as proxy:
        results = check_at(proxy.url, sorted(names))
    assert {one.check.name for one in results} == names
    assert [one for one in results if one.outcome is not Outcome.PASSED] == []


def test_deliveries_that_the_proxy_does_not_change_pass(live: LiveService, check_at: Check) -> None:
    names = sorted({one.check for one in DISTORTIONS if one.deliver is not None})
    with running_proxy(live.url, deliver=lambda _: None) as proxy:
        results = check_at(proxy.url, [one for one in names if "signed" not in one])
    assert [one for one in results if one.outcome is not Outcome.PASSED] == []


@pytest.mark.parametrize("fault", DISTORTIONS, ids=lambda one: f"{one.clause} {one.fault}")
def test_a_fault_is_noticed(live: LiveService, check_at: Check, fault: Distortion) -> None:
    with running_proxy(live.url, answer=fault.answer, deliver=fault.deliver) as proxy:
        (result,) = check_at(proxy.url, [fault.check], timeout=10)
    assert result.outcome is Outcome.FAILED
    assert fault.clause in result.check.clauses
    assert result.expected
    assert result.came
    assert fault.clause[0] == "A" or TOKEN[1] not in result.request, "it failed before its own requests"


def test_there_are_faults_of_every_group() -> None:
    assert len(DISTORTIONS) >= 30
    assert {one.clause[0] for one in DISTORTIONS} == {one.clauses[0][0] for one in all_checks()}


def test_a_server_that_shows_another_accounts_things_is_noticed(
    live: LiveService, target: CheckedTarget, check_at: Check
) -> None:
    own, other = target.credentials[Need.CUSTOMER], target.credentials[Need.OTHER]
    token = live.fetch_token(
        Application(id=0, client_id=own.client_id, client_secret=own.client_secret, webhook_secret="")
    )["access_token"]

    def leak(exchange: Exchange) -> None:
        """Take the other account's token for the customer's."""
        _, _, sent = exchange.sent_headers.get("authorization", "").partition(" ")
        if sent.count(".") == 2 and client_of(sent) == other.client_id:
            exchange.sent_headers["authorization"] = f"Bearer {token}"

    with running_proxy(live.url, ask=leak) as proxy:
        results = check_at(proxy.url, TENANCY)
    passed = [one.check.name for one in results if one.outcome is Outcome.PASSED]
    assert (passed, len(results)) == ([], len(TENANCY))


def client_of(token: str) -> str:
    claims = token.split(".")[1]
    return str(json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["client_id"])


def test_a_failure_shows_the_request_and_no_secret(
    live: LiveService, target: CheckedTarget, check_at: Check
) -> None:
    secret = target.credentials[Need.CUSTOMER].client_secret

    def tell(exchange: Exchange) -> None:
        """Repeat what the client sent in an error."""
        if exchange.path == "/v2/nothing":
            sent = exchange.sent_headers["authorization"]
            exchange.set_json({"error": f"{sent} {secret}"})

    with running_proxy(live.url, answer=tell) as proxy:
        (result,) = check_at(proxy.url, ["refusals.unknown_urls"])
    assert (result.request, len(result.request_id)) == ("GET /v2/nothing", 32)
    assert "[secret]" in result.came
    assert secret not in repr(result)
    assert "eyJ" not in result.came


def test_secrets_of_answers_are_not_in_a_failure(live: LiveService, check_at: Check) -> None:
    """Those that were issued just now: no client has them."""
    issued = at("POST", "/oauth2/token|/provider/v1/applications", become(202))

    def late(exchange: Exchange) -> None:
        if len([one for one in proxy.exchanges if one.path == TOKEN[1]]) >= 5:
            issued(exchange)

    with running_proxy(live.url, answer=late) as proxy:
        results = check_at(proxy.url, ["tokens.reply_not_stored", "tokens.token_claims", "A8"])
    failed = [one for one in results if one.outcome is Outcome.FAILED]
    assert any("[secret]" in one.came for one in failed)
    shown = " ".join(one.came for one in failed)
    for word in ("eyJ", "dgm_live_", "whsec_"):
        assert word not in shown.replace("dgm_live_…", "").replace("whsec_…", "")


def test_links_to_other_hosts_are_followed_here(live: LiveService, check_at: Check) -> None:
    """No other host gets the token."""

    def lead_away(exchange: Exchange) -> None:
        exchange.body = exchange.body.replace(live.url.encode(), b"http://127.0.0.1:1")

    with running_proxy(live.url, answer=lead_away) as proxy:
        results = check_at(proxy.url, ["project_changes.listed", "documents.listed"])
        links = [one for one in proxy.exchanges if "offset=" in one.path]
    assert [one.outcome for one in results] == [Outcome.PASSED] * 2
    assert len(links) >= 2


def test_an_answer_of_another_shape_fails_one_check_and_ends_no_run(
    live: LiveService, check_at: Check
) -> None:
    def break_it(exchange: Exchange) -> None:
        if exchange.path.startswith("/v2/languages"):
            exchange.body = b"[[1]]"

    with running_proxy(live.url, answer=break_it) as proxy:
        results = check_at(proxy.url, ["T7", "T8"])
    assert {one.outcome for one in results} == {Outcome.FAILED}
    assert len(results) >= 6


def test_a_server_that_ends_amid_a_run_fails_the_rest(live: LiveService, check_at: Check) -> None:
    """The connection is cut for every request but those of tokens."""

    def cut(exchange: Exchange) -> None:
        if not exchange.path.startswith("/oauth2/"):
            raise ConnectionAbortedError

    with running_proxy(live.url, ask=cut) as proxy:
        results = check_at(proxy.url, ["O1", "T8", "tokens.reply_fields"])
    assert [one.check.name for one in results if one.outcome is Outcome.PASSED] == ["tokens.reply_fields"]
    assert all(one.came for one in results if one.outcome is Outcome.FAILED)
