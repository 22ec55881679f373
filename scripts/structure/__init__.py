"""Whether a translation keeps the structure of its source, seen from outside.

`moving` and `wrong` are engines that move words and break codes as real ones do; `words` finds the
source word of a word of theirs. `checking` reads a source and its result with readers that share nothing
with the service (`trees`, `markup`, `tables`, `packages`, `bilingual`) into what `reading` describes, and
`laws` compares the two. Tests use it, and `scripts.corpus`.
"""
