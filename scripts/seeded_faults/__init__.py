"""Faults that are seeded into a copy of the tree, to see whether the tests notice them.

`FAULTS` is the table. `make campaign-faults` seeds all of them, one after the other; the suite seeds a few,
and checks that each still applies. A fault follows the code that it changes, when that is moved.
"""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault
from scripts.seeded_faults.in_access import ACCESS
from scripts.seeded_faults.in_formats import FORMATS
from scripts.seeded_faults.in_memories import MEMORIES
from scripts.seeded_faults.in_notifications import NOTIFICATIONS
from scripts.seeded_faults.in_sync import SYNC
from scripts.seeded_faults.in_terms import TERMS

FAULTS: Final[tuple[Fault, ...]] = (*FORMATS, *TERMS, *MEMORIES, *NOTIFICATIONS, *ACCESS, *SYNC)
