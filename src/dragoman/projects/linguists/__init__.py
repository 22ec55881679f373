"""The work of linguists on translations: export and import of packages, review, delivery, memory updates."""
