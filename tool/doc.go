// Package tool says what can be called: a [Spec] that describes it and a Go
// function behind it.
//
// [New] makes a tool of a typed Go func, [Raw] of the shape that tool funcs of
// agents already have. Whoever makes a tool must say what calling it twice
// does, its [Effect]: everything that is promised about retries rests on it.
//
// # Guarantees
//
// Raw arguments are validated against the tool's JSON Schema before the func
// is called: every missing, unknown or ill-typed field is named in one error of
// class INPUT_ERROR, and so is what the schema accepts and the Go type cannot
// hold. What is truncated, names a member twice or is not Unicode is refused;
// nothing is repaired. Numbers keep their text all the way; 9007199254740993
// comes out as it went in.
//
// A tool calls its func once per call. Retries, waits and the rest are the
// business of package executor.
package tool
