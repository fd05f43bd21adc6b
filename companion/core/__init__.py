"""Values and rules of thumb that every game shares: pure, standard library only."""
