package taxonomy

import "strings"

// sqlStateRefiners are for states that have several causes.
//
//nolint:gochecknoglobals // a table, never written
var sqlStateRefiners = map[string]sqlRefiner{
	"08004": (*SQLError).rejected,
	"08P01": (*SQLError).protocol,
	"0A000": (*SQLError).unsupported,
	"23000": (*SQLError).integrity,
	"23503": (*SQLError).foreignKey,
	"28000": (*SQLError).authorization,
	"3D000": (*SQLError).catalog,
	"42000": (*SQLError).accessRule,
	"42701": (*SQLError).duplicateColumn,
	"54000": (*SQLError).programLimit,
	"57014": (*SQLError).queryCanceled,
	"58P01": (*SQLError).undefinedFile,
	"XX000": (*SQLError).internal,
	"HY000": (*SQLError).general,
}

//nolint:gochecknoglobals // a table, never written
var sqlClassRefiners = map[string]sqlRefiner{
	"09": (*SQLError).raised,
	"45": (*SQLError).raised,
	"58": (*SQLError).system,
	"P0": (*SQLError).raisedHere,
	"HV": (*SQLError).general,
}

// raisedHere: of class P0, only what somebody's RAISE said has words of its own.
func (e *SQLError) raisedHere(out *Error) {
	if e.State == "P0001" {
		e.raised(out)
	}
}

// rejected: MySQL says 08004 where it has too many connections.
func (e *SQLError) rejected(out *Error) {
	if e.says("too many", "maximum number of") {
		out.Code = CodeOverloaded
	}
}

// protocol: PgBouncer says 08P01 for most that it has to say (its objects.c,
// client.c and janitor.c).
func (e *SQLError) protocol(out *Error) {
	switch {
	case e.says("query_timeout", "server conn crashed"):
		out.Class, out.Code, out.Applied, out.Scope = Transient, CodeConnectionReset, Unanswered, ScopeHost
	case e.says("max_client_conn", "no more connections allowed", "query_wait_timeout", "client_login_timeout", "max_db_client_connections", "max_user_client_connections"):
		out.Class, out.Code, out.Applied, out.Scope = Transient, CodeOverloaded, No, ScopeHost
	case e.says("cannot connect to server", "server login has been failing", "server_login_retry", "is shutting down", "shut down", "is paused", "is disabled"):
		out.Class, out.Code, out.Applied, out.Scope = Transient, CodeUnavailable, No, ScopeHost
	case e.says("password authentication failed", "auth failed", "no such user", "login rejected", "not allowed"):
		out.Class, out.Code, out.Applied, out.Scope = Permission, CodeUnauthenticated, No, ScopeCredential
	case e.says("bind message supplies"):
		out.Class, out.Code, out.Applied, out.Scope = InputError, CodeValidationFailed, No, ScopeItem
	case e.says("startup parameter", "no such database", "unsupported startup"):
		out.Applied = No
	}
}

// unsupported: a plan that no longer fits a table whose columns were changed
// (RevalidateCachedQuery in plancache.c) is made anew the next time.
func (e *SQLError) unsupported(out *Error) {
	if e.says("cached plan must not change result type") {
		out.Class, out.Code, out.Scope = Transient, CodeSerializationFailure, ScopeItem
	}
}

// integrity: 23000 is all that ODBC, MySQL and SQLite have for constraints.
func (e *SQLError) integrity(out *Error) {
	switch {
	case e.says("unique", "duplicate", "primary key", "already exists"):
		out.Class, out.Code = ResourceConflict, CodeAlreadyExists
	case e.says("not null", "cannot be null", "null into", "null value"):
		out.Class, out.Code, out.Scope = InputError, CodeMissingField, ScopeItem
	case e.says("cannot delete or update a parent row", "still referenced", "reference constraint", "child record found"):
		out.Class, out.Code = ResourceConflict, CodeStateConflict
	case e.says("foreign key", "check constraint", "parent key not found"):
		out.Class, out.Code, out.Scope = InputError, CodeValidationFailed, ScopeItem
	}
}

// foreignKey: the row that is referred to is the target of an update or a
// delete; in an insert it is named by an argument. The sentences are those of
// ri_triggers.c in PostgreSQL's translations.
func (e *SQLError) foreignKey(out *Error) {
	if strings.HasPrefix(e.Message, "insert or update on table") { // most are
		return
	}
	referred := e.says("update or delete on table", "aktualisieren oder löschen", "update o delete en", "update ou delete", "update или delete", "update o delete sulla",
		"update eller delete", "の更新または削除", "자료 갱신, 삭제", "更新或删除") ||
		saysAny(e.Detail, []string{"still referenced from", "is referenced from", "wird noch", "仍然是从"})
	if referred {
		out.Class, out.Code, out.Scope = ResourceConflict, CodeStateConflict, ScopeTarget
	}
}

