"""What every page is made with: sessions, rights, forms, templates, languages, error pages, browser files."""
