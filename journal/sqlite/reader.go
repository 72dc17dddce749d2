package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/journal"
)

// A page ends with so many rows, or with the row that makes it so many bytes:
// values may be large.
const (
	pageRows  = 500
	pageBytes = 4 << 20
)

type reader struct {
	j    *Journal
	run  *journal.Run
	base int64
}

var _ journal.Reader = (*reader)(nil)

func (r *reader) Run() *journal.Run {
	run := *r.run
	return &run
}

func (r *reader) last() int64 { return r.base + seqMask }

// pages yields what page reads from a position on, page by page. page returns
// where the next one begins, and false if there is none.
func pages[T any](ctx context.Context, j *Journal, from int64, page func(from int64) (list []*T, next int64, more bool, err error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		from := max(0, from)
		for more := true; more; {
			if j.isClosed() {
				yield(nil, journal.ErrClosed)
				return
			}
			var list []*T
			var err error
			if list, from, more, err = page(from); err != nil {
				if ctx.Err() != nil {
					err = context.Cause(ctx)
				} else {
					err = explain(err)
				}
				yield(nil, err)
				return
			}
			for _, v := range list {
				if !yield(v, nil) {
					return
				}
			}
		}
	}
}

// fill reads rows until the page is full.
func fill[T any](rs *sql.Rows, scan func(*sql.Rows) (v *T, position int64, size int, err error)) (list []*T, next int64, more bool, err error) {
	defer func() { err = errors.Join(err, rs.Close()) }()
	size := 0
	for rs.Next() {
		v, position, n, err := scan(rs)
		if err != nil {
			return nil, 0, false, err
		}
		list = append(list, v)
		next = position + 1
		if size += n; size >= pageBytes {
			return list, next, true, nil
		}
	}
	return list, next, len(list) == pageRows, rs.Err()
}

const itemColumns = "item, id, line, outcome, how, attempts, at, key, args, value, detail"

func scanItem(rs interface{ Scan(dest ...any) error }) (*journal.Item, int64, int, error) {
	it := new(journal.Item)
	var how, key, args, value, detail sql.NullString
	var at int64
	if err := rs.Scan(&it.Position, &it.ID, &it.Line, &it.Outcome, &how, &it.Attempts, &at, &key, &args, &value, &detail); err != nil {
		return nil, 0, 0, err
	}
	it.Position &= seqMask
	it.How, it.Key, it.Settled = how.String, key.String, stamp(at)
	it.Args, it.Value = rawText(args), rawText(value)
	if err := it.SetDetailText(detail.String); err != nil {
		return nil, 0, 0, fmt.Errorf("item %s: %w", it.ID, err)
	}
	return it, it.Position, len(it.Args) + len(it.Value) + len(detail.String), nil
}

// Items implements [journal.Reader].
func (r *reader) Items(ctx context.Context, q *journal.Query) iter.Seq2[*journal.Item, error] {
	var own journal.Query
	if q != nil {
		own = *q
	}
	query, ranges := itemsQuery(own.Outcomes)
	return pages(ctx, r.j, own.From, func(from int64) ([]*journal.Item, int64, bool, error) {
		var args []any
		for range ranges {
			args = append(args, r.base+from, r.last())
		}
		rs, err := r.j.reading.QueryContext(ctx, query, args...)
		if err != nil {
			return nil, 0, false, err
		}
		return fill(rs, func(rs *sql.Rows) (*journal.Item, int64, int, error) { return scanItem(rs) })
	})
}

// itemsQuery returns the query for a page of items, and how many ranges of items
// it has for parameters. Successes, which are most, are found by walking the
// table; the others by their index, each outcome in its order, merged.
func itemsQuery(outcomes []journal.Outcome) (query string, ranges int) {
	end := fmt.Sprintf(" ORDER BY item LIMIT %d", pageRows)
	const some = "SELECT " + itemColumns + " FROM items"
	if len(outcomes) == 0 {
		return some + " WHERE item BETWEEN ? AND ?" + end, 1
	}
	list := slices.Compact(slices.Sorted(slices.Values(outcomes)))
	if slices.Contains(list, journal.Succeeded) {
		var numbers []string
		for _, o := range list {
			numbers = append(numbers, strconv.Itoa(int(o)))
		}
		return some + " WHERE item BETWEEN ? AND ? AND outcome IN (" + strings.Join(numbers, ",") + ")" + end, 1
	}
	var parts []string
	for _, o := range list {
		// SQLite does not see that "= 3" implies "<> 1".
		parts = append(parts, fmt.Sprintf("SELECT * FROM (%s INDEXED BY items_outcome WHERE outcome = %d AND outcome <> 1 AND item BETWEEN ? AND ?%s)", some, o, end))
	}
	return strings.Join(parts, " UNION ALL ") + end, len(parts)
}

// Rows implements [journal.Reader].
func (r *reader) Rows(ctx context.Context, from int64) iter.Seq2[*journal.Row, error] {
	return pages(ctx, r.j, from, func(from int64) ([]*journal.Row, int64, bool, error) {
		rs, err := r.j.reading.QueryContext(ctx, fmt.Sprintf("SELECT item, line, data FROM rows WHERE item BETWEEN ? AND ? ORDER BY item LIMIT %d", pageRows),
			r.base+from, r.last())
		if err != nil {
			return nil, 0, false, err
		}
		return fill(rs, func(rs *sql.Rows) (*journal.Row, int64, int, error) {
			row := new(journal.Row)
			err := rs.Scan(&row.Position, &row.Line, &row.Data)
			row.Position &= seqMask
			return row, row.Position, len(row.Data), err
		})
	})
}

