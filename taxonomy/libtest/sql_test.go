package libtest_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/lib/pq"
	mssql "github.com/microsoft/go-mssqldb"
	_ "modernc.org/sqlite"

	"github.com/batchagent/batchagent/taxonomy"
)

type sqlWant struct {
	class   taxonomy.Class
	code    taxonomy.Code
	applied taxonomy.Applied
}

// holdSQL holds err against want as it is, wrapped, and joined with nothing
// that is recognised.
func holdSQL(t *testing.T, err error, want sqlWant) {
	t.Helper()
	for _, form := range []struct {
		name string
		err  error
	}{
		{"as it is", err},
		{"wrapped", fmt.Errorf("insert order %d: %w", 7, err)},
		{"joined alone", errors.Join(err)},
	} {
		e := taxonomy.Classify(form.err)
		if got := (sqlWant{e.Class, e.Code, e.Applied}); got != want {
			t.Errorf("%s: %v: got %v, want %v (by %s)", form.name, form.err, got, want, e.Basis)
		}
		if e.RetryAfter != 0 {
			t.Errorf("%s: a wait of %s that nobody asked for", form.name, e.RetryAfter)
		}
	}
}

func TestSQLDrivers(t *testing.T) {
	t.Parallel()
	const (
		no, answered, unanswered = taxonomy.No, taxonomy.Answered, taxonomy.Unanswered
	)
	for _, tc := range []struct {
		name string
		err  error
		want sqlWant
	}{
		{"pgx serialization", &pgconn.PgError{Severity: "ERROR", Code: "40001", Message: "could not serialize access due to read/write dependencies among transactions"}, sqlWant{taxonomy.Transient, taxonomy.CodeSerializationFailure, no}},
		{"pgx unique", &pgconn.PgError{Severity: "ERROR", Code: "23505", ConstraintName: "t_pkey"}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"pgx deleted parent", &pgconn.PgError{Severity: "ERROR", Code: "23503", Message: `update or delete on table "p" violates foreign key constraint "f" on table "c"`}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeStateConflict, no}},
		{"pgx missing parent by detail alone", &pgconn.PgError{Severity: "ERROR", Code: "23503", Detail: `Key (pid)=(9) is not present in table "p".`}, sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"pgx localized severity", &pgconn.PgError{Severity: "致命错误", SeverityUnlocalized: "FATAL", Code: "57P01"}, sqlWant{taxonomy.Transient, taxonomy.CodeUnavailable, answered}},
		{"pgx code alone", &pgconn.PgError{Code: "57014"}, sqlWant{taxonomy.Fatal, taxonomy.CodeCanceled, no}},
		{"pgx no rows", pgx.ErrNoRows, sqlWant{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
		{"pgx too many rows", pgx.ErrTooManyRows, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, answered}},
		{"pgx tx closed", pgx.ErrTxClosed, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, answered}},
		{"pgx commit rolled back", pgx.ErrTxCommitRollback, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, no}},
		{"pgconn closed", pgconn.ErrConnClosed, sqlWant{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
		{"pgx scan", pgx.ScanArgError{ColumnIndex: 1, FieldName: "qty", Err: errors.New("cannot scan NULL into *int")}, sqlWant{taxonomy.Fatal, taxonomy.CodeUnknown, answered}},
		{"pq deadlock", &pq.Error{Severity: "ERROR", Code: "40P01"}, sqlWant{taxonomy.Transient, taxonomy.CodeDeadlock, no}},
		{"pq too many", &pq.Error{Severity: "FATAL", Code: "53300"}, sqlWant{taxonomy.Transient, taxonomy.CodeOverloaded, no}},
		{"pq shutdown", &pq.Error{Severity: "FATAL", Code: "57P01"}, sqlWant{taxonomy.Transient, taxonomy.CodeUnavailable, answered}},
		{"pq failed transaction", pq.ErrInFailedTransaction, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, no}},
		{"pq not supported", pq.ErrNotSupported, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"pq no tls", pq.ErrSSLNotSupported, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"pq no user", pq.ErrCouldNotDetectUsername, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql lock wait", &mysql.MySQLError{Number: 1205, SQLState: [5]byte{'H', 'Y', '0', '0', '0'}, Message: "Lock wait timeout exceeded"}, sqlWant{taxonomy.Transient, taxonomy.CodeLocked, no}},
		{"mysql without state", &mysql.MySQLError{Number: 1062, Message: "Duplicate entry 'x' for key 'y'"}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"mysql unknown number", &mysql.MySQLError{Number: 1999, SQLState: [5]byte{'2', '3', '0', '0', '0'}, Message: "Duplicate entry"}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"mysql unknown number, general", &mysql.MySQLError{Number: 11999, SQLState: [5]byte{'H', 'Y', '0', '0', '0'}, Message: "plugin said no"}, sqlWant{taxonomy.Fatal, taxonomy.CodeUnknown, answered}},
		{"mysql invalid connection", mysql.ErrInvalidConn, sqlWant{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
		{"mysql packet too large", mysql.ErrPktTooLarge, sqlWant{taxonomy.InputError, taxonomy.CodeTooLarge, no}},
		{"mysql malformed", mysql.ErrMalformPkt, sqlWant{taxonomy.Fatal, taxonomy.CodeUnknown, unanswered}},
		{"mysql out of sync", mysql.ErrPktSync, sqlWant{taxonomy.Fatal, taxonomy.CodeUnknown, unanswered}},
		{"mysql out of sync, several", mysql.ErrPktSyncMul, sqlWant{taxonomy.Fatal, taxonomy.CodeUnknown, unanswered}},
		{"mysql no tls", mysql.ErrNoTLS, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql cleartext", mysql.ErrCleartextPassword, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql native", mysql.ErrNativePassword, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql old password", mysql.ErrOldPassword, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql plugin", mysql.ErrUnknownPlugin, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql protocol", mysql.ErrOldProtocol, sqlWant{taxonomy.Fatal, taxonomy.CodeUnsupported, no}},
		{"mysql busy buffer", mysql.ErrBusyBuffer, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, no}},
		{"mssql deadlock", mssql.Error{Number: 1205, Class: 13, Message: "Transaction (Process ID 55) was deadlocked on lock resources"}, sqlWant{taxonomy.Transient, taxonomy.CodeDeadlock, no}},
		{"mssql unique", mssql.Error{Number: 2627, Class: 14}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"mssql insert fk", mssql.Error{Number: 547, Message: `The INSERT statement conflicted with the FOREIGN KEY constraint "FK_a". The conflict occurred in database "d", table "dbo.p", column 'id'.`}, sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"mssql delete fk", mssql.Error{Number: 547, Message: `The DELETE statement conflicted with the REFERENCE constraint "FK_a". The conflict occurred in database "d", table "dbo.c", column 'pid'.`}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeStateConflict, no}},
		{"mssql check", mssql.Error{Number: 547, Message: `The UPDATE statement conflicted with the CHECK constraint "CK_reference". The conflict occurred in database "d".`}, sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"mssql the first of two", mssql.Error{Number: 8180, All: []mssql.Error{{Number: 208, Message: "Invalid object name 'x'."}, {Number: 8180, Message: "Statement(s) could not be prepared."}}}, sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"mssql raised", mssql.Error{Number: 50001, Message: "order is already shipped"}, sqlWant{taxonomy.ResourceConflict, taxonomy.CodeStateConflict, no}},
		{"mssql severed", mssql.Error{Number: 40197, Class: 20, Message: "The service has encountered an error processing your request."}, sqlWant{taxonomy.Transient, taxonomy.CodeUnavailable, answered}},
		{"mssql throttled", mssql.Error{Number: 40501, Class: 16, Message: "The service is currently busy. Retry the request after 10 seconds."}, sqlWant{taxonomy.Transient, taxonomy.CodeOverloaded, no}},
		{"mssql login", mssql.Error{Number: 18456, Class: 14, Message: "Login failed for user 'sa'."}, sqlWant{taxonomy.Permission, taxonomy.CodeUnauthenticated, no}},
		{"mssql bad stream", mssql.StreamError{InnerError: io.ErrUnexpectedEOF}, sqlWant{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
		{"no rows", sql.ErrNoRows, sqlWant{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
		{"tx done", sql.ErrTxDone, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, answered}},
		{"conn done", sql.ErrConnDone, sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, no}},
		{"bad conn", driver.ErrBadConn, sqlWant{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			holdSQL(t, tc.err, tc.want)
		})
	}
}

// TestSQLJoined: a permanent branch beats a transient one, the worst Applied
// counts.
func TestSQLJoined(t *testing.T) {
	t.Parallel()
	err := errors.Join(&pgconn.PgError{Code: "40001", Severity: "ERROR"}, &pgconn.PgError{Code: "23502", Severity: "ERROR", ColumnName: "qty"}, io.ErrUnexpectedEOF)
	e := taxonomy.Classify(err)
	if e.Class != taxonomy.InputError || e.Code != taxonomy.CodeMissingField || e.Applied != taxonomy.Unanswered {
		t.Errorf("got %s %s %s", e.Class, e.Code, e.Applied)
	}
	if len(e.Fields) != 1 || e.Fields[0].Path != "/qty" || e.Fields[0].Code != taxonomy.CodeMissingField {
		t.Errorf("fields %v, want /qty", e.Fields)
	}
}

// TestPgxConnect: whatever the server or the network says while the connection
// is made, nothing was sent.
func TestPgxConnect(t *testing.T) {
	t.Parallel()
	reply := func(state, message string) pgconn.DialFunc {
		return func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go func() {
				defer server.Close()
				backend := pgproto3.NewBackend(server, server)
				if _, err := backend.ReceiveStartupMessage(); err != nil {
					return
				}
				backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: state, Message: message})
				_ = backend.Flush()
			}()
			return client, nil
		}
	}
	fails := func(err error) pgconn.DialFunc {
		return func(context.Context, string, string) (net.Conn, error) { return nil, err }
	}
	for _, tc := range []struct {
		name string
		dial pgconn.DialFunc
		want sqlWant
	}{
		{"password", reply("28P01", "password authentication failed"), sqlWant{taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No}},
		{"full", reply("53300", "sorry, too many clients already"), sqlWant{taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No}},
		{"stopped", reply("57P01", "terminating connection due to administrator command"), sqlWant{taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No}},
		{"database", reply("3D000", `database "x" does not exist`), sqlWant{taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No}},
		{"lost", fails(io.ErrUnexpectedEOF), sqlWant{taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.No}},
		{"unknown", fails(errors.New("dialer is out")), sqlWant{taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			config, err := pgconn.ParseConfig("postgres://app@127.0.0.1:5432/x?sslmode=disable")
			if err != nil {
				t.Fatal(err)
			}
			config.DialFunc = tc.dial
			_, err = pgconn.ConnectConfig(t.Context(), config)
			if err == nil {
				t.Fatal("it connected")
			}
			e := taxonomy.Classify(fmt.Errorf("open: %w", err))
			if got := (sqlWant{e.Class, e.Code, e.Applied}); got != tc.want {
				t.Errorf("%v: got %v, want %v", err, got, tc.want)
			}
		})
	}
}

