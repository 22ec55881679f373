"""Translation memories: their units, the look-up of matches, and the score of a match.

`fingerprints` makes the text, codes and tokens of a segment comparable, `scoring` compares two of them, and
`applying` writes a match into a segment. `rows` and `store` keep units, `lookup` finds them.
"""
