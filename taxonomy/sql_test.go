package taxonomy_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

// sqlVerdict is what the tests of databases look at.
type sqlVerdict struct {
	class   taxonomy.Class
	code    taxonomy.Code
	applied taxonomy.Applied
	scope   taxonomy.Scope
}

func sqlVerdictOf(err error) sqlVerdict {
	e := taxonomy.Classify(err)
	return sqlVerdict{e.Class, e.Code, e.Applied, e.Scope}
}

func TestSQLError(t *testing.T) {
	t.Parallel()
	const no, answered, unanswered = taxonomy.No, taxonomy.Answered, taxonomy.Unanswered
	for _, tc := range []struct {
		name string
		err  taxonomy.SQLError
		want sqlVerdict
	}{
		{"the number before the state", taxonomy.SQLError{Vendor: "mysql", Number: 1142, State: "42000"}, sqlVerdict{taxonomy.Permission, taxonomy.CodeForbidden, no, taxonomy.ScopeTarget}},
		{"the state where the number is not known", taxonomy.SQLError{Vendor: "mysql", Number: 65000, State: "22003"}, sqlVerdict{taxonomy.InputError, taxonomy.CodeOutOfRange, no, taxonomy.ScopeItem}},
		{"the class where the state is not known", taxonomy.SQLError{State: "40ABC"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeSerializationFailure, no, taxonomy.ScopeTarget}},
		{"words where nothing is known, as no proof", taxonomy.SQLError{State: "ZZ999", Message: "the order is locked"}, sqlVerdict{taxonomy.ResourceConflict, taxonomy.CodeLocked, answered, taxonomy.ScopeItem}},
		{"nothing at all", taxonomy.SQLError{State: "ZZ999"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeUnknown, answered, taxonomy.ScopeItem}},
		{"garbage for a state", taxonomy.SQLError{State: "é"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeUnknown, answered, taxonomy.ScopeItem}},
		{"a warning was executed", taxonomy.SQLError{State: "01004"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeUnknown, answered, taxonomy.ScopeItem}},
		{"FATAL: the connection is gone", taxonomy.SQLError{State: "53200", Severity: "FATAL"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeOverloaded, answered, taxonomy.ScopeHost}},
		{"FATAL at the door", taxonomy.SQLError{State: "53300", Severity: "FATAL"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeOverloaded, no, taxonomy.ScopeHost}},
		{"FATAL in Russian", taxonomy.SQLError{State: "53200", Severity: "ВАЖНО"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeOverloaded, answered, taxonomy.ScopeHost}},
		{"PANIC: the server is gone", taxonomy.SQLError{State: "53100", Severity: "PANIC"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, unanswered, taxonomy.ScopeHost}},
		{"a protocol error without proof", taxonomy.SQLError{State: "08P01", Severity: "FATAL", Message: "invalid frontend message type 0"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeUnsupported, answered, taxonomy.ScopeTool}},
		{"23000 of ODBC, of a NULL", taxonomy.SQLError{State: "23000", Message: "Cannot insert the value NULL into column 'a'"}, sqlVerdict{taxonomy.InputError, taxonomy.CodeMissingField, no, taxonomy.ScopeItem}},
		{"23000 of ODBC, of a duplicate", taxonomy.SQLError{State: "23000", Message: "Violation of PRIMARY KEY constraint"}, sqlVerdict{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no, taxonomy.ScopeTarget}},
		{"HY000 proves nothing", taxonomy.SQLError{State: "HY000", Message: "permission denied"}, sqlVerdict{taxonomy.Permission, taxonomy.CodeForbidden, answered, taxonomy.ScopeItem}},

		{"XX000 of a pooler that is full", taxonomy.SQLError{State: "XX000", Severity: "FATAL", Message: "MaxClientsInSessionMode: max clients reached"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeOverloaded, no, taxonomy.ScopeHost}},
		{"XX000 of a pooler that knows nobody", taxonomy.SQLError{State: "XX000", Severity: "FATAL", Message: "Tenant or user not found"}, sqlVerdict{taxonomy.Permission, taxonomy.CodeUnauthenticated, no, taxonomy.ScopeCredential}},
		{"XX000 of the server itself", taxonomy.SQLError{State: "XX000", Severity: "ERROR", Message: "max clients reached"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeServerError, answered, taxonomy.ScopeHost}},
		{"58030 ends the transaction", taxonomy.SQLError{State: "58030", Severity: "ERROR"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeServerError, no, taxonomy.ScopeHost}},
		{"58030 ends the server", taxonomy.SQLError{State: "58030", Severity: "PANIC"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeServerError, unanswered, taxonomy.ScopeHost}},
		{"vitess passes a status on", taxonomy.SQLError{Vendor: "mysql", Number: 1105, Message: "vttablet: rpc error: code = ResourceExhausted desc = pool is full"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeRateLimited, answered, taxonomy.ScopeTool}},

		{"mysql lost in the query", taxonomy.SQLError{Vendor: "mysql", Number: 2013, Message: "Lost connection to MySQL server during query"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, taxonomy.ScopeHost}},
		{"mysql lost before it", taxonomy.SQLError{Vendor: "mysql", Number: 2055, Message: "Lost connection to MySQL server at 'reading authorization packet', system error: 104"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeUnavailable, no, taxonomy.ScopeHost}},
		{"mysql connect timed out", taxonomy.SQLError{Vendor: "mysql", Number: 2003, Message: "Can't connect to MySQL server on 'db' (110)"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeTimeout, no, taxonomy.ScopeHost}},
		{"mysql resolver failed", taxonomy.SQLError{Vendor: "mysql", Number: 2005, Message: "Unknown MySQL server host 'db' (-3)"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeDNSFailure, no, taxonomy.ScopeHost}},
		{"mysql non-transactional rest", taxonomy.SQLError{Vendor: "mysql", Number: 1196, State: "HY000"}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeUnknown, answered, taxonomy.ScopeItem}},
		{"mysql connections of a user", taxonomy.SQLError{Vendor: "mysql", Number: 1226, Message: "User 'a' has exceeded the 'max_user_connections' resource"}, sqlVerdict{taxonomy.Transient, taxonomy.CodeOverloaded, no, taxonomy.ScopeCredential}},
		{"mysql 4031", taxonomy.SQLError{Vendor: "mysql", Number: 4031, Message: "The client was disconnected by the server because of inactivity."}, sqlVerdict{taxonomy.Transient, taxonomy.CodeConnectionReset, no, taxonomy.ScopeItem}},
		{"mariadb 4031", taxonomy.SQLError{Vendor: "mysql", Number: 4031, Message: "Referenced trigger 'x' for the given action time and event type does not exist"}, sqlVerdict{taxonomy.InputError, taxonomy.CodeValidationFailed, no, taxonomy.ScopeItem}},

		{"sqlite busy snapshot", taxonomy.SQLError{Vendor: "sqlite", Number: 517}, sqlVerdict{taxonomy.Transient, taxonomy.CodeSerializationFailure, no, taxonomy.ScopeTarget}},
		{"sqlite busy timeout has the row of busy", taxonomy.SQLError{Vendor: "sqlite", Number: 773}, sqlVerdict{taxonomy.Transient, taxonomy.CodeLocked, no, taxonomy.ScopeTarget}},
		{"sqlite full", taxonomy.SQLError{Vendor: "sqlite", Number: 13}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, no, taxonomy.ScopeHost}},
		{"sqlite write failed", taxonomy.SQLError{Vendor: "sqlite", Number: 778}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeServerError, answered, taxonomy.ScopeTarget}},
		{"sqlite constraint without its kind", taxonomy.SQLError{Vendor: "sqlite", Number: 19, Message: "UNIQUE constraint failed: t.a"}, sqlVerdict{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no, taxonomy.ScopeTarget}},

		{"sql server timeout", taxonomy.SQLError{Vendor: "sqlserver", Number: -2, Message: "Execution Timeout Expired."}, sqlVerdict{taxonomy.Transient, taxonomy.CodeTimeout, unanswered, taxonomy.ScopeHost}},
		{"sql server log full", taxonomy.SQLError{Vendor: "sqlserver", Number: 9002}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, no, taxonomy.ScopeHost}},
		{"sql server database away", taxonomy.SQLError{Vendor: "sqlserver", Number: 40613}, sqlVerdict{taxonomy.Transient, taxonomy.CodeUnavailable, no, taxonomy.ScopeHost}},
		{"sql server snapshot", taxonomy.SQLError{Vendor: "sqlserver", Number: 3960}, sqlVerdict{taxonomy.Transient, taxonomy.CodeSerializationFailure, no, taxonomy.ScopeTarget}},

		{"oracle nowait", taxonomy.SQLError{Vendor: "oracle", Number: 54}, sqlVerdict{taxonomy.Transient, taxonomy.CodeLocked, no, taxonomy.ScopeTarget}},
		{"oracle, as some count", taxonomy.SQLError{Vendor: "oracle", Number: -60}, sqlVerdict{taxonomy.Transient, taxonomy.CodeDeadlock, no, taxonomy.ScopeTarget}},
		{"oracle unique", taxonomy.SQLError{Vendor: "oracle", Number: 1}, sqlVerdict{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no, taxonomy.ScopeTarget}},
		{"oracle child", taxonomy.SQLError{Vendor: "oracle", Number: 2292}, sqlVerdict{taxonomy.ResourceConflict, taxonomy.CodeStateConflict, no, taxonomy.ScopeTarget}},
		{"oracle parent", taxonomy.SQLError{Vendor: "oracle", Number: 2291}, sqlVerdict{taxonomy.InputError, taxonomy.CodeValidationFailed, no, taxonomy.ScopeItem}},
		{"oracle end of file", taxonomy.SQLError{Vendor: "oracle", Number: 3113}, sqlVerdict{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, taxonomy.ScopeHost}},
		{"oracle no listener", taxonomy.SQLError{Vendor: "oracle", Number: 12541}, sqlVerdict{taxonomy.Transient, taxonomy.CodeConnectionRefused, no, taxonomy.ScopeHost}},
		{"oracle locked account", taxonomy.SQLError{Vendor: "oracle", Number: 28000}, sqlVerdict{taxonomy.Permission, taxonomy.CodeAccountLocked, no, taxonomy.ScopeCredential}},
		{"oracle raised", taxonomy.SQLError{Vendor: "oracle", Number: 20001, Message: "ORA-20001: order is already closed"}, sqlVerdict{taxonomy.ResourceConflict, taxonomy.CodeStateConflict, no, taxonomy.ScopeItem}},
		{"oracle in doubt", taxonomy.SQLError{Vendor: "oracle", Number: 2050}, sqlVerdict{taxonomy.Fatal, taxonomy.CodeUnknown, unanswered, taxonomy.ScopeItem}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := sqlVerdictOf(fmt.Errorf("order 7: %w", &tc.err)); got != tc.want {
				t.Errorf("%v: got %v, want %v", &tc.err, got, tc.want)
			}
		})
	}
}

