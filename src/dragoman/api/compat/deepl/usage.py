"""`/v2/usage` of the DeepL dialect: what account and key used in the present month."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from fastapi import APIRouter

from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.database.connections import transaction
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.usage.actions import summarize_usage
from dragoman.usage.model import UsageFilter, UsageGrouping

# What DeepL gives for subscriptions without a limit. There is none here.
_NO_LIMIT: Final = 1_000_000_000_000

router = APIRouter(prefix=f"{PREFIX}/v2", include_in_schema=False)


@router.get("/usage")
async def get_usage(caller: TranslateCaller, runtime: OpenRuntime) -> dict[str, Any]:
    """Count the characters of texts and documents that account and key had translated in this month."""
    await runtime.usage.flush()
    async with transaction(runtime.database, account=caller.account_id) as tx:
        wanted = UsageFilter(account_id=caller.account_id)
        summary = await summarize_usage(tx, wanted=wanted, by=UsageGrouping.APPLICATION)
    of_account = summary.total.characters
    of_key = sum(
        group.amount.characters for group in summary.groups if group.application_id == caller.application_id
    )
    return {
        "character_count": of_account,
        "character_limit": _NO_LIMIT,
        "api_key_character_count": of_key,
        "api_key_character_limit": _NO_LIMIT,
        "products": [
            {"product_type": "translate", "api_key_character_count": of_key, "character_count": of_account}
        ],
        "start_time": _midnight(summary.first_day),
        "end_time": _midnight((summary.first_day + timedelta(days=31)).replace(day=1)),
    }


def _midnight(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
