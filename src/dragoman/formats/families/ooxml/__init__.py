"""Office Open XML: what docx, pptx and xlsx share."""
