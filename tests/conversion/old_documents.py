"""Old Office documents for tests: LibreOffice makes them of small flat ODF files."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.waiting import CEILING

_NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office",
        "text": "text",
        "table": "table",
        "draw": "drawing",
        "svg": "svg-compatible",
        "style": "style",
        "fo": "xsl-fo-compatible",
    }.items()
)
_STYLE = (
    '<office:automatic-styles><style:style style:name="B" style:family="text">'
    '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
)
_BODIES = {
    "text": (
        '<text:p>The <text:span text:style-name="B">red house</text:span> is big.</text:p>'
        "<text:p>The cat sleeps.</text:p>"
    ),
    "spreadsheet": (
        '<table:table table:name="Sheet"><table:table-row>'
        '<table:table-cell office:value-type="string"><text:p>The red house is big.</text:p>'
        "</table:table-cell>"
        '<table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>'
        "</table:table-row></table:table>"
    ),
    "presentation": (
        '<draw:page draw:name="One"><draw:frame svg:width="10cm" svg:height="3cm" svg:x="1cm" svg:y="1cm">'
        "<draw:text-box><text:p>The red house is big.</text:p></draw:text-box></draw:frame></draw:page>"
    ),
}
_MADE_OF = {"doc": "text", "xls": "spreadsheet", "ppt": "presentation"}

RTF = rb"{\rtf1\ansi The {\b red house} is big.\par The cat sleeps.\par}"


def make_old_documents(
    folder: Path, program: str, *, only: Sequence[str] = ("doc", "xls", "ppt", "rtf")
) -> Mapping[str, bytes]:
    """One of each type, by its file extension."""
    made = {"rtf": RTF} if "rtf" in only else {}
    for suffix, kind in _MADE_OF.items():
        if suffix not in only:
            continue
        source = folder / f"{kind}.{suffix}.xml"
        source.write_text(_flat(kind), encoding="utf-8")
        made[suffix] = _convert(program, source, suffix, folder)
    return made


def _flat(kind: str) -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMES} office:version="1.2" '
        f'office:mimetype="application/vnd.oasis.opendocument.{kind}">{_STYLE}'
        f"<office:body><office:{kind}>{_BODIES[kind]}</office:{kind}></office:body></office:document>"
    )


def _convert(program: str, source: Path, suffix: str, folder: Path) -> bytes:
    command = [
        program,
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--convert-to", suffix, "--outdir", str(folder / "made"), str(source)),
    ]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True) as process:
        try:
            assert process.wait(timeout=CEILING) == 0
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return (folder / "made" / f"{source.stem}.{suffix}").read_bytes()
