"""The kinds of values that settings have, and how they are written as text."""

from __future__ import annotations

import json
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, model_validator

from dragoman.settings.mail_server import parse_mail_sender, parse_mail_url


class Rate(BaseModel):
    """So many calls in so many seconds."""

    model_config = ConfigDict(frozen=True)

    calls: int = Field(ge=1, le=1_000_000)
    seconds: int = Field(ge=1, le=86_400)

    def __str__(self) -> str:
        return f"{self.calls}/{self.seconds}"


def parse_rate(value: object) -> object:
    """Read `100/30` or `off`; None is "no limit". Raises ValueError on anything else."""
    if value is None or isinstance(value, Rate):
        return value
    if not isinstance(value, str):
        raise ValueError("write CALLS/SECONDS, such as 100/30, or off")
    if value.strip().lower() == "off":
        return None
    calls, slash, seconds = value.partition("/")
    if not slash or not calls.strip().isdecimal() or not seconds.strip().isdecimal():
        raise ValueError("write CALLS/SECONDS, such as 100/30, or off")
    return Rate(calls=int(calls), seconds=int(seconds))


RateSetting = Annotated[Rate | None, BeforeValidator(parse_rate)]


def parse_json(value: object) -> object:
    """Read JSON where there is text. Raises ValueError."""
    return json.loads(value) if isinstance(value, str) else value


def split_commas(value: object) -> object:
    """The parts of `a, b` where there is text."""
    return [item.strip() for item in value.split(",") if item.strip()] if isinstance(value, str) else value


def _check_mail_url(value: SecretStr | None) -> SecretStr | None:
    if value is not None:
        parse_mail_url(value.get_secret_value())
    return value


def _check_mail_from(value: str | None) -> str | None:
    if value is not None:
        parse_mail_sender(value)
    return value


MailUrl = Annotated[SecretStr | None, AfterValidator(_check_mail_url)]
MailFrom = Annotated[str | None, AfterValidator(_check_mail_from)]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
Network: TypeAlias = IPv4Network | IPv6Network


class IssuerSignIn(BaseModel):
    """How people sign in to the dashboard by an identity provider (OpenID Connect, code flow with PKCE)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(
        pattern=r"^[a-z0-9][a-z0-9-]{0,39}$",
        description="Short name in addresses, such as acme; its redirect address has it, so keep it.",
    )
    name: str = Field(min_length=1, max_length=100, description="What the button on the sign-in page says.")
    client_id: str = Field(min_length=1, description="Dragoman's id at the provider.")
    client_secret: SecretStr | None = Field(
        default=None, description="Its secret there; none: a public client, for which PKCE stands alone."
    )
    client_secret_file: Path | None = Field(
        default=None, description="File with the secret, read at each sign-in. Instead of `client_secret`."
    )
    scopes: list[str] = Field(default=["openid", "email", "profile"], description="What is asked for.")
    account: int | None = Field(
        default=None,
        ge=1,
        description="Account of everyone who signs in here: people of others do not, and new people go "
        "there. Needed for `create`.",
    )
    email_claim: str = Field(default="email", description="The claim with the e-mail address.")
    email_verified_claim: str = Field(
        default="email_verified",
        description="The claim that says that the provider verified it. Without one that is true, nobody is "
        "found or made by their address. Entra ID: xms_edov.",
    )
    email_domains: list[str] = Field(
        default_factory=list,
        description="Domains of addresses that people are found or made by; empty: any.",
    )
    create: bool = Field(
        default=False, description="Make people who are unknown here; otherwise they need an invitation."
    )
    roles_claim: str = Field(default="groups", description="The claim that `roles` maps.")
    roles: dict[str, list[str]] = Field(
        default_factory=dict,
        description="Value of that claim → roles. With any, a person's roles are set anew at each sign-in; "
        "without, they are those that were given here.",
    )
    default_roles: list[str] = Field(
        default=["customer"],
        description="Roles of who has no such value and is made, or signs in where `roles` has any; empty: "
        "they are refused.",
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.client_secret is not None and self.client_secret_file is not None:
            raise ValueError("give client_secret or client_secret_file, not both")
        if self.create and self.account is None:
            raise ValueError("create needs account, where new people go")
        if "openid" not in self.scopes:
            raise ValueError("scopes must contain openid")
        return self


class ExternalIssuer(BaseModel):
    """An identity provider whose tokens are accepted (A5), or that people sign in by.

    Its keys and addresses are found by OIDC discovery.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    issuer: str = Field(description="Exact `iss` of its tokens, also where its discovery document is found.")
    audiences: list[str] = Field(
        default_factory=list,
        description="A token must name one of these in `aud`; empty: none of its tokens is accepted, people "
        "only sign in. Never the client id of `sign_in`.",
    )
    client_claim: str = Field(default="azp", description="The claim that names the application.")
    applications: dict[str, str] = Field(
        default_factory=dict,
        description="Value of that claim → our client id; empty: the value is our client id.",
    )
    algorithms: list[str] = Field(default=["RS256", "ES256", "PS256"], min_length=1)
    token_types: list[str] = Field(
        default_factory=list, description="Accepted `typ` headers, such as at+jwt; empty: any."
    )
    required_claims: dict[str, str] = Field(default_factory=dict)
    sign_in: IssuerSignIn | None = Field(
        default=None, description="Have people sign in to the dashboard by it; fields below."
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.audiences and self.sign_in is None:
            raise ValueError("give audiences, for tokens of programs, or sign_in, for people")
        if self.sign_in is not None and self.sign_in.client_id in self.audiences:
            # Or each ID token, which the browser sees, would call the interface as a program.
            raise ValueError("audiences must not contain the client_id of sign_in")
        return self


def _check_keys(issuers: list[ExternalIssuer]) -> list[ExternalIssuer]:
    keys = [issuer.sign_in.key for issuer in issuers if issuer.sign_in is not None]
    if len(set(keys)) != len(keys):
        raise ValueError("each sign_in needs a key of its own")
    return issuers


Issuers = Annotated[list[ExternalIssuer], BeforeValidator(parse_json), AfterValidator(_check_keys)]
