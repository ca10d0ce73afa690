-- Rooms, in which a lecture hall votes. All in a room goes with it. Times are
-- seconds since 1970 by the clock of the database, unixepoch(), so that no program
-- needs one. Of secrets only hashes are kept, of voters nothing but a number.
CREATE TABLE rooms (
  code    TEXT NOT NULL PRIMARY KEY CHECK (length(code) BETWEEN 4 AND 16),
  secret  BLOB NOT NULL CHECK (length(secret) = 32),
  made    INTEGER NOT NULL,
  ends    INTEGER NOT NULL CHECK (ends > made),
  version INTEGER NOT NULL DEFAULT 1,
  -- What of the state the server acts on: which round is open. It stands before the
  -- state so that a vote reads nothing of that.
  phase    TEXT NOT NULL DEFAULT 'wait',
  question INTEGER NOT NULL DEFAULT 0 CHECK (question BETWEEN 0 AND 200),
  round    INTEGER NOT NULL DEFAULT 1 CHECK (round IN (1, 2)),
  state   TEXT NOT NULL CHECK (length(CAST(state AS BLOB)) <= 524288)
) STRICT;

-- Those that have ended are looked for.
CREATE INDEX rooms_by_end ON rooms (ends);

-- What the speaker's phone shows: the latest only.
CREATE TABLE desks (
  room    TEXT NOT NULL PRIMARY KEY REFERENCES rooms (code) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  text    TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 65536)
) STRICT;

-- What the speaker's phone asks for, numbered from 1.
CREATE TABLE orders (
  room   TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  text   TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 4096),
  PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE voters (
  room   TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
  token  BLOB NOT NULL CHECK (length(token) = 32),
  number INTEGER NOT NULL,
  PRIMARY KEY (room, token),
  UNIQUE (room, number)
) STRICT, WITHOUT ROWID;

-- One answer of a voter to a question in a round: a change of mind replaces it. seq
-- counts, in each room, the votes and changes in their order: a page asks for those
-- that it does not have yet.
CREATE TABLE votes (
  room     TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
  question INTEGER NOT NULL,
  round    INTEGER NOT NULL,
  voter    INTEGER NOT NULL,
  answer   TEXT NOT NULL CHECK (length(CAST(answer AS BLOB)) <= 500),
  seq      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (room, question, round, voter),
  FOREIGN KEY (room, voter) REFERENCES voters (room, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX votes_by_seq ON votes (room, seq);
