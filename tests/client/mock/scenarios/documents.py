"""Documents (D)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.client.mock.exchanges import Recorder

PATH = "/v2/documents/translate"
PAIR = {"source": "en", "target": "es"}
FILE = {"file": ("text.txt", b"The red book is big.\n")}


def translate_documents(call: Recorder) -> None:
    """A job's life."""
    made = call("document: submit", "POST", PATH, data=PAIR, files=FILE)
    job = made.json()["jobId"]
    call.wait(f"/v2/documents/{job}", lambda found: found["status"] in {"SUCCESS", "FAILED"})
    call("document: finished", "GET", f"/v2/documents/{job}")
    call("document: download", "GET", f"/v2/documents/{job}/download")
    call("document: listed", "GET", "/v2/documents?limit=1")
    call("document: listed by status", "GET", "/v2/documents?status=SUCCESS&limit=1")
    call("document: bad status", "GET", "/v2/documents?status=DONE")
    call("document: bad limit", "GET", "/v2/documents?limit=501")
    call("document: delete", "DELETE", f"/v2/documents/{job}")
    call("document: deleted", "GET", f"/v2/documents/{job}")
    call("document: delete again", "DELETE", f"/v2/documents/{job}")
    call("document: unknown", "GET", f"/v2/documents/{uuid4()}")
    call("document: no UUID", "GET", "/v2/documents/17")
    call("document: unknown download", "GET", f"/v2/documents/{uuid4()}/download")
    call("document: types", "GET", "/v2/documents/types")
    call("document: pairs", "GET", "/v2/languages/document-translation")
    call("document: analyze", "POST", "/v2/documents/analyze", data=PAIR, files=FILE)
    call("document: analyze as CSV", "POST", "/v2/documents/analyze?format=csv", data=PAIR, files=FILE)


def refuse_documents(call: Recorder) -> None:
    """What is refused before a job is made."""

    def send(name: str, files: Any = FILE, **fields: str) -> None:
        call(name, "POST", PATH, data={**PAIR, **fields}, files=files)

    send("document: unknown pair", target="xx")
    send("document: bad code", target="!")
    send("document: bad callback", successCallbackUrl="ftp://example.com")
    send("document: callback with credentials", errorCallbackUrl="https://a:b@example.com/")
    send("document: long id", translationId="x" * 65)
    send("document: options no JSON", options="{")
    send("document: unknown option", options='{"nothing": true}')
    send("document: unknown type", {"file": ("text.xyz", b"x")})
    send("document: not of its type", {"file": ("text.docx", b"no archive")})
    send("document: path in name", {"file": ("a/b.txt", b"x")})
    send("document: long name", {"file": ("x" * 252 + ".txt", b"x")})
    send("document: too large", {"file": ("a.txt", b"x" * (20 * 1024 * 1024 + 1))})
    send("document: no file", {"other": ("a.txt", b"x")})
    call("document: no target", "POST", PATH, data={"source": "en"}, files=FILE)
    call("document: a form without file", "POST", PATH, data=PAIR)
    call("document: JSON", "POST", PATH, json=PAIR)
    call("document: no body", "POST", PATH)


def repeat_documents(call: Recorder) -> None:
    """Idempotency keys."""
    key = {"Idempotency-Key": f"key-{uuid4()}"}
    first = call("document: with a key", "POST", PATH, data=PAIR, files=FILE, headers=key)
    again = call("document: repeated", "POST", PATH, data=PAIR, files=FILE, headers=key)
    assert first.json() == again.json()
    call("document: key reused", "POST", PATH, data={**PAIR, "target": "de"}, files=FILE, headers=key)
    call("document: long key", "POST", PATH, data=PAIR, files=FILE, headers={"Idempotency-Key": "x" * 300})
    for name, data in (
        ("empty.txt", b""),
        ("blank.txt", b" \n"),
        ("number.txt", b"12\n"),
        ("blank.html", b"<p> </p>"),
        ("blank.json", b'{"key": " "}'),
        ("broken.json", b'{"a": '),
        ("archive.html", b"PK\x03\x04xxxx"),
    ):
        made = call(f"document: {name}", "POST", PATH, data=PAIR, files={"file": (name, data)})
        if made.status_code == 202:
            job = made.json()["jobId"]
            call.wait(f"/v2/documents/{job}", lambda found: found["status"] in {"SUCCESS", "FAILED"})
            call(f"document: {name} failed", "GET", f"/v2/documents/{job}")
            call(f"document: {name} download", "GET", f"/v2/documents/{job}/download")
