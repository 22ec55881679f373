"""Translations in the hands of people: packages out and in, review, delivery, what memories learn."""
