"""Dialects: interfaces of other services, so that their clients work here with another address (X).

Each dialect is a package with an `Interface` of its own prefix, its routes and its errors. `dialects` lists
them; `errors`, `keys`, `bodies` and `own_words` are what they share.
"""
