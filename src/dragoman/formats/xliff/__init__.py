"""XLIFF: bilingual files of version 1.x and 2.x, and the dialects that CAT tools make of them.

`format` is the plug-in; `document` reads a file, `version1` and `version2` its units, `inline` what stands in
them (`content` says what that is, `pairing` makes codes of tags). `rules2` and `rules2_inline` refuse broken
files of version 2, `dialects` knows what CAT tools add. `tree` finds the bytes, `writing` and `tags` change
them, `encoding` keeps the file's own.
"""

from dragoman.formats.xliff.format import Xliff

FORMAT = Xliff()

__all__ = ["FORMAT"]
