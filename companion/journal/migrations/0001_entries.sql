CREATE TABLE header (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    setup TEXT NOT NULL
) STRICT;

CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    act TEXT NOT NULL,
    events TEXT NOT NULL,
    id TEXT UNIQUE
) STRICT;

CREATE TABLE set_aside (
    number INTEGER NOT NULL,
    act TEXT,
    events TEXT,
    reason TEXT NOT NULL
) STRICT;
