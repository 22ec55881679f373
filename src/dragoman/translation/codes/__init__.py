"""Inline codes in translations: restored where an engine lost or moved them."""
