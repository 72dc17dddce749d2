package sqlite

// applicationID marks a SQLite file as a journal: "BAjl", at offset 68 of the
// file (https://www.sqlite.org/fileformat2.html).
const applicationID = 0x42416a6c

// migrations returns what makes each version of the schema of the one before;
// the first makes version 1 of an empty file. What has been released is never
// changed: add another.
func migrations() []string { return []string{version1} }

// An item's number is its run's and its position: run<<40 + position. So a table
// has one integer as its key, grows at its end, and a run is a range of it.
//
// seq numbers what was handed in for a run, in order and without gaps: the epoch
// (how often the run has been opened) and a count from 1, epoch<<40 + n. Every
// number is in exactly one row of items and events, so that a gap shows that
// something is lost. What was resolved by hand has the last number of the epoch,
// which no owner comes to.
//
// There is no index on ids. With ids in random order it would touch a page an
// item and cut the speed to a fifth; whoever asks for an id can wait for a scan.
const version1 = `
CREATE TABLE runs (
	run INTEGER PRIMARY KEY,
	id TEXT UNIQUE, -- NULL: pruned, its items are about to go
	epoch INTEGER NOT NULL,
	known INTEGER NOT NULL, -- rows of earlier epochs, those of hand left out
	name TEXT NOT NULL, tool TEXT NOT NULL, effect INTEGER NOT NULL,
	retry_of TEXT NOT NULL, first TEXT NOT NULL,
	job TEXT NOT NULL, job_digest TEXT NOT NULL,
	source TEXT NOT NULL, input_digest TEXT NOT NULL, input_items INTEGER NOT NULL, -- -1: not known
	settings TEXT,
	started INTEGER NOT NULL, opened INTEGER NOT NULL, ended INTEGER, -- microseconds since 1970
	status TEXT NOT NULL, summary TEXT,
	counts TEXT -- JSON; NULL: to be counted
) STRICT;

-- What is settled.
CREATE TABLE items (
	item INTEGER PRIMARY KEY,
	seq INTEGER NOT NULL,
	id TEXT NOT NULL, line INTEGER NOT NULL,
	outcome INTEGER NOT NULL, -- 1 succeeded, 2 skipped, 3 failed, 4 in_doubt, 5 not_done
	how TEXT, attempts INTEGER NOT NULL, at INTEGER NOT NULL,
	key TEXT, args TEXT, value TEXT,
	detail TEXT -- journal.Detail as JSON
) STRICT;
CREATE INDEX items_outcome ON items (outcome) WHERE outcome <> 1;

-- What happened. Of an item without a row in items it is all that is known.
CREATE TABLE events (
	item INTEGER NOT NULL,
	seq INTEGER NOT NULL,
	kind INTEGER NOT NULL, -- journal.Kind: 1 sending … 8 probed, 9 settled
	id TEXT NOT NULL, line INTEGER NOT NULL,
	attempt INTEGER NOT NULL, at INTEGER NOT NULL,
	key TEXT, args TEXT, state TEXT,
	outcome INTEGER, how TEXT, -- of 9
	detail TEXT, -- journal.EventDetail as JSON; of 9 that of the item
	PRIMARY KEY (item, seq)
) STRICT, WITHOUT ROWID;

-- Rows of an input that cannot be read again.
CREATE TABLE rows (
	item INTEGER PRIMARY KEY,
	line INTEGER NOT NULL,
	data BLOB NOT NULL
) STRICT;

-- An event begins an item again that was settled.
CREATE TRIGGER events_begin AFTER INSERT ON events WHEN new.kind < 9 BEGIN
	DELETE FROM items WHERE item = new.item;
END;
-- What it was settled as goes into its story.
CREATE TRIGGER items_begun AFTER DELETE ON items
WHEN (SELECT id FROM runs WHERE run = old.item >> 40) IS NOT NULL BEGIN
	INSERT INTO events VALUES (old.item, old.seq, 9, old.id, old.line, old.attempts, old.at,
		old.key, old.args, NULL, old.outcome, old.how, old.detail);
END;
CREATE TRIGGER items_again AFTER UPDATE ON items BEGIN
	INSERT INTO events VALUES (old.item, old.seq, 9, old.id, old.line, old.attempts, old.at,
		old.key, old.args, NULL, old.outcome, old.how, old.detail);
END;
`
