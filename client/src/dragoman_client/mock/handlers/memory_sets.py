"""Versions of sets of translation memories (V3)."""

from __future__ import annotations

from dragoman_client.mock.handlers.catalog import nothing, staff_record
from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.records import TYPES, note_set_version, set_versions
from dragoman_client.mock.routing import MockCall, handles

PATH = "translation-memory-sets"


@handles("create_memory_set_version_as_staff")
def create_memory_set_version(call: MockCall) -> MockAnswer:
    """Give a set new members: its next version."""
    row = staff_record(call, PATH)
    row["members"] = call.body["members"]
    note_set_version(call.state, row, actor=call.application.actor)
    return json_answer(row, status=201)


@handles("list_memory_set_versions_as_staff")
def list_memory_set_versions(call: MockCall) -> MockAnswer:
    """The versions of a set, newest first."""
    found = set_versions(call.state, staff_record(call, PATH))
    return page_answer(call, "versions", [one for _, one in sorted(found.items(), reverse=True)])


@handles("get_memory_set_version_as_staff")
def get_memory_set_version(call: MockCall) -> MockAnswer:
    """One version of a set."""
    row = staff_record(call, PATH)
    found = set_versions(call.state, row).get(call.number("version"))
    if found is None:
        raise nothing(TYPES[PATH], row["id"])
    return json_answer(found)
