"""What can be done with repeatable requests, all in the transaction of their effect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from dragoman.database.connections import Transaction
from dragoman.errors import Conflict
from dragoman.idempotency import store
from dragoman.idempotency.model import HEADER, KEPT_FOR, KeyReused, RepeatableRequest, StoredAnswer

REMOVE_OLD: Final = "idempotency.remove_old"  # the task; see `remove_old_answers`

_KEPT_STATUSES: Final = range(200, 300)


async def hold(tx: Transaction, request: RepeatableRequest) -> StoredAnswer | None:
    """Begin a request that may be repeated: the first one's answer, or None, and the effect may be done.

    No other request can begin it until the transaction ends. Raises `Conflict` while another one runs,
    `KeyReused` when the key was used with another body.
    """
    if not await store.lock(tx, request):
        raise Conflict(
            f"A request with this {HEADER} is being worked on. Wait for its answer, then repeat it."
        )
    kept = await store.find(tx, request)
    if kept is None:
        return None
    if kept.created <= tx.now - KEPT_FOR:
        await store.delete(tx, request)
        return None
    if kept.body_hash != request.body_hash:
        raise KeyReused(
            f"This {HEADER} was used for another request in the last 24 hours. Use a new one for each "
            "request, and repeat one only with the same body."
        )
    return kept.answer


async def keep(
    tx: Transaction, request: RepeatableRequest, answer: StoredAnswer, *, account_id: int | None = None
) -> None:
    """Keep the answer to a request that `hold` began in this transaction, unless it is a refusal.

    `account_id` is the application's account; without it the transaction must be one account's.
    """
    owner = tx.account if account_id is None else account_id
    if not isinstance(owner, int):
        raise ValueError("an answer is kept for an account")
    if answer.status in _KEPT_STATUSES:
        await store.insert(tx, request, answer, account_id=owner)


class Answered(NamedTuple):
    """The answer to a request that may be repeated."""

    answer: StoredAnswer
    is_repeat: bool  # it is the answer to the first such request, and nothing was done


async def answer_once(
    tx: Transaction,
    request: RepeatableRequest | None,
    work: Callable[[], Awaitable[StoredAnswer]],
    *,
    account_id: int | None = None,
) -> Answered:
    """Do the work and keep its answer, or find the answer to the first such request.

    Without a request that may be repeated the work is always done. Raises what `hold` and `work` raise;
    `account_id` is that of `keep`.
    """
    if request is None:
        return Answered(await work(), is_repeat=False)
    kept = await hold(tx, request)
    if kept is not None:
        return Answered(kept, is_repeat=True)
    made = await work()
    await keep(tx, request, made, account_id=account_id)
    return Answered(made, is_repeat=False)


async def remove_old_answers(tx: Transaction) -> int:
    """Forget answers after a day; how many. The transaction must see every account."""
    return await store.delete_before(tx, tx.now - KEPT_FOR)
