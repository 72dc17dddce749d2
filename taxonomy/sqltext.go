package taxonomy

import (
	"strconv"
	"strings"
)

// sqlInText finds the code of a database where a text says that it is one:
// "SQLSTATE 40001" (pgx, CockroachDB) and "SQLSTATE[40001]" (PDO), "ERROR 1205
// (HY000)" (mysql), (1205, '…') after the name of an error (Python's drivers),
// "ORA-00060", "SQLITE_BUSY", "Msg 1205, Level 13" (sqlcmd).
func sqlInText(r *reading) *Error {
	e := sqlOfText(r.text)
	if e == nil {
		return nil
	}
	out := e.judge()
	if out != nil {
		out.Basis = BasisText
	}
	return out
}

func sqlOfText(s string) *SQLError {
	for _, find := range []func(string) *SQLError{oraInText, msgInText, mysqlInText, stateInText, sqliteInText} {
		if e := find(s); e != nil {
			e.Message = s
			return e
		}
	}
	return nil
}

// leadingInt returns the decimal digits that s begins with, at most eight, and
// what follows them.
func leadingInt(s string) (n int, rest string, ok bool) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == 0 || end > 8 {
		return 0, s, false
	}
	n, err := strconv.Atoi(s[:end])
	return n, s[end:], err == nil
}

// leadingState returns the SQLSTATE that s begins with.
func leadingState(s string) (state string, ok bool) {
	if len(s) < 5 {
		return "", false
	}
	for i := range 5 {
		if c := s[i]; (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return "", false
		}
	}
	if len(s) > 5 && isKeyByte(s[5]) {
		return "", false
	}
	return s[:5], true
}

// stateInText takes the first SQLSTATE. In PDO's form MySQL's and SQLite's own
// number stands in what follows: "SQLSTATE[HY000] [2002] …", "SQLSTATE[23000]:
// Integrity constraint violation: 1062 …".
func stateInText(s string) *SQLError {
	before, rest, ok := strings.Cut(s, "SQLSTATE")
	if !ok {
		return nil
	}
	pdo := strings.HasPrefix(rest, "[")
	state, ok := leadingState(strings.TrimLeft(rest, "[(:= "))
	if !ok {
		return nil
	}
	e := &SQLError{State: state}
	switch {
	case strings.Contains(before, "FATAL: "):
		e.Severity = "FATAL"
	case strings.Contains(before, "PANIC: "):
		e.Severity = "PANIC"
	}
	if !pdo {
		return e
	}
	rest = rest[len("[HY000]"):]
	if inner := between(rest, " [", "]"); strings.HasPrefix(rest, " [") && inner != "" {
		rest = inner
	} else if _, after, ok := strings.Cut(strings.TrimPrefix(rest, ": "), ": "); ok {
		rest = after
	}
	n, _, ok := leadingInt(rest)
	switch {
	case !ok:
	case n >= 1000:
		if _, known := mysqlRows[n]; known {
			e.Vendor, e.Number = vendorMySQL, n
		}
	case n != 7 && (state == "HY000" || state == "23000"): // 7 is what PDO counts all errors of PostgreSQL as
		e.Vendor, e.Number = vendorSQLite, n
	}
	return e
}

// mysqlInText reads "ERROR 1062 (23000)" in any case of "Error", and
// "IntegrityError: (1062, "Duplicate entry …")".
func mysqlInText(s string) *SQLError {
	for rest := s; ; {
		var ok bool
		if _, rest, ok = strings.Cut(rest, "rror"); !ok {
			break
		}
		after := strings.TrimPrefix(rest, " ")
		if n, tail, ok := leadingInt(after); ok && strings.HasPrefix(tail, " (") {
			if state, ok := leadingState(tail[2:]); ok && strings.HasPrefix(tail[7:], ")") {
				return &SQLError{Vendor: vendorMySQL, Number: n, State: state}
			}
		}
		after = strings.TrimLeft(rest, ":) ")
		if !strings.HasPrefix(after, "(") {
			continue
		}
		if n, tail, ok := leadingInt(after[1:]); ok && (strings.HasPrefix(tail, ", '") || strings.HasPrefix(tail, `, "`)) {
			if _, known := mysqlRows[n]; known {
				return &SQLError{Vendor: vendorMySQL, Number: n}
			}
		}
	}
	if _, rest, ok := strings.Cut(s, "ERROR "); ok { // the client writes it in capitals
		if n, tail, ok := leadingInt(rest); ok && strings.HasPrefix(tail, " (") {
			if state, ok := leadingState(tail[2:]); ok && strings.HasPrefix(tail[7:], ")") {
				return &SQLError{Vendor: vendorMySQL, Number: n, State: state}
			}
		}
	}
	return nil
}

// oraInText takes the first number that is more than the way to the error, such
// as 6512 ("at line") and 604 ("recursive SQL level").
func oraInText(s string) *SQLError {
	for rest := s; ; {
		var ok bool
		if _, rest, ok = strings.Cut(rest, "ORA-"); !ok {
			return nil
		}
		n, _, ok := leadingInt(rest)
		if !ok {
			continue
		}
		switch n {
		case 604, 2063, 4088, 6512, 12801:
			continue
		}
		return &SQLError{Vendor: vendorOracle, Number: n}
	}
}

// msgInText reads sqlcmd's "Msg 2627, Level 14, State 1, Server …".
func msgInText(s string) *SQLError {
	_, rest, ok := strings.Cut(s, "Msg ")
	if !ok {
		return nil
	}
	n, rest, ok := leadingInt(rest)
	if !ok || !strings.HasPrefix(rest, ", Level ") {
		return nil
	}
	e := &SQLError{Vendor: vendorSQLServer, Number: n}
	if level, _, ok := leadingInt(rest[len(", Level "):]); ok && level >= 20 {
		e.Severity = "FATAL"
	}
	return e
}

func sqliteInText(s string) *SQLError {
	_, rest, ok := strings.Cut(s, "SQLITE_")
	if !ok {
		return nil
	}
	end := 0
	for end < len(rest) && (rest[end] == '_' || rest[end] >= 'A' && rest[end] <= 'Z') {
		end++
	}
	name := rest[:end]
	n, ok := sqliteNames[name]
	if !ok {
		name, _, _ = strings.Cut(name, "_")
		if n, ok = sqliteNames[name]; !ok {
			return nil
		}
	}
	return &SQLError{Vendor: vendorSQLite, Number: n}
}
