package taxonomy

import (
	"errors"
	"reflect"
	"slices"
)

// sqlLifters know the errors of the drivers by their types: the fields and
// methods are those of pgx 5, lib/pq 1, go-sql-driver/mysql 1, go-mssqldb 1,
// modernc.org/sqlite, mattn/go-sqlite3, ncruces/go-sqlite3, zombiezen's sqlite,
// crawshaw's sqlite, go-ora 2 and godror.
//
//nolint:gochecknoglobals // a table, never written
var sqlLifters = []lifter{
	{types: []string{"github.com/jackc/pgx/pgconn.PgError", "github.com/jackc/pgconn.PgError"}, of: liftPgError},
	{types: []string{"github.com/lib/pq.Error"}, of: liftPqError},
	{types: []string{"github.com/go-sql-driver/mysql.MySQLError"}, lift: liftMySQLError},
	{types: []string{"github.com/go-mysql-org/go-mysql/mysql.MyError", "github.com/siddontang/go-mysql/mysql.MyError"}, lift: liftMyError},
	{types: []string{"github.com/microsoft/go-mssqldb.Error", "github.com/denisenkom/go-mssqldb.Error"}, lift: liftMSSQLError},
	{types: []string{"github.com/microsoft/go-mssqldb.ServerError", "github.com/denisenkom/go-mssqldb.ServerError"}, lift: liftMSSQLServerError},
	{types: []string{"modernc.org/sqlite.Error"}, lift: liftSQLiteCode},
	{types: []string{"github.com/mattn/go-sqlite3.Error"}, lift: liftMattnError},
	{types: []string{"github.com/mattn/go-sqlite3.ErrNo", "github.com/mattn/go-sqlite3.ErrNoExtended"}, lift: liftNumber(vendorSQLite)},
	{types: []string{"github.com/ncruces/go-sqlite3.ErrorCode", "github.com/ncruces/go-sqlite3.ExtendedErrorCode"}, lift: liftNumber(vendorSQLite)},
	{types: []string{"github.com/ncruces/go-sqlite3.Error"}, lift: liftNcrucesError},
	{types: []string{"zombiezen.com/go/sqlite.sqliteError"}, lift: liftZombiezenError},
	{types: []string{"crawshaw.io/sqlite.Error"}, lift: liftCrawshawError},
	{types: []string{"github.com/sijms/go-ora/network.OracleError"}, lift: liftGoOraError},
	{types: []string{"github.com/godror/godror.OraErr", "gopkg.in/goracle.OraErr"}, lift: liftOraErr},
	{
		types: []string{
			"github.com/jackc/pgx/pgconn.ConnectError", "github.com/jackc/pgx/pgconn.connectError", "github.com/jackc/pgconn.connectError",
			"github.com/jackc/pgx/pgconn.perDialConnectError",
		},
		lift: liftUnsent,
	},
	{
		types: []string{"github.com/jackc/pgx/pgconn.ParseConfigError", "github.com/jackc/pgx/pgconn.parseConfigError", "github.com/jackc/pgconn.parseConfigError"},
		lift: func(error) foreign {
			return &neverSent{as: &ruling{Fatal, CodeValidationFailed, No, ScopeTool}} // the program's configuration, not the call's arguments
		},
	},
	{
		types: []string{
			"github.com/jackc/pgx/pgconn.pgconnError", "github.com/jackc/pgconn.pgconnError", "github.com/jackc/pgx/pgproto3.writeError", "github.com/jackc/pgconn.writeError",
			"github.com/jackc/pgx/pgconn.connLockError", "github.com/jackc/pgconn.connLockError",
			"github.com/jackc/pgx/pgconn.contextAlreadyDoneError", "github.com/jackc/pgconn.contextAlreadyDoneError",
			"github.com/jackc/pgx/pgconn.errTimeout", "github.com/jackc/pgconn.errTimeout",
			"github.com/jackc/pgx/pgconn.NotPreferredError",
		},
		lift: liftSafeToRetry,
	},
	{can: (*interface{ SQLState() string })(nil), lift: liftSQLState},
}

func liftPgError(t reflect.Type) func(error) foreign {
	return liftPostgreSQL(structFields(t, "Code", "SeverityUnlocalized", "Severity", "Message", "Detail", "ColumnName", "ConstraintName"))
}

func liftPqError(t reflect.Type) func(error) foreign {
	return liftPostgreSQL(structFields(t, "Code", "Severity", "Severity", "Message", "Detail", "Column", "Constraint"))
}

func liftPostgreSQL(fields fieldList) func(error) foreign {
	return func(node error) foreign {
		v := reflect.ValueOf(node)
		e := &SQLError{
			Vendor: vendorPostgreSQL, State: fields.text(v, 0), Severity: fields.text(v, 1), Message: fields.text(v, 3),
			Detail: fields.text(v, 4), Column: fields.text(v, 5), Constraint: fields.text(v, 6),
		}
		if e.Severity == "" {
			e.Severity = fields.text(v, 2)
		}
		return e
	}
}

