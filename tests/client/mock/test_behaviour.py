"""Tokens, limits, keys, memories, term bases, documents, projects: as tests of integrators rely on them."""

from __future__ import annotations

import io
import threading
import zipfile
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx2
import jwt
import pytest

from dragoman_client.mock import Fault, JobPace, MockServer
from tests.client.mock.conftest import fetch_token, signed_in
from tests.waiting import CEILING, wait_until

BODY = {"source": "en", "target": "es", "segments": [{"text": "A red book"}]}
PROJECTS = "/project/v1/projects"


def test_tokens_expire_by_time() -> None:
    with MockServer(token_seconds=0) as mock, signed_in(mock) as client:
        answer = client.post("/v2/translate", json=BODY)

    assert answer.status_code == 401
    assert answer.json() == {"detail": "The access token has expired. Get a new one."}


def test_tokens_are_signed_by_the_published_key(mock: MockServer) -> None:
    published = httpx2.get(f"{mock.url}/oauth2/jwks", timeout=CEILING).json()["keys"][0]

    claims = jwt.decode(
        fetch_token(mock),
        jwt.PyJWK(published).key,
        algorithms=["EdDSA"],
        audience="dragoman",
        issuer=mock.url,
    )
    assert claims["client_id"] == mock.client_id
    assert claims["scope"] == "translate projects reference"


def test_requests_are_recorded_as_they_came(mock: MockServer, client: httpx2.Client) -> None:
    client.post("/v2/translate?explain=true", json=BODY, headers={"X-Mine": "1"})

    asked = mock.requests_to("/v2/translate", method="POST")[0]
    assert asked.json == BODY
    assert asked.query == (("explain", "true"),)
    assert asked.headers["x-mine"] == "1"
    assert [one.path for one in mock.requests] == ["/oauth2/token", "/v2/translate"]
    assert mock.texts_paid == ["A red book"]


def test_a_rate_limit_refuses_with_its_headers() -> None:
    with MockServer(rate_limit=(2, 30)) as mock, signed_in(mock) as client:
        answers = [client.post("/v2/translate", json=BODY) for _ in range(3)]
        project = client.get("/project/v1/account")

    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[0].headers["ratelimit-policy"] == '"default";q=2;w=30'
    assert int(answers[2].headers["retry-after"]) in range(1, 31)
    assert project.status_code == 200


def test_a_key_whose_request_is_still_running_conflicts(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.DELAY, seconds=600, path=PROJECTS)
    headers = {"Idempotency-Key": str(uuid4()), "Authorization": f"Bearer {fetch_token(mock)}"}
    body = {"title": "x", "serviceId": 1}

    def send_first() -> None:
        with suppress(httpx2.TransportError):  # the mock ends before or behind its answer
            httpx2.post(mock.url + PROJECTS, json=body, headers=headers, timeout=600)

    first = threading.Thread(target=send_first)
    first.start()
    wait_until(lambda: mock.requests_to(PROJECTS))
    wait_until(lambda: mock.state.answers)
    assert client.post(PROJECTS, json=body, headers=headers).status_code == 409
    mock.stop()
    first.join()


def test_a_repeat_after_a_lost_answer_makes_nothing_twice(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.RESET_AFTER, path="/v2/documents/translate")
    headers = {"Idempotency-Key": str(uuid4())}
    form = {"data": {"source": "en", "target": "es"}, "files": {"file": ("a.txt", b"Hi")}}
    with pytest.raises(httpx2.TransportError):
        client.post("/v2/documents/translate", headers=headers, **form)  # type: ignore[arg-type]

    answer = client.post("/v2/documents/translate", headers=headers, **form)  # type: ignore[arg-type]

    assert answer.status_code == 202
    jobs = client.get("/v2/documents").json()["documents"]
    assert [one["jobId"] for one in jobs] == [answer.json()["jobId"]]


