"""Two customers who do anything in any order, and try each other's ids wherever there is a place for one.

What is another's is as what never was: the same answer byte for byte, no text of it anywhere, and no change.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from tests.projects import thieves
from tests.projects.served import Client, Served
from tests.projects.tenants import CHOICES, World, open_world

WHO = st.integers(0, 1)
CHOICE = st.integers(0, 11)
FIELD = st.sampled_from(sorted(CHOICES))
NAMES = st.sampled_from(["order-1", "order-2"])  # which both customers use


class Tenants(RuleBasedStateMachine):
    """Hypothesis, which is not asynchronous, chooses in a thread; what it chooses is done in the loop."""

    loop: ClassVar[asyncio.AbstractEventLoop]
    served: ClassVar[Served]
    staff: ClassVar[Client]
    tried: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        self.world: World = self.wait(open_world(self.served, self.staff))
        self.world.tried = self.tried
        for who in (0, 1):
            self.wait(self.world.create(who, who, external="order-1", own=True))
            self.wait(self.world.upload(who, 1, key=None))

    def teardown(self) -> None:
        for who in (0, 1):
            self.wait(self.world.work(who))  # other tests do not meet what is left

    def do(self, action: Coroutine[Any, Any, Any]) -> None:
        self.tried["steps"] += 1
        self.wait(action)

    def wait(self, action: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(action, self.loop).result()

    @rule(who=WHO, choice=CHOICE, external=st.none() | NAMES, own=st.booleans())
    def create(self, who: int, choice: int, external: str | None, own: bool) -> None:
        self.do(self.world.create(who, choice, external=external, own=own))

    @rule(who=WHO, key=NAMES, title=st.sampled_from(["The same", "Another"]))
    def create_once(self, who: int, key: str, title: str) -> None:
        self.do(self.world.create_once(who, key, title))

    @rule(who=WHO, choice=CHOICE, method=st.sampled_from(["PUT", "PATCH"]))
    def change(self, who: int, choice: int, method: str) -> None:
        self.do(self.world.change(who, choice, method))

    @rule(who=WHO, choice=CHOICE)
    def delete(self, who: int, choice: int) -> None:
        self.do(self.world.delete(who, choice))

    @rule(who=WHO, choice=CHOICE, key=st.none() | NAMES)
    def upload(self, who: int, choice: int, key: str | None) -> None:
        self.do(self.world.upload(who, choice, key=key))

    @rule(who=WHO, choice=CHOICE)
    def take_out(self, who: int, choice: int) -> None:
        self.do(self.world.take_out(who, choice))

    @rule(who=WHO, choice=CHOICE, verb=st.sampled_from(["do-start", "do-quote", "do-cancel"]))
    def act(self, who: int, choice: int, verb: str) -> None:
        self.do(self.world.act(who, choice, verb))

    @rule(who=WHO)
    def look(self, who: int) -> None:
        self.do(self.world.look(who))

    @rule(who=WHO)
    def look_around(self, who: int) -> None:
        self.do(self.world.look_around(who))

    @rule(who=WHO, choice=CHOICE, verb=st.sampled_from(["start", "hold", "release", "finish", "cancel"]))
    def do_as_staff(self, who: int, choice: int, verb: str) -> None:
        self.do(self.world.do_as_staff(who, choice, verb))

    @rule(who=WHO, choice=CHOICE)
    def deliver_as_staff(self, who: int, choice: int) -> None:
        self.do(self.world.deliver_as_staff(who, choice))

    @rule(who=WHO, name=FIELD)
    def mix_as_staff(self, who: int, name: str) -> None:
        self.do(thieves.mix_as_staff(self.world, who, name))

    @rule(who=WHO, probe=st.integers(0, len(thieves.PATHS) - 1), choice=CHOICE)
    def steal_by_path(self, who: int, probe: int, choice: int) -> None:
        self.do(thieves.steal_by_path(self.world, who, probe, choice))

    @rule(who=WHO, probe=st.integers(0, len(thieves.PATHS) - 1), choice=CHOICE)
    def steal_by_path_again(self, who: int, probe: int, choice: int) -> None:
        self.do(thieves.steal_by_path(self.world, who, probe, choice))

    @rule(who=WHO, name=FIELD)
    def steal_choice(self, who: int, name: str) -> None:
        self.do(thieves.steal_choice(self.world, who, name))

    @rule(who=WHO, name=FIELD, choice=CHOICE, method=st.sampled_from(["POST", "PUT", "PATCH"]))
    def steal_by_body(self, who: int, name: str, choice: int, method: str) -> None:
        self.do(thieves.steal_by_body(self.world, who, name, choice, method))

    @rule(who=WHO, name=st.sampled_from(thieves.QUERIES), choice=CHOICE)
    def steal_by_query(self, who: int, name: str, choice: int) -> None:
        self.do(thieves.steal_by_query(self.world, who, name, choice))


async def play(served: Served, *, examples: int, steps: int) -> Counter[str]:
    """So many pairs of customers, each with at most so many steps; how often what was tried."""
    values = {
        "loop": asyncio.get_running_loop(),
        "served": served,
        "staff": await served.open_staff(),
        "tried": Counter(),
    }
    machine = type("Tenants", (Tenants,), values)
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # to make a failing example smaller takes too long
        suppress_health_check=list(HealthCheck),
    )
    await asyncio.to_thread(run_state_machine_as_test, machine, settings=chosen)
    return machine.tried  # type: ignore[attr-defined,no-any-return]


async def test_every_place_for_an_id(served: Served) -> None:
    """What the machine chooses from, each once: a project at work, its file, and a finished translation."""
    world = await open_world(served, await served.open_staff())
    for who in (0, 1):
        await world.create(who, 0, external=f"order-{who}", own=False)
        await world.upload(who, 1, key=None)
    await world.act(1, 0, "do-start")
    await world.work(1)
    await world.look(1)
    source, result = world.tenants[1].ever["file"]
    for probe in range(len(thieves.PATHS)):
        await thieves.steal_by_path(world, 0, probe, 0)
        await thieves.steal_by_path(world, 0, probe, 1)
    for name in CHOICES:
        await thieves.steal_choice(world, 0, name)
        await thieves.mix_as_staff(world, 0, name)
        for method in ("POST", "PUT", "PATCH"):
            await thieves.steal_by_body(world, 0, name, 0, method)
    for name in thieves.QUERIES:
        await thieves.steal_by_query(world, 0, name, 0)
    assert sum(world.tried.values()) == 2 * len(thieves.PATHS) + 4 * len(CHOICES) + len(thieves.QUERIES)
    assert await world.download(1, source) != await world.download(1, result)


async def test_neither_of_two_customers_reaches_the_other(served: Served) -> None:
    tried = await play(served, examples=3, steps=30)
    assert tried["steps"] >= 60


@pytest.mark.campaign
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
async def test_neither_of_two_customers_reaches_the_other_in_any_order(served: Served, part: int) -> None:
    """6,250 steps at least; how many each pair of customers takes is the machine's choice."""
    tried = Counter[str]()
    while tried["steps"] < 6_250:
        tried += await play(served, examples=20, steps=50)
    print(part, sum(tried.values()) - tried["steps"], tried)
