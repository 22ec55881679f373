"""The call that does what the page shows, as code to copy. Another language is one entry below."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

_PATH: Final = "/v2/translate?explain=true"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCall:
    """A call of `POST /v2/translate`."""

    service: str  # where it is reached, without a slash at the end
    source: str
    target: str
    texts: Sequence[str]
    token: str | None = None  # None: read from the environment

    @property
    def body(self) -> dict[str, Any]:
        """What it sends."""
        segments = [{"text": one} for one in self.texts]
        return {"source": self.source, "target": self.target, "segments": segments}


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSample:
    """A call as code in one language."""

    key: str
    title: str
    code: str


def _curl(call: TextCall) -> str:
    authorization = f"Authorization: Bearer {call.token or '$TOKEN'}"
    return (
        f"curl {shlex.quote(call.service + _PATH)} \\\n"
        f'  -H "{authorization}" -H "Content-Type: application/json" \\\n'
        f"  -d {shlex.quote(_json(call.body))}\n"
    )


def _python(call: TextCall) -> str:
    token = json.dumps(call.token) if call.token else 'os.environ["TOKEN"]'
    return (
        "import json, os, urllib.request\n\n"
        f"token = {token}\n"
        "request = urllib.request.Request(\n"
        f"    {json.dumps(call.service + _PATH)},\n"
        f"    json.dumps({_indent(_json(call.body), '    ')}).encode(),\n"
        '    {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},\n'
        ")\n"
        "with urllib.request.urlopen(request) as answer:\n"
        '    for one in json.load(answer)["translations"]:\n'
        '        print(one["translation"], one["origin"])\n'
    )


def _javascript(call: TextCall) -> str:
    token = json.dumps(call.token) if call.token else "process.env.TOKEN"
    return (
        f"const token = {token};\n"
        f"const answer = await fetch({json.dumps(call.service + _PATH)}, {{\n"
        '  method: "POST",\n'
        '  headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },\n'
        f"  body: JSON.stringify({_indent(_json(call.body), '  ')}),\n"
        "});\n"
        "for (const one of (await answer.json()).translations) {\n"
        "  console.log(`${one.translation} ${one.origin}`);\n"
        "}\n"
    )


_LANGUAGES: Final[Sequence[tuple[str, str, Callable[[TextCall], str]]]] = (
    ("curl", "curl", _curl),
    ("python", "Python", _python),
    ("javascript", "JavaScript", _javascript),
)


def write_samples(call: TextCall) -> Sequence[CallSample]:
    """The call in each language."""
    return [CallSample(key=key, title=title, code=write(call)) for key, title, write in _LANGUAGES]


def _json(body: dict[str, Any]) -> str:
    """The body with a line for each segment."""
    head = ", ".join(f"{json.dumps(name)}: {json.dumps(body[name])}" for name in ("source", "target"))
    lines = (json.dumps(one, ensure_ascii=False) for one in body["segments"])
    joined = ",\n  ".join(lines)
    return f'{{{head}, "segments": [\n  {joined}\n]}}'


def _indent(text: str, space: str) -> str:
    return text.replace("\n", f"\n{space}")
