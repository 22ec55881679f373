"""Office Open XML: the shared code of docx, pptx and xlsx."""
