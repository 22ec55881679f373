"""Translation Memory eXchange: versions 1.1 to 1.4b are read, 1.4b level 2 is written (`docs/tmx.md`).

`splitting` finds the units of a file of any size, `entries` reads one, `inline` its codes, `writing` writes.
"""

from dragoman.memories.tmx.problems import ImportProblem, ProblemCode, TmxRefused, TmxUnits
from dragoman.memories.tmx.reading import read_tmx
from dragoman.memories.tmx.writing import write_tmx

__all__ = ["ImportProblem", "ProblemCode", "TmxRefused", "TmxUnits", "read_tmx", "write_tmx"]
