"""What every engine owes its callers, asked of the services that have markup."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from dragoman.engines.http import ServiceEngine
from tests.engines import test_every_engine as laws
from tests.engines.http.opened import opened
from tests.engines.http.services import HANDLERS, MARKUPS

_LAWS = (
    laws.test_its_pairs_are_canonical_different_and_listed_once,
    laws.test_a_batch_comes_back_whole_in_order_and_with_text,
    laws.test_an_empty_batch_is_an_empty_answer,
    laws.test_codes_come_back_with_their_segment,
    laws.test_it_translates_the_same_after_and_beside_anything,
    laws.test_a_cancelled_call_harms_no_other,
)


@pytest.mark.parametrize("kind", list(HANDLERS))
@pytest.mark.parametrize("law", _LAWS, ids=lambda law: law.__name__)
async def test_a_service_that_keeps_its_side_keeps_the_law(
    kind: str, law: Callable[[ServiceEngine], Awaitable[None]]
) -> None:
    async with opened(kind, HANDLERS[kind](MARKUPS[kind](lambda segment, _: segment))) as (engine, _):
        await law(engine)
