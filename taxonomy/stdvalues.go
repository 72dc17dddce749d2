package taxonomy

import (
	"encoding/asn1"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"regexp/syntax"
	"runtime"
	"strconv"
	"strings"
)

// valueRule knows the error values and types of the standard library that
// stand for one failure each.
func valueRule(s spine) *Error {
	for _, node := range s {
		if row, ok := valueRow(node); ok {
			return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisType}
		}
		if e, ok := node.(*textproto.Error); ok { //nolint:errorlint // by node
			return mailReply(e)
		}
	}
	return nil
}

//nolint:gochecknoglobals // rows of tables, never written
var (
	badFormat  = ruling{InputError, CodeInvalidFormat, No, ScopeItem}
	badValue   = ruling{InputError, CodeValidationFailed, No, ScopeItem}
	badReply   = ruling{Fatal, CodeUnknown, Unanswered, ScopeItem} // an answer, mostly, that cannot be read
	missing    = ruling{InputError, CodeMissingField, No, ScopeItem}
	tooLarge   = ruling{InputError, CodeTooLarge, No, ScopeItem}
	connClosed = ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}
)

func valueRow(node error) (ruling, bool) {
	switch n := node.(type) { //nolint:errorlint // by node
	case runtime.Error: // its text is "index out of range", which is no argument's fault
		return ruling{Fatal, CodePanic, Unanswered, ScopeItem}, true
	case net.UnknownNetworkError:
		return ruling{Fatal, CodeUnsupported, No, ScopeTool}, true
	case net.InvalidAddrError, url.EscapeError, url.InvalidHostError, *csv.ParseError, *syntax.Error:
		return badFormat, true
	case *http.MaxBytesError:
		return tooLarge, true
	case *http.ProtocolError: //nolint:staticcheck // deprecated, and still returned
		return protocolRow(n), true
	case *json.UnsupportedValueError:
		return ruling{InputError, CodeOutOfRange, No, ScopeItem}, true
	case *json.UnsupportedTypeError, *json.InvalidUnmarshalError: // code
		return ruling{Fatal, CodeUnknown, No, ScopeTool}, true
	case asn1.SyntaxError, asn1.StructuralError, textproto.ProtocolError:
		return badReply, true
	}
	if row, ok := values[pointerNode(node)]; ok {
		return row, true
	}
	if row, ok := valueTypes[traitsOf(node).name]; ok {
		return row, true
	}
	return textValue(node)
}

// pointerNode returns node where it is a pointer, which can be looked up in a map,
// else nil.
func pointerNode(node error) error {
	if reflect.TypeOf(node).Kind() == reflect.Pointer {
		return node
	}
	return nil
}

//nolint:gochecknoglobals // a table, never written
var values = map[error]ruling{
	strconv.ErrSyntax:             badFormat,
	strconv.ErrRange:              {InputError, CodeOutOfRange, No, ScopeItem},
	hex.ErrLength:                 badFormat,
	mime.ErrInvalidMediaParameter: badFormat,
	multipart.ErrMessageTooLarge:  tooLarge,
	http.ErrNoCookie:              missing,
	http.ErrMissingFile:           missing,
	http.ErrServerClosed:          {Transient, CodeUnavailable, Answered, ScopeHost},
	http.ErrBodyReadAfterClose:    {Fatal, CodeUnknown, Answered, ScopeTool},
	http.ErrContentLength:         {Fatal, CodeUnknown, Answered, ScopeTool},
	http.ErrLineTooLong:           badReply,
	http.ErrAbortHandler:          {Fatal, CodeCanceled, Unanswered, ScopeItem},
	os.ErrProcessDone:             {Fatal, CodeNotFound, No, ScopeTarget},
	exec.ErrWaitDelay:             {Fatal, CodeUnknown, Unanswered, ScopeItem}, // the program ended well, and something of it still runs
}

