"""Rules that all formats share about one unit: whether it is language, its note, codes and plural forms."""
