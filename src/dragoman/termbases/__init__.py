"""Term bases: what a company calls things. The pure part: values, files, and recognition in text.

`model` has the values, `tbx` and `table` read and write them, `recognition` finds terms in segments.
"""
