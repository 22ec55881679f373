"""Paragraphs of office and layout documents: from runs of text to segments with codes, and back."""
