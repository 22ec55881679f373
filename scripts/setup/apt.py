"""What apt knows."""

from __future__ import annotations

from collections.abc import Sequence

from scripts.setup.project import run


def candidates(names: Sequence[str], *, options: Sequence[str] = ()) -> set[str]:
    """Which of these packages can be installed, as far as apt's lists go."""
    return parse_candidates(run(["apt-cache", *options, "policy", *names], environment={"LC_ALL": "C.UTF-8"}))


def parse_candidates(policy: str) -> set[str]:
    """The packages that the output of `apt-cache policy` has a candidate for."""
    known: set[str] = set()
    name = ""
    for line in policy.splitlines():
        if line and not line[0].isspace():
            name = line.rstrip(":")
        elif line.strip().startswith("Candidate:") and "(none)" not in line:
            known.add(name)
    return known
