"""The translation editor: a translation segment by segment (V8, W4)."""
