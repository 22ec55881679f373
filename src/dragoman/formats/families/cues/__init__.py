"""Subtitles: cues cut into fragments, sentences joined across cues, translations shared out over lines."""
