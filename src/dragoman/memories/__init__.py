"""Translation memories: units, what is alike among them, and what a match is worth.

`fingerprints` says what of a segment counts, `scoring` compares, `applying` writes a match into a segment;
`rows` and `store` keep units, `lookup` finds them.
"""
