package taxonomy

// ruling is what a code, a number, a status or a known text means: a row of the
// tables.
type ruling struct {
	class   Class
	code    Code
	applied Applied
	scope   Scope
}

// judge returns an opinion that says what the row says, on the strength of a
// code.
func (r ruling) judge() *Error {
	return &Error{Class: r.class, Code: r.code, Applied: r.applied, Scope: r.scope, Basis: BasisCode}
}

// typed is judge on the strength of a type.
func (r ruling) typed() *Error {
	e := r.judge()
	e.Basis = BasisType
	return e
}
