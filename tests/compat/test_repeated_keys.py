"""A8, A10, E6: a key that was seen before is admitted in one step, which makes nothing easier for others."""

from __future__ import annotations

import httpx2

from tests.compat.conftest import Customer
from tests.live import Application, LiveService


def call(live: LiveService, application: Application, secret: str) -> httpx2.Response:
    return httpx2.post(
        f"{live.url}/compat/azure/breaksentence",
        params={"api-version": "3.0", "language": "en"},
        json=[{"Text": "One. Two."}],
        headers={"Ocp-Apim-Subscription-Key": f"{application.client_id}:{secret}"},
        timeout=60,
    )


def test_wrong_secrets_of_a_known_client_are_not_counted_as_its_calls(
    live: LiveService, production: Customer
) -> None:
    application = live.create_application(production.account, "--rate-limit", "3/300", name="counted")
    assert call(live, application, application.client_secret).status_code == 200
    for wrong in ("", "x", application.client_secret[:-1], application.client_secret + "x"):
        assert call(live, application, wrong).status_code == 401
    assert call(live, application, application.client_secret).headers["RateLimit"].startswith('"default";r=1')
    assert call(live, application, application.client_secret).status_code == 200
    assert call(live, application, application.client_secret).status_code == 429


def test_a_replaced_secret_and_a_disabled_application_are_refused_at_the_next_call(
    live: LiveService, production: Customer
) -> None:
    application = live.create_application(production.account, "--rate-limit", "off", name="replaced")
    for _ in range(2):
        assert call(live, application, application.client_secret).status_code == 200
    made = live.admin("application", "regenerate-secret", str(application.id))
    assert call(live, application, application.client_secret).status_code == 401
    for _ in range(2):
        assert call(live, application, made["clientSecret"]).status_code == 200
    live.admin("application", "disable", str(application.id))
    refused = call(live, application, made["clientSecret"])
    assert (refused.status_code, "disabled" in refused.text) == (401, True)
