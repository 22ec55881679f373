"""Style guides as lists of rules and labelled instructions, as clients of other services keep them."""
