package taxonomy

import "strconv"

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

func (e *SQLError) judge() *Error { return nil }

//nolint:gochecknoglobals // a table, never written
var sqlLifters = []lifter{}
