package taxonomy

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io/fs"
	"net"
	"os/exec"
	"strconv"
	"time"
)

// fileRule covers what has no errno, such as errors of an fs.FS, and programs
// that do not exist.
func fileRule(s spine) *Error {
	for _, node := range s {
		switch {
		case node == exec.ErrNotFound, node == exec.ErrDot: //nolint:errorlint // by node
			return &Error{Class: Fatal, Code: CodeCommandNotFound, Applied: No, Scope: ScopeTool, Basis: BasisType}
		case matches(node, fs.ErrNotExist):
			return &Error{Class: InputError, Code: CodeFileNotFound, Applied: No, Scope: ScopeTarget, Basis: BasisType}
		case matches(node, fs.ErrExist):
			return &Error{Class: ResourceConflict, Code: CodeAlreadyExists, Applied: No, Scope: ScopeTarget, Basis: BasisType}
		case matches(node, fs.ErrPermission):
			return &Error{Class: Permission, Code: CodeForbidden, Applied: No, Scope: ScopeTarget, Basis: BasisType}
		case node == fs.ErrClosed: //nolint:errorlint // by node
			return &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered, Basis: BasisType} // a slip in the tool, no "already closed" of a record
		case node == fs.ErrInvalid: //nolint:errorlint // by node
			return &Error{Class: InputError, Code: CodeValidationFailed, Applied: No, Basis: BasisType}
		case matches(node, errors.ErrUnsupported):
			return &Error{Class: Fatal, Code: CodeUnsupported, Applied: No, Scope: ScopeTool, Basis: BasisType}
		}
	}
	return nil
}

// syntaxRule: first the parsers that read an argument, then those that mostly
// read an answer, which cannot be told from one that reads an argument. A call
// whose answer cannot be read was made, and nobody can say what came of it.
func syntaxRule(s spine) *Error {
	if e := valueRule(s); e != nil {
		return e
	}
	for _, node := range s {
		switch n := node.(type) { //nolint:errorlint // by node
		case *strconv.NumError:
			code := CodeInvalidFormat
			if n.Err == strconv.ErrRange { //nolint:errorlint // strconv does not wrap it
				code = CodeOutOfRange
			}
			return &Error{Class: InputError, Code: code, Applied: No, Basis: BasisType}
		case *time.ParseError, base64.CorruptInputError, hex.InvalidByteError, *net.ParseError, *net.AddrError:
			return &Error{Class: InputError, Code: CodeInvalidFormat, Applied: No, Basis: BasisType}
		case *json.SyntaxError, *json.UnmarshalTypeError, *xml.SyntaxError, xml.UnmarshalError,
			flate.CorruptInputError:
			return &Error{Class: Fatal, Code: CodeUnknown, Applied: Unanswered, Basis: BasisType}
		}
		switch node {
		case gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum, bufio.ErrTooLong: //nolint:errorlint // by node, each in turn
			return &Error{Class: Fatal, Code: CodeUnknown, Applied: Unanswered, Basis: BasisType}
		}
	}
	return nil
}
