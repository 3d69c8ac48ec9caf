-- Schema 1. One table, append only; `hash` covers the row before and every column of this one
-- (core/audit/hash_chain.h). Two indexes serve the filters that people use; each costs an append.
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    run TEXT NOT NULL,
    verdict TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    subject TEXT NOT NULL,
    rule TEXT NOT NULL,
    origin TEXT NOT NULL,
    policy TEXT NOT NULL,
    inputs TEXT NOT NULL,
    process TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX events_run ON events (run, id);
CREATE INDEX events_verdict ON events (verdict, id) WHERE verdict <> '';
