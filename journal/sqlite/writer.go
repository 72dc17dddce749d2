package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
)

// session is the writer's connection: for commands as database/sql has it, and
// for records the driver's own, which saves what database/sql does for each.
type session struct {
	conn  *sql.Conn
	begin driver.StmtExecContext
	end   driver.StmtExecContext
	undo  driver.StmtExecContext
	// by table: for one row, and for a block of them.
	one, block [rows + 1]driver.StmtExecContext
	stmts      []driver.Stmt
	args       []driver.NamedValue
	pending    [rows + 1][]*record // less than a block of each
}

// blockRows is how many rows one statement writes: 8 cost a quarter less than
// one at a time, and 32 hardly less than 8.
const blockRows = 8

//nolint:gochecknoglobals // constants in all but name
var (
	columns = [rows + 1]int{items: 12, events: 13, rows: 3}
	inserts = [rows + 1][2]string{
		items: {
			"INSERT INTO items (item, seq, id, line, outcome, how, attempts, at, key, args, value, detail) VALUES ",
			` ON CONFLICT (item) DO UPDATE SET seq = excluded.seq, id = excluded.id, line = excluded.line, outcome = excluded.outcome,
				how = excluded.how, attempts = excluded.attempts, at = excluded.at, key = excluded.key, args = excluded.args,
				value = excluded.value, detail = excluded.detail`,
		},
		events: {"INSERT INTO events (item, seq, kind, id, line, attempt, at, key, args, state, outcome, how, detail) VALUES ", ""},
		rows:   {"INSERT INTO rows (item, line, data) VALUES ", " ON CONFLICT (item) DO UPDATE SET line = excluded.line, data = excluded.data"},
	}
)

func newSession(ctx context.Context, db *sql.DB) (*session, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn}
	err = conn.Raw(func(dc any) error {
		c, ok := dc.(driver.ConnPrepareContext)
		if !ok {
			return errDriver
		}
		s.begin, err = s.prepare(ctx, c, "BEGIN IMMEDIATE", err)
		s.end, err = s.prepare(ctx, c, "COMMIT", err)
		s.undo, err = s.prepare(ctx, c, "ROLLBACK", err)
		for t := items; t <= rows; t++ {
			row := "(" + strings.TrimSuffix(strings.Repeat("?,", columns[t]), ",") + "),"
			s.one[t], err = s.prepare(ctx, c, inserts[t][0]+strings.TrimSuffix(row, ",")+inserts[t][1], err)
			s.block[t], err = s.prepare(ctx, c, inserts[t][0]+strings.TrimSuffix(strings.Repeat(row, blockRows), ",")+inserts[t][1], err)
		}
		return err
	})
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

var errDriver = errors.New("the driver has changed")

func (s *session) prepare(ctx context.Context, c driver.ConnPrepareContext, query string, before error) (driver.StmtExecContext, error) {
	if before != nil {
		return nil, before
	}
	stmt, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s.stmts = append(s.stmts, stmt)
	exec, ok := stmt.(driver.StmtExecContext)
	if !ok {
		return nil, errDriver
	}
	return exec, nil
}

func (s *session) close() error {
	err := s.conn.Raw(func(any) error {
		var all []error
		for _, stmt := range s.stmts {
			all = append(all, stmt.Close())
		}
		return errors.Join(all...)
	})
	return errors.Join(err, s.conn.Close())
}

// run writes until the queue is closed and empty.
func (j *Journal) run(ctx context.Context, s *session) {
	defer close(j.stopped)
	for {
		g := j.queue.take()
		if g == nil {
			j.closeErr = s.close()
			return
		}
		if len(g.records) > 0 {
			s.write(ctx, g)
			j.commits.Add(1)
		}
		close(g.done)
		for _, cmd := range g.commands {
			cmd.err = s.command(cmd) //nolint:contextcheck // its caller's
			close(cmd.done)
		}
		j.queue.recycle(g)
	}
}

