"""HTML for translation: `tokens` splits it, `extraction` finds text units, `segment` reads and writes them.

`document` does both for a whole source. Nothing here fails on tag soup; all of it takes linear time.
"""
