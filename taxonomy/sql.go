package taxonomy

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strconv"
	"strings"
)

// SQLError is what a database answered to a statement, for callers who hold it
// as data. The errors of the usual drivers are understood as they are.
type SQLError struct {
	Vendor     string // postgresql, mysql, sqlite, sqlserver, oracle; "" where it is not known
	State      string // SQLSTATE, five characters; "" where there is none
	Number     int    // the vendor's own number, such as 1205; 0 where there is none
	Severity   string // as PostgreSQL gives it: ERROR, FATAL, PANIC
	Message    string
	Detail     string
	Column     string // the column at fault, where it is named
	Constraint string // the constraint at fault, where it is named
}

// Error returns "SQLSTATE 40001: message", with the parts that are known.
func (e *SQLError) Error() string {
	s := e.Message
	switch {
	case e.State != "" && e.Number != 0:
		s = "error " + strconv.Itoa(e.Number) + " (" + e.State + "): " + s
	case e.State != "":
		s = "SQLSTATE " + e.State + ": " + s
	case e.Number != 0:
		s = "error " + strconv.Itoa(e.Number) + ": " + s
	}
	return s
}

// The vendors that have numbers of their own.
const (
	vendorPostgreSQL = "postgresql"
	vendorMySQL      = "mysql"
	vendorSQLite     = "sqlite"
	vendorSQLServer  = "sqlserver"
	vendorOracle     = "oracle"
)

// sqlGroup is a row for several numbers. The statement was refused or rolled
// back where applied is No: every server here undoes a statement that it answers
// with an error. It is less where the connection went with it, or where the code
// itself says that the end is not known.
type sqlGroup struct {
	row     ruling
	numbers []int
}

func numbered(groups []sqlGroup) map[int]ruling {
	rows := make(map[int]ruling)
	for _, g := range groups {
		for _, n := range g.numbers {
			rows[n] = g.row
		}
	}
	return rows
}

// sqlRefiner looks at the words of an error whose code has several causes.
type sqlRefiner func(*SQLError, *Error)

// judge goes from the most specific to the least: the vendor's number, the
// SQLSTATE, its class, and at last the words.
func (e *SQLError) judge() *Error {
	if e.State == "" && e.Number == 0 || e.State == "00000" && e.Number == 0 {
		return nil
	}
	out := e.byNumber()
	if out == nil {
		out = e.byState()
	}
	if out == nil { // a code that no table has: the server did answer
		out = &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered, Basis: BasisCode}
		e.byWords(out)
		out.Applied = min(out.Applied, Answered)
	}
	e.bySeverity(out)
	if column := e.column(); column != "" && out.Class == InputError {
		f := Field{Path: "/" + pointerEscaper.Replace(column), Message: e.Message}
		if out.Code != CodeValidationFailed {
			f.Code = out.Code
		}
		out.Fields = []Field{f}
	}
	return out
}

func (e *SQLError) byNumber() *Error {
	if e.Number == 0 {
		return nil
	}
	var rows map[int]ruling
	var refiners map[int]sqlRefiner
	number := e.Number
	switch e.Vendor {
	case vendorMySQL:
		rows, refiners = mysqlRows, mysqlRefiners
	case vendorSQLite:
		return e.bySQLite()
	case vendorSQLServer:
		rows, refiners = sqlServerRows, sqlServerRefiners
	case vendorOracle:
		rows, refiners = oracleRows, oracleRefiners
		number = max(number, -number) // some clients count ORA-00060 as -60
	default:
		return nil
	}
	row, ok := rows[number]
	switch {
	case ok:
	case e.Vendor == vendorSQLServer && number >= 50000: // sp_addmessage and THROW begin there
		row = ruling{Fatal, CodeUnknown, No, ScopeItem}
		refiners = map[int]sqlRefiner{number: (*SQLError).raised}
	case e.Vendor == vendorOracle && number >= 20000 && number <= 20999: // raise_application_error
		row = ruling{Fatal, CodeUnknown, No, ScopeItem}
		refiners = map[int]sqlRefiner{number: (*SQLError).raised}
	default:
		return nil
	}
	out := row.judge()
	if refine := refiners[number]; refine != nil {
		refine(e, out)
	}
	return out
}