func TestPgxConfig(t *testing.T) {
	t.Parallel()
	_, err := pgconn.ParseConfig("postgres://app@host:notaport/x")
	holdSQL(t, err, sqlWant{taxonomy.Fatal, taxonomy.CodeValidationFailed, taxonomy.No})
}

// TestPgxSafeToRetry: a caller that gave up before the driver began.
func TestPgxSafeToRetry(t *testing.T) {
	t.Parallel()
	config, err := pgconn.ParseConfig("postgres://app@127.0.0.1:5432/x?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	config.DialFunc = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			backend := pgproto3.NewBackend(server, server)
			if _, err := backend.ReceiveStartupMessage(); err != nil {
				return
			}
			backend.Send(&pgproto3.AuthenticationOk{})
			backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
			_ = backend.Flush()
			_, _ = io.Copy(io.Discard, server)
		}()
		return client, nil
	}
	conn, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = conn.Exec(ctx, "update t set a = 1").Close()
	if !pgconn.SafeToRetry(err) {
		t.Fatalf("%v is not what this test is about", err)
	}
	holdSQL(t, err, sqlWant{taxonomy.Fatal, taxonomy.CodeCanceled, taxonomy.No})

	if err := conn.Close(t.Context()); err != nil {
		t.Log(err)
	}
	err = conn.Exec(t.Context(), "update t set a = 1").Close()
	if !pgconn.SafeToRetry(err) {
		t.Fatalf("%v is not what this test is about", err)
	}
	holdSQL(t, err, sqlWant{taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.No})
}

