"""Files and formats brought together: which format a file has, and running it where it can do no harm.

`detection` and `options` judge what was sent; `confined` runs `child` processes that extract and rebuild.
"""
