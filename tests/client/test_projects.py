"""Projects from files to downloads, as their clients use them, with both kinds of clients."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from dragoman_client import errors
from dragoman_client.mock import MockServer
from tests.client.kinds import Caller, opened
from tests.receiver import running_receiver
from tests.waiting import wait_until

TEXT = "The house is big.\n"


@pytest.fixture
def machine(caller: Caller) -> int:
    """The id of the service of engines."""
    services = caller.call(lambda client: client.reference.services())
    return next(one.id for one in services if one.kind == "machine")


def drafted(caller: Caller, service: int, **fields: Any) -> Any:
    """A draft with these fields."""
    wanted = {"title": "House", "service_id": service, **fields}
    return caller.call(lambda client: client.projects.create(**wanted))


def test_an_order_is_waited_for_and_downloaded(caller: Caller, machine: int, tmp_path: Path) -> None:
    for name in ("house.txt", "tree.txt"):
        (tmp_path / name).write_text(TEXT, encoding="utf-8")
    files = [tmp_path / "house.txt", tmp_path / "tree.txt"]
    shares: list[float] = []
    with running_receiver() as receiver:
        made = caller.call(
            lambda client: client.order(
                files,
                source="en",
                targets=["es", "ca"],
                title="Two files",
                service_id=machine,
                metadata={"shop": 7},
                callback_url=receiver.url(),
            )
        )
        assert (made.title, made.metadata, len(made.files)) == ("Two files", {"shop": 7}, 2)
        done = caller.call(lambda client: client.projects.wait(made.id, timeout=120, progress=shares.append))
        deliveries = receiver.wait_for(4)
    assert (done.status, shares[-1]) == ("Finished", 1.0)
    assert {one.record["TargetLanguageCode"] for one in deliveries} == {"es", "ca"}
    paths = caller.call(lambda client: client.projects.download(made.id, tmp_path / "out"))
    names = {str(path.relative_to(tmp_path / "out")) for path in paths}
    assert names == {"es/house.txt", "es/tree.txt", "ca/house.txt", "ca/tree.txt"}
    assert (tmp_path / "out/es/house.txt").read_text(encoding="utf-8") not in {"", TEXT}
    archive = caller.call(lambda client: client.projects.download_archive(made.id, tmp_path)).path
    assert set(zipfile.ZipFile(archive).namelist()) == names
    progress = caller.call(lambda client: client.projects.progress(made.id))
    assert (progress.status, progress.words.done) == ("Finished", progress.words.total)


def test_a_project_step_by_step(caller: Caller, machine: int) -> None:
    external = f"order-{uuid4()}"
    deadline = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)
    project = drafted(caller, machine, external_id=external, deadline=deadline, briefing="Be brief.")
    assert (project.status, project.deadline, project.deadline_set_by) == ("Draft", deadline, "client")
    assert "Be brief" not in repr(project)
    file = caller.call(
        lambda client: client.projects.upload(
            project.id, TEXT.encode(), name="house.txt", source="en", targets=["es"]
        )
    )
    extra = caller.call(
        lambda client: client.projects.upload(project.id, b"See there.", name="notes.txt", reference=True)
    )
    assert (extra.reference, extra.translations) == (True, ())
    assert caller.call(lambda client: client.projects.get_file(file.id)).file_name == "house.txt"
    assert {one.id for one in caller.call(lambda client: client.projects.files(project.id))} >= {file.id}
    assert {file.id, extra.id} <= {one.id for one in caller.call(lambda client: client.projects.files())}
    caller.call(lambda client: client.projects.delete_file(project.id, extra.id))
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: client.projects.get_file(extra.id))
    content = caller.call(lambda client: client.projects.download_file(file.id)).content
    assert content == TEXT.encode()

    quote = caller.call(lambda client: client.projects.quote(project.id))
    assert (quote.words, quote.price.currency) == (4, "EUR")
    changed = caller.call(lambda client: client.projects.change(project.id, title="Big house", briefing=None))
    assert (changed.title, changed.briefing, changed.external_id) == ("Big house", None, external)
    (listed,) = caller.call(lambda client: client.projects.list(external_id=external, status="Draft"))
    assert (listed.id, listed.title) == (project.id, "Big house")
    started = caller.call(lambda client: client.projects.start(project.id))
    assert started.status == "Active"
    with pytest.raises(errors.RulesError) as late:
        caller.call(lambda client: client.projects.change(project.id, title="Too late"))
    assert late.value.code == "PROJECT_STARTED"
    assert caller.call(lambda client: client.projects.wait(project.id, timeout=120)).is_finished


def test_what_is_wrong_is_told_all_at_once(caller: Caller, machine: int) -> None:
    with pytest.raises(errors.RulesError) as refused:
        drafted(caller, 2147483647, title="x" * 501, work_area_id=2147483647)
    assert len(refused.value.problems) == 3
    assert all(problem.message for problem in refused.value.problems)
    external = f"order-{uuid4()}"
    first = drafted(caller, machine, external_id=external)
    with pytest.raises(errors.RulesError) as twice:
        drafted(caller, machine, external_id=external)
    assert twice.value.code == "EXTERNAL_ID_EXISTS"
    assert str(first.id) in " ".join(twice.value.hints)
    with pytest.raises(errors.RulesError) as empty:
        caller.call(lambda client: client.projects.quote(first.id))
    assert empty.value.code == "PROJECT_EMPTY"


def test_a_draft_is_cancelled_or_deleted(caller: Caller, machine: int) -> None:
    project = drafted(caller, machine)
    assert caller.call(lambda client: client.projects.cancel(project.id)).status == "Cancelled"
    with pytest.raises(errors.ProjectCancelledError):
        caller.call(lambda client: client.projects.wait(project.id))
    other = drafted(caller, machine)
    caller.call(lambda client: client.projects.delete(other.id))
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: client.projects.get(other.id))


def test_what_is_in_memory_is_ordered_by_names(caller: Caller, machine: int) -> None:
    made = caller.call(
        lambda client: client.order(
            {"house.txt": b"The house.", "page.html": io.BytesIO(b"<p>The dog.</p>")},
            source="en",
            targets=["es"],
            title="In memory",
            service_id=machine,
            start=False,
        )
    )
    assert sorted(one.source_file_name for one in made.files) == ["house.txt", "page.html"]
    with pytest.raises(errors.InvalidInputError, match="needs a name"):
        caller.call(lambda client: client.order([b"x"], title="x", service_id=machine))


def test_an_order_of_which_a_file_is_refused_leaves_nothing(
    caller: Caller, machine: int, tmp_path: Path
) -> None:
    (tmp_path / "good.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "bad.docx").write_bytes(b"no document")
    title = f"Half an order {uuid4()}"
    with pytest.raises(errors.DragomanError) as refused:
        caller.call(
            lambda client: client.order(
                [tmp_path / "good.txt", tmp_path / "bad.docx"],
                source="en",
                targets=["es"],
                title=title,
                service_id=machine,
            )
        )
    assert refused.value.status in {400, 422}
    assert caller.call(lambda client: client.projects.list(title=title)) == []


def test_an_order_that_is_not_to_start_stays_a_draft(kind: str, tmp_path: Path) -> None:
    """The service starts projects by itself; a later upload is only there to see that it did."""
    file = tmp_path / "house.txt"
    file.write_text(TEXT, encoding="utf-8")
    languages: dict[str, Any] = {"source": "en", "targets": ["es"]}
    with MockServer(auto_start_seconds=0.1) as mock:
        credentials = {"client_id": mock.client_id, "client_secret": mock.client_secret}
        with opened(kind, mock.url, **credentials) as caller:
            service = caller.call(lambda client: client.reference.services())[0].id
            wanted = {"title": "Draft", "service_id": service, "start": False, **languages}
            draft = caller.call(lambda client: client.order(file, **wanted))
            other = drafted(caller, service)
            caller.call(lambda client: client.projects.upload(other.id, file, **languages))
            wait_until(
                lambda: caller.call(lambda client: client.projects.get(other.id)).status != "Draft",
                explain=lambda: "the other project does not start by itself",
            )
            assert caller.call(lambda client: client.projects.get(draft.id)).status == "Draft"
            assert caller.call(lambda client: client.projects.start(draft.id)).status == "Active"


def test_an_order_that_leaves_the_service_open_is_told_which_are_there(
    caller: Caller, tmp_path: Path
) -> None:
    (tmp_path / "house.txt").write_text(TEXT, encoding="utf-8")
    with pytest.raises(errors.InvalidInputError, match="Which service"):
        caller.call(
            lambda client: client.order(tmp_path / "house.txt", source="en", targets=["es"], title="Open")
        )
    with pytest.raises(errors.InvalidInputError, match="at least one file"):
        caller.call(lambda client: client.order([], title="No files"))
