"""P13 and P14: files of projects."""

from __future__ import annotations

import uuid
from urllib.parse import quote

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_invalid,
    expect_json,
    expect_page,
    expect_problems,
    expect_status,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    ABSENT,
    PROJECTS,
    create_project,
    create_with_file,
    random_id,
    read_project,
    upload,
)

_SPELLINGS = ("project/{}/file", "projects/{}/files", "project/{}/files", "projects/{}/file")
_TRANSLATION = ("id", "targetLanguage", "status", "fileId", "fileName")


@check("P13")
def form(server: CheckedServer) -> None:
    """A file sent as a form is 201 with its record, a translation for each target, and a Location."""
    project = create_project(server)["id"]
    data = b"A conformance check.\n"
    answer = upload(server, project, data)
    file = expect_json(answer, 201)
    expect_header(answer, "Location", f".*/project/v1/files/{file['id']}$")
    expect_fields(answer, file, ("id", "projectId", "fileName", "sourceLanguage", "size", "translations"))
    expect_equal(answer, "id", file["id"], str(uuid.UUID(file["id"])))
    found = [file["projectId"], file["fileName"], file["sourceLanguage"], file["size"]]
    expect_equal(answer, "projectId, fileName, sourceLanguage, size", found,
                 [project, "text.txt", server.target.source, len(data)])  # fmt: skip
    (one,) = file["translations"]
    expect_fields(answer, one, _TRANSLATION)
    state = [one["targetLanguage"], one["status"], one["fileId"], one["fileName"]]
    expect_equal(answer, "translation", state, [server.target.target, "Draft", None, None])
    expect(answer, isinstance(one["id"], int) and 0 < one["id"] < 2**31, "an int32 id", one["id"])


@check("P13")
def raw(server: CheckedServer) -> None:
    """A raw body of any content type is a file, on every spelling of the path, for any Accept."""
    project = create_project(server)["id"]
    languages = f"SOURCELANGUAGE={server.target.source}&targetlanguages={server.target.target}"
    for number, path in enumerate(_SPELLINGS):
        answer = server.customer.post(
            f"/project/v1/{path.format(project)}?FileName=r%C3%A9sum%C3%A9{number}.txt&{languages}",
            content=b"A conformance check.\n",
            headers={"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/pdf"},
        )
        expect_equal(answer, "fileName", expect_json(answer, 201)["fileName"], f"résumé{number}.txt")


@check("P10", "P13")
def file_in_record(server: CheckedServer) -> None:
    """The project's record has the file and its translations."""
    project, sent = create_with_file(server)
    answer = server.customer.get(f"{PROJECTS}/{project}")
    (file,) = expect_json(answer)["files"]
    found = [file["sourceFileId"], file["sourceFileName"], file["sourceLanguage"]]
    expect_equal(answer, "file", found, [sent["id"], "text.txt", server.target.source])
    wanted = {
        "id": sent["translations"][0]["id"],
        "fileId": None,
        "targetLanguage": server.target.target,
        "status": "Draft",
        "translationFileName": None,
        "translationFileLink": None,
    }
    (one,) = file["translations"]
    expect_equal(answer, "translation", {name: one[name] for name in wanted}, wanted)


@check("P13", "E4")
def refused_files(server: CheckedServer) -> None:
    """Everything that is wrong with a file is reported at once, and nothing is stored."""
    project = create_project(server)["id"]
    answer = server.customer.post(f"{PROJECTS}/{project}/files", content=b"")
    expect_equal(answer, "number of problems", len(expect_problems(answer)), 4)
    expect_problems(upload(server, project, targetLanguages="xx"))
    expect_problems(upload(server, project, b""))
    expect_equal(answer, "files", read_project(server, project)["files"], [])


