"""Steps that several checks take: send a document, create a project, upload a file, wait for ends."""

from __future__ import annotations

import io
import uuid
import zipfile
from typing import TYPE_CHECKING, Any, Final

from dragoman_client.conformance.expectations import expect_json
from dragoman_client.conformance.model import CannotCheck, CheckFailed
from dragoman_client.conformance.samples import sample_page
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.wire import WireClient

if TYPE_CHECKING:
    import httpx2

SUBMIT: Final = "/v2/documents/translate"
DOCUMENTS: Final = "/v2/documents"
PROJECTS: Final = "/project/v1/projects"
ABSENT: Final = 2**31 - 1  # an id that no project and no record has


def submit(
    server: CheckedServer,
    data: bytes | str | None = None,
    *,
    name: str = "page.html",
    client: WireClient | None = None,
    headers: Any = None,
    **fields: str,
) -> httpx2.Response:
    """The answer to a document sent, a small HTML page unless given; the job is deleted after the check."""
    caller = client or server.customer
    content = sample_page(server.texts) if data is None else data
    form = {"source": server.target.source, "target": server.target.target, **fields}
    files = {"file": (name, content.encode() if isinstance(content, str) else content)}
    answer = caller.post(SUBMIT, data=form, files=files, headers=headers)
    if answer.status_code == 202:
        job = answer.json().get("jobId")
        server.defer(lambda: caller.delete(f"{DOCUMENTS}/{job}"))
    return answer


def submit_job(server: CheckedServer, data: bytes | str | None = None, **options: Any) -> str:
    """The id of the job of a document sent."""
    return str(expect_json(submit(server, data, **options), 202)["jobId"])


def wait_for_document(server: CheckedServer, job: str) -> httpx2.Response:
    """The answer with a job's record once it has ended."""
    return server.poll(
        lambda: server.customer.get(f"{DOCUMENTS}/{job}"),
        lambda answer: expect_json(answer)["status"] not in {"CREATED", "IN_PROGRESS"},
        f"the end of document job {job}",
    )


def finish_document(server: CheckedServer, data: bytes | str | None = None, **options: Any) -> str:
    """The id of a job that has succeeded."""
    job = submit_job(server, data, **options)
    answer = wait_for_document(server, job)
    if answer.json()["status"] != "SUCCESS":
        found = answer.json()
        raise CheckFailed("SUCCESS", f"{found['status']} {found['errorCode']}", f"GET {DOCUMENTS}/{job}")
    return job


def multipart_document(server: CheckedServer, file_name: str) -> tuple[bytes, dict[str, str]]:
    """A form with a file of any name, as no HTTP library would write it; its bytes, and its header."""
    escaped = file_name.replace("\\", "\\\\").replace('"', '\\"')
    fields = {"source": server.target.source, "target": server.target.target}
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    file = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{escaped}"\r\n\r\n'
    body = f"{''.join(parts)}{file}{sample_page(server.texts)}\r\n--b--\r\n"
    return body.encode(), {"Content-Type": "multipart/form-data; boundary=b"}


def zip_archive(name: str, content: bytes) -> bytes:
    """A zip archive with one file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, content)
    return buffer.getvalue()


def find_service(server: CheckedServer, kind: str) -> int:
    """The id of a service of a kind: machine or human. Raises `CannotCheck` where there is none."""
    services = server.share("the services", lambda: expect_json(server.customer.get("/project/v1/services")))
    found = next((one["id"] for one in services if one.get("kind") == kind), None)
    if found is None:
        raise CannotCheck(f"the account has no {kind} service")
    return int(found)


def find_template(server: CheckedServer) -> dict[str, Any]:
    """A project template. Raises `CannotCheck` where there is none."""
    templates = expect_json(server.customer.get("/project/v1/project-templates"))
    if not templates:
        raise CannotCheck("the account has no project template")
    return dict(templates[0])


def post_project(
    server: CheckedServer, body: Any, *, client: WireClient | None = None, **options: Any
) -> httpx2.Response:
    """The answer to a project created, which is deleted after the check; `body` is JSON."""
    caller = client or server.customer
    sent = {"content": body} if isinstance(body, bytes) else {"json": body}
    answer = caller.post(PROJECTS, **sent, **options)
    if answer.status_code == 201:
        path = f"{PROJECTS}/{answer.json().get('id')}"
        server.defer(lambda: remove_project(caller, path))
    return answer


def remove_project(client: WireClient, path: str) -> None:
    """Delete a project, or cancel it where it is no longer a draft."""
    if client.delete(path).status_code not in {204, 404}:
        client.post(f"{path}/do-cancel")


def create_project(
    server: CheckedServer, *, client: WireClient | None = None, **fields: Any
) -> dict[str, Any]:
    """The record of a new draft, with a human service, which starts by no upload."""
    body = {"title": server.name, "serviceId": find_service(server, "human"), **fields}
    return dict(expect_json(post_project(server, body, client=client), 201))


def read_project(server: CheckedServer, project: int) -> dict[str, Any]:
    """A project's record."""
    return dict(expect_json(server.customer.get(f"{PROJECTS}/{project}")))


def upload(
    server: CheckedServer,
    project: int,
    data: bytes | None = None,
    *,
    client: WireClient | None = None,
    headers: Any = None,
    name: str = "text.txt",
    **fields: str,
) -> httpx2.Response:
    """The answer to a file sent as a form; `fields` replace its languages."""
    form = {"sourceLanguage": server.target.source, "targetLanguages": server.target.target, **fields}
    files = {"file": (name, f"{server.texts.first}\n".encode() if data is None else data)}
    return (client or server.customer).post(
        f"{PROJECTS}/{project}/files", data=form, files=files, headers=headers
    )


def create_with_file(server: CheckedServer, **fields: Any) -> tuple[int, dict[str, Any]]:
    """A draft with one file: the project's id, and the file's record."""
    project = int(create_project(server, **fields)["id"])
    return project, dict(expect_json(upload(server, project), 201))


def random_id() -> str:
    """A UUID that names nothing yet."""
    return str(uuid.uuid4())