// TestSQLErrorSaysNothing: without a code the words decide as in any error.
func TestSQLErrorSaysNothing(t *testing.T) {
	t.Parallel()
	e := taxonomy.Classify(&taxonomy.SQLError{Vendor: "postgresql", Message: "permission denied for table t"})
	if e.Class != taxonomy.Permission || e.Basis != taxonomy.BasisText {
		t.Errorf("got %s by %s, want PERMISSION by text", e.Class, e.Basis)
	}
}

func TestSQLErrorFields(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		err  taxonomy.SQLError
		want string // path and code
	}{
		{"postgresql's column", taxonomy.SQLError{State: "23502", Column: "email"}, "/email MISSING_FIELD"},
		{"a name that JSON Pointer escapes", taxonomy.SQLError{State: "23502", Column: "a/b~c"}, "/a~1b~0c MISSING_FIELD"},
		{"mysql null", taxonomy.SQLError{Vendor: "mysql", Number: 1048, Message: "Column 'email' cannot be null"}, "/email MISSING_FIELD"},
		{"mysql default", taxonomy.SQLError{Vendor: "mysql", Number: 1364, Message: "Field 'email' doesn't have a default value"}, "/email MISSING_FIELD"},
		{"mysql range", taxonomy.SQLError{Vendor: "mysql", Number: 1264, Message: "Out of range value for column 'qty' at row 1"}, "/qty OUT_OF_RANGE"},
		{"mariadb format", taxonomy.SQLError{Vendor: "mysql", Number: 1366, Message: "Incorrect integer value: 'abc' for column `t`.`parent`.`qty` at row 1"}, "/qty INVALID_FORMAT"},
		{"sqlite null", taxonomy.SQLError{Vendor: "sqlite", Number: 1299, Message: "constraint failed: NOT NULL constraint failed: orders.email (1299)"}, "/email MISSING_FIELD"},
		{"a conflict names no argument to correct", taxonomy.SQLError{State: "23505", Column: "email"}, ""},
		{"an unknown column is no argument", taxonomy.SQLError{Vendor: "mysql", Number: 1054, Message: "Unknown column 'nme' in 'field list'"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var got strings.Builder
			for _, f := range taxonomy.Classify(&tc.err).Fields {
				fmt.Fprintf(&got, "%s %s", f.Path, f.Code)
			}
			if got.String() != tc.want {
				t.Errorf("got %q, want %q", got.String(), tc.want)
			}
		})
	}
}

