"""Mutated documents through the processes that read and write documents: none may die, hang or lose text.

`mutants` makes them (`on_bytes`, `on_archives`, `on_markup`, `on_lines` are the ways), `trial` judges what
becomes of one, `campaign` runs many.
"""