def test_memories_and_term_bases_are_used(mock: MockServer, client: httpx2.Client) -> None:
    memory = client.get("/project/v1/translation-memories").json()[0]["id"]
    unit = {"sourceLanguage": "en", "targetLanguage": "es", "source": "A red book", "target": "Un libro rojo"}
    client.post(f"/project/v1/translation-memories/{memory}/units", json=unit)
    base = client.post("/project/v1/term-bases", json={"name": "B"}).json()["id"]
    terms = [{"language": "en", "text": "book"}, {"language": "es", "text": "libro"}]
    client.post(f"/project/v1/term-bases/{base}/concepts", json={"terms": terms})
    segments = [{"text": "A red book"}, {"text": "A blue book"}]

    answer = client.post("/v2/translate?explain=true", json={**BODY, "segments": segments}).json()

    remembered, made = answer["translations"]
    assert (remembered["translation"], remembered["origin"]) == ("Un libro rojo", "memory")
    assert remembered["memory"]["id"] == memory
    assert " libro" in made["translation"]
    assert made["terms"] == [{"source": "book", "target": "libro", "applied": True, "method": "replaced"}]


def test_exports_can_be_imported_again(mock: MockServer, client: httpx2.Client) -> None:
    memory = client.get("/project/v1/translation-memories").json()[0]["id"]
    unit = {
        "sourceLanguage": "en",
        "targetLanguage": "es",
        "source": "Tom & <1>Jo</1>",
        "target": "T & <1>J</1>",
    }
    client.post(f"/project/v1/translation-memories/{memory}/units", json=unit)
    tmx = client.get(f"/project/v1/translation-memories/{memory}/export").content
    other = client.post("/project/v1/translation-memories", json={"name": "Other"}).json()["id"]
    path = f"/project/v1/translation-memories/{other}"

    made = client.post(f"{path}/imports", files={"file": ("a.tmx", tmx)}).json()["id"]

    assert client.get(f"{path}/imports/{made}").json()["added"] == 1
    units = client.get(f"{path}/units").json()["units"]
    assert [(one["source"], one["target"]) for one in units] == [("Tom & <1>Jo</1>", "T & <1>J</1>")]
    assert client.delete(f"{path}/imports/{made}?undo=true").json()["undone"] == 1
    assert client.get(f"{path}/units").json()["units"] == []


@pytest.mark.parametrize("kind", ["tbx", "csv"])
def test_term_bases_survive_export_and_import(mock: MockServer, client: httpx2.Client, kind: str) -> None:
    base = client.post("/project/v1/term-bases", json={"name": "B"}).json()["id"]
    terms = [{"language": "en", "text": "R&D"}, {"language": "es", "text": "I+D"}]
    client.post(f"/project/v1/term-bases/{base}/concepts", json={"terms": terms})
    data = client.get(f"/project/v1/term-bases/{base}/export?format={kind}").content
    other = client.post("/project/v1/term-bases", json={"name": "C"}).json()["id"]
    path = f"/project/v1/term-bases/{other}"

    assert client.post(f"{path}/imports?fileName=a.{kind}", content=data).status_code == 202

    concepts = client.get(f"{path}/concepts").json()["concepts"]
    found = [[(one["language"], one["text"]) for one in each["terms"]] for each in concepts]
    assert found == [[("en", "R&D"), ("es", "I+D")]]


def test_imports_of_bad_files_fail(mock: MockServer, client: httpx2.Client) -> None:
    memory = client.get("/project/v1/translation-memories").json()[0]["id"]
    base = client.post("/project/v1/term-bases", json={"name": "B"}).json()["id"]
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><tmx><body>&a;</body></tmx>'
    for path, data in (
        (f"/project/v1/translation-memories/{memory}/imports", b"<tmx>"),
        (f"/project/v1/translation-memories/{memory}/imports", bomb),
        (f"/project/v1/term-bases/{base}/imports", bomb),
        (f"/project/v1/term-bases/{base}/imports", b"\xff\xfe"),
        (f"/project/v1/term-bases/{base}/imports", b"1,2\n3,4\n"),
    ):
        answer = client.post(f"{path}?fileName=x", content=data)
        assert answer.status_code == 202, answer.text
        job = client.get(answer.headers["location"]).json()
        assert job["status"] == "FAILED"
        assert job["failure"]["code"].endswith("_UNREADABLE")


