"""The formats of `hostile_child` on a system without a filter of system calls, such as macOS."""

from __future__ import annotations

import sys
from pathlib import Path

from dragoman.conversion import fork_server
from dragoman.conversion.child import main

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    from hostile_child import _HostileFormat

    fork_server.is_known_system = lambda: False
    main(_HostileFormat)
