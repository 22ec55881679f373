"""Which translation of a project a returned package belongs to, by its contents."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import RuleBroken
from dragoman.languages import canonical
from dragoman.projects import segment_store
from dragoman.projects.linguists.exchange import digest_of
from dragoman.projects.linguists.exchange.model import ReturnedPackage
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import TranslationContext

_UNIT_ID: Final = re.compile(r"([0-9]{1,10})-[0-9]{1,9}")


class PackageUnknown(RuleBroken):
    """Nothing in a package says to which translation of the project it belongs."""

    code = "PACKAGE_UNKNOWN"


async def find_owner(
    tools: LinguistTools, contexts: Sequence[TranslationContext], returned: ReturnedPackage
) -> TranslationContext:
    """Find the translation that a package belongs to: by the id in it, else by languages and sources.

    Tools that drop the ids keep the languages, and the digest of the sources or the ids of units. Raises
    `PackageUnknown`.
    """
    by_id = {str(one.translation.id): one for one in contexts}
    named = _named(returned)
    if named is not None:
        if named in by_id:
            return by_id[named]
        raise PackageUnknown(
            f"The file was exported from translation {named[:10]}, which is not one of this project.",
            hints="Import it into the project that it was exported from.",
        )
    alike = [one for one in contexts if _has_languages(one, returned)]
    if returned.digest is not None:
        digests = [(one, await _read_digest(tools, one)) for one in alike]
        alike = [one for one, digest in digests if digest == returned.digest]
    if len(alike) != 1:
        found = "no translation" if not alike else f"{len(alike)} translations"
        raise PackageUnknown(
            f"The file does not name its translation, and {found} of the project may be meant.",
            hints="Import it into its translation by itself.",
        )
    return alike[0]


def _named(returned: ReturnedPackage) -> str | None:
    """The id of the translation in the file, or the one that most of its units have in theirs."""
    if returned.translation_id:
        return returned.translation_id
    ids = Counter(found[1] for unit in returned.units if (found := _UNIT_ID.fullmatch(unit.id)))
    return ids.most_common(1)[0][0] if ids else None


def _has_languages(context: TranslationContext, returned: ReturnedPackage) -> bool:
    source, target = returned.source_language, returned.target_language
    if target is None:
        return False
    is_source = source is None or canonical(source) == context.source_language
    return is_source and canonical(target) == context.translation.target_language


async def _read_digest(tools: LinguistTools, context: TranslationContext) -> str:
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        rows = await segment_store.list_segments(tx, context.translation.id)
    return await asyncio.to_thread(digest_of, rows)
