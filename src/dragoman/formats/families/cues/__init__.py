"""Subtitles: cues split into fragments, sentences joined across cues, translations distributed over lines."""
