"""The ways to sign in that this installation has, beside address and password."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.dashboard.page.request import PageRequest
from dragoman.sign_in.openid.actions import list_choices
from dragoman.sign_in.openid.model import OpenidChoice
from dragoman.sign_in.passkeys.model import PasskeysUnavailable, RelyingParty, find_relying_party


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInWays:
    """What the sign-in page offers."""

    has_passkeys: bool
    providers: Sequence[OpenidChoice]


def find_ways(page: PageRequest) -> SignInWays:
    """The ways to sign in here."""
    return SignInWays(has_passkeys=find_site(page) is not None, providers=list_choices(page.runtime.settings))


def find_site(page: PageRequest) -> RelyingParty | None:
    """The site that passkeys belong to; None: browsers keep none for the service's address."""
    try:
        return find_relying_party(page.base_url)
    except PasskeysUnavailable:
        return None


def require_site(page: PageRequest) -> RelyingParty:
    """The site that passkeys belong to. Raises `PasskeysUnavailable`."""
    return find_relying_party(page.base_url)
