"""HTML for translation: `tokens` cuts it, `walk` finds places, `segment` reads and writes them.

`document` puts them together.

Shared by the formats that hold HTML. Nothing here fails on tag soup, and everything is linear in the source.
"""
