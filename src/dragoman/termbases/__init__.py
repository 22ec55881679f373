"""Term bases: concepts with their terms in each language, in versions.

`model` has the values, `tbx` and `table` read and write files of them, `recognition` finds terms in segments,
`glossary_cache` keeps compiled glossaries.
"""
