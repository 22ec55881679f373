"""Tokens and texts (A, T, E)."""

from __future__ import annotations

from tests.client.mock.exchanges import Recorder

SEGMENTS = [{"text": "The <b>red</b> house is {color}."}, {"text": ""}, {"text": "  12 %s "}]
GOOD = {"source": "en", "target": "es", "segments": SEGMENTS}


def ask_for_tokens(call: Recorder) -> None:
    """Good and bad token requests, with no token on any of them."""
    secret = {"client_id": call.client_id, "client_secret": call.client_secret}
    grant = {"grant_type": "client_credentials"}
    path = "/oauth2/token"
    call("token", "POST", path, token=None, data={**grant, **secret})
    call("token: a scope", "POST", path, token=None, data={**grant, **secret, "scope": "translate"})
    call("token: unknown scope", "POST", path, token=None, data={**grant, **secret, "scope": "everything"})
    call("token: by Basic", "POST", path, token=None, data=grant, auth=(call.client_id, call.client_secret))
    call("token: alias", "POST", "/protocol/openid-connect/token", token=None, data={**grant, **secret})
    call("token: wrong secret", "POST", path, token=None, data={**grant, **secret, "client_secret": "x"})
    call("token: unknown client", "POST", path, token=None, data={**grant, **secret, "client_id": "app_x"})
    call("token: no grant", "POST", path, token=None, data=secret)
    call("token: other grant", "POST", path, token=None, data={**secret, "grant_type": "password"})
    call("token: no client", "POST", path, token=None, data=grant)
    _device_codes(call)
    call("token: JSON", "POST", path, token=None, json={**grant, **secret})
    call("token: GET", "GET", path, token=None)
    call("metadata", "GET", "/.well-known/openid-configuration", token=None)
    call("health", "GET", "/healthz", token=None)
    call("ready", "GET", "/readyz", token=None)


def _device_codes(call: Recorder) -> None:
    """Codes for a person, a poll before anybody has decided, and refusals (RFC 8628)."""
    path, client = "/oauth2/device_authorization", {"client_id": "dragoman-command-line"}
    form = {**client, "scope": "translate", "device_name": "ada-laptop"}
    codes = call("codes", "POST", path, token=None, data=form).json()
    call("codes: no client", "POST", path, token=None, data={"scope": "translate"})
    call("codes: other client", "POST", path, token=None, data={"client_id": "app_x"})
    call("codes: unknown scope", "POST", path, token=None, data={**client, "scope": "everything"})
    call("codes: JSON", "POST", path, token=None, json=client)
    call("codes: GET", "GET", path, token=None)
    grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", **client}
    poll = {**grant, "device_code": codes["device_code"]}
    call("poll", "POST", "/oauth2/token", token=None, data=poll)
    call("poll: no code", "POST", "/oauth2/token", token=None, data=grant)
    call("poll: unknown", "POST", "/oauth2/token", token=None, data={**grant, "device_code": "x"})
    call("poll: other client", "POST", "/oauth2/token", token=None, data={**poll, "client_id": "app_x"})


def refuse_calls(call: Recorder) -> None:
    """Missing and bad tokens, missing scopes, unknown addresses."""
    call("no token", "GET", "/v2/usage", token=None)
    call("bad token", "GET", "/v2/usage", token="nonsense")
    call("basic instead of bearer", "GET", "/v2/usage", token=None, headers={"Authorization": "Basic eDp5"})
    call("no token, unknown address", "GET", "/v2/nothing", token=None)
    call("no token, bad body", "POST", "/v2/translate", token=None, content=b"{")
    call("unknown address", "GET", "/v2/nothing")
    call("an address with a slash", "GET", "/v2/usage/")
    call("an address in capitals", "GET", "/V2/usage")
    call("unknown address outside", "GET", "/nothing", token=None)
    call("wrong method", "GET", "/v2/translate")
    call("wrong method of two", "PUT", "/v2/documents/x")
    call("lacking scope", "GET", "/provider/v1/accounts")
    call("provider's token for texts", "POST", "/v2/translate", token="provider", json=GOOD)
    call("HEAD", "HEAD", "/v2/languages/text-translation")


