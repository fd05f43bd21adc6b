"""One table: the game's only writer, what waits for an answer, who hears of it, and its text form."""
