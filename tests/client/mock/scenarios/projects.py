"""Projects, their files, reference data (P)."""

from __future__ import annotations

from uuid import uuid4

from tests.client.mock.exchanges import Recorder

PROJECTS = "/project/v1/projects"
FORM = {"sourceLanguage": "en", "targetLanguages": "es"}
FILE = {"file": ("text.txt", b"The red book is big.\n")}
UNKNOWN = 2_000_000
REFERENCE = (
    "languages", "workareas", "services", "users", "translation-memories", "translation-memory-sets",
    "term-bases", "invoicing-accounts", "project-templates", "style-guides",
)  # fmt: skip

BROKEN_FORM = "multipart/form-data; boundary=another"
LATEST = {"/project/v1/account", "/project/v1/requests"}
INSIDE = "http://10.0.0.1/"


def read_reference_data(call: Recorder) -> None:
    """Lists and records of what orders are made of."""
    for name in REFERENCE:
        listed = call(f"{name}: listed", "GET", f"/project/v1/{name}")
        call(f"{name}: unknown", "GET", f"/project/v1/{name}/{UNKNOWN}")
        if listed.json():
            call(f"{name}: one", "GET", f"/project/v1/{name}/{listed.json()[0]['id']}")
    call("services: paged", "GET", "/project/v1/services?limit=1&offset=1")
    call("services: no number", "GET", "/project/v1/services/first")
    call("account", "GET", "/project/v1/account")
    # The log is written a little later: until the last calls are in it, the newest one is any of those above.
    call.wait(
        "/project/v1/requests", lambda found: found["requests"] and found["requests"][0]["path"] in LATEST
    )
    call("requests", "GET", "/project/v1/requests?limit=1")
    call("usage of the account", "GET", "/project/v1/usage")


def create_projects(call: Recorder) -> None:
    """Orders, good and bad."""

    def post(name: str, **fields: object) -> None:
        call(name, "POST", PROJECTS, json={"title": "An order", "serviceId": 1, **fields})

    template = call.get("/project/v1/project-templates")[0]["id"]
    external = f"external-{uuid4()}"
    post("project: create", externalId=external, metadata={"a": [1, {"b": None}]}, briefing="Please.")
    post("project: external id exists", externalId=external)
    call("project: by template", "POST", "/project/v1/project", json={"templateId": template})
    call("project: Pascal case", "POST", PROJECTS, json={"Title": "An order", "ServiceId": 1})
    call("project: empty", "POST", PROJECTS, json={})
    call("project: no body", "POST", PROJECTS)
    call("project: no object", "POST", PROJECTS, json=[])
    post("project: field twice", Title="Another")
    post("project: unknown service", serviceId=UNKNOWN)
    post("project: service as text", serviceId="1")
    post("project: service too large", serviceId=2**31)
    post(
        "project: several unknown",
        templateId=None,
        userId=UNKNOWN,
        workAreaId=UNKNOWN,
        invoicingAccountId=UNKNOWN,
    )
    post("project: long title", title="x" * 501)
    post("project: title of another type", title=5)
    post("project: past deadline", deadline="2001-01-01T00:00:00Z")
    post("project: bad deadline", deadline="soon")
    post("project: deadline", deadline="2035-01-01T02:00:00+02:00")
    post("project: metadata no object", metadata=[1])
    post("project: unknown memory", translationMemoryId=UNKNOWN)
    post("project: unknown term base", termBaseId=UNKNOWN)
    post("project: no memory", useTranslationMemory=False)
    post("project: other spelling", workareaId=2)
    key = {"Idempotency-Key": f"key-{uuid4()}"}
    body = {"title": "An order", "serviceId": 1}
    call("project: with a key", "POST", PROJECTS, json=body, headers=key)
    call("project: repeated", "POST", PROJECTS, json=body, headers=key)
    call("project: key reused", "POST", PROJECTS, json={**body, "title": "Another"}, headers=key)
    call("project: listed", "GET", f"{PROJECTS}?limit=1")
    call("project: listed, second page", "GET", "/project/v1/project?Limit=1&offset=1")
    call("project: listed by external id", "GET", f"{PROJECTS}?externalId={external}")
    call("project: listed by unknown status", "GET", f"{PROJECTS}?status=Gone")
    call("project: bad limit", "GET", f"{PROJECTS}?limit=0")
    call("project: bad sort", "GET", f"{PROJECTS}?sort=colour")