def translate(call: Recorder) -> None:
    """Texts: every option, every refusal."""

    def send(name: str, *, path: str = "/v2/translate", **fields: object) -> None:
        call(name, "POST", path, json={**GOOD, **fields})

    send("translate")
    send("translate: explain", path="/v2/translate?explain=true")
    send("translate: regions", source="en-GB", target="es-MX")
    send("translate: underscore", source="en_GB")
    send("translate: targets", target=None, targets=["es", "de"])
    send("translate: targets, explain", path="/v2/translate?explain=true", target=None, targets=["es", "de"])
    send("translate: both", targets=["es"])
    send("translate: no targets", target=None, targets=[])
    send("translate: targets twice", target=None, targets=["es", "ES"])
    send("translate: no target", target=None)
    send("translate: unknown pair", target="xx")
    send("translate: unknown target of two", target=None, targets=["es", "xx"])
    send("translate: another script", target="es-Dsrt")
    send("translate: the usual script", target="es-Latn-MX")
    send("translate: Chinese", target="zh")
    send("translate: same language", target="en-GB")
    send("translate: bad code", target="e")
    send("translate: number as code", source=7)
    send("translate: no segments", segments=[])
    send("translate: too many", segments=[{"text": "x"}] * 101)
    send("translate: too long", segments=[{"text": "x" * 10_001}])
    send("translate: too much", segments=[{"text": "x" * 9_999}] * 11)
    send("translate: segments of texts", segments=["x"])
    send("translate: text of another type", segments=[{"text": 1}])
    send("translate: null character", segments=[{"text": "a\0b"}])
    send("translate: unknown field", surprise=True)
    send("translate: unknown grammar", placeholders=["nothing"])
    send("translate: placeholders", placeholders=["printf"])
    send("translate: unknown term base", termBaseIds=[2_000_000])
    send("translate: unknown memory", translationMemoryId=2_000_000)
    send("translate: unknown style", styleId=2_000_000)
    send("translate: low threshold", memoryThreshold=1)
    send("translate: context", context="About houses.")
    english = [{"text": "This is a rather long sentence that everybody can read and understand."}]
    send("translate: auto", source="auto", segments=english, path="/v2/translate?explain=true")
    send("translate: auto unsure", source="auto", segments=[{"text": "12 12"}])
    huge = b'{"source":"en","target":"es","segments":[{"text":"' + b"x" * (2 << 20) + b'"}]}'
    call("translate: huge", "POST", "/v2/translate", content=huge)
    call("translate: no body", "POST", "/v2/translate")
    call("translate: compressed", "POST", "/v2/translate", content=b"x", headers={"Content-Encoding": "gzip"})
    many = b'{"source":"en","target":"es","segments":[' + b",".join([b"1"] * 300) + b"]}"
    call("translate: many of no kind", "POST", "/v2/translate", content=many)
    send("translate: auto, plain", source="auto", segments=english)
    call("translate: no object", "POST", "/v2/translate", json=[1])
    call(
        "translate: broken JSON",
        "POST",
        "/v2/translate",
        content=b'{"source":',
        headers={"Content-Type": "application/json"},
    )
    call("translate: empty object", "POST", "/v2/translate", json={})
    call("translate: bad explain", "POST", "/v2/translate?explain=perhaps", json=GOOD)
    call(
        "translate: a surrogate",
        "POST",
        "/v2/translate",
        content=b'{"source":"en","target":"es","segments":[{"text":"\\ud800"}]}',
        headers={"Content-Type": "application/json"},
    )
    call("detect", "POST", "/v2/languages/detect", json=english[0])
    call("detect: unsure", "POST", "/v2/languages/detect", json={"text": "12"})
    call("detect: no text", "POST", "/v2/languages/detect", json={})
    call("pairs", "GET", "/v2/languages/text-translation")
    call("pairs: details", "GET", "/v2/languages/text-translation?details=true")
    call("usage", "GET", "/v2/usage")
    call("usage: from and to", "GET", "/v2/usage?from=2024-01-01&to=2024-01-31")
    call("usage: bad day", "GET", "/v2/usage?from=yesterday")
    call("usage: backwards", "GET", "/v2/usage?from=2024-02-01&to=2024-01-31")
