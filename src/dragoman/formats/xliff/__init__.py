"""XLIFF: bilingual files of versions 1.x and 2.x, and the dialects of CAT tools.

`format` is the plug-in, `reading` reads a file. `xliff_1_2` and `xliff_2` read its units, `inline` the
content of sources and targets (`content` has the model, `pairing` makes codes of tags). `xliff_2_validation`
and `xliff_2_inline_validation` refuse invalid files of version 2. `dialects` knows the extensions of CAT
tools. `writing` writes targets.
"""

from dragoman.formats.xliff.format import FORMAT

__all__ = ["FORMAT"]