def change_projects(call: Recorder) -> None:
    """Changes of a draft, reads of what there is not."""
    one = call.made(PROJECTS, {"title": "An order", "serviceId": 1})
    call("project: read", "GET", f"{PROJECTS}/{one}")
    call("project: read by the other path", "GET", f"/project/v1/project/{one}")
    call("project: put", "PUT", f"{PROJECTS}/{one}", json={"title": "Changed", "briefing": None})
    call("project: patch", "PATCH", f"{PROJECTS}/{one}", json={"briefing": "New", "workAreaId": None})
    call("project: patch null title", "PATCH", f"{PROJECTS}/{one}", json={"title": None})
    call(
        "project: patch, several wrong", "PATCH", f"{PROJECTS}/{one}", json={"title": 5, "serviceId": UNKNOWN}
    )
    call("project: patch no object", "PATCH", f"{PROJECTS}/{one}", json=[1])
    call("project: patch no body", "PATCH", f"{PROJECTS}/{one}")
    call("project: progress", "GET", f"{PROJECTS}/{one}/progress")
    call("project: start empty", "POST", f"{PROJECTS}/{one}/do-start")
    call("project: quote empty", "POST", f"{PROJECTS}/{one}/do-quote")
    call("project: cancel", "POST", f"{PROJECTS}/{one}/do-cancel")
    call("project: cancel again", "POST", f"{PROJECTS}/{one}/do-cancel")
    call("project: start cancelled", "POST", f"{PROJECTS}/{one}/do-start")
    call("project: change cancelled", "PATCH", f"{PROJECTS}/{one}", json={"title": "Late"})
    call("project: upload to cancelled", "POST", f"{PROJECTS}/{one}/files", data=FORM, files=FILE)
    call("project: delete cancelled", "DELETE", f"{PROJECTS}/{one}")
    call(
        "project: delete",
        "DELETE",
        f"{PROJECTS}/{call.made(PROJECTS, {'title': 'An order', 'serviceId': 1})}",
    )
    call("project: unknown", "GET", f"{PROJECTS}/{UNKNOWN}")
    call("project: no number", "GET", f"{PROJECTS}/first")
    call("project: change unknown", "PATCH", f"{PROJECTS}/{UNKNOWN}", json={"title": "x"})
    call("project: change unknown badly", "PATCH", f"{PROJECTS}/{UNKNOWN}", content=b"{")
    call("project: compressed", "POST", PROJECTS, content=b"x", headers={"Content-Encoding": "gzip"})
    call("project: filters in capitals", "GET", f"{PROJECTS}?Status=draft&Sort=ID&limit=1")
    call("project: start unknown", "POST", f"{PROJECTS}/{UNKNOWN}/do-start")