// valueTypes are types of packages that are not worth importing for it.
//
//nolint:gochecknoglobals // a table, never written
var valueTypes = map[string]ruling{
	"os/user.UnknownUserError":          badValue, // a name in the arguments
	"os/user.UnknownUserIdError":        badValue,
	"os/user.UnknownGroupError":         badValue,
	"os/user.UnknownGroupIdError":       badValue,
	"time.parseDurationError":           badFormat,
	"net/netip.parseAddrError":          badFormat,
	"net/netip.parsePrefixError":        badFormat,
	"crypto/aes.KeySizeError":           badValue,
	"crypto/des.KeySizeError":           badValue,
	"crypto/rc4.KeySizeError":           badValue,
	"text/template.ExecError":           {Fatal, CodeUnknown, Answered, ScopeTool}, // a part of it is written
	"html/template.Error":               {Fatal, CodeUnknown, Answered, ScopeTool},
	"encoding/xml.UnsupportedTypeError": {Fatal, CodeUnknown, No, ScopeTool},
	"go/scanner.ErrorList":              badFormat,
}

// valueTexts are errors that are their text alone, of which each begins as no
// other does (Go 1.26, the package in front).
//
//nolint:gochecknoglobals // a table, never written
var valueTexts = []struct {
	begins string
	row    ruling
}{
	{"time: invalid duration", badFormat},
	{"time: unknown unit", badFormat},
	{"time: missing unit", badFormat},
	{"unknown time zone ", badValue},
	{"mail: ", badFormat},
	{"mime: ", badFormat},
	{"zip: not a valid zip file", badReply},
	{"zip: checksum error", badReply},
	{"zip: unsupported compression", ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{"archive/tar: ", badReply},
	{"asn1: ", badReply},
	{"x509: decryption password incorrect", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{"connection is shut down", connClosed}, // net/rpc
	{"short write", ruling{Fatal, CodeUnknown, Answered, ScopeItem}},
	{"multiple Read calls return no data or error", badReply},
}

// textValue looks at what errors.New or fmt.Errorf made.
func textValue(node error) (ruling, bool) {
	switch reflect.TypeOf(node).String() {
	case "*errors.errorString", "*fmt.wrapError", "*fmt.fmtError":
	default:
		return ruling{}, false
	}
	text := textOf(node)
	for _, v := range valueTexts {
		if strings.HasPrefix(text, v.begins) {
			return v.row, true
		}
	}
	return ruling{}, false
}

func protocolRow(e *http.ProtocolError) ruling { //nolint:staticcheck // deprecated, and still returned
	switch e {
	case http.ErrNotSupported:
		return ruling{Fatal, CodeUnsupported, No, ScopeTool}
	case http.ErrNotMultipart, http.ErrMissingBoundary:
		return badFormat
	}
	return badReply
}

// mailReplies are replies of SMTP (RFC 5321 section 4.2, RFC 4954). A 4yz and a
// 5yz say that the action did not take place; with 421 the server goes away,
// whatever was going on.
//
//nolint:gochecknoglobals // a table, never written
var mailReplies = map[int]ruling{
	421: {Transient, CodeUnavailable, Answered, ScopeHost},
	426: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // FTP, RFC 959: transfer aborted
	450: {Transient, CodeBusy, No, ScopeTarget},
	451: {Transient, CodeUnavailable, No, ScopeHost},
	452: {Transient, CodeOverloaded, No, ScopeHost},
	500: {Fatal, CodeUnsupported, No, ScopeTool},
	501: {InputError, CodeInvalidFormat, No, ScopeItem},
	502: {Fatal, CodeUnsupported, No, ScopeTool},
	504: {Fatal, CodeUnsupported, No, ScopeTool},
	530: {Permission, CodeUnauthenticated, No, ScopeCredential},
	534: {Permission, CodeUnauthenticated, No, ScopeCredential},
	535: {Permission, CodeUnauthenticated, No, ScopeCredential},
	538: {Permission, CodeUnauthenticated, No, ScopeCredential},
	550: badValue, 551: badValue, 553: badValue, // the mailbox
	552: tooLarge,
}

func mailReply(e *textproto.Error) *Error {
	row, ok := mailReplies[e.Code]
	switch {
	case ok && e.Code == 550 && strings.HasPrefix(e.Msg, "5.7."): // RFC 3463: security or policy
		row = ruling{Permission, CodeForbidden, No, ScopeCredential}
	case ok && e.Code == 552 && strings.HasPrefix(e.Msg, "5.2.2"): // mailbox full
		row = ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}
	case ok:
	case e.Code >= 400 && e.Code < 500:
		row = ruling{Transient, CodeUnavailable, No, ScopeHost}
	case e.Code >= 500 && e.Code < 600:
		row = ruling{Fatal, CodeUnknown, No, ScopeItem}
	default:
		return nil
	}
	return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode, Context: map[string]any{"reply": e.Code}}
}
