"""Files of projects: upload, checks, analysis and download."""