func (e *SQLError) authorization(out *Error) {
	switch {
	case e.says("no pg_hba.conf entry", "pg_hba.conf rejects", "not permitted to log in"):
		out.Code = CodeForbidden
	case e.says("account is locked", "account has been locked"):
		out.Code = CodeAccountLocked
	}
}

// catalog: a database that is named when the connection is made stands in the
// configuration and not in the arguments.
func (e *SQLError) catalog(out *Error) {
	if e.Severity != "" && e.Severity != "ERROR" {
		out.Class, out.Code, out.Scope = Fatal, CodeNotFound, ScopeHost
	}
}

// accessRule: 42000 is a syntax error or a denied access.
func (e *SQLError) accessRule(out *Error) {
	if e.says("denied", "permission", "privilege") {
		out.Class, out.Code, out.Scope = Permission, CodeForbidden, ScopeTarget
	}
}

func (e *SQLError) duplicateColumn(out *Error) {
	if e.says("already exists") {
		out.Class, out.Code, out.Scope = ResourceConflict, CodeAlreadyExists, ScopeTarget
	}
}

// programLimit: a database that has to be vacuumed before its transaction ids
// run out refuses to write (GetNewTransactionId in varsup.c).
func (e *SQLError) programLimit(out *Error) {
	if e.says("not accepting commands", "wraparound") {
		out.Class, out.Code, out.Scope = Fatal, CodeQuotaExhausted, ScopeHost
	}
}

// queryCanceled: by a timeout, or by somebody (ProcessInterrupts in
// tcop/postgres.c, in its translations).
func (e *SQLError) queryCanceled(out *Error) {
	switch n := canceledWords.in(strings.ToLower(e.Message[:min(len(e.Message), 4096)])); {
	case n < 0:
	case n < canceledByTimeout:
		out.Class, out.Code, out.Scope = Transient, CodeLocked, ScopeTarget
	default:
		out.Class, out.Code = Transient, CodeTimeout
	}
}

// canceledWords has the words for a lock's timeout, and from canceledByTimeout on
// those for any other.
//
//nolint:gochecknoglobals // a table, never written
var canceledWords = textSetOf(
	"lock timeout", "einer sperre", "candados", "des verrous", "ロックのタイムアウト", "잠금 대기", "тайм-аута блокировки", "锁超时", "timeout di lock", "lås-timeout",
	"timeout", "time out", "timed out", "zeitüberschreitung", "tiempo de espera", "délai", "タイムアウト", "시간 초과", "тайм-аут", "超时",
)

const canceledByTimeout = 10

// undefinedFile: a file of the database itself is no argument.
func (e *SQLError) undefinedFile(out *Error) {
	if e.says(`file "base/`, `file "global/`, `file "pg_`, `"$libdir/`) {
		out.Class, out.Code, out.Scope = Fatal, CodeServerError, ScopeHost
	}
}

// system: a file that PostgreSQL could not read or write ends the transaction as
// any error does; where that would be too late, as for the log at a commit, it
// says PANIC.
func (e *SQLError) system(out *Error) {
	if e.Severity == "ERROR" {
		out.Applied = No
	}
}

// internal: two who change the same row of the catalog (heapam.c), and no rows
// of anybody's table; and what poolers refuse at the door, for which they have
// no other state (Supavisor).
func (e *SQLError) internal(out *Error) {
	switch {
	case e.says("tuple concurrently updated", "tuple concurrently deleted", "tuple already updated by self"):
		out.Class, out.Code, out.Applied = Transient, CodeSerializationFailure, No
	case e.Severity == "ERROR":
	case e.says("max client connections reached", "max clients reached", "maxclientsin", "emaxconn", "unable to check out connection from the pool"):
		out.Class, out.Code, out.Applied, out.Scope = Transient, CodeOverloaded, No, ScopeHost
	case e.says("tenant or user not found", "tenant/user"):
		out.Class, out.Code, out.Applied, out.Scope = Permission, CodeUnauthenticated, No, ScopeCredential
	}
}

// general: the code says nothing, so the words do; they prove nothing.
func (e *SQLError) general(out *Error) {
	if said := passedOn(e.Message); said != nil { // Vitess and TiDB pass on what their own parts said
		out.Class, out.Code, out.Applied = said.Class, said.Code, min(out.Applied, said.Applied)
	} else {
		e.byWords(out)
	}
	out.Applied = min(out.Applied, Answered)
}

// passedOn is what the status of gRPC in a message means ("vttablet: rpc error:
// code = Aborted desc = …"), or nil.
func passedOn(message string) *Error {
	_, rest, ok := strings.Cut(message, "rpc error: code = ")
	if !ok {
		return nil
	}
	name, rest, _ := strings.Cut(rest, " ")
	code, ok := GRPCCode(name)
	if !ok {
		return nil
	}
	return (&GRPCError{Code: code, Message: strings.TrimPrefix(rest, "desc = ")}).judge()
}