def upload_files(call: Recorder) -> None:
    """Files of a draft."""
    one = call.made(PROJECTS, {"title": "An order", "serviceId": 1})
    files = f"{PROJECTS}/{one}/files"
    sent = call("file: upload", "POST", files, data=FORM, files=FILE).json()
    raw = "?fileName=raw.txt&sourceLanguage=en&targetLanguages=es,de"
    call(
        "file: raw",
        "POST",
        f"/project/v1/project/{one}/file{raw}",
        content=b"Words.",
        headers={"Content-Type": "application/octet-stream"},
    )
    call("file: reference", "POST", f"{files}?reference=true&fileName=notes.pdf", content=b"%PDF-1.4 x")
    call("file: no languages", "POST", files, files=FILE)
    call("file: unknown pair", "POST", files, data={**FORM, "targetLanguages": "xx"}, files=FILE)
    call("file: target twice", "POST", files, data={**FORM, "targetLanguages": "es,es"}, files=FILE)
    call("file: unknown type", "POST", files, data=FORM, files={"file": ("a.xyz", b"x")})
    call("file: no name", "POST", files, content=b"Words.")
    call("file: no file", "POST", files, data=FORM, files={"other": ("a.txt", b"x")})
    call("file: nothing at all", "POST", files, content=b"")
    call(
        "file: form of no parts", "POST", files, data=FORM, files=FILE, headers={"Content-Type": BROKEN_FORM}
    )
    call("file: reference of no kind", "POST", f"{files}?reference=x", data=FORM, files=FILE)
    call("file: callback inside", "POST", files, data=FORM, files=FILE, headers={"callbackUrl": INSIDE})
    call("file: bad callback", "POST", files, data=FORM, files=FILE, headers={"callbackUrl": "nowhere"})
    call("file: unknown project", "POST", f"{PROJECTS}/{UNKNOWN}/files", data=FORM, files=FILE)
    call.wait(
        files,
        lambda found: all(one["reference"] or one["analysis"]["state"] == "done" for one in found["files"]),
    )
    call("file: listed", "GET", files)
    call("file: all listed", "GET", "/project/v1/files?limit=1")
    call("file: one", "GET", f"/project/v1/files/{sent['id']}")
    call("file: bytes", "GET", f"{files}/{sent['id']}")
    call("file: content", "GET", f"/project/v1/files/{sent['id']}/content")
    call("file: unknown", "GET", f"/project/v1/files/{uuid4()}")
    call("file: no UUID", "GET", "/project/v1/files/5")
    call("file: unknown content", "GET", f"{files}/{uuid4()}")
    call("file: delete", "DELETE", f"{files}/{sent['id']}")
    call("file: delete again", "DELETE", f"{files}/{sent['id']}")
    call("archive: of a draft", "GET", f"{PROJECTS}/{one}/archive")


def run_projects(call: Recorder) -> None:
    """A project from quote to archive."""
    one = call.made(PROJECTS, {"title": "An order", "serviceId": 1})
    sent = call("run: upload", "POST", f"{PROJECTS}/{one}/files", data=FORM, files=FILE).json()
    call.wait(f"{PROJECTS}/{one}/do-quote", lambda found: "words" in found, method="POST")
    call("run: quote", "POST", f"{PROJECTS}/{one}/do-quote")
    call("run: start", "POST", f"{PROJECTS}/{one}/do-start")
    call.wait(f"{PROJECTS}/{one}", lambda found: found["status"] == "Finished")
    call("run: finished", "GET", f"{PROJECTS}/{one}")
    call("run: start again", "POST", f"{PROJECTS}/{one}/do-start")
    call("run: cancel finished", "POST", f"{PROJECTS}/{one}/do-cancel")
    call("run: change finished", "PATCH", f"{PROJECTS}/{one}", json={"title": "Late"})
    call("run: upload to finished", "POST", f"{PROJECTS}/{one}/files", data=FORM, files=FILE)
    call("run: delete finished", "DELETE", f"{PROJECTS}/{one}")
    call("run: delete a file", "DELETE", f"{PROJECTS}/{one}/files/{sent['id']}")
    call("run: progress", "GET", f"{PROJECTS}/{one}/progress")
    call("run: archive", "GET", f"{PROJECTS}/{one}/archive")
    files = call("run: files", "GET", f"{PROJECTS}/{one}/files").json()["files"]
    result = files[0]["translations"][0]["fileId"]
    call("run: result", "GET", f"{PROJECTS}/{one}/files/{result}")
    call("run: result's record", "GET", f"/project/v1/files/{result}")
