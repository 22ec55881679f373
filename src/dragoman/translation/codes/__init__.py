"""Inline codes in translations: put back where an engine lost or moved them."""
