package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/batchagent/batchagent/journal"
)

// resolve settles an item by hand. The run's lock is held.
func (s *session) resolve(ctx context.Context, run, id string, r *journal.Resolution) error {
	var base, epoch int64
	var counts sql.NullString
	err := s.conn.QueryRowContext(ctx, "SELECT run << 40, epoch, counts FROM runs WHERE id = ?", run).Scan(&base, &epoch, &counts)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: no run %s", journal.ErrNotFound, run)
	}
	if err != nil {
		return explain(err)
	}
	it, was, err := s.inDoubt(ctx, run, base, id)
	if err != nil {
		return err
	}
	n := it.Resolve(r)
	detail, err := n.DetailText()
	if err != nil {
		return err
	}
	rec := &record{
		log: &runLog{base: base}, table: items, seq: epoch<<positionBits | seqMask, position: n.Position, id: n.ID, line: n.Line,
		kind: uint8(n.Outcome), how: n.How, attempt: n.Attempts, at: micro(n.Settled), key: n.Key,
		args: text(n.Args), text: text(n.Value), detail: detail,
	}
	s.pending[items] = append(s.pending[items], rec)
	if err := s.conn.Raw(func(any) error { return s.flushTable(ctx, items) }); err != nil {
		return explain(err)
	}
	if !counts.Valid {
		return nil
	}
	var c journal.Counts
	if err := json.Unmarshal([]byte(counts.String), &c); err != nil {
		return fmt.Errorf("journal/sqlite: the counts of run %s cannot be read: %w", run, err)
	}
	*c.Of(was)--
	*c.Of(n.Outcome)++
	after, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	_, err = s.conn.ExecContext(ctx, "UPDATE runs SET counts = ? WHERE id = ?", string(after), run)
	return explain(err)
}

// inDoubt finds the first item with an id that can be resolved, and what it is
// counted as.
func (s *session) inDoubt(ctx context.Context, run string, base int64, id string) (*journal.Item, journal.Outcome, error) {
	last := base + seqMask
	it, _, _, err := scanItem(s.conn.QueryRowContext(ctx, "SELECT "+itemColumns+` FROM items INDEXED BY items_outcome
		WHERE outcome = 4 AND outcome <> 1 AND item BETWEEN ? AND ? AND id = ? ORDER BY item LIMIT 1`, base, last, id))
	if !errors.Is(err, sql.ErrNoRows) {
		return it, journal.InDoubt, explain(err)
	}
	numbers, err := begunItems(ctx, s.conn, base, last, id, 1)
	if err != nil {
		return nil, 0, explain(err)
	}
	if len(numbers) > 0 {
		b, err := begun(ctx, s.conn, numbers[0])
		if err != nil {
			return nil, 0, explain(err)
		}
		return b.Item(), journal.Unsettled, nil
	}
	other := &journal.OutcomeError{Run: run, Item: id}
	err = s.conn.QueryRowContext(ctx, "SELECT outcome FROM items WHERE item BETWEEN ? AND ? AND id = ? ORDER BY item LIMIT 1", base, last, id).Scan(&other.Outcome)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, fmt.Errorf("%w: no item %s in run %s", journal.ErrNotFound, id, run)
	}
	if err != nil {
		return nil, 0, explain(err)
	}
	return nil, 0, other
}
