"""What strings of programs hold beside language: the table of placeholder grammars."""
