"""Projects: orders of translations, with their files, quotes, starts and deliveries."""
