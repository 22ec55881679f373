"""Style guides of an account: how its translations are to be written. `dragoman.styles` has their rules."""
