"""XML files of strings, some of them with plural forms: Android, Qt, .resx, .stringsdict."""
