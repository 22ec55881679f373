"""What texts hold beside language: ICU messages, plural forms, placeholders and addresses.

Formats take texts apart by it, translation protects by it, and the checks compare by it.
"""
