"""The documentation's receivers verify what the service sends."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from standardwebhooks.webhooks import WebhookVerificationError

from dragoman.notifications.addresses import parse_allow_list
from dragoman.notifications.callback_url import PUBLIC_PORTS
from dragoman.notifications.model import DeliveryFailure
from dragoman.notifications.signing import sign_delivery
from tests.docs.blocks import DOCS, blocks_of
from tests.waiting import CEILING

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/notifications.md").read_text(encoding="utf-8")
SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two characters").decode()
KEY = Ed25519PrivateKey.generate()
PUBLIC = "whpk_" + base64.b64encode(KEY.public_key().public_bytes_raw()).decode()
BODY = '{"fileName": "Übersicht.docx"}'.encode()


def blocks(language: str) -> list[str]:
    page = DOCS / "reference/notifications.md"
    return [block.code for block in blocks_of(page) if block.language == language]


def signed(*, age: float = 0) -> dict[str, str]:
    other = "whsec_" + base64.b64encode(b"another").decode()
    signed_at = datetime.now(UTC) - timedelta(seconds=age)
    return sign_delivery(
        "msg_1", BODY, signed_at=signed_at, secrets=[other, SECRET], keys=[Ed25519PrivateKey.generate(), KEY]
    )


def receivers() -> list[tuple[Callable[..., Any], str]]:
    names: dict[str, Any] = {}
    for block in blocks("python"):
        exec(compile(block, "docs/reference/notifications.md", "exec"), names)
    return [(names["receive"], SECRET), (names["receive_plainly"], SECRET), (names["receive_by_key"], PUBLIC)]


@pytest.mark.parametrize("number", range(3))
def test_the_receivers_in_python(number: int) -> None:
    receive, secret = receivers()[number]
    assert receive(secret, signed(), BODY) == {"fileName": "Übersicht.docx"}
    for headers, body in (
        (signed(), BODY + b" "),
        (signed(age=400), BODY),
        ({**signed(), "webhook-id": "msg_2"}, BODY),
        ({**signed(), "webhook-signature": "v1,AAAA v1a,AAAA"}, BODY),
    ):
        with pytest.raises((ValueError, WebhookVerificationError)):
            receive(secret, headers, body)


def test_the_receiver_in_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    [block] = blocks("js")
    headers, bad = signed(), {**signed(), "webhook-id": "msg_2"}
    program = f"""{block}
    const body = Buffer.from({list(BODY)});
    console.log(receive({SECRET!r}, {headers!r}, body).fileName);
    try {{ receive({SECRET!r}, {bad!r}, body); console.log("accepted"); }} catch {{ console.log("refused"); }}
    """
    path = tmp_path / "receive.mjs"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run([node, path], capture_output=True, text=True, timeout=CEILING, check=True)
    assert done.stdout.split() == ["Übersicht.docx", "refused"]


def test_what_the_page_names_is_there() -> None:
    for failure in DeliveryFailure:
        assert f"`{failure}`" in PAGE
    ports = ", ".join(map(str, sorted(PUBLIC_PORTS)[:-1])) + f" and {max(PUBLIC_PORTS)}"
    assert f"ports {ports}" in PAGE
    example = re.search(r"DRAGOMAN_CALLBACK_ALLOW=(\S+)", PAGE)
    assert example is not None
    assert len(parse_allow_list(example[1].split(",")).entries) == 3
