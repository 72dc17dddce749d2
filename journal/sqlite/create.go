package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"modernc.org/sqlite"
)

// NotJournalError says that a file is not a journal. It was not touched.
type NotJournalError struct {
	Path string
	What string // what it is, such as "a SQLite database of something else"
}

// Error says what to do.
func (e *NotJournalError) Error() string {
	return fmt.Sprintf("journal/sqlite: %s is %s and not a journal; name another file", e.Path, e.What)
}

// NewerError says that a newer version has written the file. It was not touched.
type NewerError struct {
	Path        string
	Have, Known int // the file's version, and the newest that is known here
}

// Error says what to do.
func (e *NewerError) Error() string {
	return fmt.Sprintf("journal/sqlite: %s has version %d of the schema, and this program knows versions up to %d; use a newer one, or name another file",
		e.Path, e.Have, e.Known)
}

// prepare makes sure that there is a journal of the newest version at path.
func prepare(ctx context.Context, path string, o *Options) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	version, err := look(path, len(o.migrations))
	if err != nil || version == len(o.migrations) {
		return err
	}
	// One at a time makes it or brings it up to date, and looks again first.
	lock, err := waitForLock(ctx, path, "", o.BusyTimeout)
	if err != nil {
		return err
	}
	defer lock.release()
	if version, err = look(path, len(o.migrations)); err != nil || version == len(o.migrations) {
		return err
	}
	if version == 0 {
		return create(ctx, path, o)
	}
	return migrate(ctx, path, o)
}

// look returns the version of the schema; 0: there is no file, or an empty one.
// It reads the file's header and no more, since SQLite would write to a file
// that has a journal of its own beside it.
func look(path string, known int) (int, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("journal/sqlite: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return 0, &NotJournalError{Path: path, What: "no regular file"}
	}
	header := make([]byte, 100)
	n, err := io.ReadFull(f, header)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return 0, nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, fmt.Errorf("journal/sqlite: %s cannot be read: %w", path, err)
	case n < len(header) || !bytes.HasPrefix(header, []byte("SQLite format 3\x00")):
		return 0, &NotJournalError{Path: path, What: "some other file"}
	case binary.BigEndian.Uint32(header[68:]) != applicationID:
		return 0, &NotJournalError{Path: path, What: "a SQLite database of something else"}
	}
	version := int(binary.BigEndian.Uint32(header[60:]))
	if version > known {
		return 0, &NewerError{Path: path, Have: version, Known: known}
	}
	if version == 0 {
		return 0, &NotJournalError{Path: path, What: "a journal without a version"}
	}
	return version, nil
}

// create makes the file beside its place and moves it there when it is whole, so
// that nobody ever finds half of one.
func create(ctx context.Context, path string, o *Options) error {
	for _, suffix := range []string{"-wal", "-journal"} {
		// SQLite would take it for the new file's.
		if _, err := os.Stat(path + suffix); err == nil {
			return fmt.Errorf("journal/sqlite: %s%s is left of a journal whose own file is gone; put that back, or move it away", path, suffix)
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // mode 0600
	if err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	name := temp.Name()
	defer os.Remove(name) //nolint:errcheck // gone where all went well
	if err := temp.Close(); err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	db, err := open(name, o, "_pragma=auto_vacuum(incremental)", "_txlock=immediate")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA application_id = "+strconv.Itoa(applicationID))
	if err == nil {
		err = upgrade(ctx, db, o.migrations)
	}
	if err == nil {
		_, err = db.ExecContext(ctx, "PRAGMA journal_mode = wal")
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return explain(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(name + suffix); err == nil {
			return fmt.Errorf("journal/sqlite: %s%s was left behind", name, suffix)
		}
	}
	if err := syncFile(name); err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	return nil
}

func migrate(ctx context.Context, path string, o *Options) error {
	db, err := open(path, o, "mode=rw", "_txlock=immediate")
	if err != nil {
		return err
	}
	err = upgrade(ctx, db, o.migrations)
	if err == nil {
		// The version must stand in the file itself, where look finds it.
		_, err = db.ExecContext(ctx, "PRAGMA wal_checkpoint(truncate)")
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return explain(err)
	}
	return nil
}

// upgrade runs the migrations that a file lacks, all or none.
func upgrade(ctx context.Context, db *sql.DB, migrations []string) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	for ; version < len(migrations); version++ {
		if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
			return fmt.Errorf("schema version %d: %w", version+1, err)
		}
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(len(migrations))); err != nil {
		return err
	}
	return tx.Commit()
}

// open opens a database with the settings that all connections have.
func open(path string, o *Options, more ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("journal/sqlite: %w", err)
	}
	slashed := filepath.ToSlash(abs)
	if !strings.HasPrefix(slashed, "/") { // C:/…
		slashed = "/" + slashed
	}
	query := append([]string{
		"_dqs=0",
		fmt.Sprintf("_pragma=busy_timeout(%d)", o.BusyTimeout.Milliseconds()),
		fmt.Sprintf("_pragma=synchronous(%s)", o.Synchronous),
	}, more...)
	if o.Synchronous == Full { // without effect but on macOS
		query = append(query, "_pragma=fullfsync(1)", "_pragma=checkpoint_fullfsync(1)")
	}
	if o.maxPages > 0 {
		query = append(query, fmt.Sprintf("_pragma=max_page_count(%d)", o.maxPages))
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: strings.Join(query, "&")}
	connector, err := sqlite.NewConnector(u.String())
	if err != nil {
		return nil, fmt.Errorf("journal/sqlite: %w", err)
	}
	return sql.OpenDB(connector), nil
}
