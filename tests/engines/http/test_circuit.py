"""The circuit breaker: opens after failures in a row, lets one call through later, and tells its state."""

from __future__ import annotations

import pytest

from dragoman.engines.engine import EngineUnavailable
from dragoman.engines.http.circuit import FAILURES, CircuitBreaker, CircuitState
from dragoman.engines.http.failures import CallFailure, ServiceFailed


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def fail(circuit: CircuitBreaker, failure: CallFailure = CallFailure.SERVER_FAILED, **more: float) -> None:
    with pytest.raises(ServiceFailed), circuit.call():
        raise ServiceFailed("It failed.", failure=failure, **more)  # type: ignore[arg-type]


def is_open(circuit: CircuitBreaker) -> bool:
    try:
        with circuit.call():
            return False
    except EngineUnavailable:
        return True


def test_it_opens_after_failures_in_a_row_and_closes_with_a_success() -> None:
    clock = Clock()
    circuit = CircuitBreaker(clock)
    for _ in range(FAILURES - 1):
        fail(circuit)
    assert not is_open(circuit)  # a success: they are not in a row
    for _ in range(FAILURES):
        fail(circuit)
    assert circuit.report().state is CircuitState.OPEN
    assert circuit.report().last_error == "It failed."
    assert is_open(circuit)
    clock.now += 6
    assert circuit.report().state is CircuitState.HALF_OPEN
    assert not is_open(circuit)
    assert circuit.report().state is CircuitState.CLOSED
    assert circuit.report().last_error == ""


def test_only_one_call_finds_out_and_a_failure_doubles_the_wait() -> None:
    clock = Clock()
    circuit = CircuitBreaker(clock)
    for _ in range(FAILURES):
        fail(circuit)
    waits = []
    for _ in range(12):
        wait = 0
        while circuit.report().state is CircuitState.OPEN:
            clock.now += 1
            wait += 1
        waits.append(wait)
        with pytest.raises(ServiceFailed), circuit.call():
            assert is_open(circuit)
            raise ServiceFailed("Still.", failure=CallFailure.TIMED_OUT)
    assert waits == [5, 10, 20, 40, 80, 160, *[300] * 6]


@pytest.mark.parametrize(
    ("failure", "seconds"), [(CallFailure.KEY_REFUSED, 60), (CallFailure.QUOTA_USED, 300)]
)
def test_what_only_the_operator_can_mend_opens_it_at_once(failure: CallFailure, seconds: int) -> None:
    clock = Clock()
    circuit = CircuitBreaker(clock)
    fail(circuit, failure)
    clock.now += seconds - 1
    assert is_open(circuit)
    clock.now += 1
    assert not is_open(circuit)


def test_a_wish_to_come_later_is_kept_but_not_for_ever() -> None:
    clock = Clock()
    circuit = CircuitBreaker(clock)
    fail(circuit, CallFailure.BUSY, retry_after=30)
    clock.now += 29
    assert is_open(circuit)
    clock.now += 1
    fail(circuit, CallFailure.BUSY, retry_after=10**9)
    clock.now += 3600
    assert not is_open(circuit)


def test_a_refused_text_and_a_cancelled_call_are_no_failures() -> None:
    circuit = CircuitBreaker(Clock())
    for _ in range(20):
        fail(circuit, CallFailure.REFUSED)
        with pytest.raises(KeyboardInterrupt), circuit.call():
            raise KeyboardInterrupt
    assert circuit.report().state is CircuitState.CLOSED
    assert circuit.report().failures == 0


def test_a_cancelled_probe_lets_the_next_call_find_out() -> None:
    clock = Clock()
    circuit = CircuitBreaker(clock)
    fail(circuit, CallFailure.KEY_REFUSED)
    clock.now += 61
    with pytest.raises(KeyboardInterrupt), circuit.call():
        raise KeyboardInterrupt
    assert not is_open(circuit)


def test_a_note_stays_until_it_is_taken_back() -> None:
    circuit = CircuitBreaker(Clock())
    circuit.note("Answers are not usable.")
    assert not is_open(circuit)
    assert circuit.report().last_error == "Answers are not usable."
    circuit.note("")
    assert circuit.report().last_error == ""