def _docx() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("word/document.xml", '<w:t xml:space="preserve">Hello you</w:t>')
        archive.writestr("media/image1.png", b"\x89PNG")
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"Hello\r\n\r\nyou\r\n", "[Ĥééļļóó]\r\n\r\n[ýóóúú]\r\n"),
        ("a.html", b"<p>Hello <b>you</b></p><script>x = 1</script>", "<p>[Ĥééļļóó] <b>[ýóóúú]</b></p>"),
        ("a.json", b'{"key": "Hello", "n": [1, null]}', '"key": "[Ĥééļļóó]"'),
    ],
)
def test_documents_are_visibly_pseudo_and_keep_their_form(
    mock: MockServer, client: httpx2.Client, name: str, data: bytes, words: str
) -> None:
    assert words in translated(mock, client, name, data).decode()


def test_office_documents_stay_archives(mock: MockServer, client: httpx2.Client) -> None:
    with zipfile.ZipFile(io.BytesIO(translated(mock, client, "a.docx", _docx()))) as archive:
        assert "[Ĥééļļóó" in archive.read("word/document.xml").decode()
        assert archive.read("media/image1.png") == b"\x89PNG"


def translated(mock: MockServer, client: httpx2.Client, name: str, data: bytes) -> bytes:
    form = {"source": "en", "target": "es"}
    job = client.post("/v2/documents/translate", data=form, files={"file": (name, data)}).json()["jobId"]
    mock.finish_jobs()
    answer = client.get(f"/v2/documents/{job}/download")
    assert answer.status_code == 200, answer.text
    return answer.content


def test_jobs_expire() -> None:
    with MockServer(expiry_seconds=0.05) as mock, signed_in(mock) as client:
        form = {"source": "en", "target": "es"}
        files = {"file": ("a.txt", b"Hi")}
        job = client.post("/v2/documents/translate", data=form, files=files).json()["jobId"]
        mock.finish_jobs()
        wait_until(lambda: client.get(f"/v2/documents/{job}").status_code == 404)
        assert client.get(f"/v2/documents/{job}/download").status_code == 404


def test_a_production_account_has_prices_and_people() -> None:
    with MockServer(kind="production") as mock, signed_in(mock) as client:
        services = client.get("/project/v1/services").json()
        human = next(one for one in services if one["kind"] == "human")
        project = client.post(PROJECTS, json={"title": "x", "serviceId": human["id"]}).json()["id"]
        raw = "fileName=a.txt&sourceLanguage=en&targetLanguages=es"
        client.post(f"{PROJECTS}/{project}/files?{raw}", content=b"One two three. One two three.")
        quote = client.post(f"{PROJECTS}/{project}/do-quote").json()
        assert quote["words"] == 6
        assert quote["price"] == {"amount": round(3.9 * human["pricePerWord"], 2), "currency": "EUR"}
        tight = {"deadline": "2099-01-01T00:00:00Z"}
        client.patch(f"{PROJECTS}/{project}", json=tight)
        client.post(f"{PROJECTS}/{project}/do-start")
        statuses = {client.get(f"{PROJECTS}/{project}").json()["status"] for _ in range(5)}
        assert statuses == {"Active"}
        mock.finish_jobs()
        assert client.get(f"{PROJECTS}/{project}").json()["status"] == "Finished"


