"""The checks, in modules by subject. `registry` names the modules."""
