"""TBX, TermBase eXchange (ISO 30042): versions 2 and 3, TBX-Core, -Min and -Basic, and variants of tools.

`reading` reads a file of any size, `entries` one entry of it, `writing` writes a file.
"""

from dragoman.termbases.tbx.reading import read_tbx
from dragoman.termbases.tbx.writing import TbxVersion, write_tbx

__all__ = ["TbxVersion", "read_tbx", "write_tbx"]
