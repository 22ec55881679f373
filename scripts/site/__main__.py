"""`make docs`: build the documentation site into the package, where the service serves it at `/docs/`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

from scripts.site.language_models import write_texts
from scripts.site.navigation import SiteConfiguration, find_faults, read_configuration
from scripts.site.pages import finish_pages

ROOT: Final = Path(__file__).parents[2]
POLICY: Final = "content-security-policy.txt"  # written last: with it the site is complete
_COLOURS_OFF: Final = {"NO_COLOR": "1", "CLICOLOR": "0"}


def main() -> int:
    """Build and check the site. Gives 0, or 1 after printing what is wrong."""
    configuration = read_configuration(ROOT / "mkdocs.yml")
    faults = find_faults(configuration)
    if faults:
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    return build(configuration)


def build(configuration: SiteConfiguration) -> int:
    """Run Zensical, finish its pages, and write the texts for language models; its exit status."""
    program = Path(sysconfig.get_path("scripts")) / "zensical"
    if not program.exists():
        print("Zensical is not installed in this environment: run make docs.", file=sys.stderr)
        return 1
    shutil.rmtree(configuration.site, ignore_errors=True)
    command: list[str | Path] = [program, "build", "--strict", "--clean", "-f", configuration.file]
    done = subprocess.run(
        command,
        cwd=configuration.root,
        env={**os.environ, **_COLOURS_OFF},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        shutil.rmtree(configuration.site, ignore_errors=True)
        return 1
    policy = finish_pages(configuration.site)
    write_texts(configuration)
    (configuration.site / POLICY).write_text(f"{policy}\n", encoding="utf-8")
    pages = len(list(configuration.site.rglob("index.html")))
    print(f"built {pages} pages in {os.path.relpath(configuration.site)}; the service serves them at /docs/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
