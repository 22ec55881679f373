"""Editing a translation segment by segment: what an editor in a browser, or another program, calls (V8)."""
