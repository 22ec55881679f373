"""Protect the untranslatable parts of texts as codes: placeholders, tags, links, accelerators."""
