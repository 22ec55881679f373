"""What workers do with a translation: cut it into segments, translate them, make the file again."""
