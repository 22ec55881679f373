"""Stories of InDesign and InCopy: read to units, and written with their translations."""