// TestSQLite provokes the errors in a real database.
func TestSQLite(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "x.db")+"?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for _, statement := range []string{
		"create table p(id integer primary key, name text not null, qty int check (qty > 0), u text unique)",
		"create table c(id integer primary key, pid int references p(id))",
		"create table s(a int) strict",
		"insert into p values (1, 'a', 1, 'x')",
		"create trigger no_go before update on p begin select raise(abort, 'the order is locked by another user'); end",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	no := taxonomy.No
	for _, tc := range []struct {
		name, statement string
		want            sqlWant
	}{
		{"primary key", "insert into p values (1, 'b', 1, 'y')", sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"unique", "insert into p values (2, 'b', 1, 'x')", sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"not null", "insert into p values (2, null, 1, 'y')", sqlWant{taxonomy.InputError, taxonomy.CodeMissingField, no}},
		{"check", "insert into p values (2, 'b', -1, 'y')", sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"foreign key", "insert into c values (1, 99)", sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"strict", "insert into s values ('abc')", sqlWant{taxonomy.InputError, taxonomy.CodeWrongType, no}},
		{"mismatch", "insert into p values ('abc', 'b', 1, 'y')", sqlWant{taxonomy.InputError, taxonomy.CodeWrongType, no}},
		{"trigger", "update p set qty = 2", sqlWant{taxonomy.ResourceConflict, taxonomy.CodeLocked, no}},
		{"table", "select * from timeout_log", sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"column", "select nme from p", sqlWant{taxonomy.InputError, taxonomy.CodeUnknownField, no}},
		{"insert column", "insert into p(nme) values (1)", sqlWant{taxonomy.InputError, taxonomy.CodeUnknownField, no}},
		{"function", "select nofn(1)", sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"syntax", "selec 1", sqlWant{taxonomy.InputError, taxonomy.CodeInvalidFormat, no}},
		{"exists", "create table p(a int)", sqlWant{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{"values", "insert into p values (1)", sqlWant{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"no transaction", "commit", sqlWant{taxonomy.Fatal, taxonomy.CodeStateConflict, no}},
		{"json", "select json('{bad')", sqlWant{taxonomy.InputError, taxonomy.CodeInvalidFormat, no}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := db.ExecContext(t.Context(), tc.statement); err == nil {
				t.Fatal("it worked")
			} else {
				holdSQL(t, err, tc.want)
			}
		})
	}
	t.Run("field", func(t *testing.T) {
		_, err := db.ExecContext(t.Context(), "insert into p values (2, null, 1, 'y')")
		if e := taxonomy.Classify(err); len(e.Fields) != 1 || e.Fields[0].Path != "/name" {
			t.Errorf("fields %v, want /name", e.Fields)
		}
	})
	t.Run("busy", func(t *testing.T) {
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.ExecContext(t.Context(), "begin immediate"); err != nil {
			t.Fatal(err)
		}
		_, err = db.ExecContext(t.Context(), "insert into c values (5, 1)")
		if err == nil {
			t.Fatal("it worked")
		}
		holdSQL(t, err, sqlWant{taxonomy.Transient, taxonomy.CodeLocked, no})
		if _, err := conn.ExecContext(context.WithoutCancel(t.Context()), "rollback"); err != nil {
			t.Error(err)
		}
	})
	t.Run("cannot open", func(t *testing.T) {
		other, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "no", "such", "dir", "x.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		holdSQL(t, other.PingContext(t.Context()), sqlWant{taxonomy.Fatal, taxonomy.CodeFileNotFound, no})
	})
}
