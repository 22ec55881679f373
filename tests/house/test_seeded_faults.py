"""The table of seeded faults goes with the source, and two of the faults are noticed here.

`make campaign-faults` seeds all of them.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.seeded_faults import FAULTS
from scripts.seeded_faults.campaign import ROOT, copied_tree, run_tests, run_with
from scripts.seeded_faults.fault import Fault, FaultStale

QUICK = {"CSV: quotes in a cell are not doubled", "Notifications: the signature is over the wrong bytes"}
every_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)


@pytest.fixture(scope="module")
def tree() -> Iterator[Path]:
    with copied_tree() as copied:
        yield copied


@every_fault
def test_every_fault_applies(fault: Fault) -> None:
    ast.parse(fault.patched(ROOT))
    for test in fault.tests:
        path, _, name = test.partition("::")
        assert (ROOT / path).exists()
        assert not name or f"def {name.partition('[')[0]}(" in (ROOT / path).read_text()


def test_a_fault_whose_text_is_gone_is_refused() -> None:
    stale = replace(FAULTS[0], old="no text of this file")
    with pytest.raises(FaultStale, match="0 times"):
        stale.patched(ROOT)


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(fault.name for fault in FAULTS).items() if count > 1] == []


@pytest.mark.timeout(600)
def test_quick_faults_are_noticed(tree: Path) -> None:
    quick = [fault for fault in FAULTS if fault.name in QUICK]
    assert len(quick) == len(QUICK)
    sound = run_tests(tree, [test for fault in quick for test in fault.tests])
    assert sound.code == 0, sound.output
    for fault in quick:
        result = run_with(fault, tree)
        assert result.failed, f"{fault.name}: pytest ended with {result.code}\n{result.output}"
