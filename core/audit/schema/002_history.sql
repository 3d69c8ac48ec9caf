-- Schema 2. The history's own name, so that anchors kept elsewhere say which history they are of.
-- `bound`: the row after which the name was hashed into the chain; NULL until the first append
-- (core/audit/identity.h), so that a process of the version before may go on appending meanwhile.
CREATE TABLE history (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL CHECK (length(id) = 16),
    began INTEGER NOT NULL,
    bound INTEGER CHECK (bound >= 0)
) STRICT;
INSERT INTO history (one, id, began)
    SELECT 1, lower(hex(randomblob(8))),
           coalesce((SELECT time FROM events ORDER BY id LIMIT 1), unixepoch() * 1000000000);
