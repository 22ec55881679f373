"""The entry of the `dragoman` command, and the only reader of the environment."""

from __future__ import annotations

import os
import sys
from typing import Any

from dragoman.commands import create_cli
from dragoman.settings import LoadedSettings, load_settings


def main() -> None:
    """Run the command line. Exits with 0, 1 (refused, with a reason) or 2 (usage)."""

    def load(overrides: dict[str, Any]) -> LoadedSettings:
        return load_settings(environment=os.environ, overrides=overrides)

    sys.exit(create_cli()(obj=load, standalone_mode=True))


if __name__ == "__main__":
    main()
