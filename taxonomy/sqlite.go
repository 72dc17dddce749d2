package taxonomy

import "strings"

// sqliteRows are SQLite's result codes (sqlite.org/rescode.html); an extended
// one that is not here has the row of its primary one, the low byte. A
// statement that fails is undone ("Error Handling" under ON CONFLICT ABORT).
//
//nolint:gochecknoglobals // a table, never written
var sqliteRows = map[int]ruling{
	1:  {Fatal, CodeUnknown, No, ScopeItem},                    // SQLITE_ERROR, mostly of the statement
	2:  {Fatal, CodeServerError, Answered, ScopeTool},          // SQLITE_INTERNAL
	3:  {Permission, CodeForbidden, No, ScopeTarget},           // SQLITE_PERM
	4:  {Fatal, CodeCanceled, Answered, ScopeItem},             // SQLITE_ABORT
	5:  {Transient, CodeLocked, No, ScopeTarget},               // SQLITE_BUSY
	6:  {Transient, CodeLocked, No, ScopeTarget},               // SQLITE_LOCKED
	7:  {Transient, CodeOverloaded, No, ScopeHost},             // SQLITE_NOMEM
	8:  {Fatal, CodeUnsupported, No, ScopeTarget},              // SQLITE_READONLY
	9:  {Fatal, CodeCanceled, No, ScopeItem},                   // SQLITE_INTERRUPT: what it was at is rolled back
	10: {Fatal, CodeServerError, Answered, ScopeTarget},        // SQLITE_IOERR
	11: {Fatal, CodeServerError, Answered, ScopeTarget},        // SQLITE_CORRUPT
	12: {Fatal, CodeUnsupported, No, ScopeTool},                // SQLITE_NOTFOUND: an opcode
	13: {Fatal, CodeQuotaExhausted, No, ScopeHost},             // SQLITE_FULL
	14: {Fatal, CodeFileNotFound, No, ScopeTarget},             // SQLITE_CANTOPEN: the database's own file
	15: {Transient, CodeLocked, No, ScopeTarget},               // SQLITE_PROTOCOL: a race for a lock
	17: {Transient, CodeSerializationFailure, No, ScopeTarget}, // SQLITE_SCHEMA
	18: {InputError, CodeTooLarge, No, ScopeItem},              // SQLITE_TOOBIG
	19: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // SQLITE_CONSTRAINT
	20: {InputError, CodeWrongType, No, ScopeItem},             // SQLITE_MISMATCH
	21: {Fatal, CodeUnknown, No, ScopeTool},                    // SQLITE_MISUSE
	22: {Fatal, CodeUnsupported, No, ScopeTool},                // SQLITE_NOLFS
	23: {Permission, CodeForbidden, No, ScopeTarget},           // SQLITE_AUTH
	25: {InputError, CodeOutOfRange, No, ScopeItem},            // SQLITE_RANGE
	26: {Fatal, CodeUnsupported, No, ScopeTarget},              // SQLITE_NOTADB
	// Extended ones that need something else than their primary one.
	517:  {Transient, CodeSerializationFailure, No, ScopeTarget}, // SQLITE_BUSY_SNAPSHOT (517)
	513:  {Transient, CodeUnavailable, No, ScopeItem},            // SQLITE_ERROR_RETRY
	516:  {Fatal, CodeCanceled, No, ScopeItem},                   // SQLITE_ABORT_ROLLBACK
	769:  {Transient, CodeSerializationFailure, No, ScopeTarget}, // SQLITE_ERROR_SNAPSHOT
	3082: {Transient, CodeOverloaded, Answered, ScopeHost},       // SQLITE_IOERR_NOMEM
	3850: {Transient, CodeLocked, Answered, ScopeTarget},         // SQLITE_IOERR_LOCK
	2826: {Transient, CodeLocked, Answered, ScopeTarget},         // SQLITE_IOERR_BLOCKED
	275:  {InputError, CodeValidationFailed, No, ScopeItem},      // SQLITE_CONSTRAINT_CHECK
	531:  {Fatal, CodeUnknown, No, ScopeItem},                    // SQLITE_CONSTRAINT_COMMITHOOK
	787:  {InputError, CodeValidationFailed, No, ScopeItem},      // SQLITE_CONSTRAINT_FOREIGNKEY, of either side
	1043: {Fatal, CodeUnknown, No, ScopeItem},                    // SQLITE_CONSTRAINT_FUNCTION
	1299: {InputError, CodeMissingField, No, ScopeItem},          // SQLITE_CONSTRAINT_NOTNULL
	1555: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // SQLITE_CONSTRAINT_PRIMARYKEY
	1811: {Fatal, CodeUnknown, No, ScopeItem},                    // SQLITE_CONSTRAINT_TRIGGER: a RAISE
	2067: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // SQLITE_CONSTRAINT_UNIQUE
	2579: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // SQLITE_CONSTRAINT_ROWID
	3091: {InputError, CodeWrongType, No, ScopeItem},             // SQLITE_CONSTRAINT_DATATYPE
}

