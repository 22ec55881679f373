"""Previews of translated documents: marks for their segments, safe HTML, places on pages, and a small store.

Nothing here knows of projects: they say which text belongs to which number.
"""