func (e *SQLError) byState() *Error {
	if len(e.State) != 5 {
		return nil
	}
	row, ok := sqlStates[e.State]
	if !ok {
		if row, ok = sqlStateClasses[e.State[:2]]; !ok {
			return nil
		}
	}
	out := row.judge()
	refine := sqlStateRefiners[e.State]
	if refine == nil {
		refine = sqlClassRefiners[e.State[:2]]
	}
	if refine != nil {
		refine(e, out)
	}
	return out
}

// byWords takes class and code from the words of the message, where they say
// something.
func (e *SQLError) byWords(out *Error) {
	if w := wordsOf(e.Message); w != nil {
		out.Class, out.Code, out.Applied = w.Class, w.Code, min(out.Applied, w.Applied)
	}
}

// raised is for errors that somebody's own code raised in the database: their
// words count as those of any application, and the statement was rolled back.
func (e *SQLError) raised(out *Error) {
	applied := out.Applied
	e.byWords(out)
	out.Applied = applied
}

// says reports whether the message has one of the texts, which are given in
// lower case.
func (e *SQLError) says(texts ...string) bool { return saysAny(e.Message, texts) }

func saysAny(message string, texts []string) bool {
	message = strings.ToLower(message[:min(len(message), 4096)])
	for _, text := range texts {
		if strings.Contains(message, text) {
			return true
		}
	}
	return false
}

// bySeverity: after a FATAL the connection is gone, after a PANIC the server is.
// PostgreSQL aborts the transaction before it says FATAL, but the connection may
// go after the commit and before its answer, so it is proof only of what is
// said when a connection is made or when none of its statements runs.
func (e *SQLError) bySeverity(out *Error) {
	switch e.Severity {
	case "PANIC", "PANIK", "PANICO", "ПАНИКА", "ПАНІКА", "손상", "比致命错误还过分的错误":
		out.Applied = Unanswered
	case "FATAL", "FATALE", "FATALT", "ВАЖНО", "ФАТАЛЬНО", "치명적오류", "致命错误", "致命的エラー":
		pooler := e.State == "XX000" && (out.Code == CodeOverloaded || out.Code == CodeUnauthenticated) // see internal
		if !atTheDoor[e.State] && !pooler {
			out.Applied = min(out.Applied, Answered)
		}
	}
}

// column is the column at fault, as the server names it or as its message does.
func (e *SQLError) column() string {
	if e.Column != "" {
		return e.Column
	}
	switch e.Vendor {
	case vendorMySQL:
		return e.mysqlColumn()
	case vendorSQLite:
		return e.sqliteColumn()
	}
	return ""
}

// between returns what stands in s after open and before the next end, if
// that is short enough to be a name.
func between(s, open, end string) string {
	_, s, ok := strings.Cut(s, open)
	if !ok {
		return ""
	}
	name, _, ok := strings.Cut(s, end)
	if !ok || len(name) > 64 {
		return ""
	}
	return name
}

// sqlSentinelRule knows the errors of database/sql and of the drivers that are
// values without a code: those of the drivers by their whole text.
func sqlSentinelRule(s spine) *Error {
	for _, node := range s {
		switch {
		case node == sql.ErrNoRows: //nolint:errorlint // by node
			return ruling{Fatal, CodeNotFound, No, ScopeTarget}.typed()
		case node == sql.ErrTxDone: //nolint:errorlint // by node
			return ruling{Fatal, CodeStateConflict, Answered, ScopeItem}.typed() // it may be done by having been committed
		case node == sql.ErrConnDone: //nolint:errorlint // by node
			return ruling{Fatal, CodeStateConflict, No, ScopeItem}.typed() // no connection to send anything over
		case matches(node, driver.ErrBadConn):
			// The contract says that nothing was sent; but lib/pq says it also
			// where the connection ended while it waited for an answer
			// (handleError in error.go), a COMMIT's included.
			return ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}.typed()
		case reflect.TypeOf(node) == plainError:
			if row, ok := sqlSentinels[textOf(node)]; ok {
				return row.typed()
			}
		}
	}
	return nil
}
