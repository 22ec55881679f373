"""TMX, Translation Memory eXchange: reads 1.1 to 1.4b, writes 1.4b level 2 (`docs/reference/tmx.md`).

`reading` reads a file of any size, `units` one `<tu>` of it, `inline` its codes; `writing` writes a file.
"""

from dragoman.memories.tmx.problems import ImportProblem, ProblemCode, TmxRefused, TmxUnits
from dragoman.memories.tmx.reading import read_tmx
from dragoman.memories.tmx.writing import write_tmx

__all__ = ["ImportProblem", "ProblemCode", "TmxRefused", "TmxUnits", "read_tmx", "write_tmx"]
