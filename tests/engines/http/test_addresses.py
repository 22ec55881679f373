"""Where services may be: anywhere that the operator names, but never where clouds keep their metadata."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dragoman.engines.http import NetworkOptions, ServiceFailed, open_service
from dragoman.engines.http.service_addresses import is_metadata
from dragoman.errors import Misconfigured
from dragoman.telemetry import Metrics
from tests.engines.http.opened import QUICKLY, configured, marked, opened, pair_of
from tests.engines.http.server import Reply, running_server
from tests.engines.http.services import KEY, deepl
from tests.mail.server import make_certificate

_PAIRS = (("en", "es"),)


@pytest.mark.parametrize(
    ("address", "refused"),
    [
        ("169.254.169.254", True),
        ("169.254.0.1", True),
        ("0.0.0.0", True),
        ("100.100.100.200", True),
        ("168.63.129.16", True),
        ("224.0.0.1", True),
        ("255.255.255.255", True),
        ("::", True),
        ("fe80::1", True),
        ("fe80::1%eth0", True),
        ("fd00:ec2::254", True),
        ("fd20:ce::254", True),
        ("::ffff:169.254.169.254", True),
        ("64:ff9b::a9fe:a9fe", True),
        ("2002:a9fe:a9fe::1", True),
        ("::a9fe:a9fe", True),
        ("127.0.0.1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("10.0.0.1", False),
        ("fd12::1", False),
        ("93.184.216.34", False),
        ("api.deepl.com", False),
    ],
)
def test_link_local_addresses_are_found_in_any_spelling(address: str, refused: bool) -> None:
    assert is_metadata(address) is refused


def resolving(*addresses: str) -> NetworkOptions:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return NetworkOptions(resolve=resolve, repetition=QUICKLY.repetition)


async def failure(url: str, network: NetworkOptions) -> str:
    async with open_service(
        configured("deepl", url, pairs=_PAIRS), secret=KEY, metrics=Metrics(), network=network
    ) as engine:
        with pytest.raises(ServiceFailed) as caught:
            await engine.translate([marked("x")], pair_of(engine, "en", "es"))
        return caught.value.message


async def test_a_name_that_leads_to_metadata_is_refused() -> None:
    for addresses in (("169.254.169.254",), ("93.184.216.34", "169.254.169.254"), ("::ffff:a9fe:a9fe",)):
        assert "link-local" in await failure("https://translate.example", resolving(*addresses))


async def test_a_key_does_not_go_to_the_internet_in_the_clear() -> None:
    assert "Use https://" in await failure("http://translate.example", resolving("93.184.216.34"))


async def test_an_unknown_name_is_named() -> None:
    assert "name that is not known" in await failure("https://translate.example", resolving())


async def test_a_name_in_the_operators_network_is_reached() -> None:
    async with running_server(deepl()) as server:
        url = f"http://translate.intranet:{server.port}"
        async with open_service(
            configured("deepl", url, pairs=_PAIRS),
            secret=KEY,
            metrics=Metrics(),
            network=resolving("127.0.0.1"),
        ) as engine:
            assert await engine.translate([marked("house")], pair_of(engine, "en", "es"))
        assert server.requests[-1].headers["host"] == f"translate.intranet:{server.port}"


async def test_a_redirect_is_not_followed() -> None:
    async with running_server(deepl()) as other:
        reply = Reply(status=307, headers={"location": f"{other.url}/v2/translate"})
        async with opened("deepl", lambda _: reply, load=False, pairs=_PAIRS) as (engine, _):
            with pytest.raises(ServiceFailed, match="another address"):
                await engine.translate([marked("x")], pair_of(engine, "en", "es"))
        assert other.requests == []


async def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_server(lambda _: Reply(status=500)) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        async with opened("deepl", deepl()) as (engine, _):
            assert await engine.translate([marked("house")], pair_of(engine, "en", "es"))
        assert proxy.requests == []


async def test_certificates_are_checked(tmp_path: Path) -> None:
    """One that an operator's own authority has signed is trusted where that is named."""
    tls, certificate = make_certificate(tmp_path)
    async with running_server(deepl(), tls=tls) as server:
        url = f"https://127.0.0.1:{server.port}"
        assert "certificate" in await failure(url, QUICKLY)
        trusting = NetworkOptions(ca_file=certificate, repetition=QUICKLY.repetition)
        async with open_service(
            configured("deepl", url, pairs=_PAIRS), secret=KEY, metrics=Metrics(), network=trusting
        ) as engine:
            assert await engine.translate([marked("house")], pair_of(engine, "en", "es"))


async def test_a_file_of_authorities_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = NetworkOptions(ca_file=tmp_path / "none.pem")
    with pytest.raises(Misconfigured, match=r"none\.pem"):
        async with open_service(
            configured("deepl", "https://x"), secret=KEY, metrics=Metrics(), network=missing
        ):
            raise AssertionError
