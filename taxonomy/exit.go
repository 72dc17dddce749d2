package taxonomy

import "strconv"

// ExitError is how a program ended that failed, for callers who hold it as
// data. *exec.ExitError is understood as it is.
type ExitError struct {
	Argv   []string // the program and its arguments
	Code   int      // its exit status; -1 where a signal ended it
	Signal int      // the signal that ended it, 0: none
	Stderr string   // as much as was kept
	Stdout string
}

// Error returns "name: exit status 2", with the last line of what it said on
// its standard error.
func (e *ExitError) Error() string { return "exit status " + strconv.Itoa(e.Code) }

func (e *ExitError) judge() *Error { return nil }

//nolint:gochecknoglobals // a table, never written
var exitLifters = []lifter{}