func liftMySQLError(node error) foreign {
	v := reflect.ValueOf(node)
	e := &SQLError{Vendor: vendorMySQL, Number: int(fieldInt(v, "Number")), Message: fieldString(v, "Message")}
	if state := field(v, "SQLState"); state.Kind() == reflect.Array && state.Len() == 5 {
		var s [5]byte
		for i := range s {
			s[i] = byte(state.Index(i).Uint()) //nolint:gosec // an array of bytes
		}
		if s != [5]byte{} {
			e.State = string(s[:])
		}
	}
	return e
}

func liftMyError(node error) foreign {
	v := reflect.ValueOf(node)
	return &SQLError{Vendor: vendorMySQL, Number: int(fieldInt(v, "Code")), State: fieldString(v, "State"), Message: fieldString(v, "Message")}
}

// afterwords are what SQL Server says last, after the error that matters:
// statement could not be prepared, terminated, see previous errors, and the
// login that failed since its database cannot be opened.
//
//nolint:gochecknoglobals // a table, never written
var afterwords = []int{8180, 3621, 3609, 1750, 3013, 8622, 18456}

func liftMSSQLError(node error) foreign {
	v := reflect.ValueOf(node)
	number := int(fieldInt(v, "Number"))
	if all := field(v, "All"); slices.Contains(afterwords, number) && all.Kind() == reflect.Slice {
		for i := range min(all.Len(), 16) {
			first := all.Index(i)
			if n := int(fieldInt(first, "Number")); !slices.Contains(afterwords, n) && n != 0 {
				if _, known := sqlServerRows[n]; known || n >= 50000 {
					v, number = first, n
					break
				}
			}
		}
	}
	e := &SQLError{Vendor: vendorSQLServer, Number: number, Message: fieldString(v, "Message")}
	if fieldInt(v, "Class") >= 20 { // "Database Engine error severities": it ends the connection
		e.Severity = "FATAL"
	}
	if number == 0 {
		e.State = "HY000" // the driver's own, such as a transaction that the server has given up
	}
	return e
}

// liftMSSQLServerError: the server has ended the connection.
func liftMSSQLServerError(node error) foreign {
	inner := errors.Unwrap(node)
	if inner == nil {
		return nil
	}
	e, ok := liftMSSQLError(inner).(*SQLError)
	if ok {
		e.Severity = "FATAL"
	}
	return e
}

func liftSQLiteCode(node error) foreign {
	if n, ok := node.(interface{ Code() int }); ok {
		return &SQLError{Vendor: vendorSQLite, Number: n.Code(), Message: textOf(node)}
	}
	return nil
}

func liftMattnError(node error) foreign {
	v := reflect.ValueOf(node)
	number := int(fieldInt(v, "ExtendedCode"))
	if number == 0 {
		number = int(fieldInt(v, "Code"))
	}
	return &SQLError{Vendor: vendorSQLite, Number: number, Message: textOf(node)}
}

// liftNumber is for codes that are errors themselves.
func liftNumber(vendor string) func(error) foreign {
	return func(node error) foreign {
		v := reflect.ValueOf(node)
		e := &SQLError{Vendor: vendor, Message: textOf(node)}
		switch {
		case v.CanInt():
			e.Number = int(v.Int())
		case v.CanUint():
			e.Number = int(min(v.Uint(), 1<<30))
		}
		return e
	}
}

func liftNcrucesError(node error) foreign {
	m := reflect.ValueOf(node).MethodByName("ExtendedCode")
	if !m.IsValid() || m.Type().NumIn() != 0 || m.Type().NumOut() != 1 {
		return nil
	}
	if code := m.Call(nil)[0]; code.CanUint() {
		return &SQLError{Vendor: vendorSQLite, Number: int(min(code.Uint(), 1<<30)), Message: textOf(node)}
	}
	return nil
}

// liftZombiezenError: the code is all that the type has, and only a function of
// the package returns it. An int can be read without being exported.
func liftZombiezenError(node error) foreign {
	if code := reflect.ValueOf(node).FieldByName("code"); code.CanInt() {
		return &SQLError{Vendor: vendorSQLite, Number: int(code.Int()), Message: textOf(node)}
	}
	return nil
}

func liftCrawshawError(node error) foreign {
	v := reflect.ValueOf(node)
	return &SQLError{Vendor: vendorSQLite, Number: int(fieldInt(v, "Code")), Message: fieldString(v, "Msg")}
}

func liftGoOraError(node error) foreign {
	return &SQLError{Vendor: vendorOracle, Number: int(fieldInt(reflect.ValueOf(node), "ErrCode")), Message: textOf(node)}
}

func liftOraErr(node error) foreign {
	if n, ok := node.(interface{ Code() int }); ok {
		return &SQLError{Vendor: vendorOracle, Number: n.Code(), Message: textOf(node)}
	}
	return nil
}

// liftSQLState is for all others that have a state.
func liftSQLState(node error) foreign {
	n, ok := node.(interface{ SQLState() string })
	if !ok || len(n.SQLState()) != 5 {
		return nil
	}
	return &SQLError{State: n.SQLState(), Message: textOf(node)}
}

