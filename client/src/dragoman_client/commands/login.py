"""`dragoman login`, `logout` and `whoami`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from dragoman_client.commands.failures import tell
from dragoman_client.commands.output import print_facts, print_json, print_table
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options

if TYPE_CHECKING:
    from dragoman_client import Client
    from dragoman_client.credentials import Credentials
    from dragoman_client.reference import Account

_SCOPES = "translate projects reference"
_NAME = click.option(
    "--profile", metavar="NAME", help="Name of the profile; else DRAGOMAN_PROFILE, else `default`."
)


@client_command(
    "login",
    "dragoman login http://127.0.0.1:8080",
    "dragoman login https://mt.example.com --profile work",
    "dragoman login https://mt.example.com --device --scope translate",
    "pass mt/secret | dragoman login https://mt.example.com --client-id abc --client-secret-stdin",
    "dragoman login https://mt.example.com --token-stdin < token.txt",
)
@click.argument("url", required=False)
@_NAME
@click.option(
    "--device", "by_code", is_flag=True, help="Log in with a code in a browser, without a terminal too."
)
@click.option(
    "--scope",
    metavar="SCOPES",
    help="What to ask for with a code, separated by spaces; else `translate projects reference`.",
)
@click.option("--no-browser", "without_browser", is_flag=True, help="Do not open the page of the code.")
@click.option("--with-secret", "asks_secret", is_flag=True, help="Ask for a client id and a secret.")
@click.option("--client-id", metavar="ID", help="The application's id, for a login with its secret.")
@click.option(
    "--client-secret-stdin", "has_secret", is_flag=True, help="Read the secret from standard input."
)
@click.option(
    "--token-stdin", "has_token", is_flag=True, help="Read an access token, as the dashboard gives them."
)
@click.option("--token-url", metavar="URL", help="A token endpoint elsewhere.")
def login(url: str | None, profile: str | None, **given: Any) -> None:
    """Keep the credentials of an application on this machine.

    On a terminal it shows a page and a code: open the page in a browser, here or elsewhere, sign in to the
    dashboard, and approve. Services without such codes are asked for as an application, by its id and secret.

    Credentials are checked before they are kept, in a file that only you can read. A secret is never an
    argument: other users of a machine could see it.
    """
    from dragoman_client import Client  # noqa: PLC0415 - not for help
    from dragoman_client.profiles import Profile, save_profile  # noqa: PLC0415

    above = click.get_current_context().find_root().params
    address = url or above.get("url") or os.environ.get("DRAGOMAN_URL")
    address = address or _ask("Address of the service", "URL", default="http://127.0.0.1:8080")
    given["client_id"] = given["client_id"] or above.get("client_id")
    credentials = _find_credentials(address, **given)
    with Client(
        address,
        client_id=credentials.client_id,
        client_secret=credentials.client_secret,
        token=credentials.token,
        token_url=credentials.token_url,
    ) as client:
        check_credentials(client)
        claims, account = read_claims(client.token()), find_account(client)
        kept = Profile(name=_profile_name(profile), url=client.url, credentials=credentials)
    path = save_profile(os.environ, kept)
    of = f" to account {account.name} ({account.kind})" if account is not None else ""
    tell(f"Logged in to {kept.url}{of}. The credentials are in {path}, as profile {kept.name!r}.")
    if credentials.token is not None and (end := until(claims.get("exp"))) is not None:
        tell(f"The token is valid until {end}. Then log in again.")


def check_credentials(client: Client) -> None:
    """Raises `AuthenticationError` where they are refused. A missing right is none of their faults."""
    from dragoman_client.errors import PermissionDeniedError  # noqa: PLC0415

    with suppress(PermissionDeniedError):
        client.languages()


def find_account(client: Client) -> Account | None:
    """The account; None where the application may not read it."""
    from dragoman_client.errors import PermissionDeniedError  # noqa: PLC0415

    try:
        return client.reference.account()
    except PermissionDeniedError:
        return None


@client_command("logout", "dragoman logout", "dragoman logout --profile work")
@_NAME
def logout(profile: str | None) -> None:
    """Forget credentials that `dragoman login` kept."""
    from dragoman_client.profiles import delete_profile, list_profiles  # noqa: PLC0415

    name = _profile_name(profile)
    if delete_profile(os.environ, name):
        tell(f"Profile {name!r} is forgotten.")
        return
    known = ", ".join(list_profiles(os.environ))
    tell(f"There is no profile {name!r}." + (f" There are: {known}." if known else ""))
    sys.exit(1)


@client_command("whoami", "dragoman whoami", "dragoman whoami --json")
@service_options
def whoami(service: ServiceChoice) -> None:
    """Show the service, the account and what the credentials may do."""
    with service.open() as client:
        token = read_claims(client.token())
        account = find_account(client)
        facts = {
            "service": client.url,
            "credentials": f"of {service.find().origin}",
            "account": None if account is None else f"{account.name} ({account.kind}, {account.id})",
            "application": token.get("client_id"),
            "scopes": token.get("scope"),
            "token until": until(token.get("exp")),
        }
    if service.as_json:
        origin = service.find().origin
        print_json({"service": facts["service"], "credentials": origin, "account": account, "claims": token})
    else:
        print_facts(facts)


@client_command("profiles", "dragoman profiles")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def profiles(*, as_json: bool) -> None:
    """List the profiles that `dragoman login` keeps."""
    from dragoman_client.profiles import list_profiles  # noqa: PLC0415

    found = list_profiles(os.environ)
    if as_json:
        print_json([{"name": name, "url": url} for name, url in found.items()])
    else:
        print_table(("profile", "service"), list(found.items()))


def read_claims(token: str) -> dict[str, object]:
    """What an access token says of itself (RFC 9068), unverified; nothing where it is not a JWT."""
    import base64  # noqa: PLC0415
    import json  # noqa: PLC0415

    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (IndexError, ValueError):
        return {}
    names = ("client_id", "scope", "exp", "iss", "sub")
    return {name: claims[name] for name in names if name in claims} if isinstance(claims, dict) else {}


def until(expiry: object) -> str | None:
    """The end of a token, in local time."""
    import datetime  # noqa: PLC0415

    if not isinstance(expiry, int):
        return None
    return datetime.datetime.fromtimestamp(expiry).astimezone().isoformat(sep=" ", timespec="seconds")


def _profile_name(given: str | None) -> str:
    from dragoman_client.profiles import DEFAULT, PROFILE  # noqa: PLC0415

    above = click.get_current_context().find_root().params
    return given or above.get("profile") or os.environ.get(PROFILE) or DEFAULT


def _find_credentials(
    address: str, *, by_code: bool, scope: str | None, without_browser: bool, asks_secret: bool, **given: Any
) -> Credentials:
    """Credentials by a code where one is wanted and the service has codes, else those that are given."""
    is_given = asks_secret or any(given[name] for name in ("client_id", "has_secret", "has_token"))
    if by_code and is_given:
        raise click.UsageError("--device takes the place of a client id, a secret and a token.")
    if is_given and scope:
        raise click.UsageError("--scope is for a login with a code: an application has its scopes.")
    if by_code or (_has_terminal() and not is_given):
        from dragoman_client.commands.device_login import log_in_by_code  # noqa: PLC0415 - not for help

        found = log_in_by_code(
            address,
            scope=scope or _SCOPES,
            token_url=given["token_url"],
            opens_browser=_has_terminal() and not without_browser,
        )
        if found is not None:
            return found
        if by_code:
            from dragoman_client.errors import NotFoundError  # noqa: PLC0415

            raise NotFoundError(
                f"The service at {address} has no login with a code. Leave out --device, and give the id and "
                "the secret of an application."
            )
    return _read_credentials(**given)


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _read_credentials(
    *, client_id: str | None, has_secret: bool, has_token: bool, token_url: str | None
) -> Credentials:
    from dragoman_client.credentials import Credentials  # noqa: PLC0415

    if has_token:
        if has_secret or client_id:
            raise click.UsageError("--token-stdin takes the place of a client id and a secret.")
        return Credentials(token=_read_line("token"), token_url=token_url)
    client_id = client_id or _ask("Client id", "--client-id, or --device for a code")
    secret = (
        _read_line("secret") if has_secret else _ask("Client secret", "--client-secret-stdin", hidden=True)
    )
    return Credentials(client_id=client_id, client_secret=secret, token_url=token_url)


def _ask(what: str, option: str, *, default: str | None = None, hidden: bool = False) -> str:
    """Ask on the terminal. Raises a usage error where there is none."""
    if not sys.stdin.isatty():
        raise click.UsageError(f"{what} is missing, and there is no terminal to ask on. Give {option}.")
    answer: str = click.prompt(what, default=default, hide_input=hidden, err=True)
    return answer.strip()


def _read_line(what: str) -> str:
    """A secret from standard input: one line, which a terminal does not show."""
    if sys.stdin.isatty():
        return _ask(f"The {what}", "it", hidden=True)
    value = sys.stdin.readline().strip()
    if not value:
        raise click.UsageError(f"Standard input has no {what}.")
    return value
