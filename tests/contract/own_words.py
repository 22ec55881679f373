"""What the tests of customers' own term bases and memories share: files, short calls, and every endpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx2

from tests.waiting import wait_until

BASES = "/project/v1/term-bases"
MEMORIES = "/project/v1/translation-memories"
GUIDES = "/project/v1/style-guides"
CSV = b"en,es,es:forbidden\npaper jam,atasco de papel,bloqueo\ntray|paper tray,bandeja,\n"
TBX = (
    b'<?xml version="1.0"?><tbx type="TBX-Basic" style="dca" xml:lang="en" '
    b'xmlns="urn:iso:std:iso:30042:ed-2"><tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc>'
    b'</tbxHeader><text><body><conceptEntry id="c1"><langSec xml:lang="en">'
    b'<termSec><term>toner</term></termSec></langSec><langSec xml:lang="es"><termSec>'
    b"<term>t\xc3\xb3ner negro</term></termSec></langSec>"
    b"</conceptEntry></body></text></tbx>"
)
TMX = (
    b'<?xml version="1.0"?><tmx version="1.4"><header creationtool="t" creationtoolversion="1" '
    b'segtype="sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/><body><tu>'
    b'<tuv xml:lang="en"><seg>The horse eats.</seg></tuv><tuv xml:lang="es"><seg>El corcel come.</seg></tuv>'
    b"</tu></body></tmx>"
)


def made(answer: httpx2.Response, status: int = 201) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def new_base(client: httpx2.Client, **fields: Any) -> int:
    body = {"name": f"Base {uuid4()}", "useForTranslation": False, **fields}
    return int(made(client.post(BASES, json=body))["id"])


def new_memory(client: httpx2.Client, **fields: Any) -> int:
    return int(made(client.post(MEMORIES, json={"name": f"Memory {uuid4()}", **fields}))["id"])


def new_guide(client: httpx2.Client, **fields: Any) -> int:
    return int(made(client.post(GUIDES, json={"name": f"Guide {uuid4()}", **fields}))["id"])


def ended(client: httpx2.Client, location: str) -> Any:
    """An import once it is done."""

    def read() -> Any:
        found = made(client.get(location), 200)
        assert 0 <= found["progress"] <= 1
        return found

    return wait_until(read, lambda found: found["status"] not in {"WAITING", "RUNNING"})


def translated(client: httpx2.Client, text: str, **fields: Any) -> str:
    body = {"source": "en", "target": "es", "segments": [{"text": text}], **fields}
    return str(made(client.post("/v2/translate", json=body), 200)["translations"][0]["translation"])


def calls(base: int, memory: int) -> dict[str, Callable[[httpx2.Client], httpx2.Response]]:
    """Every way to read or change a term base and a memory, with a body that would do."""
    terms = {"terms": [{"language": "en", "text": "x"}]}
    unit = {"sourceLanguage": "en", "targetLanguage": "es", "source": "a", "target": "b"}
    b, m = f"{BASES}/{base}", f"{MEMORIES}/{memory}"
    wanted: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", b, {}),
        ("PATCH", b, {"json": {"name": "x"}}),
        ("DELETE", b, {}),
        ("GET", f"{b}/concepts", {}),
        ("POST", f"{b}/concepts", {"json": terms}),
        ("GET", f"{b}/concepts/1", {}),
        ("PUT", f"{b}/concepts/1", {"json": terms}),
        ("DELETE", f"{b}/concepts/1", {}),
        ("GET", f"{b}/versions", {}),
        ("GET", f"{b}/export", {}),
        ("POST", f"{b}/imports", {"content": CSV}),
        ("GET", f"{b}/imports", {}),
        ("GET", f"{b}/imports/1", {}),
        ("GET", m, {}),
        ("PATCH", m, {"json": {"name": "x"}}),
        ("DELETE", m, {}),
        ("GET", f"{m}/units", {}),
        ("GET", f"{m}/units?search=horse", {}),
        ("POST", f"{m}/units", {"json": unit}),
        ("GET", f"{m}/units/1", {}),
        ("PATCH", f"{m}/units/1", {"json": {"version": 1, "target": "x"}}),
        ("DELETE", f"{m}/units/1", {}),
        ("GET", f"{m}/duplicates", {}),
        ("GET", f"{m}/export", {}),
        ("POST", f"{m}/imports", {"content": TMX}),
        ("GET", f"{m}/imports", {}),
        ("GET", f"{m}/imports/1", {}),
        ("DELETE", f"{m}/imports/1", {}),
    ]
    return {
        f"{method} {path.replace(str(base), 'B').replace(str(memory), 'M')}": (
            lambda client, method=method, path=path, options=options: client.request(method, path, **options)
        )
        for method, path, options in wanted
    }
