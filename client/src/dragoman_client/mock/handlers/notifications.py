"""Notifications: lists, one with its text, replay, test events (N5)."""

from __future__ import annotations

from typing import Final

from dragoman_client.mock.callback_urls import HINT, url_problem
from dragoman_client.mock.deliveries import Message, notify, replay
from dragoman_client.mock.document_jobs import DocumentJob, write_job
from dragoman_client.mock.handlers.catalog import staff_record
from dragoman_client.mock.messages import NO_STORE, MockAnswer, json_answer
from dragoman_client.mock.pace import JobPace
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.refusals import broken_rule, detail
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import MockApplication, Record, new_id
from dragoman_client.mock.times import stamp

_NO_ID: Final = 2147483647  # no project or translation has it


@handles("list_notifications", "list_notifications_as_staff")
def list_notifications(call: MockCall) -> MockAnswer:
    """Notifications, newest first."""
    wanted = {name: call.query.get(name) for name in ("status", "applicationId", "kind", "subject")}
    wanted["accountId"] = call.account if _is_own(call) else call.query.get("accountId")
    rows = [
        row
        for row in reversed(list(call.state.notifications.values()))
        if all(value is None or row[name] == value for name, value in wanted.items())
    ]
    return page_answer(call, "notifications", rows, _without_body)


@handles("get_notification", "get_notification_as_staff")
def get_notification(call: MockCall) -> MockAnswer:
    """One notification with its text."""
    return json_answer(_find(call))


@handles("replay_notification", "replay_notification_as_staff")
def replay_notification(call: MockCall) -> MockAnswer:
    """Send a notification again."""
    return json_answer(_without_body(replay(call.state, _find(call))))


@handles("send_test_event")
def send_own_test_event(call: MockCall) -> MockAnswer:
    """Send a test event to an address of the caller's choice."""
    return _send_test(call, call.application)


@handles("send_test_event_as_staff")
def send_test_event_of_application(call: MockCall) -> MockAnswer:
    """Send a test event in the name of an application."""
    return _send_test(call, call.state.applications[staff_record(call, "applications")["id"]])


@handles("create_test_event")
def create_test_event(call: MockCall) -> MockAnswer:
    """Put a test event of a kind into the account's stream."""
    kind = (call.body or {}).get("kind") or "project.translation"
    application = call.application
    message = Message(
        account=application.account,
        application=application.id,
        kind=kind,
        subject=application.actor,
        url=None,
        body={**_sample_body(kind, application), "test": True},
    )
    row = notify(call.state, message)
    shown = {name: row[name] for name in ("kind", "subject", "applicationId", "createdAt", "body")}
    return json_answer({"id": row["webhookId"], **shown}, status=201, headers=NO_STORE)


def _sample_body(kind: str, application: MockApplication) -> Record:
    """A body with the members of a real one, about things that do not exist."""
    if kind == "test.event":
        return _test_body(application)
    if kind == "document.finished":
        job = DocumentJob(
            account=application.account,
            application=application.id,
            source="en",
            target="es",
            file_name="test.txt",
            data=b"",
            fields={},
            pace=JobPace(),
            status="SUCCESS",
        )
        return {**write_job(job), "finishedAt": stamp(), "expiresAt": stamp()}
    return {
        **dict.fromkeys(("ProjectId", "TranslationId"), _NO_ID),
        "SourceFileId": new_id(),
        "SourceFileName": "test.txt",
        "TargetFileId": new_id(),
        "TargetFileName": "test.txt",
        "SourceLanguageCode": "en",
        "TargetLanguageCode": "es",
        "Status": "Finished",
    }


def _test_body(application: MockApplication) -> Record:
    return {
        "type": "test.event",
        "id": new_id(),
        "createdAt": stamp(),
        "applicationId": application.id,
        "message": "A test of this address. Nothing was translated.",
    }


def _send_test(call: MockCall, application: MockApplication) -> MockAnswer:
    problem = url_problem(call.body["url"])
    if problem:
        raise broken_rule("CALLBACK_URL_INVALID", problem, HINT)
    message = Message(
        account=application.account,
        application=application.id,
        kind="test.event",
        subject=application.actor,
        url=call.body["url"],
        body=_test_body(application),
    )
    row = notify(call.state, message, headers=dict(call.request.headers))
    area = "project" if _is_own(call) else "provider"
    headers = {"Location": f"/{area}/v1/notifications/{row['id']}"}
    return json_answer(_without_body(row), status=202, headers=headers)


def _is_own(call: MockCall) -> bool:
    return call.operation.path.startswith("/project")


def _find(call: MockCall) -> Record:
    found = call.state.notifications.get(call.path["id"].lower())
    if found is None or (_is_own(call) and found["accountId"] != call.account):
        raise detail(404, f"There is no notification {call.path['id']}.")
    return found


def _without_body(row: Record) -> Record:
    return {name: value for name, value in row.items() if name != "body"}
