"""Translation projects: files, quotes, starts, translations into several languages, deliveries."""
