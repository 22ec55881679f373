"""Faults in webhooks: signatures, retries, claims, addresses."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_NOTIFICATIONS: Final = "src/dragoman/notifications"

NOTIFICATIONS: Final = (
    Fault(
        name="Notifications: the signature is over the wrong bytes",
        file=f"{_NOTIFICATIONS}/signing.py",
        old='signed = f"{webhook_id}.{timestamp}.".encode() + body',
        new='signed = f"{timestamp}.{webhook_id}.".encode() + body',
        tests=("tests/notifications/test_signing.py::test_the_vector_of_the_specification",),
    ),
    Fault(
        name="Notifications: a replaced secret stops signing at once",
        file="src/dragoman/access/actions.py",
        old="kept = [found.wrapped, *([found.wrapped_old] if found.wrapped_old is not None else [])]",
        new="kept = [found.wrapped]",
        tests=("tests/notifications/test_signing.py::test_a_secret_is_replaced_without_a_gap",),
    ),
    Fault(
        name="Notifications: a failed try is counted for nothing",
        file=f"{_NOTIFICATIONS}/delivery.py",
        old='{"step": following.step, "next_try": following.due}',
        new='{"step": row.step, "next_try": following.due}',
        tests=(
            "tests/notifications/test_schedule.py::test_a_document_callback_is_tried_at_exactly_those_times",
        ),
    ),
    Fault(
        name="Notifications: the last try of the schedule is never made",
        file=f"{_NOTIFICATIONS}/schedule.py",
        old="if following >= len(delays) or now >= end:",
        new="if following >= len(delays) - 1 or now >= end:",
        tests=("tests/notifications/test_schedule.py::test_what_follows",),
    ),
    Fault(
        name="Notifications: Retry-After is not honoured",
        file=f"{_NOTIFICATIONS}/schedule.py",
        old="if not_before is not None and not_before > due:",
        new="if not_before is not None and not_before < due:",
        tests=("tests/notifications/test_schedule.py::test_what_follows",),
    ),
    Fault(
        name="Notifications: one public address of a name is enough",
        file=f"{_NOTIFICATIONS}/address_guard.py",
        old="not all(map(is_public, addresses))",
        new="not any(map(is_public, addresses))",
        tests=("tests/notifications/test_guard.py::test_one_bad_answer_refuses_the_name",),
    ),
    Fault(
        name="Notifications: a replay goes on where the schedule ended",
        file=f"{_NOTIFICATIONS}/actions.py",
        old='        "step": 0,\n',
        new="",
        tests=("tests/notifications/test_delivery.py::test_a_replay_has_the_whole_schedule_again",),
    ),
    Fault(
        name="Notifications: a receiver gets one more at once than it may",
        file=f"{_NOTIFICATIONS}/delivery.py",
        old="if running >= allowed:",
        new="if running > allowed:",
        tests=(
            "tests/notifications/test_receivers.py::test_a_receiver_not_heard_of_before_gets_four_at_once",
        ),
    ),
    Fault(
        name="Notifications: two jobs of one notification claim it together",
        file=f"{_NOTIFICATIONS}/store.py",
        old="query.with_for_update() if lock else query",
        new="query",
        tests=("tests/notifications/test_delivery.py::test_several_jobs_of_one_notification_send_it_once",),
    ),
    Fault(
        name="Notifications: a notification that is claimed is sent by another job too",
        file=f"{_NOTIFICATIONS}/delivery.py",
        old="if row.claimed_until > tx.now:  #",
        new="if row.claimed_until < tx.now:  #",
        tests=(
            "tests/notifications/test_kills.py::test_a_process_killed_at_any_step_leads_to_one_more_try_at_most",
        ),
    ),
)
