"""The kinds of values that settings have, and how they are written as text."""

from __future__ import annotations

import json
from ipaddress import IPv4Network, IPv6Network
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


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


LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
Network: TypeAlias = IPv4Network | IPv6Network


class ExternalIssuer(BaseModel):
    """An identity provider whose tokens are accepted (A5). Its keys are found by OIDC discovery."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    issuer: str = Field(description="Exact `iss` of its tokens, also where its discovery document is found.")
    audiences: list[str] = Field(min_length=1, description="A token must name one of these in `aud`.")
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


Issuers = Annotated[list[ExternalIssuer], BeforeValidator(parse_json)]
