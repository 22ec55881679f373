"""What formats of one family share. A family knows no other family and no format."""
