"""Services that an account can choose for files: those that translate all of their language pairs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dragoman.access.model import Caller
from dragoman.catalog.actions import list_languages
from dragoman.catalog.model import Service, ServiceKind
from dragoman.catalog.reading import list_choices
from dragoman.catalog.reference_types import SERVICE
from dragoman.database.connections import Transaction
from dragoman.projects.intake.checking_files import is_pair_supported
from dragoman.resources import Resources


async def list_fitting_services(
    tx: Transaction, resources: Resources, pairs: Collection[tuple[str, str]], *, caller: Caller
) -> Sequence[Service]:
    """List the services that the caller's account can choose and that translate all pairs, oldest first.

    A pair is a source and a target language, canonical.
    """
    services = await list_choices(tx, SERVICE, account_id=caller.account_id, limit=None, offset=0)
    known = frozenset(language.code for language in await list_languages(tx))
    return [one for one in services if await _fits(resources, one, pairs, known=known, caller=caller)]


async def _fits(
    resources: Resources,
    service: Service,
    pairs: Collection[tuple[str, str]],
    *,
    known: Collection[str],
    caller: Caller,
) -> bool:
    by_people = known if service.kind is ServiceKind.HUMAN and not caller.is_sandbox else None
    for pair in pairs:
        if not await is_pair_supported(
            resources,
            pair,
            by_people=by_people,
            account_id=caller.account_id,
            sandbox=caller.is_sandbox,
        ):
            return False
    return True