def test_a_deadline_that_is_too_tight_waits_for_the_provider() -> None:
    with MockServer(kind="production") as mock, signed_in(mock) as client:
        provider = mock.provider_application
        body = {"title": "x", "serviceId": 3, "deadline": _in_an_hour()}
        project = client.post(PROJECTS, json=body).json()["id"]
        raw = "fileName=a.txt&sourceLanguage=en&targetLanguages=es"
        client.post(f"{PROJECTS}/{project}/files?{raw}", content=b"word " * 5000)
        answer = client.post(f"{PROJECTS}/{project}/do-start")
        assert (answer.status_code, answer.json()["hold"]) == (202, "DEADLINE_TOO_TIGHT")
        with signed_in(mock, provider.client_id, provider.client_secret) as staff:
            path = f"/provider/v1/projects/{project}/deadline"
            staff.put(path, json={"deadline": "2099-01-01T00:00:00Z"})
        assert client.get(f"{PROJECTS}/{project}").json()["status"] == "Active"


def _in_an_hour() -> str:
    return (datetime.now(UTC) + timedelta(hours=1)).isoformat()


def test_the_provider_delivers_what_people_translated() -> None:
    with MockServer(kind="production") as mock, signed_in(mock) as client:
        project = client.post(PROJECTS, json={"title": "x", "serviceId": 3}).json()["id"]
        raw = "fileName=a.txt&sourceLanguage=en&targetLanguages=es,de"
        client.post(f"{PROJECTS}/{project}/files?{raw}", content=b"One two three.")
        client.post(f"{PROJECTS}/{project}/do-start")
        provider = mock.provider_application
        with signed_in(mock, provider.client_id, provider.client_secret) as staff:
            path = f"/provider/v1/projects/{project}"
            assert staff.post(f"{path}/finish", json={}).status_code == 409
            for one in staff.get(f"{path}/translations").json()["translations"]:
                delivery = f"{path}/translations/{one['id']}/delivery"
                assert staff.post(delivery, json={}).status_code == 202
                assert staff.post(delivery, json={}).status_code == 409
        record = client.get(f"{PROJECTS}/{project}").json()
        assert (record["status"], record["progress"]) == ("Finished", 1.0)


def test_an_unfinished_job_says_when_to_ask_again() -> None:
    with MockServer(poll_seconds=1, pace=JobPace(seconds=None)) as mock, signed_in(mock) as client:
        form = {"source": "en", "target": "es"}
        files = {"file": ("a.txt", b"Hi")}
        job = client.post("/v2/documents/translate", data=form, files=files).json()["jobId"]
        assert client.get(f"/v2/documents/{job}").headers["retry-after"] == "1"
        assert "retry-after" not in client.get(f"/v2/documents/{job}").headers


def test_accounts_do_not_see_each_other(mock: MockServer, client: httpx2.Client) -> None:
    provider = mock.provider_application
    with signed_in(mock, provider.client_id, provider.client_secret) as staff:
        account = staff.post("/provider/v1/accounts", json={"name": "Other", "kind": "production"}).json()[
            "id"
        ]
        made = staff.post("/provider/v1/applications", json={"accountId": account, "name": "App"}).json()
    project = client.post(PROJECTS, json={"title": "x", "serviceId": 1}).json()["id"]
    memory = client.get("/project/v1/translation-memories").json()[0]["id"]
    with signed_in(mock, made["clientId"], made["clientSecret"]) as other:
        assert other.get(f"{PROJECTS}/{project}").status_code == 404
        assert other.get(PROJECTS).json()["projects"] == []
        assert other.get(f"/project/v1/translation-memories/{memory}").status_code == 404
        assert other.post("/v2/translate", json={**BODY, "translationMemoryId": memory}).status_code == 422
        assert other.get("/project/v1/account").json()["kind"] == "production"


def test_ten_thousand_sentences_with_faults_are_each_paid_once(
    mock: MockServer, client: httpx2.Client
) -> None:
    mock.fail("429", every=5, path="/v2/translate", retry_after=0)
    mock.fail("503", every=20, path="/v2/translate")
    texts = [f"Sentence {number}." for number in range(10_000)]

    for start in range(0, len(texts), 100):
        body = {**BODY, "segments": [{"text": text} for text in texts[start : start + 100]]}
        while client.post("/v2/translate", json=body).status_code != 200:
            pass

    assert mock.texts_paid == texts
