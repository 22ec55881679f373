"""The word check: what must not be in a file of the repository.

Hosts of package indexes (locks and configuration work with whichever index a machine uses), paths of one
machine, private keys.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_HOSTS: Final = ("pypi" + ".org", "pythonhosted" + ".org", "registry.npmjs" + ".org", "deb.debian" + ".org")
_FORBIDDEN: Final = {
    "the host of a package index": re.compile("|".join(map(re.escape, _HOSTS))),
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/\w"),
    "a download address in a lock": re.compile(r'"resolved":\s*"http'),
    "a private key": re.compile("-----BEGIN [A-Z ]*PRIVATE KEY" + "-----"),
}


def main() -> int:
    """Check every text file that git knows or would add; 1 when one contains something forbidden."""
    found = [problem for name in _files() for problem in check_words(name, _read(Path(name)))]
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


def check_words(name: str, text: str) -> Iterator[str]:
    """What is wrong with a file of this content."""
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in _FORBIDDEN.items():
            if pattern.search(line):
                yield f"{name}:{number}: {what}"


def _files() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    return [name for name in sorted(set(listing.stdout.splitlines())) if Path(name).is_file()]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


if __name__ == "__main__":
    sys.exit(main())
