"""The workers' part of a translation: segment the file, pre-translate the segments, rebuild the file."""
