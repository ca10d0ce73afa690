-- Short links: a scenario in its canonical form by the id that comes from its
-- content. A link that was given out opens for ever and always shows the same:
-- no statement can change or delete one, or put another in its place.
CREATE TABLE links (
  id   TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 8 AND 54),
  text TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 65536),
  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;

CREATE TRIGGER links_are_not_replaced BEFORE INSERT ON links
WHEN EXISTS (SELECT 1 FROM links WHERE id = NEW.id)
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER links_are_not_changed BEFORE UPDATE ON links
BEGIN
  SELECT RAISE(ABORT, 'links never change');
END;

-- Whoever must delete one (a court's order) drops this trigger, deletes, and
-- makes it again.
CREATE TRIGGER links_are_not_deleted BEFORE DELETE ON links
BEGIN
  SELECT RAISE(ABORT, 'links are never deleted');
END;
