"""The addresses that callbacks may connect to: public ones, and those that the operator allows (N4)."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.checked_network import AddressRefused, CheckedNetwork, Resolve
from dragoman.notifications.addresses import AllowList, is_public
from dragoman.notifications.callback_url import PUBLIC_PORTS


class GuardedNetwork(CheckedNetwork):
    """Connects to public addresses, and to those on the list."""

    def __init__(self, allow: AllowList, resolve: Resolve | None = None) -> None:
        super().__init__(self._check, resolve)
        self._allow = allow

    def _check(self, host: str, port: int, addresses: Sequence[str]) -> Sequence[str]:
        """Those to connect to: all of an allowed name, or the allowed ones, or all when all are public."""
        if self._allow.has_name(host, port):
            return addresses
        allowed = [address for address in addresses if self._allow.has_address(address, port)]
        if allowed:
            return allowed
        if port not in PUBLIC_PORTS or not all(map(is_public, addresses)):
            raise AddressRefused
        return addresses
