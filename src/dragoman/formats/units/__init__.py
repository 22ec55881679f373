"""What all formats share about one unit: whether it is language, its note, its codes, its plural forms."""
