package taxonomy

import (
	"reflect"
	"strings"
)

// marker is what the author of an error type says about calling again.
type marker int8

const (
	unmarked marker = iota
	vetoed          // never again
	retryable
)

// permanentTypes are wrappers of retry libraries that say "not again".
//
//nolint:gochecknoglobals // a table, never written
var permanentTypes = map[string]bool{
	"github.com/cenkalti/backoff.PermanentError":           true,
	"github.com/avast/retry-go.unrecoverableError":         true,
	"github.com/sethvargo/go-retry.permanentError":         true,
	"github.com/riverqueue/river/rivertype.JobCancelError": true,
}

// markedBy looks for the outermost node whose methods, or whose type, say
// whether to call again; only such nodes are passed. Methods of the standard library's own types do not
// count: their Temporary says yes to a lost connection.
func markedBy(s spine) marker {
	for _, node := range s {
		if m := markerOf(node); m != unmarked {
			return m
		}
	}
	return unmarked
}

func markerOf(node error) (m marker) {
	defer func() {
		if recover() != nil {
			m = unmarked
		}
	}()
	switch n := node.(type) { //nolint:errorlint // by node
	case interface{ NonRetryable() bool }:
		if n.NonRetryable() {
			return vetoed
		}
	case interface{ Retryable() bool }:
		return markerIf(n.Retryable())
	case interface{ IsRetryable() bool }:
		return markerIf(n.IsRetryable())
	case interface{ RetryableError() bool }: // aws/retry
		return markerIf(n.RetryableError())
	case interface{ Temporary() bool }: // a false is said by all that are not temporary, or do not know
		if n.Temporary() {
			return retryable
		}
	}
	if permanentTypes[typeName(reflect.TypeOf(node))] {
		return vetoed
	}
	return unmarked
}

func markerIf(again bool) marker { //nolint:revive // the flag is the marker
	if again {
		return retryable
	}
	return vetoed
}

// canMark reports whether a type has one of the methods, or is one of the
// wrappers.
func canMark(node error, t reflect.Type) bool {
	switch node.(type) { //nolint:errorlint // by node
	case interface{ NonRetryable() bool }, interface{ Retryable() bool }, interface{ IsRetryable() bool }, interface{ RetryableError() bool }:
		return true
	case interface{ Temporary() bool }:
		return !ofStandardLibrary(t)
	}
	return permanentTypes[typeName(t)]
}

// ofStandardLibrary: the first part of its path has no dot.
func ofStandardLibrary(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	first, _, _ := strings.Cut(t.PkgPath(), "/")
	return !strings.Contains(first, ".") && first != "main" && first != "command-line-arguments"
}

// marked applies what the authors of the nodes say to the opinion e about them,
// nil: none. A veto takes the retrying away and leaves the rest; a "retryable" is an
// opinion of its own, about the class alone.
func marked(s spine, e *Error) *Error {
	m := markedBy(s)
	if m == unmarked || m == vetoed && e != nil && e.Class != Transient {
		return e
	}
	if e == nil {
		e = &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered}
	}
	e.Basis = BasisDeclared
	if m == vetoed {
		e.Class, e.RetryAfter = Fatal, 0
	} else if e.Class != Transient {
		e.Class, e.Code = Transient, CodeUnavailable
	}
	return e
}
