package taxonomy

// sqlServerRefiners are for numbers that have several causes.
//
//nolint:gochecknoglobals // a table, never written
var sqlServerRefiners = map[int]sqlRefiner{
	547:   (*SQLError).conflicted,
	50000: (*SQLError).raised,
}

// conflicted: "The DELETE statement conflicted with the REFERENCE constraint"
// is said where rows elsewhere refer to the target. The words REFERENCE, FOREIGN
// KEY and CHECK stand in every language of the message.
func (e *SQLError) conflicted(out *Error) {
	if e.says("reference constraint", "reference-", "reference \"", "contrainte reference", "restricción reference", "the delete statement") {
		out.Class, out.Code, out.Scope = ResourceConflict, CodeStateConflict, ScopeTarget
	}
}

// oracleRefiners are for numbers that have several causes.
//
//nolint:gochecknoglobals // a table, never written
var oracleRefiners = map[int]sqlRefiner{
	6550: (*SQLError).compiled,
}

// compiled: PL/SQL that does not compile says why in a line of its own.
func (e *SQLError) compiled(out *Error) {
	if e.says("pls-00904", "insufficient privilege") {
		out.Class, out.Code, out.Scope = Permission, CodeForbidden, ScopeTarget
	}
}
