"""Files of projects over HTTP: P11–P14, N1, E8."""

from __future__ import annotations

import socket
import time
import uuid
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.contract.project_files import PROJECTS, TEXT, ordered, record, send, sent, wait_for
from tests.live import LiveService
from tests.receiver import running_receiver
from tests.waiting import wait_until


def codes(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 400, answer.text
    for problem in answer.json():
        assert set(problem) == {"code", "message", "hints"}
        assert all(isinstance(value, str) for value in problem.values())
    return [problem["code"] for problem in answer.json()]


def test_p13_a_form(production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    answer = send(client, project, targetLanguages="es, DE,es")
    assert answer.status_code == 201
    body = answer.json()
    assert answer.headers["location"] == f"/project/v1/files/{body['id']}"
    first, second = body.pop("translations")
    assert (first["targetLanguage"], second["targetLanguage"]) == ("es", "de")
    assert set(first) == {"id", "targetLanguage", "status", "fileId", "fileName"}
    assert (first["status"], first["fileId"], first["fileName"]) == ("Draft", None, None)
    assert 0 < first["id"] < second["id"] < 2**31
    assert str(uuid.UUID(body["id"])) == body["id"]
    assert {
        name: body[name] for name in ("projectId", "fileName", "sourceLanguage", "size", "reference")
    } == {
        "projectId": project,
        "fileName": "text.txt",
        "sourceLanguage": "en",
        "size": len(TEXT),
        "reference": False,
    }
    (shown,) = record(client, project)["files"]
    assert shown["sourceFileId"] == body["id"]
    assert [one["id"] for one in shown["translations"]] == [first["id"], second["id"]]


@pytest.mark.parametrize(
    "path", ["project/{}/file", "projects/{}/files", "project/{}/files", "projects/{}/file"]
)
def test_p13_p14_a_raw_body_of_any_type(production: Customer, path: str) -> None:
    client, project = production.client, ordered(production.client)
    answer = client.post(
        f"/project/v1/{path.format(project)}?FileName=r%C3%A9sum%C3%A9.txt&SOURCELANGUAGE=en&targetlanguages=es,de",
        content=TEXT,
        headers={"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/pdf"},
    )
    assert answer.status_code == 201, answer.text
    body = answer.json()
    assert (body["fileName"], body["size"]) == ("résumé.txt", len(TEXT))
    assert [one["targetLanguage"] for one in body["translations"]] == ["es", "de"]
    for listed in (f"/project/v1/{path.format(project)}", "/project/v1/files"):
        page = client.get(listed, params={"limit": 1}).json()
        assert page["files"][0]["id"] == body["id"]
        assert page["metadata"]["itemsPerPage"] == 1
    download = client.get(f"/project/v1/{path.format(project)}/{body['id']}")
    assert download.content == TEXT
    assert "filename*=UTF-8''r%C3%A9sum%C3%A9.txt" in download.headers["content-disposition"]
    assert download.headers["x-content-type-options"] == "nosniff"
    assert client.get(f"/project/v1/files/{body['id']}/content").content == TEXT
    assert client.delete(f"/project/v1/{path.format(project)}/{body['id']}").status_code == 204
    for gone in (f"/project/v1/files/{body['id']}", f"/project/v1/files/{body['id']}/content"):
        assert client.get(gone).status_code == 404


def test_p13_what_is_wrong_is_said_at_once(production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    answer = client.post(f"{PROJECTS}/{project}/files", content=b"")
    assert codes(answer) == [
        "FILE_NAME_INVALID",
        "FILE_EMPTY",
        "SOURCE_LANGUAGE_MISSING",
        "TARGET_LANGUAGES_MISSING",
    ]
    assert codes(send(client, project, sourceLanguage="en", targetLanguages="tlh")) == [
        "LANGUAGE_PAIR_NOT_SUPPORTED"
    ]
    twice = client.post(
        f"{PROJECTS}/{project}/files?fileName=a.txt&FILENAME=b.txt&sourceLanguage=en&targetLanguages=es",
        content=TEXT,
    )
    assert codes(twice) == ["FIELD_TWICE"]
    assert record(client, project)["files"] == []


def test_p13_malformed_bodies_and_ids(production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    assert client.post(f"{PROJECTS}/{project}/files", content=b"junk", headers=form).status_code == 422
    missing = b'--x\r\nContent-Disposition: form-data; name="sourceLanguage"\r\n\r\nen\r\n--x--\r\n'
    answer = client.post(f"{PROJECTS}/{project}/files", content=missing, headers=form)
    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body", "file"])
    for query, fields, place in (({"reference": "x"}, {}, "query"), ({}, {"reference": "x"}, "body")):
        answer = client.post(
            f"{PROJECTS}/{project}/files", params=query, data=fields, files={"file": ("a.txt", b"a")}
        )
        assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, [place, "reference"])
    for bad in ("2147483648", "1.0", "x", "%2B1"):
        assert send(client, project, path=f"{PROJECTS}/{bad}/files").status_code == 422
    assert send(client, project, path=f"{PROJECTS}/2147483647/files").status_code == 404
    for absent in (str(uuid.uuid4()), "no-uuid"):
        answer = client.get(f"{PROJECTS}/{project}/files/{absent}")
        assert (answer.status_code, answer.json()) == (404, {"detail": "There is no such file."})


def test_p13_another_accounts_files_are_not_there(production: Customer, sandbox: Customer) -> None:
    project = ordered(production.client)
    file = sent(production.client, project)["id"]
    for method, mine, absent in (
        ("GET", f"/project/v1/files/{file}", f"/project/v1/files/{uuid.uuid4()}"),
        ("GET", f"/project/v1/files/{file}/content", f"/project/v1/files/{uuid.uuid4()}/content"),
        ("DELETE", f"{PROJECTS}/{project}/files/{file}", f"{PROJECTS}/{project}/files/{uuid.uuid4()}"),
        ("GET", f"{PROJECTS}/{project}/files", f"{PROJECTS}/2147483647/files"),
        ("POST", f"{PROJECTS}/{project}/do-start", f"{PROJECTS}/2147483647/do-start"),
        ("POST", f"{PROJECTS}/{project}/do-cancel", f"{PROJECTS}/2147483647/do-cancel"),
    ):
        one, other = sandbox.client.request(method, mine), sandbox.client.request(method, absent)
        assert (one.status_code, one.content) == (other.status_code, other.content)
        assert one.status_code == 404
    own, absent_project = (send(sandbox.client, number) for number in (project, 2**31 - 1))
    assert (own.status_code, own.content) == (absent_project.status_code, absent_project.content)


def test_e8_a_repeated_upload_is_one(production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    key = {"Idempotency-Key": uuid.uuid4().hex}
    first, again = send(client, project, headers=key), send(client, project, headers=key)
    assert (again.status_code, again.content) == (201, first.content)
    assert send(client, project, b"Other.", headers=key).status_code == 422
    raw = f"{PROJECTS}/{project}/files?fileName=raw.txt&sourceLanguage=en&targetLanguages="
    key = {"Idempotency-Key": uuid.uuid4().hex}
    first, again = (client.post(f"{raw}es", content=TEXT, headers=key) for _ in range(2))
    assert (again.status_code, again.content) == (201, first.content)
    assert client.post(f"{raw}de", content=TEXT, headers=key).status_code == 422
    assert len(record(client, project)["files"]) == 2


def test_p13_a_client_that_goes_away_leaves_nothing(live: LiveService, production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    before, log = stored_files(live), len(live.log)
    token = live.fetch_token(production.application)["access_token"]
    head = (
        f"POST {PROJECTS}/{project}/files?fileName=a.txt&sourceLanguage=en&targetLanguages=es HTTP/1.1\r\n"
        f"Host: x\r\nAuthorization: Bearer {token}\r\nContent-Length: 100000\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", live.port)) as gone:
        gone.sendall(head.encode() + b"Half of it.")
    wait_until(lambda: '"status":499' in live.log[log:])
    assert record(client, project)["files"] == []
    wait_until(lambda: stored_files(live) <= before)


def stored_files(live: LiveService) -> set[str]:
    """The ids of the files that the service keeps: translations, which come at any time, are under them."""
    folder = Path(live.data, "files", "projects")
    return {path.relative_to(folder).parts[0] for path in folder.rglob("*") if path.is_file()}


def test_e7_a_file_over_the_limit_is_refused(production: Customer) -> None:
    project = ordered(production.client)
    answer = send(production.client, project, b"x" * (20 * 1024 * 1024 + 1))
    assert answer.status_code == 422
    assert "at most 20971520" in answer.json()["detail"]


def test_p12_starting(production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    assert codes(client.post(f"{PROJECTS}/{project}/do-start")) == ["PROJECT_EMPTY"]
    sent(client, project)
    first = client.post(f"{PROJECTS}/{project}/do-start", content=b"ignored")
    assert first.status_code in (200, 202)
    found = wait_for(client, project, "Active")
    assert (found["hold"], found["deadlineSetBy"]) == (None, "provider")
    again = client.post(f"/project/v1/project/{project}/do-start")
    assert (again.status_code, again.json()["startedAt"]) == (200, found["startedAt"])
    assert codes(client.post(f"{PROJECTS}/{project}/do-cancel")) == ["PROJECT_STARTED"]


def test_p5_a_deadline_that_is_too_tight(production: Customer) -> None:
    client = production.client
    soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 60))
    project = ordered(client, deadline=soon)
    sent(client, project, b"Twenty words of text. " * 2000)
    wait_until(lambda: record(client, project)["analysis"]["state"] != "waiting")
    answer = client.post(f"{PROJECTS}/{project}/do-start")
    assert answer.status_code == 202
    assert (answer.json()["status"], answer.json()["hold"]) == ("Draft", "DEADLINE_TOO_TIGHT")
    assert client.patch(f"{PROJECTS}/{project}", json={"briefing": "Still to change"}).status_code == 204


def test_n1_a_draft_that_is_cancelled_tells_its_senders(production: Customer) -> None:
    client, project = production.client, ordered(production.client)
    with running_receiver() as receiver:
        callback = {"callbackUrl": quote(receiver.url("/cancelled?a=b%20c"), safe="")}
        file = sent(client, project, headers=callback, targetLanguages="es,de")
        for _ in range(2):
            answer = client.post(f"{PROJECTS}/{project}/do-cancel")
            assert (answer.status_code, answer.json()["status"]) == (200, "Cancelled")
        deliveries = receiver.wait_for(2, "/cancelled?a=b%20c")
    expected = [
        {
            "ProjectId": project,
            "TranslationId": one["id"],
            "SourceFileId": file["id"],
            "SourceFileName": "text.txt",
            "TargetFileId": None,
            "TargetFileName": None,
            "SourceLanguageCode": "en",
            "TargetLanguageCode": one["targetLanguage"],
            "Status": "Cancelled",
        }
        for one in file["translations"]
    ]
    records = [one.record for one in deliveries]
    assert sorted(records, key=lambda one: str(one["TranslationId"])) == expected
    assert len({one.headers["webhook-id"] for one in deliveries}) == 2


def test_n1_a_template_project_runs_by_itself(sandbox: Customer, production: Customer) -> None:
    client = production.client
    template = client.get("/project/v1/project-templates").json()[0]["id"]
    made = client.post(PROJECTS, json={"TemplateId": template, "Title": "By itself"})
    assert made.status_code == 201, made.text
    machine, pseudo = made.json()["id"], ordered(sandbox.client)
    with running_receiver() as receiver:
        files = {}
        for customer, project in ((production, machine), (sandbox, pseudo)):
            said = {"callbackUrl": receiver.url(f"/{project}-{customer.account}")}
            files[project] = sent(customer.client, project, headers=said)
        client.post(f"{PROJECTS}/{machine}/do-start")
        wait_for(client, machine, "Finished")
        wait_for(sandbox.client, pseudo, "Finished")  # ten seconds after its upload, without a request
        for customer, project in ((production, machine), (sandbox, pseudo)):
            (delivery,) = receiver.wait_for(1, f"/{project}-{customer.account}")
            body = delivery.record
            assert (body["Status"], body["SourceFileId"]) == ("Finished", files[project]["id"])
            result = customer.client.get(f"/project/v1/files/{body['TargetFileId']}/content")
            (shown,) = record(customer.client, project)["files"][0]["translations"]
            assert shown["fileId"] == body["TargetFileId"]
            assert shown["translationFileName"] == body["TargetFileName"] == "text.txt"
            assert customer.client.get(shown["translationFileLink"]).content == result.content
            target = customer.client.get(f"/project/v1/files/{body['TargetFileId']}").json()
            assert target.pop("creationDate") >= files[project]["creationDate"]
            assert target == {
                "id": body["TargetFileId"],
                "projectId": project,
                "fileName": body["TargetFileName"],
                "sourceFileId": body["SourceFileId"],
                "sourceLanguage": "en",
                "targetLanguage": "es",
                "size": len(result.content),
                "reference": False,
                "analysis": None,
                "translations": [],
            }
            assert record(customer.client, project)["platformLink"] is None
            assert ("libro" in result.text) is (customer is production)
        late = send(client, machine, name="late.txt")
        assert codes(late) == ["PROJECT_FINISHED"]
