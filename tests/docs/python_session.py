"""Run a page's Python blocks in one namespace: each line of standard input is the path of one.

The environment of each block is what the page's shell has exported. It writes FILE.out, FILE.err and, at the
end of a block that works, FILE.done; it ends after one that does not.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

namespace: dict[str, Any] = {"__name__": "__page__"}
for line in sys.stdin:
    path = Path(line.strip())
    exported = Path(".blocks/environment")
    if exported.exists():
        pairs = exported.read_text(encoding="utf-8").split("\0")
        os.environ.update(pair.split("=", 1) for pair in pairs if pair)
    errors = Path(f"{path}.err")
    errors.write_text("", encoding="utf-8")
    with Path(f"{path}.out").open("w", encoding="utf-8") as out, redirect_stdout(out):
        try:
            exec(compile(path.read_text(encoding="utf-8"), path, "exec"), namespace)
        except BaseException:  # also SystemExit: a reader would see it as a failure
            errors.write_text(traceback.format_exc(), encoding="utf-8")
            sys.exit(1)
    Path(f"{path}.done").touch()
