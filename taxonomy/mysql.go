package taxonomy

import "strings"

// mysqlRefiners are for numbers that have several causes.
//
//nolint:gochecknoglobals // a table, never written
var mysqlRefiners = map[int]sqlRefiner{
	1005: (*SQLError).storage,
	1006: (*SQLError).storage,
	1016: (*SQLError).storage,
	1026: (*SQLError).storage,
	1030: (*SQLError).storage,
	1047: (*SQLError).unknownCommand,
	1105: (*SQLError).mysqlUnknown,
	1114: (*SQLError).storage,
	1226: (*SQLError).userLimit,
	1296: (*SQLError).mysqlUnknown,
	1396: (*SQLError).operationOnUser,
	1644: (*SQLError).raised,
	2000: (*SQLError).mysqlUnknown,
	2002: (*SQLError).socket,
	2003: (*SQLError).socket,
	2005: (*SQLError).unknownHost,
	2013: (*SQLError).lost,
	2026: (*SQLError).tls,
	2055: (*SQLError).lost,
	2061: (*SQLError).plugin,
	4031: (*SQLError).idle,
}

// storage reads the errno that the engines' messages end with: 28 is ENOSPC, 13
// EACCES, 24 EMFILE; 121 a duplicate key in InnoDB's dictionary, 150 a foreign
// key that does not fit (include/my_base.h).
func (e *SQLError) storage(out *Error) {
	switch {
	case e.says("error 28 ", "errno: 28", "no space left"):
		out.Class, out.Code, out.Applied, out.Scope = Fatal, CodeQuotaExhausted, Answered, ScopeHost
	case e.says("errno: 13", "permission denied"):
		out.Class, out.Code, out.Scope = Fatal, CodeServerError, ScopeHost // the server's own rights on its files
	case e.says("errno: 24 ", "errno: 24)", "too many open files"):
		out.Class, out.Code, out.Scope = Transient, CodeOverloaded, ScopeHost
	case e.says("errno: 121", "errno: 17"):
		out.Class, out.Code, out.Scope = ResourceConflict, CodeAlreadyExists, ScopeTarget
	}
}

// unknownCommand: Galera says it of a node that is not in its cluster.
func (e *SQLError) unknownCommand(out *Error) {
	if e.says("wsrep") {
		out.Class, out.Code = Transient, CodeUnavailable
	}
}

// mysqlUnknown: the number says nothing, so the words do; they prove nothing.
// TiDB and Vitess have a word for a commit whose end they do not know.
func (e *SQLError) mysqlUnknown(out *Error) {
	e.general(out)
	if e.says("undetermined", "outcome unknown") {
		out.Class, out.Code, out.Applied = Fatal, CodeUnknown, Unanswered
	}
}

// userLimit: a limit on what is open at once, or on what was done in an hour.
func (e *SQLError) userLimit(out *Error) {
	if e.says("max_user_connections") {
		out.Code = CodeOverloaded
	}
}

// operationOnUser: CREATE USER fails where the account exists, the others where
// it does not.
func (e *SQLError) operationOnUser(out *Error) {
	if e.says("create user", "create role") {
		out.Class, out.Code, out.Scope = ResourceConflict, CodeAlreadyExists, ScopeTarget
	}
}

// socket: the errno in brackets says why there is no connection, (111) or
// (2 "No such file or directory").
func (e *SQLError) socket(out *Error) {
	switch {
	case e.says("(110", "(10060", "timed out"):
		out.Code = CodeTimeout
	case e.says("(113", "(101", "no route to host", "unreachable"):
		out.Code = CodeUnavailable
	case e.says("(13)", `(13 "`, "permission denied"):
		out.Class, out.Code = Permission, CodeForbidden
	}
}

// unknownHost: a resolver that fails will recover (EAI_AGAIN is -3, on Windows
// 11002), a name that does not exist will not appear.
func (e *SQLError) unknownHost(out *Error) {
	if e.says("(-3)", "(11002)", "temporary") {
		out.Class = Transient
	}
}

// lost: before the greeting is read and answered no statement can have been
// sent (sql-common/client.c says where it was).
func (e *SQLError) lost(out *Error) {
	if e.says("initial communication packet", "authorization packet", "authentication information", "final connect information", "'handshake", "'connect") {
		out.Code, out.Applied = CodeUnavailable, No
	}
}

func (e *SQLError) tls(out *Error) {
	if e.says("certificate", "self signed", "self-signed", "hostname") {
		out.Code = CodeCertificateInvalid
	}
}

func (e *SQLError) plugin(out *Error) {
	if e.says("access denied", "password") {
		out.Class, out.Code, out.Scope = Permission, CodeUnauthenticated, ScopeCredential
	}
}

// idle: MariaDB has another meaning for the number.
func (e *SQLError) idle(out *Error) {
	if e.says("trigger") {
		*out = *ruling{InputError, CodeValidationFailed, No, ScopeItem}.judge()
	}
}

// mysqlColumn finds the column in the messages that are about its value.
func (e *SQLError) mysqlColumn() string {
	switch e.Number {
	case 1048: // Column 'x' cannot be null
		return between(e.Message, "Column '", "'")
	case 1364: // Field 'x' doesn't have a default value
		return between(e.Message, "Field '", "'")
	case 1264, 1265, 1292, 1366, 1406: // … for column 'x' at row 1, of MariaDB `db`.`t`.`x`
		if name := between(e.Message, "for column '", "'"); name != "" {
			return name
		}
		full := between(e.Message, "for column `", "` at row")
		return full[strings.LastIndexByte(full, '`')+1:]
	}
	return ""
}
