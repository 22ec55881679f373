"""Every clause of the wire contract is named by a test, but for a shrinking list of those not built yet.

The conformance kit checks those that can be seen over HTTP; for each of the others there is a reason.
"""

from __future__ import annotations

import re
from pathlib import Path

from dragoman_client.conformance import all_checks
from dragoman_client.conformance.clauses import CLAUSES as SEEN

HERE = Path(__file__).parent
CLAUSES = {"A": 9, "T": 9, "D": 10, "P": 17, "N": 5, "E": 9, "V": 7, "O": 7}
EVERY = {f"{letter}{number}" for letter, count in CLAUSES.items() for number in range(1, count + 1)}
EVERY |= {"T11"}  # T10 is proved by tests/structure

NO_HTTP = {f"O{number}" for number in range(2, 8)}  # the operator's commands: a stranger has none of them
NOT_BUILT_YET = {"O6"}  # backups


def named_in_tests() -> set[str]:
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path.name != "test_clauses.py"
    )
    names = re.findall(r"def test_((?:[a-z]\d{1,2}_)+)", text)
    return {clause.upper() for name in names for clause in name.strip("_").split("_")}


def test_every_clause_that_is_built_is_named_by_a_contract_test() -> None:
    assert EVERY - named_in_tests() == NOT_BUILT_YET


def test_every_clause_has_a_check_in_the_conformance_kit_or_a_reason() -> None:
    checked = {clause for one in all_checks() for clause in one.clauses}
    unseen = {one.id for one in SEEN.values() if one.unseen}
    assert checked | unseen | NO_HTTP >= EVERY
    assert not checked & (unseen | NO_HTTP), "a reason that does not hold any more"
    assert checked | unseen == set(SEEN)
