"""The names of all engines that an installation may have, without opening them."""

from __future__ import annotations

from dragoman.database.connections import Transaction
from dragoman.engine_registry import store
from dragoman.engines.ctranslate2.source import list_model_names
from dragoman.settings import Settings

_BUILT_IN = frozenset({"apertium"})


async def known_names(tx: Transaction, settings: Settings) -> frozenset[str]:
    """Built-in engines, services, and the models of this machine's models directory."""
    services = {one.name for one in await store.list_services(tx)}
    return _BUILT_IN | services | set(list_model_names(settings))
