"""What is decoded together: of like length, of all requests in turn, and no more than fits."""

from __future__ import annotations

import threading

from dragoman.model_process.decoding_queue import BATCH_PIECES, DecodingInput, DecodingOptions, DecodingQueue

_BEAM = DecodingOptions(beam=2)


def _input(
    size: int, *, request: int = 1, owner: str = "a", options: DecodingOptions = _BEAM
) -> DecodingInput:
    return DecodingInput(
        pieces=["x"] * size, prefix=[], options=options, request=request, owner=owner, job=None
    )


def _take(queue: DecodingQueue) -> list[DecodingInput]:
    batch = queue.take()
    assert batch is not None
    return batch


def test_all_that_fits_is_taken_at_once() -> None:
    queue = DecodingQueue(1)
    queue.add(_input(10) for _ in range(50))
    assert len(_take(queue)) == 50


def test_a_batch_has_inputs_of_like_length_and_padding_counts() -> None:
    queue = DecodingQueue(1)
    queue.add(_input(size) for _ in range(20) for size in (100, 10))
    sizes = [one.size for one in _take(queue)]
    assert max(sizes) * len(sizes) <= BATCH_PIECES
    assert sizes.count(100) >= len(sizes) - 1


def test_two_workers_share_what_there_is() -> None:
    queue = DecodingQueue(2)
    queue.add(_input(25) for _ in range(100))
    busy, left = [0, 0], 100
    while left:
        batch = _take(queue)
        left -= len(batch)
        busy[busy.index(min(busy))] += sum(one.size for one in batch)
    assert max(busy) <= 1.1 * 2500 / 2


def test_a_small_request_is_in_the_next_batch_beside_a_large_one() -> None:
    queue = DecodingQueue(1)
    queue.add(_input(20) for _ in range(1000))
    _take(queue)
    queue.add([_input(20, request=2, owner="b")])
    assert 2 in {one.request for one in _take(queue)}


def test_requests_of_one_account_take_turns_and_so_do_accounts() -> None:
    queue = DecodingQueue(1)
    queue.add(_input(20, request=1) for _ in range(200))
    queue.add(_input(20, request=2) for _ in range(200))
    queue.add(_input(20, request=3, owner="b") for _ in range(200))
    owners = [one.owner for one in _take(queue)]
    assert abs(owners.count("a") - owners.count("b")) <= 1


def test_other_options_are_another_batch_and_a_suspect_is_alone() -> None:
    queue = DecodingQueue(1)
    queue.add([_input(10), _input(10, options=DecodingOptions(beam=4)), _input(10)])
    assert [one.options.beam for one in _take(queue)] == [2, 2]
    assert [one.options.beam for one in _take(queue)] == [4]
    alone = DecodingOptions(beam=2, is_alone=True)
    queue.add([_input(10, options=alone), _input(10, options=alone)])
    assert len(_take(queue)) == 1
    assert len(_take(queue)) == 1


def test_what_was_cancelled_is_not_decoded() -> None:
    queue = DecodingQueue(1)
    queue.add(_input(10, request=1) for _ in range(5))
    queue.add(_input(10, request=2) for _ in range(5))
    queue.cancel(1)
    assert {one.request for one in _take(queue)} == {2}


def test_a_slow_machine_gets_smaller_batches() -> None:
    queue = DecodingQueue(1)
    queue.note_speed(pieces=100, seconds=2)
    queue.add(_input(20) for _ in range(100))
    assert len(_take(queue)) == 10


def test_an_input_larger_than_a_batch_is_one_itself() -> None:
    queue = DecodingQueue(1)
    queue.add([_input(5 * BATCH_PIECES), _input(5)])
    assert sorted(one.size for _ in range(2) for one in _take(queue)) == [5, 5 * BATCH_PIECES]


def test_closing_ends_who_waits() -> None:
    queue = DecodingQueue(1)
    ended = threading.Event()

    def wait() -> None:
        assert queue.take() is None
        ended.set()

    thread = threading.Thread(target=wait)
    thread.start()
    queue.close()
    thread.join()
    assert ended.is_set()


def test_nothing_is_lost_or_doubled_in_any_order() -> None:
    queue = DecodingQueue(3)
    sent = [
        _input(1 + (number * 37) % 90, request=number % 7, owner=str(number % 3)) for number in range(700)
    ]
    queue.add(sent)
    taken: list[DecodingInput] = []
    while len(taken) < len(sent):
        taken += _take(queue)
    assert {id(one) for one in taken} == {id(one) for one in sent}
    assert len(taken) == len(sent)