// write commits the records of a group. Logs that had something in a group that
// could not be committed have failed: what they hand in later must not be on
// record without it.
func (s *session) write(ctx context.Context, g *group) {
	err := s.conn.Raw(func(any) error {
		if _, err := s.begin.ExecContext(ctx, nil); err != nil {
			return err
		}
		var err error
		for i := range g.records {
			r := &g.records[i]
			if failed := r.log.failed.Load(); failed != nil {
				if g.refused == nil {
					g.refused = map[*runLog]error{}
				}
				g.refused[r.log] = *failed
				continue
			}
			if err = s.add(ctx, r); err != nil {
				break
			}
		}
		if err == nil {
			err = s.flush(ctx)
		}
		if err == nil {
			_, err = s.end.ExecContext(ctx, nil)
		}
		if err != nil {
			for t := range s.pending {
				s.pending[t] = s.pending[t][:0]
			}
			_, _ = s.undo.ExecContext(ctx, nil) // there may be nothing left to undo
		}
		return err
	})
	if err == nil {
		return
	}
	g.err = explain(err)
	for i := range g.records { // also those that it did not come to
		if l := g.records[i].log; l.failed.Load() == nil {
			l.failed.Store(&g.err)
		}
	}
}

// add writes a record, or keeps it for a block. Blocks mix the order of tables
// and not that of one item: its events go before its outcome, unless that was
// there first.
func (s *session) add(ctx context.Context, r *record) error {
	if r.table == events {
		for _, p := range s.pending[items] {
			if p.position == r.position && p.log == r.log {
				if err := s.flush(ctx); err != nil {
					return err
				}
				break
			}
		}
	}
	if r.table != rows {
		r.log.seq++
		r.seq = r.log.seq
	}
	s.pending[r.table] = append(s.pending[r.table], r)
	if len(s.pending[r.table]) < blockRows {
		return nil
	}
	if r.table == items {
		if err := s.flushTable(ctx, events); err != nil {
			return err
		}
	}
	return s.flushTable(ctx, r.table)
}

func (s *session) flush(ctx context.Context) error {
	for _, t := range []table{rows, events, items} {
		if err := s.flushTable(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) flushTable(ctx context.Context, t table) error {
	list := s.pending[t]
	if len(list) == 0 {
		return nil
	}
	s.pending[t] = list[:0]
	s.args = s.args[:0]
	for _, r := range list {
		s.bind(r)
	}
	stmt, n := s.one[t], columns[t]
	if len(list) == blockRows {
		stmt, n = s.block[t], len(s.args)
	}
	for at := 0; at < len(s.args); at += n {
		args := s.args[at : at+n]
		for i := range args {
			args[i].Ordinal = i + 1
		}
		if _, err := stmt.ExecContext(ctx, args); err != nil {
			return err
		}
	}
	return nil
}

// bind appends the row's values, in the order of inserts.
func (s *session) bind(r *record) {
	add := func(v driver.Value) { s.args = append(s.args, driver.NamedValue{Value: v}) }
	str := func(v string) {
		if v == "" {
			add(nil)
			return
		}
		add(v)
	}
	null := func(v nullable) {
		if !v.ok {
			add(nil)
			return
		}
		add(v.s)
	}
	add(r.log.base + r.position)
	switch r.table {
	case items:
		add(r.seq)
		add(r.id)
		add(int64(r.line))
		add(int64(r.kind))
		str(r.how)
		add(int64(r.attempt))
		add(r.at)
		str(r.key)
		null(r.args)
		null(r.text)
		str(r.detail)
	case events:
		add(r.seq)
		add(int64(r.kind))
		add(r.id)
		add(int64(r.line))
		add(int64(r.attempt))
		add(r.at)
		str(r.key)
		null(r.args)
		null(r.text)
		add(nil)
		add(nil)
		str(r.detail)
	case rows:
		add(int64(r.line))
		add([]byte(r.text.s))
	}
}

// command runs a command in a transaction of its own.
func (s *session) command(cmd *command) (err error) {
	ctx := cmd.ctx
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, err := s.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return explain(err)
	}
	defer func() {
		if err != nil {
			_, _ = s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	if err := cmd.f(ctx, s); err != nil {
		return err
	}
	if _, err := s.conn.ExecContext(context.WithoutCancel(ctx), "COMMIT"); err != nil {
		return explain(err)
	}
	return nil
}
