"""D1 and D2: documents that are refused before they are accepted."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_invalid,
    expect_json,
    expect_status,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.samples import sample_page
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    DOCUMENTS,
    SUBMIT,
    multipart_document,
    submit,
    submit_job,
    zip_archive,
)

_NAMES = ("../page.html", "dir/page.html", "dir\\page.html", "a\x07.html", "x" * 252 + ".html", " ")


@check("D1", "E2")
def unknown_options(server: CheckedServer) -> None:
    """Options are a JSON object, and an option that the format does not know is refused."""
    for options in ("[]", "{"):
        expect_status(submit(server, options=options), 422)
    answer = submit(server, options='{"conformanceCheck": true}')
    expect_status(answer, 422)
    expect(answer, "conformanceCheck" in answer.text, "the unknown option named")


@check("D1", "E2")
def missing_fields(server: CheckedServer) -> None:
    """A missing source, target or file is a validation error at its name."""
    form = {"source": server.target.source, "target": server.target.target}
    file = {"file": ("page.html", sample_page(server.texts).encode())}
    for name in form:
        rest = {field: value for field, value in form.items() if field != name}
        expect_invalid(server.customer.post(SUBMIT, data=rest, files=file), ["body", name])
    expect_invalid(server.customer.post(SUBMIT, data=form, files={"x": ("y", b"")}), ["body", "file"])


@check("D1", "E2")
def no_form(server: CheckedServer) -> None:
    """A body that is not a form is a validation error."""
    for content, kind in (
        (b"{}", "application/json"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
    ):
        answer = server.customer.post(SUBMIT, content=content, headers={"Content-Type": kind})
        for item in expect_invalid(answer):
            expect_equal(answer, "loc[0]", item["loc"][0], "body")


@check("D2")
def unsupported_pair(server: CheckedServer) -> None:
    """An unsupported pair is 422: Language pair (en -> xx) is not supported."""
    answer = submit(server, target="xx")
    wanted = f"Language pair ({server.target.source} -> xx) is not supported"
    expect_equal(answer, "detail", expect_detail(answer, 422), wanted)


@check("D2")
def malformed_language(server: CheckedServer) -> None:
    """A malformed code is a validation error at body.target."""
    expect_invalid(submit(server, target="e n"), ["body", "target"])


@check("D2", "E7")
def too_large(server: CheckedServer) -> None:
    """A document over the size limit is 422."""
    limits = server.customer.get("/v2/limits")
    found = limits.json() if limits.status_code == 200 else {}
    size = int(found.get("documentBytes", 20 * 1024 * 1024))
    expect_detail(submit(server, b"<p>" + b"\n" * (size - 2)), 422, "too large")


@check("D2")
def invalid_file_names(server: CheckedServer) -> None:
    """File names with path separators or control characters, empty ones and long ones are 422."""
    for name in _NAMES:
        content, headers = multipart_document(server, name)
        answer = server.customer.post(SUBMIT, content=content, headers=headers)
        expect_detail(answer, 422, "file name")


@check("D2")
def long_file_name(server: CheckedServer) -> None:
    """A name of 255 characters is accepted and given back."""
    name = "é" * 250 + ".html"
    answer = server.customer.get(f"{DOCUMENTS}/{submit_job(server, name=name)}")
    expect_equal(answer, "fileName", expect_json(answer)["fileName"], name)


@check("D2")
def unsupported_types(server: CheckedServer) -> None:
    """A type that is not supported, and contents that are not of the name's type, are 422."""
    page = sample_page(server.texts).encode()
    for name, data in (
        ("page.xyz", page),
        ("page", b"some words"),
        ("page.docx", page),
        ("page.html", zip_archive("a.txt", b"x")),
    ):
        expect_detail(submit(server, data, name=name), 422)


@check("D2", "N4")
def bad_callbacks(server: CheckedServer) -> None:
    """A callback address that is not an http(s) URL or has credentials is a validation error at its field."""
    for field in ("successCallbackUrl", "errorCallbackUrl"):
        for url in ("ftp://example.com/", "nonsense", "http://u:p@example.com/", "https:///x"):
            fields: dict[str, Any] = {field: url}
            expect_invalid(submit(server, **fields), ["body", field])


@check("N4")
def inside_addresses(server: CheckedServer) -> None:
    """Private, link-local and metadata addresses are refused in every spelling, and not repeated."""
    for url in (
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:10.0.0.1]/",
        "http://167772161/",
        "http://0x0a.1/",
        "http://[fe80::1]/",
        "http://224.0.0.1/",
    ):
        answer = submit(server, successCallbackUrl=url)
        expect_invalid(answer, ["body", "successCallbackUrl"])
        expect(answer, url not in answer.text, "no echo of the address", answer.text)


@check("D1", "E2")
def long_translation_id(server: CheckedServer) -> None:
    """A translationId of over 64 characters is a validation error; one of 64 is given back."""
    expect_invalid(submit(server, translationId="x" * 65), ["body", "translationId"])
    answer = server.customer.get(f"{DOCUMENTS}/{submit_job(server, translationId='x' * 64)}")
    expect_equal(answer, "translationId", expect_json(answer)["translationId"], "x" * 64)