// neverSent is a failure of which the driver says that it came before anything was
// sent. Its class is that of what it wraps.
type neverSent struct {
	err error
	as  *ruling // what it is, where what it wraps does not matter or is not known
}

func (u *neverSent) Error() string { return "not sent" }
func (u *neverSent) Unwrap() error { return u.err }

func (u *neverSent) judge() *Error {
	var e *Error
	if u.err != nil {
		e = judgeSafely(u.err, nil)
	}
	if u.as != nil && (e == nil || u.err == nil) {
		e = u.as.typed()
	}
	if e != nil {
		e.Applied = No
	}
	return e
}

// liftUnsent: a connection that was never made. What is wrong with it is what
// it wraps, of several addresses that were tried the one that decides.
func liftUnsent(node error) foreign {
	return &neverSent{err: errors.Unwrap(node), as: &ruling{Transient, CodeUnavailable, No, ScopeHost}}
}

// liftSafeToRetry: pgconn's SafeToRetry says that nothing was sent.
func liftSafeToRetry(node error) foreign {
	n, ok := node.(interface{ SafeToRetry() bool })
	if !ok || !n.SafeToRetry() {
		return nil
	}
	return &neverSent{err: errors.Unwrap(node), as: &ruling{Transient, CodeUnavailable, No, ScopeHost}}
}

//nolint:gochecknoglobals // never written
var plainError = reflect.TypeOf(errors.New("")) //nolint:err113 // its type

// sqlSentinels are the drivers' errors that are nothing but a text. A
// statement's text cannot be one of them, for they are compared whole.
//
//nolint:gochecknoglobals // a table, never written
var sqlSentinels = map[string]ruling{
	// database/sql
	"sql: database is closed":  {Fatal, CodeStateConflict, No, ScopeTool},
	"sql: statement is closed": {Fatal, CodeStateConflict, No, ScopeTool},
	"sql: Rows are closed":     {Fatal, CodeStateConflict, Answered, ScopeItem},
	// go-sql-driver/mysql, errors.go; "invalid connection" is one of the phrases
	"malformed packet": {Fatal, CodeUnknown, Unanswered, ScopeHost},
	"bad connection":   {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"busy buffer":      {Fatal, CodeStateConflict, No, ScopeItem}, // the rows before were not read to their end
	"TLS requested but server does not support TLS": {Fatal, CodeUnsupported, No, ScopeHost},
	"this user requires clear text authentication. If you still want to use it, please add 'allowCleartextPasswords=1' to your DSN":                                                                 {Fatal, CodeUnsupported, No, ScopeCredential},
	"this user requires mysql native password authentication":                                                                                                                                       {Fatal, CodeUnsupported, No, ScopeCredential},
	"this user requires old password authentication. If you still want to use it, please add 'allowOldPasswords=1' to your DSN. See also https://github.com/go-sql-driver/mysql/wiki/old_passwords": {Fatal, CodeUnsupported, No, ScopeCredential},
	"this authentication plugin is not supported":                                                                                                                                                   {Fatal, CodeUnsupported, No, ScopeCredential},
	"MySQL server does not support required protocol 41+":                                                                                                                                           {Fatal, CodeUnsupported, No, ScopeHost},
	"commands out of sync. You can't run this command now":                                                                                                                                          {Fatal, CodeUnknown, Unanswered, ScopeItem},
	"commands out of sync. Did you run multiple statements at once?":                                                                                                                                {Fatal, CodeUnknown, Unanswered, ScopeItem},
	"packet for query is too large. Try adjusting the `Config.MaxAllowedPacket`":                                                                                                                    {InputError, CodeTooLarge, No, ScopeItem},
	"packet for query is too large. Try adjusting the 'max_allowed_packet' variable on the server":                                                                                                  {InputError, CodeTooLarge, No, ScopeItem},
	// pgx
	"too many rows in result set":              {Fatal, CodeStateConflict, Answered, ScopeItem},
	"tx is closed":                             {Fatal, CodeStateConflict, Answered, ScopeItem},
	"commit unexpectedly resulted in rollback": {Fatal, CodeStateConflict, No, ScopeItem},
	"conn closed":                              {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"closed pool":                              {Fatal, CodeStateConflict, No, ScopeTool},
	// lib/pq, conn.go
	"pq: unsupported command":                                              {Fatal, CodeUnsupported, No, ScopeTool},
	"pq: could not complete operation in a failed transaction":             {Fatal, CodeStateConflict, No, ScopeItem},
	"pq: SSL is not enabled on the server":                                 {Fatal, CodeUnsupported, No, ScopeHost},
	"pq: could not detect default username; please provide one explicitly": {Fatal, CodeUnsupported, No, ScopeTool},
	"pq: there is already a query being processed on this connection":      {Fatal, CodeStateConflict, No, ScopeItem},
	"pq: channel is already open":                                          {Fatal, CodeStateConflict, No, ScopeItem},
	"pq: channel is not open":                                              {Fatal, CodeStateConflict, No, ScopeItem},
}
