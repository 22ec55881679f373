"""The demo account of `make serve`: its application, its person, a translation that proves the service."""

from __future__ import annotations

import base64
import json
import os
import secrets
import shlex
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scripts.demo_content import DemoContent, account_of, can_translate, open_client
from scripts.demo_errors import DemoFailed

FILE: Final = Path(".dragoman/demo.env")

# The same lines are in README.md; a test runs them from there.
FIRST_CALLS: Final = r"""
. .dragoman/demo.env
TOKEN=$(curl -s $URL/oauth2/token -u $CLIENT_ID:$CLIENT_SECRET -d grant_type=client_credentials | cut -d'"' -f4)
curl -s $URL/v2/translate -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"source":"es","target":"ca","segments":[{"text":"La <b>casa roja</b> es grande y tiene {count} ventanas."}]}'
curl -s $URL/v2/translate -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"source":"en","target":"es","segments":[{"text":"The <b>red house</b> is big."}]}'
curl -s "$URL/v2/languages/text-translation?details=true" -H "Authorization: Bearer $TOKEN"
""".strip().splitlines()  # noqa: E501 - lines to copy


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """A client id and its secret, and with what a person of the account signs in."""

    client_id: str
    client_secret: str
    email: str = ""  # empty until the account has a person
    password: str = ""
    has_content: bool = False  # something to look at was made


def provide_credentials(url: str) -> tuple[Credentials, str]:
    """The demo account's credentials and a token of it; made anew when the service does not know them."""
    kept = read_credentials(FILE)
    token = fetch_token(url, kept) if kept is not None else None
    if kept is None or token is None:
        kept = _make_application()
        token = fetch_token(url, kept)
    if token is None:
        raise DemoFailed(
            "The service does not accept the credentials of the demo application it has just made."
        )
    write_credentials(FILE, kept, url=url)
    return kept, token


def provide_content(url: str, kept: Credentials, token: str) -> Credentials:
    """Give the account a person and something to look at, once: what is deleted later stays away."""
    if kept.email and kept.has_content:
        return kept
    with open_client(url, token) as customer:
        account = account_of(customer)
        if not kept.email:
            kept = _make_person(kept, account)
            write_credentials(FILE, kept, url=url)
        if not kept.has_content and can_translate(customer):
            with open_client(url, _make_desk_token(url, account)) as desk:
                DemoContent(customer=customer, desk=desk).make_all()
            kept = replace(kept, has_content=True)
            write_credentials(FILE, kept, url=url)
    return kept


def read_credentials(path: Path) -> Credentials | None:
    """The credentials kept in a file of shell assignments; None when there are none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    pairs = dict(word.partition("=")[::2] for line in lines for word in shlex.split(line, comments=True))
    if not pairs.get("CLIENT_ID") or not pairs.get("CLIENT_SECRET"):
        return None
    return Credentials(
        client_id=pairs["CLIENT_ID"],
        client_secret=pairs["CLIENT_SECRET"],
        email=pairs.get("EMAIL", ""),
        password=pairs.get("PASSWORD", ""),
        has_content=pairs.get("HAS_CONTENT") == "yes",
    )


def write_credentials(path: Path, credentials: Credentials, *, url: str) -> None:
    """Keep credentials, readable by this user only, as assignments that a shell can read."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(
            "# The demo account that `make serve` made in the data directory.\n"
            f"URL={shlex.quote(url)}\n"
            f"CLIENT_ID={shlex.quote(credentials.client_id)}\n"
            f"CLIENT_SECRET={shlex.quote(credentials.client_secret)}\n"
            "# The same for the Python client and the command line.\n"
            "export DRAGOMAN_URL=$URL DRAGOMAN_CLIENT_ID=$CLIENT_ID DRAGOMAN_CLIENT_SECRET=$CLIENT_SECRET\n"
            f"EMAIL={shlex.quote(credentials.email)}\n"
            f"PASSWORD={shlex.quote(credentials.password)}\n"
            f"HAS_CONTENT={'yes' if credentials.has_content else 'no'}\n"
        )
    unfinished.replace(path)


def fetch_token(url: str, credentials: Credentials) -> str | None:
    """An access token, or None when the service does not know the credentials."""
    basic = base64.b64encode(f"{credentials.client_id}:{credentials.client_secret}".encode()).decode()
    status, answer = _post(
        f"{url}/oauth2/token",
        urllib.parse.urlencode({"grant_type": "client_credentials"}).encode(),
        {"Authorization": f"Basic {basic}", "Content-Type": "application/x-www-form-urlencoded"},
    )
    if status == 401:
        return None
    if status != 200:
        raise DemoFailed(f"The token endpoint answered {status}: {answer}")
    return str(answer["access_token"])


def translate(url: str, token: str, text: str, *, source: str, target: str) -> str | None:
    """A text in another language, or None when no engine translates this pair."""
    status, answer = _post(
        f"{url}/v2/translate",
        json.dumps({"source": source, "target": target, "segments": [{"text": text}]}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    if status == 422:
        return None
    if status != 200:
        raise DemoFailed(f"The first translation was answered {status}: {answer}")
    return str(answer["translations"][0]["translation"])


def _make_application() -> Credentials:
    account = _admin(["account", "create", "Demo", "--kind", "production"])
    made = _admin(["application", "create", "demo", "--account", str(account["id"])])
    return Credentials(client_id=made["clientId"], client_secret=made["clientSecret"])


def _make_person(kept: Credentials, account: int) -> Credentials:
    """A developer and orderer of the account, whose address no other account's person can have."""
    email, password = f"demo-{account}@example.com", secrets.token_urlsafe(12)
    roles = ["--role", "developer", "--role", "orderer"]
    words = ["user", "create", email, "--account", str(account), *roles, "--password-stdin"]
    _admin(words, stdin=f"{password}\n")
    return replace(kept, email=email, password=password)


def _make_desk_token(url: str, account: int) -> str:
    """A token of the provider's program, whose secret is not kept."""
    words = ["application", "create", "demo desk", "--account", str(account)]
    made = _admin([*words, "--scopes", "provider", "--role", "manager"])
    credentials = Credentials(client_id=made["clientId"], client_secret=made["clientSecret"])
    token = fetch_token(url, credentials)
    if token is None:
        raise DemoFailed("The service does not accept the credentials of the program it has just made.")
    return token


def first_link(url: str) -> str | None:
    """The link that signs the first admin in, at this address; None: somebody has signed in."""
    made: str | None = _admin(["link", "--first"])["url"]
    return None if made is None else url + urllib.parse.urlsplit(made).path


def _admin(words: Sequence[str], *, stdin: str = "") -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "dragoman", "admin", *words, "--json"],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise DemoFailed(f"dragoman admin {' '.join(words[:2])} was refused: {done.stderr.strip()}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _post(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, Any]:
    request = urllib.request.Request(url, data=body, headers=headers, method="POST")
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({})
    )  # never through a proxy: it is this machine
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read().decode("utf-8", "replace")
    except OSError as error:
        raise DemoFailed(f"The service cannot be reached at {url}: {error}") from None
