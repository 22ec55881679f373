"""Stories of InDesign and InCopy: read into units, and written with their translations."""
