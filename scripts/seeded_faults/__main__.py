"""`make campaign-faults`: seed each fault, or those whose names hold one of some words, and run its tests."""

from __future__ import annotations

import argparse
import sys

from scripts.seeded_faults import FAULTS
from scripts.seeded_faults.campaign import copied_tree, run_tests, run_with


def main() -> int:
    """Seed the faults one after the other; 1 when one is not noticed."""
    parser = argparse.ArgumentParser(prog="python -m scripts.seeded_faults", description=__doc__)
    parser.add_argument("words", nargs="*", help="seed only faults with one of these in their name")
    words = parser.parse_args().words
    faults = [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]
    with copied_tree() as tree:
        sound = run_tests(tree, sorted({test for fault in faults for test in fault.tests}))
        if sound.code:
            print(f"The tests fail without any fault:\n{sound.output[-3000:]}")
            return 2
        missed = 0
        for number, fault in enumerate(faults, start=1):
            result = run_with(fault, tree)
            missed += not result.failed
            word = "caught" if result.failed else f"MISSED (pytest ended with {result.code})"
            print(f"{number}/{len(faults)} {word} in {result.seconds:.0f} s: {fault.name}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} faults are caught.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