func TestSQLInText(t *testing.T) {
	t.Parallel()
	const no, answered, unanswered = taxonomy.No, taxonomy.Answered, taxonomy.Unanswered
	type verdict struct {
		class   taxonomy.Class
		code    taxonomy.Code
		applied taxonomy.Applied
	}
	for _, tc := range []struct {
		text string
		want verdict
	}{
		{`ERROR: could not serialize access due to concurrent update (SQLSTATE 40001)`, verdict{taxonomy.Transient, taxonomy.CodeSerializationFailure, no}},
		{`FATAL: terminating connection due to administrator command (SQLSTATE 57P01)`, verdict{taxonomy.Transient, taxonomy.CodeUnavailable, answered}},
		{`ERROR: result is ambiguous (SQLSTATE 40003)`, verdict{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
		{`SQLSTATE[23000]: Integrity constraint violation: 1048 Column 'timeout' cannot be null`, verdict{taxonomy.InputError, taxonomy.CodeMissingField, no}},
		{`SQLSTATE[HY000] [2002] Connection refused`, verdict{taxonomy.Transient, taxonomy.CodeConnectionRefused, no}},
		{`SQLSTATE[HY000]: General error: 5 database is locked`, verdict{taxonomy.Transient, taxonomy.CodeLocked, no}},
		{`SQLSTATE[HY000]: General error: 7 no connection to the server`, verdict{taxonomy.Fatal, taxonomy.CodeUnknown, answered}},
		{`SQLSTATE[23505]: Unique violation: 7 ERROR:  duplicate key value violates unique constraint "t"`, verdict{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{`ERROR 1045 (28000): Access denied for user 'app'@'10.0.0.9' (using password: YES)`, verdict{taxonomy.Permission, taxonomy.CodeUnauthenticated, no}},
		{`Error 1213 (40001): Deadlock found when trying to get lock`, verdict{taxonomy.Transient, taxonomy.CodeDeadlock, no}},
		{`pymysql.err.OperationalError: (2013, 'Lost connection to MySQL server during query')`, verdict{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
		{`(pymysql.err.IntegrityError) (1452, "Cannot add or update a child row: a foreign key constraint fails")`, verdict{taxonomy.InputError, taxonomy.CodeValidationFailed, no}},
		{"ORA-06512: at \"APP.P\", line 7\nORA-00054: resource busy and acquire with NOWAIT specified", verdict{taxonomy.Transient, taxonomy.CodeLocked, no}},
		{`ORA-03113: end-of-file on communication channel`, verdict{taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered}},
		{`SqliteError: SQLITE_CONSTRAINT_UNIQUE: UNIQUE constraint failed: t.a`, verdict{taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, no}},
		{`database is locked (261) (SQLITE_BUSY_RECOVERY)`, verdict{taxonomy.Transient, taxonomy.CodeLocked, no}},
		{"Msg 1205, Level 13, State 51, Server db, Line 1\nTransaction (Process ID 55) was deadlocked", verdict{taxonomy.Transient, taxonomy.CodeDeadlock, no}},
		// These say that they are no codes, or of nothing that is known.
		{`error 1045 in step 3: order 7 not found`, verdict{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
		{`SQLSTATE unknown: order 7 not found`, verdict{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
		{`part ORA- not found`, verdict{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
		{`SQLITE_NOSUCH_THING not found`, verdict{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
		{`Msg 1205 not found`, verdict{taxonomy.Fatal, taxonomy.CodeNotFound, no}},
	} {
		t.Run(tc.text, func(t *testing.T) {
			t.Parallel()
			e := taxonomy.Classify(errors.New(tc.text))
			if got := (verdict{e.Class, e.Code, e.Applied}); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
			if e.Basis != taxonomy.BasisText && e.Basis != taxonomy.BasisUnknown {
				t.Errorf("by %s, want by text", e.Basis)
			}
		})
	}
}

// TestSQLInTextOfTheWire: what the transport quotes is no answer.
func TestSQLInTextOfTheWire(t *testing.T) {
	t.Parallel()
	err := &net.OpError{Op: "read", Net: "tcp", Err: errors.New("after ERROR 1062 (23000)")}
	if e := taxonomy.Classify(err); e.Applied != taxonomy.Unanswered {
		t.Errorf("applied %s, want unanswered", e.Applied)
	}
}

// badConn is an error that says of itself what database/sql asks for.
type badConn struct{ error }

func (badConn) Is(target error) bool { return target == driver.ErrBadConn }

// TestBadConn: its contract says that nothing was sent, and lib/pq breaks it.
func TestBadConn(t *testing.T) {
	t.Parallel()
	for _, err := range []error{driver.ErrBadConn, fmt.Errorf("commit: %w", driver.ErrBadConn), badConn{io.EOF}} {
		want := sqlVerdict{taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered, taxonomy.ScopeHost}
		if got := sqlVerdictOf(err); got != want {
			t.Errorf("%v: got %v, want %v", err, got, want)
		}
	}
}

// sqlStated is an error of a driver that nobody knows.
type sqlStated struct{ state string }

func (e sqlStated) Error() string    { return "it failed" }
func (e sqlStated) SQLState() string { return e.state }

func TestSQLStateInterface(t *testing.T) {
	t.Parallel()
	if got, want := sqlVerdictOf(sqlStated{"40P01"}), (sqlVerdict{taxonomy.Transient, taxonomy.CodeDeadlock, taxonomy.No, taxonomy.ScopeTarget}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if e := taxonomy.Classify(sqlStated{""}); e.Code != taxonomy.CodeUnknown || e.Applied != taxonomy.Answered {
		t.Errorf("without a state: %s %s, want UNKNOWN answered", e.Code, e.Applied)
	}
}

func TestSQLErrorText(t *testing.T) {
	t.Parallel()
	got := []string{
		(&taxonomy.SQLError{State: "40001", Message: "m"}).Error(),
		(&taxonomy.SQLError{State: "HY000", Number: 1205, Message: "m"}).Error(),
		(&taxonomy.SQLError{Number: 54, Message: "m"}).Error(),
		(&taxonomy.SQLError{Message: "m"}).Error(),
	}
	want := []string{"SQLSTATE 40001: m", "error 1205 (HY000): m", "error 54: m", "m"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzSQLError: any data have a verdict, a success is never made of them, and
// a connection that is gone never proves that nothing was done.
func FuzzSQLError(f *testing.F) {
	f.Add("postgresql", "57014", 0, "ERROR", "canceling statement due to statement timeout")
	f.Add("mysql", "HY000", 2013, "", "Lost connection to MySQL server at 'reading initial communication packet'")
	f.Add("oracle", "", -60, "", "ORA-00060")
	f.Add("", "SQLSTATE[HY000]", 1, "PANIC", "SQLSTATE[HY000] [2002]")
	f.Fuzz(func(t *testing.T, vendor, state string, number int, severity, message string) {
		e := taxonomy.Classify(&taxonomy.SQLError{Vendor: vendor, State: state, Number: number, Severity: severity, Message: message, Column: message})
		if e == nil || e.Code == "" || e.RetryAfter != 0 {
			t.Fatalf("%v", e)
		}
		if severity == "PANIC" && e.Basis == taxonomy.BasisCode && e.Applied == taxonomy.No {
			t.Fatalf("applied no after a PANIC: %v", e)
		}
		if taxonomy.Classify(errors.New(message)) == nil {
			t.Fatal("no verdict of a text")
		}
	})
}