@check("P13", "E2")
def malformed_forms(server: CheckedServer) -> None:
    """A broken form, one without a file, and a reference that is not a boolean are validation errors."""
    path = f"{PROJECTS}/{create_project(server)['id']}/files"
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    expect_invalid(server.customer.post(path, content=b"nonsense", headers=kind))
    empty = b'--x\r\nContent-Disposition: form-data; name="sourceLanguage"\r\n\r\nen\r\n--x--\r\n'
    expect_invalid(server.customer.post(path, content=empty, headers=kind), ["body", "file"])
    answer = server.customer.post(path, params={"reference": "x"}, files={"file": ("a.txt", b"a")})
    expect_invalid(answer, ["query", "reference"])


@check("P13", "P8")
def project_of_file(server: CheckedServer) -> None:
    """A file for an unknown project is 404, for an id that is not an int32 a validation error."""
    expect_detail(upload(server, ABSENT), 404)
    answer = server.customer.post(f"{PROJECTS}/x/files", files={"file": ("a.txt", b"a")})
    expect_invalid(answer, ["path", "id"])


@check("P13", "N4")
def bad_callback(server: CheckedServer) -> None:
    """A callbackUrl that is not an http(s) URL or leads inside a network is CALLBACK_URL_INVALID."""
    project = create_project(server)["id"]
    for url in ("ftp://example.com/", "nonsense", "http://10.0.0.1/", "http://169.254.169.254/latest/"):
        for sent in (url, quote(url, safe="")):
            expect_problems(upload(server, project, headers={"callbackUrl": sent}), "CALLBACK_URL_INVALID")


@check("P13")
def reference_file(server: CheckedServer) -> None:
    """A reference file needs no languages, has no translations, and is among referenceFiles."""
    project = create_project(server)["id"]
    answer = server.customer.post(
        f"{PROJECTS}/{project}/files", params={"reference": "true"}, files={"file": ("a.txt", b"About it.")}
    )
    file = expect_json(answer, 201)
    expect_equal(answer, "translations", file["translations"], [])
    record = read_project(server, project)
    expect_equal(answer, "files", record["files"], [])
    expect_equal(answer, "number of reference files", len(record["referenceFiles"]), 1)


@check("P13", "P14")
def deleted_file(server: CheckedServer) -> None:
    """A file of a draft is deleted: 204, then 404."""
    project, file = create_with_file(server)
    path = f"{PROJECTS}/{project}/files/{file['id']}"
    expect_status(server.customer.delete(path), 204)
    for gone in (path, f"/project/v1/files/{file['id']}", f"/project/v1/files/{file['id']}/content"):
        expect_detail(server.customer.get(gone), 404)


@check("P14")
def content(server: CheckedServer) -> None:
    """The bytes of a file come back under its name, from both addresses."""
    project = create_project(server)["id"]
    data = "Größe.\r\n".encode() + b"\n"
    file = expect_json(upload(server, project, data, name="größe.txt"), 201)["id"]
    for path in (f"{PROJECTS}/{project}/files/{file}", f"/project/v1/files/{file}/content"):
        answer = server.customer.get(path)
        expect_status(answer, 200)
        expect(answer, answer.content == data, "the bytes that were sent")
        disposition = expect_header(answer, "Content-Disposition", "attachment")
        expect(answer, quote("größe.txt") in disposition, "the file's name", disposition)


@check("P14")
def listed_files(server: CheckedServer) -> None:
    """Files are listed for a project and for the account, in pages; each has a record."""
    project, file = create_with_file(server)
    for path in (f"/project/v1/project/{project}/file", f"{PROJECTS}/{project}/files", "/project/v1/files"):
        answer = server.customer.get(path, params={"limit": 1})
        page = expect_json(answer)
        expect_equal(answer, "ids", [one["id"] for one in page["files"]], [file["id"]])
        expect_page(answer, page["metadata"])
    answer = server.customer.get(f"/project/v1/files/{file['id']}")
    expect_equal(answer, "id", expect_json(answer)["id"], file["id"])


@check("P14")
def unknown_files(server: CheckedServer) -> None:
    """An unknown file, and an id that is not a UUID, is 404."""
    project = create_project(server)["id"]
    for file in (random_id(), "no-uuid"):
        expect_detail(server.customer.get(f"{PROJECTS}/{project}/files/{file}"), 404)
        expect_detail(server.customer.get(f"/project/v1/files/{file}"), 404)