// Begun implements [journal.Reader].
func (r *reader) Begun(ctx context.Context) iter.Seq2[*journal.Begun, error] {
	return pages(ctx, r.j, 0, func(from int64) (list []*journal.Begun, next int64, more bool, err error) {
		// In one transaction, or an item might be settled between the queries.
		tx, err := r.j.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return nil, 0, false, err
		}
		defer tx.Rollback() //nolint:errcheck // nothing was written
		numbers, err := begunItems(ctx, tx, r.base+from, r.last(), "", pageRows)
		if err != nil {
			return nil, 0, false, err
		}
		size := 0
		for i, n := range numbers {
			b, err := begun(ctx, tx, n)
			if err != nil {
				return nil, 0, false, err
			}
			list = append(list, b)
			next = b.Position + 1
			if size += len(b.Args) + len(b.State); size >= pageBytes {
				return list, next, i+1 < len(numbers) || len(numbers) == pageRows, nil
			}
		}
		return list, next, len(numbers) == pageRows, nil
	})
}

// begunItems returns the numbers of items that are begun, in order; those with an
// id, if one is given.
func begunItems(ctx context.Context, db querier, from, to int64, id string, most int) (numbers []int64, err error) {
	query, args := "SELECT DISTINCT item FROM events WHERE "+begunWhere, []any{from, to}
	if id != "" {
		query, args = query+" AND id = ?", append(args, id)
	}
	rs, err := db.QueryContext(ctx, query+fmt.Sprintf(" ORDER BY item LIMIT %d", most), args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rs.Close()) }()
	for rs.Next() {
		var n int64
		if err := rs.Scan(&n); err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, rs.Err()
}

func begun(ctx context.Context, db querier, item int64) (*journal.Begun, error) {
	list, err := eventsOf(ctx, db, item)
	if err != nil {
		return nil, err
	}
	b := new(journal.Begun)
	for _, e := range list {
		b.Add(e)
	}
	return b, nil
}

// eventsOf returns an item's events in order.
func eventsOf(ctx context.Context, db querier, item int64) (list []*journal.Event, err error) {
	rs, err := db.QueryContext(ctx, `SELECT kind, id, line, attempt, at, key, args, state, outcome, how, detail
		FROM events WHERE item = ? ORDER BY seq`, item)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rs.Close()) }()
	for rs.Next() {
		e := &journal.Event{Ref: journal.Ref{Position: item & seqMask}}
		var key, args, state, how, detail sql.NullString
		var at int64
		var outcome sql.Null[uint8]
		if err := rs.Scan(&e.Kind, &e.ID, &e.Line, &e.Attempt, &at, &key, &args, &state, &outcome, &how, &detail); err != nil {
			return nil, err
		}
		e.At, e.Key, e.Args, e.State = stamp(at), key.String, rawText(args), rawText(state)
		if e.Kind == journal.Settled {
			it := journal.Item{
				Ref: e.Ref, Outcome: journal.Outcome(outcome.V), How: how.String, Attempts: e.Attempt,
				Key: e.Key, Args: e.Args, Settled: e.At,
			}
			if err := it.SetDetailText(detail.String); err != nil {
				return nil, fmt.Errorf("item %s: %w", e.ID, err)
			}
			list = append(list, it.AsSettled())
			continue
		}
		if err := e.SetDetailText(detail.String); err != nil {
			return nil, fmt.Errorf("item %s: %w", e.ID, err)
		}
		list = append(list, e)
	}
	return list, rs.Err()
}

// Stories implements [journal.Reader].
func (r *reader) Stories(ctx context.Context, id string) iter.Seq2[*journal.Story, error] {
	return pages(ctx, r.j, 0, func(from int64) (list []*journal.Story, next int64, more bool, err error) {
		tx, err := r.j.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return nil, 0, false, err
		}
		defer tx.Rollback() //nolint:errcheck // nothing was written
		item, err := r.itemWithID(ctx, tx, from, id)
		if err != nil || item < 0 {
			return nil, 0, false, err
		}
		s := new(journal.Story)
		switch s.Item, _, _, err = scanItem(tx.QueryRowContext(ctx, "SELECT "+itemColumns+" FROM items WHERE item = ?", item)); {
		case errors.Is(err, sql.ErrNoRows):
			s.Item = nil
		case err != nil:
			return nil, 0, false, err
		}
		if s.Events, err = eventsOf(ctx, tx, item); err != nil {
			return nil, 0, false, err
		}
		return []*journal.Story{s}, item&seqMask + 1, true, nil
	})
}

// itemWithID returns the number of the first item with an id, settled or begun;
// -1: there is none.
func (r *reader) itemWithID(ctx context.Context, db querier, from int64, id string) (int64, error) {
	first := int64(-1)
	for _, query := range []string{
		"SELECT item FROM items WHERE item BETWEEN ? AND ? AND id = ? ORDER BY item LIMIT 1",
		"SELECT item FROM events WHERE " + begunWhere + " AND id = ? ORDER BY item LIMIT 1",
	} {
		var item int64
		err := db.QueryRowContext(ctx, query, r.base+from, r.last(), id).Scan(&item)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if first < 0 || item < first {
			first = item
		}
	}
	return first, nil
}

// Counts implements [journal.Reader].
func (r *reader) Counts(ctx context.Context) (journal.Counts, error) {
	if r.j.isClosed() {
		return journal.Counts{}, journal.ErrClosed
	}
	return count(ctx, r.j.reading, r.base)
}