// sqliteNames are the primary codes that programs print, without "SQLITE_", and
// the extended ones that differ from theirs.
//
//nolint:gochecknoglobals // a table, never written
var sqliteNames = map[string]int{
	"ERROR": 1, "INTERNAL": 2, "PERM": 3, "ABORT": 4, "BUSY": 5, "LOCKED": 6, "NOMEM": 7, "READONLY": 8, "INTERRUPT": 9, "IOERR": 10,
	"CORRUPT": 11, "NOTFOUND": 12, "FULL": 13, "CANTOPEN": 14, "PROTOCOL": 15, "SCHEMA": 17, "TOOBIG": 18, "CONSTRAINT": 19,
	"MISMATCH": 20, "MISUSE": 21, "NOLFS": 22, "AUTH": 23, "RANGE": 25, "NOTADB": 26,
	"BUSY_SNAPSHOT": 517, "ABORT_ROLLBACK": 516, "IOERR_NOMEM": 3082, "IOERR_LOCK": 3850, "IOERR_BLOCKED": 2826,
	"CONSTRAINT_CHECK": 275, "CONSTRAINT_COMMITHOOK": 531, "CONSTRAINT_FOREIGNKEY": 787, "CONSTRAINT_FUNCTION": 1043, "CONSTRAINT_NOTNULL": 1299,
	"CONSTRAINT_PRIMARYKEY": 1555, "CONSTRAINT_TRIGGER": 1811, "CONSTRAINT_UNIQUE": 2067, "CONSTRAINT_ROWID": 2579, "CONSTRAINT_DATATYPE": 3091,
}

func (e *SQLError) bySQLite() *Error {
	row, ok := sqliteRows[e.Number]
	if !ok {
		if row, ok = sqliteRows[e.Number&0xff]; !ok {
			return nil
		}
	}
	out := row.judge()
	switch e.Number {
	case 1:
		e.sqliteStatement(out)
	case 19:
		e.sqliteConstraint(out)
	case 1811:
		e.raised(out)
	}
	return out
}

// sqliteStatement: code 1 is for all that is wrong with a statement, and for
// what functions and virtual tables say.
func (e *SQLError) sqliteStatement(out *Error) {
	switch {
	case e.says("already exists", "there is already"):
		out.Class, out.Code, out.Scope = ResourceConflict, CodeAlreadyExists, ScopeTarget
	case e.says("duplicate column name"):
		out.Class, out.Code = InputError, CodeValidationFailed
	case e.says("no such column", "has no column named"):
		out.Class, out.Code = InputError, CodeUnknownField
	case e.says("syntax error", "incomplete input", "unrecognized token", "malformed json"):
		out.Class, out.Code = InputError, CodeInvalidFormat
	case e.says("no such table", "no such function", "no such index", "no such view", "no such trigger", "no such collation", "no such module", "unknown database",
		"ambiguous column name", "wrong number of arguments", "values were supplied", " values for ", "may not be modified", "misuse of aggregate", "on conflict clause does not match",
		"foreign key mismatch", "cannot modify", "must have the same number of", "not unique table"):
		out.Class, out.Code = InputError, CodeValidationFailed
	case e.says("no such savepoint", "cannot start a transaction within", "no transaction is active", "cannot commit", "cannot rollback"):
		out.Code = CodeStateConflict
	default:
		e.raised(out)
	}
}

// sqliteConstraint: without the extended code, the message says which one.
func (e *SQLError) sqliteConstraint(out *Error) {
	for _, kind := range []struct {
		says string
		code int
	}{
		{"unique constraint failed", 2067},
		{"not null constraint failed", 1299},
		{"check constraint failed", 275},
		{"foreign key constraint failed", 787},
		{"datatype constraint failed", 3091},
		{"cannot store ", 3091}, // of STRICT tables
	} {
		if e.says(kind.says) {
			*out = *sqliteRows[kind.code].judge()
			return
		}
	}
}

// sqliteColumn: "NOT NULL constraint failed: orders.email".
func (e *SQLError) sqliteColumn() string {
	_, name, ok := strings.Cut(e.Message, "NOT NULL constraint failed: ")
	if !ok {
		return ""
	}
	if end := strings.IndexByte(name, ' '); end >= 0 {
		name = name[:end]
	}
	if len(name) > 128 {
		return ""
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}
