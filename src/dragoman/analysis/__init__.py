"""Analysis: the words of texts by match band, from memories and from repetitions within the texts.

`actions` looks segments up in memories, `similarity` finds similar segments within one analysis, `bands`
chooses the band, `reports` writes reports.
"""
