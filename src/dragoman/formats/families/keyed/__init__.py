"""Files of keys and texts: configurations and catalogues of strings.

`format` makes a format of a parser for their syntax, which gives a file of `model`. `extraction` finds the
units in it, `rebuilding` writes their translations. `plural_families`, `notes` and `key_paths` are their
parts.
"""
