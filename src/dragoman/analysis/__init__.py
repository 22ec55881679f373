"""How much work a text is: its words by how well memories, and the text itself, already know them.

`bands` decides, `likeness` finds what is alike within one text, `actions` asks memories, `writing` writes
reports.
"""
